"""What is typed is never lost and never jumps, 300 ms away from the server."""

import pytest
from playwright.sync_api import expect

SLOW = 0.3


@pytest.fixture
def slow(tab, link):
    def open_slowly(screen):
        tab.open(screen)
        link.delay = SLOW
        return tab

    return open_slowly


def written(tab):
    """Counts what the script itself writes into inputs."""
    tab.page.evaluate("""() => {
        window.writes = []
        const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")
        Object.defineProperty(HTMLInputElement.prototype, "value", {
            get: own.get,
            set(value) {
                window.writes.push(value)
                own.set.call(this, value)
            },
        })
    }""")
    return lambda: tab.page.evaluate("window.writes")


def state_after_reload(tab, link, *names):
    """What the server holds: after a reload its state wins."""
    link.delay = 0
    tab.page.reload()
    tab.wait_online()
    return [tab.field(name).input_value() for name in names]


def test_an_address_stands_as_it_was_typed(slow, link, mail):
    tab = slow("registration")
    tab.field("mail").click()
    writes = written(tab)

    tab.page.keyboard.type(mail, delay=15)

    expect(tab.field("mail")).to_have_value(mail)
    tab.wait_acknowledged()
    expect(tab.text("invalidMail")).to_be_empty()
    assert writes() == []
    assert state_after_reload(tab, link, "mail") == [mail]


def test_an_edit_in_the_middle_keeps_its_caret(slow, link):
    tab = slow("registration")
    tab.field("mail").fill("ann@example.com")
    tab.field("mail").evaluate("input => input.setSelectionRange(3, 3)")

    tab.page.keyboard.type("a.b", delay=40)
    tab.wait_acknowledged()

    expect(tab.field("mail")).to_have_value("anna.b@example.com")
    assert tab.caret("mail") == 6
    assert state_after_reload(tab, link, "mail") == ["anna.b@example.com"]


@pytest.mark.typing
def test_fields_filled_in_turn_do_not_disturb_each_other(slow, mail):
    tab = slow("registration")
    tab.field("mail").click()

    for text in (mail, "correct horse", "correct horse"):
        tab.page.keyboard.type(text, delay=5)
        tab.page.keyboard.press("Tab")

    expect(tab.button("register")).to_be_enabled()
    expect(tab.field("mail")).to_have_value(mail)
    expect(tab.field("retype")).to_have_value("correct horse")


@pytest.mark.parametrize("delay", [0, 30, 200])
def test_letters_between_digits_are_left_out(slow, link, delay):
    tab = slow("phone-number")
    tab.field("phoneNumber1").click()

    tab.page.keyboard.type("0a9b-0", delay=delay)

    expect(tab.field("phoneNumber1")).to_have_value("090")
    tab.wait_acknowledged()
    assert tab.caret("phoneNumber1") == 3
    assert state_after_reload(tab, link, "phoneNumber1") == ["090"]


@pytest.mark.parametrize("delay", [0, 30])
def test_a_full_box_keeps_its_digits_and_spills_nothing(slow, link, delay):
    tab = slow("phone-number")
    tab.field("phoneNumber1").click()

    tab.page.keyboard.type("090123", delay=delay)
    tab.wait_acknowledged()

    expect(tab.field("phoneNumber1")).to_have_value("09012")
    expect(tab.field("phoneNumber2")).to_have_value("")
    assert state_after_reload(tab, link, "phoneNumber1", "phoneNumber2") == ["09012", ""]


def test_a_correction_keeps_the_caret_by_its_digit(slow):
    tab = slow("phone-number")
    tab.field("phoneNumber1").fill("0912")
    tab.wait_acknowledged()
    tab.field("phoneNumber1").evaluate("input => input.setSelectionRange(2, 2)")

    tab.page.keyboard.type("x")
    tab.wait_acknowledged()

    expect(tab.field("phoneNumber1")).to_have_value("0912")
    assert tab.caret("phoneNumber1") == 2


def test_full_width_digits_become_plain_ones_and_the_caret_stays(slow):
    tab = slow("phone-number")
    tab.field("phoneNumber1").fill("０９０")
    tab.field("phoneNumber1").evaluate("input => input.setSelectionRange(1, 1)")

    expect(tab.field("phoneNumber1")).to_have_value("090")
    assert tab.caret("phoneNumber1") == 1


def test_a_field_left_before_its_answer_is_corrected_all_the_same(slow):
    tab = slow("phone-number")
    tab.field("phoneNumber1").click()

    tab.page.keyboard.type("0x9")
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.type("12")

    expect(tab.field("phoneNumber1")).to_have_value("09")
    expect(tab.field("phoneNumber2")).to_have_value("12")
    expect(tab.field("phoneNumber2")).to_be_focused()


def test_a_selection_replaced_is_replaced(slow, link):
    tab = slow("registration")
    tab.field("mail").fill("ann@example.com")
    tab.field("mail").evaluate("input => input.setSelectionRange(0, 3)")

    tab.page.keyboard.type("bob", delay=20)

    tab.wait_acknowledged()
    assert state_after_reload(tab, link, "mail") == ["bob@example.com"]


def test_text_that_came_without_an_event_is_noticed(slow, mail):
    tab = slow("registration")

    for name, text in (("mail", mail), ("pass", "correct horse"), ("retype", "correct horse")):
        tab.field(name).evaluate("(input, text) => { input.value = text }", text)

    expect(tab.button("register")).to_be_enabled()


def test_unsent_text_goes_before_the_tap(slow):
    tab = slow("profile")

    tab.page.evaluate("""() => {
        document.querySelector("[data-field=desc]").value = "filled in"
        document.querySelector("[data-field=name]").value = "Aiko"
        document.querySelector("[data-tap=save]").ariaDisabled = "false"
        document.querySelector("[data-tap=save]").click()
    }""")

    tab.wait_acknowledged()
    verbs = [next(iter(message)) for message in tab.sent if "n" in message]
    assert verbs == ["set", "set", "tap"]
    expect(tab.text("note")).not_to_be_empty()


def test_text_typed_before_the_script_ran_stands(tab):
    run_script = tab.open_before_script("profile")

    tab.field("name").fill("Aiko")
    run_script()

    expect(tab.button("save")).to_be_enabled()
    expect(tab.field("name")).to_have_value("Aiko")


def test_a_text_too_large_to_be_sent_is_marked(tab):
    tab.open("phone-number")

    tab.field("phoneNumber1").fill("1" * 70_000)

    expect(tab.page.locator("[data-notice=too-long]")).to_be_visible()
    expect(tab.page.locator("[data-field=phoneNumber1]:invalid")).to_be_attached()
    assert tab.events("set") == []
    tab.field("phoneNumber1").fill("1")
    expect(tab.page.locator("[data-notice=too-long]")).to_be_hidden()
    expect(tab.page.locator("[data-field=phoneNumber1]:invalid")).not_to_be_attached()


def test_half_a_surrogate_pair_is_replaced_on_the_wire(tab):
    tab.open("profile")

    tab.field("name").evaluate("input => { input.value = 'a\\ud800b' }")

    expect(tab.button("save")).to_be_enabled()
    assert tab.events("set") == [{"name": "a\ufffdb"}]
