"""A browser, PostgreSQL, and a service that takes messages: what people see of them, and of their failures."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Server, Tab, wait_until
from message_service import Service
from postgresql import PostgreSQL
from test_screens import fill_registration, request_code, sign_in


@pytest.fixture(scope="module")
def postgresql():
    postgresql = PostgreSQL()
    yield postgresql
    postgresql.remove()


@pytest.fixture(scope="module")
def service():
    with Service() as service:
        yield service


class RealServer(Server):
    """Its messages go to the service."""

    def __init__(self, directory, service: Service, postgresql: PostgreSQL):
        self._service = service
        super().__init__(directory, "--sms", f"http:{service.url}", "--database", postgresql.url)

    def code(self, number: str, count: int = 1) -> str:
        wait_until(lambda: len(self._service.codes(number)) >= count, f"no message to {number}")
        return self._service.codes(number)[-1]


@pytest.fixture(scope="module")
def server(tmp_path_factory, service, postgresql):
    server = RealServer(tmp_path_factory.mktemp("real"), service, postgresql)
    yield server
    assert server.stop() == 0


def sign_in_again(tab, server, service, number):
    """By a code that is newer than the one used before, which the cool-down may put off."""
    request_code(tab, number)
    tab.page.keyboard.press("Enter")
    expect(tab.button("getNewCode")).to_be_enabled()
    before = len(service.codes(number))
    tab.button("getNewCode").click()
    tab.field("code").fill(server.code(number, count=before + 1))


def test_a_new_number_makes_a_profile_and_is_known_from_then_on(tab, server, service, postgresql, number):
    sign_in(tab, server, number)
    expect(tab.page.locator("h1")).to_have_text("Profile")
    tab.field("name").fill("Aiko")
    tab.field("url").fill("https://example.com/aiko")
    tab.field("desc").fill("one\ntwo")
    tab.button("save").click()
    expect(tab.text("greeting")).to_contain_text("Aiko")
    assert postgresql.query("SELECT name, url FROM profiles WHERE number = :'number'", number=number) == [
        ["Aiko", "https://example.com/aiko"]]
    tab.button("signOut").click()
    expect(tab.page.locator("h1")).to_have_text("Phone number")

    sign_in_again(tab, server, service, number)

    expect(tab.page.locator("h1")).to_have_text("Home")
    expect(tab.text("greeting")).to_contain_text("Aiko")
    expect(tab.text("phone")).to_have_text(re.compile(number[-4:]))


def test_an_address_is_registered_in_one_tab_and_refused_in_another(tab, context, postgresql, mail):
    another = Tab(context, tab.base)
    for each in (tab, another):
        fill_registration(each, mail)

    tab.button("register").click()
    expect(tab.page.get_by_role("dialog", name="Success")).to_contain_text("You are registered.")
    another.button("register").click()

    expect(another.text("invalidMail")).to_have_text("already registered")
    expect(another.page.get_by_role("dialog")).to_be_hidden()
    assert another.value("mail") == mail
    assert postgresql.query("SELECT count(*) FROM accounts WHERE mail = :'mail'", mail=mail) == [["1"]]
    assert another.problems == []


# Failures


def test_a_service_that_fails_once_is_told_and_the_same_tap_works_then(tab, server, service, number):
    service.status = 500
    try:
        tab.open("phone-number")
        tab.field("phoneNumber1").fill(number)
        tab.button("sendCode").click()
        expect(tab.text("errors")).to_have_text("The message could not be sent. Please try again in a moment.")
        expect(tab.page.get_by_role("dialog")).to_be_hidden()
        expect(tab.field("phoneNumber1")).to_have_value(number[:5])
    finally:
        service.status = 200

    tab.button("sendCode").click()

    expect(tab.page.get_by_role("dialog", name="Success")).to_be_visible()
    expect(tab.text("errors")).to_be_empty()
    tab.page.keyboard.press("Enter")
    # Not the one of the message that was refused.
    tab.field("code").fill(server.code(number, count=2))
    expect(tab.page.locator("h1")).to_have_text("Profile")


def wait_for_failure(tab):
    """Until the server has said, in the words for developers, that an action has failed."""
    tab.wait_until(
        lambda: "failed" in [error["code"] for frame in tab.received for error in frame.get("errors", [])],
        "nothing has failed")


def something_to_try_again(tab):
    """What a person sees that asks to try later."""
    return tab.page.get_by_text(re.compile("try again", re.IGNORECASE)).locator("visible=true")


def test_a_database_that_is_away_is_told(tab, postgresql, mail):
    fill_registration(tab, mail)
    with postgresql.away():
        tab.button("register").click()
        wait_for_failure(tab)

        # It would come in the frame that was waited for.
        expect(something_to_try_again(tab)).to_have_count(1, timeout=1_000)


def test_a_database_that_is_away_loses_nothing_and_the_same_tap_works_then(tab, postgresql, mail):
    fill_registration(tab, mail)
    with postgresql.away():
        tab.button("register").click()
        wait_for_failure(tab)
        assert [tab.value(name) for name in ("mail", "pass", "retype")] == [mail, "correct horse", "correct horse"]
        # Should it be an alert that tells, it does not stay in the way.
        tab.page.keyboard.press("Escape")

    expect(tab.button("register")).to_have_attribute("aria-disabled", "false")
    tab.button("register").click()

    expect(tab.page.get_by_role("dialog", name="Success")).to_contain_text("You are registered.")
    assert postgresql.query("SELECT count(*) FROM accounts WHERE mail = :'mail'", mail=mail) == [["1"]]


def test_a_profile_that_cannot_be_saved_is_told_and_the_same_tap_works_then(tab, server, postgresql, number):
    sign_in(tab, server, number)
    expect(tab.page.locator("h1")).to_have_text("Profile")
    tab.field("name").fill("Aiko")
    with postgresql.away():
        tab.button("save").click()
        expect(tab.text("note")).to_contain_text("Please try again")
        assert tab.value("name") == "Aiko"

    tab.button("save").click()

    expect(tab.text("greeting")).to_contain_text("Aiko")
