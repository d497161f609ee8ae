"""Each screen, used once as a person would."""

import re

from playwright.sync_api import expect


def request_code(tab, number):
    tab.open("phone-number")
    tab.field("phoneNumber1").fill(number[:5])
    tab.field("phoneNumber2").fill(number[5:9])
    tab.field("phoneNumber3").fill(number[9:])
    tab.button("sendCode").click()
    expect(tab.page.get_by_role("dialog", name="Success")).to_be_visible()


def sign_in(tab, server, number):
    request_code(tab, number)
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator("h1")).to_have_text("Confirm code")
    tab.field("code").fill(server.code(number))


def test_the_list_leads_to_the_screens(tab):
    tab.page.goto(tab.base)
    for name in ("Counter", "Phone number", "Profile", "Registration"):
        tab.page.get_by_role("link", name=name, exact=True).click()
        expect(tab.page.locator("h1")).to_have_text(name)
        tab.wait_online().page.get_by_role("link", name="Pantograph").click()
        expect(tab.page.locator("h1")).to_have_text("Screens")


def test_counter_counts_up_down_and_back(tab):
    tab.open("counter")

    for action in ("countUp", "countUp", "countDown", "countDown", "countDown"):
        tab.button(action).click()
    expect(tab.text("counterText")).to_have_text("-1")

    tab.button("countReset").click()
    expect(tab.text("counterText")).to_have_text("0")


def test_a_typed_number_leads_to_its_code(tab, number):
    tab.open("phone-number")
    expect(tab.button("sendCode")).to_be_disabled()

    tab.field("phoneNumber1").click()
    tab.page.keyboard.type(number[:5])
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.type(number[5:9])
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.type(number[9:])
    tab.button("sendCode").click()
    alert = tab.page.get_by_role("dialog", name="Success")
    expect(alert).to_contain_text("Your PhoneNumber was sent successfully!")
    expect(alert.get_by_role("button")).to_be_focused()

    alert.get_by_role("button").click()
    expect(tab.page.locator("h1")).to_have_text("Confirm code")
    expect(tab.page).to_have_url(f"{tab.base}/confirm-code")
    expect(tab.page).to_have_title(re.compile("Confirm code"))
    expect(tab.field("code")).to_be_focused()
    expect(tab.text("phone")).to_have_text("•••••••" + number[-4:])


def test_a_pasted_number_spreads_over_the_boxes(tab, number):
    tab.open("phone-number")

    tab.field("phoneNumber1").fill(f"{number[:3]}-{number[3:7]}-{number[7:]}")

    expect(tab.field("phoneNumber1")).to_have_value(number[:5])
    expect(tab.field("phoneNumber2")).to_have_value(number[5:9])
    expect(tab.field("phoneNumber3")).to_have_value(number[9:])
    expect(tab.button("sendCode")).to_be_enabled()


def test_digits_that_do_not_fit_are_told(tab):
    tab.open("phone-number")

    tab.field("phoneNumber2").fill("090-1234-5678")

    expect(tab.text("errors")).to_have_text(re.compile(r"\b3\b"))
    expect(tab.field("phoneNumber2")).to_have_attribute("aria-invalid", "true")
    tab.field("phoneNumber1").fill("1")
    expect(tab.text("errors")).to_be_empty()
    expect(tab.field("phoneNumber2")).to_have_attribute("aria-invalid", "false")


def test_backspace_in_an_empty_box_goes_to_the_end_of_the_one_before(tab):
    tab.open("phone-number")
    tab.field("phoneNumber1").fill("090")
    tab.field("phoneNumber2").focus()

    tab.page.keyboard.press("Backspace")

    expect(tab.field("phoneNumber1")).to_be_focused()
    expect(tab.field("phoneNumber1")).to_have_value("090")
    assert tab.caret("phoneNumber1") == 3
    tab.page.keyboard.press("Backspace")
    expect(tab.field("phoneNumber1")).to_have_value("09")


def test_escape_does_what_the_button_of_an_alert_does(tab, number):
    request_code(tab, number)

    tab.page.keyboard.press("Escape")

    expect(tab.page.locator("h1")).to_have_text("Confirm code")
    assert tab.events("tap") == ["sendCode", "continue"]


def test_alerts_of_the_screen_before_do_not_cover_the_next(tab, link, number):
    tab.open("phone-number")
    tab.field("phoneNumber1").fill(number)
    expect(tab.button("sendCode")).to_have_attribute("aria-disabled", "false")
    link.delay = 0.3
    # Each asks for a code before the answer to the first one has come.
    for _ in range(3):
        tab.button("sendCode").click()
    dialog = tab.page.locator("dialog")
    expect(dialog).to_be_visible()
    tab.wait_until(lambda: sum("alert" in e for f in tab.received for e in f.get("do", [])) > 1, "one alert only")
    dialog.locator("button").click()

    expect(tab.page.locator("main[data-screen=confirm-code]")).to_be_visible()
    expect(dialog).to_be_hidden()
    tab.field("code").press_sequentially("12")
    expect(tab.field("code")).to_have_value("12")


def test_an_unanswered_alert_is_shown_again_after_a_reload(tab, number):
    request_code(tab, number)

    tab.page.reload()

    expect(tab.page.get_by_role("dialog", name="Success")).to_be_visible()
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator("h1")).to_have_text("Confirm code")


def test_signing_in_makes_a_profile_and_signing_out_forgets(tab, server, number):
    sign_in(tab, server, number)
    expect(tab.page.locator("h1")).to_have_text("Profile")
    expect(tab.field("name")).to_be_focused()

    tab.page.keyboard.type("Aiko")
    tab.button("save").click()
    expect(tab.page.locator("h1")).to_have_text("Home")
    expect(tab.text("greeting")).to_contain_text("Aiko")
    expect(tab.text("phone")).to_contain_text(number[-4:])
    expect(tab.page).to_have_url(f"{tab.base}/home")

    tab.button("signOut").click()
    expect(tab.page.locator("h1")).to_have_text("Phone number")
    expect(tab.field("phoneNumber1")).to_have_value("")
    assert len(tab.events("open")) == 1


def test_a_wrong_code_is_told_and_stays(tab, server, number):
    request_code(tab, number)
    tab.page.keyboard.press("Enter")
    wrong = f"{(int(server.code(number)) + 1) % 10**6:06}"

    tab.field("code").fill(wrong)

    expect(tab.text("errors")).not_to_be_empty()
    expect(tab.field("code")).to_have_value(wrong)
    expect(tab.field("code")).to_have_attribute("aria-invalid", "true")
    expect(tab.field("code")).to_be_editable()
    expect(tab.field("code")).to_be_focused()


def test_a_new_code_can_be_had_when_the_countdown_is_over(tab, server, number):
    request_code(tab, number)
    tab.page.keyboard.press("Enter")
    server.code(number)
    expect(tab.button("getNewCode")).to_be_enabled()
    expect(tab.page.locator("[data-announcer=countdown]")).to_have_text("A new code can be sent now.")

    tab.button("getNewCode").click()

    expect(tab.text("note")).not_to_be_empty()
    expect(tab.button("getNewCode")).to_be_disabled()
    expect(tab.button("getNewCode")).to_be_focused()
    tab.field("code").fill(server.code(number, count=2))
    expect(tab.page.locator("h1")).to_have_text("Profile")


def test_another_number_can_be_given(tab, number):
    request_code(tab, number)
    tab.page.keyboard.press("Enter")

    tab.button("changeNumber").click()

    expect(tab.page.locator("h1")).to_have_text("Phone number")
    expect(tab.field("phoneNumber1")).to_have_value(number[:5])
    expect(tab.field("phoneNumber1")).to_be_focused()


def test_return_walks_through_the_profile_and_saves(tab):
    tab.open("profile")
    tab.field("name").click()

    tab.page.keyboard.type("Aiko")
    tab.page.keyboard.press("Enter")
    expect(tab.field("url")).to_be_focused()
    tab.page.keyboard.type("https://example.com")
    tab.page.keyboard.press("Enter")
    expect(tab.field("desc")).to_be_focused()
    tab.page.keyboard.type("one")
    tab.page.keyboard.press("Shift+Enter")
    tab.page.keyboard.type("two")
    tab.page.keyboard.press("Enter")

    expect(tab.text("note")).not_to_be_empty()
    expect(tab.field("desc")).to_have_value("one\ntwo")
    assert tab.events("return") == ["name", "url", "desc"]


def test_a_profile_with_a_bad_address_says_so(tab):
    tab.open("profile")
    expect(tab.button("save")).to_be_disabled()

    tab.field("url").fill("javascript:alert(1)")

    expect(tab.text("invalidUrl")).not_to_be_empty()
    expect(tab.field("url")).to_have_attribute("aria-invalid", "true")


def test_registration_tells_errors_and_registers(tab, mail):
    tab.open("registration")

    tab.field("mail").fill("a@b")
    expect(tab.text("invalidMail")).to_have_text("enter valid mail address")
    tab.field("pass").fill("correct horse")
    tab.field("retype").fill("correct house")
    expect(tab.text("invalidPass")).to_have_text("must match password")
    expect(tab.field("retype")).to_have_attribute("aria-invalid", "true")
    expect(tab.button("register")).to_be_disabled()

    tab.field("mail").fill(mail)
    tab.field("retype").fill("correct horse")
    tab.button("register").click()
    expect(tab.page.get_by_role("dialog", name="Success")).to_contain_text("You are registered.")
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_role("dialog")).to_be_hidden()
    expect(tab.button("register")).to_be_disabled()
    assert "correct horse" not in str(tab.received)


def fill_registration(tab, mail):
    tab.open("registration")
    tab.field("mail").fill(mail)
    tab.field("pass").fill("correct horse")
    tab.field("retype").fill("correct horse")


def register(tab, mail):
    fill_registration(tab, mail)
    tab.button("register").click()


def test_an_address_that_exists_is_told_once(tab, mail):
    register(tab, mail)
    expect(tab.page.get_by_role("dialog", name="Success")).to_be_visible()

    tab.page.goto(tab.base)
    register(tab, mail)

    expect(tab.text("invalidMail")).to_have_text("already registered")
    tab.field("mail").press_sequentially("x")
    expect(tab.text("invalidMail")).to_be_empty()


def test_screens_that_need_a_sign_in_show_the_phone_number(tab):
    for screen in ("confirm-code", "home"):
        tab.open(screen)
        expect(tab.page.locator("h1")).to_have_text("Phone number")
        expect(tab.page).to_have_url(f"{tab.base}/phone-number")
