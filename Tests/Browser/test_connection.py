"""Lost, slow, frozen and shared connections: nothing is lost, and everything counts once."""

import json
import re

from conftest import Server, Tab
from playwright.sync_api import expect


def click_in_page(tab, action, times):
    """Faster than any hand."""
    tab.button(action).evaluate("(button, times) => { while (times--) button.click() }", times)


def flow_of(tab):
    """What a duplicated tab has a copy of."""
    return tab.page.evaluate("[history.state, Object.entries(sessionStorage)]")


def duplicate(tab, context):
    copy = Tab(context, tab.base)
    state, storage = flow_of(tab)
    copy.page.add_init_script(f"""
        if (!history.state) {{
            history.replaceState({json.dumps(state)}, "")
            for (const [key, value] of {json.dumps(storage)}) sessionStorage.setItem(key, value)
        }}
    """)
    return copy


def test_fifty_fast_clicks_count_fifty(tab):
    tab.open("counter")

    for _ in range(50):
        tab.button("countUp").click(no_wait_after=True)

    expect(tab.text("counterText")).to_have_text("50")


def test_clicks_and_keys_count_once_each(tab):
    tab.open("counter")
    up = tab.button("countUp")

    up.dblclick()
    up.press("Enter")
    up.press("Space")
    tab.page.keyboard.down("Enter")
    tab.page.keyboard.down("Enter")
    tab.page.keyboard.down("Enter")
    tab.page.keyboard.up("Enter")

    expect(tab.text("counterText")).to_have_text("5")
    tab.wait_acknowledged()
    expect(tab.text("counterText")).to_have_text("5")


def test_a_held_return_is_one_return(tab):
    tab.open("profile")
    tab.field("desc").click()

    for _ in range(4):
        tab.page.keyboard.down("Enter")
    tab.page.keyboard.up("Enter")
    tab.page.keyboard.type("x")

    tab.wait_acknowledged()
    assert tab.events("return") == ["desc"]
    expect(tab.field("desc")).to_have_value("x")


def test_what_is_done_while_away_counts_once(tab, link):
    tab.open("counter")
    click_in_page(tab, "countUp", 3)
    expect(tab.text("counterText")).to_have_text("3")

    link.cut()
    tab.wait_for("offline")
    expect(tab.page.locator("[data-notice=offline]")).to_contain_text(re.compile(r"\d:\d\d"))
    click_in_page(tab, "countUp", 4)
    link.mend()

    tab.wait_online()
    expect(tab.text("counterText")).to_have_text("7")
    expect(tab.page.locator("[data-notice=offline]")).to_be_hidden()
    assert len(tab.events("open")) == 1


def test_clicks_on_a_link_that_breaks_again_and_again_count_once(tab, link):
    tab.open("counter")
    link.delay = 0.05

    for _ in range(4):
        click_in_page(tab, "countUp", 5)
        link.cut()
        click_in_page(tab, "countUp", 5)
        link.mend()
        tab.wait_online()

    expect(tab.text("counterText")).to_have_text("40")
    tab.wait_acknowledged()
    expect(tab.text("counterText")).to_have_text("40")


def test_what_is_typed_while_away_is_kept_and_sent(tab, link, mail):
    tab.open("registration")
    tab.field("mail").click()
    tab.page.keyboard.type("x")
    tab.field("pass").fill("correct horse")

    link.cut()
    tab.wait_for("offline")
    tab.field("mail").fill(mail)
    tab.field("retype").fill("correct horse")
    expect(tab.field("mail")).to_have_value(mail)
    link.mend()

    expect(tab.button("register")).to_be_enabled()
    expect(tab.field("mail")).to_have_value(mail)
    expect(tab.field("pass")).to_have_value("correct horse")
    tab.button("register").click()
    expect(tab.page.get_by_role("dialog", name="Success")).to_be_visible()


def test_a_composition_outlives_a_lost_connection(tab, link):
    tab.open("profile")
    tab.field("name").click()
    method = tab.page.context.new_cdp_session(tab.page)

    method.send("Input.imeSetComposition", {"text": "あい", "selectionStart": 2, "selectionEnd": 2})
    link.cut()
    tab.wait_for("offline")
    link.mend()
    tab.wait_online()
    expect(tab.field("name")).to_have_value("あい")
    method.send("Input.insertText", {"text": "愛"})

    expect(tab.field("name")).to_have_value("愛")
    expect(tab.button("save")).to_be_enabled()


def test_a_silent_connection_is_given_up(tab, link):
    tab.open("counter")

    link.freeze()
    tab.button("countUp").click()
    tab.wait_for("offline")
    assert tab.events("ping") != []
    link.thaw()

    expect(tab.text("counterText")).to_have_text("1")
    tab.wait_acknowledged()
    expect(tab.text("counterText")).to_have_text("1")


def test_a_reload_goes_on(tab):
    tab.open("counter")
    click_in_page(tab, "countUp", 3)
    expect(tab.text("counterText")).to_have_text("3")

    for count in ("4", "5"):
        tab.page.reload()
        tab.button("countUp").click()
        expect(tab.text("counterText")).to_have_text(count)

    numbers = [message["n"] for message in tab.sent if "n" in message]
    assert numbers == sorted(set(numbers))
    assert len(tab.events("open")) == 1


def test_a_reload_of_a_later_screen_goes_on(tab, number):
    tab.open("phone-number")
    tab.field("phoneNumber1").fill(number)
    tab.button("sendCode").click()
    expect(tab.page.get_by_role("dialog")).to_be_visible()
    tab.page.keyboard.press("Enter")
    expect(tab.page).to_have_url(f"{tab.base}/confirm-code")

    tab.page.reload()

    expect(tab.text("phone")).to_contain_text(number[-4:])
    expect(tab.page.locator("h1")).to_have_text("Confirm code")


def test_after_a_reload_the_server_wins_and_passwords_are_asked_anew(tab, mail):
    tab.open("registration")
    tab.field("mail").fill(mail)
    tab.field("pass").fill("correct horse")
    tab.field("retype").fill("correct horse")
    expect(tab.button("register")).to_be_enabled()

    tab.page.reload()
    tab.wait_online()

    expect(tab.field("mail")).to_have_value(mail)
    expect(tab.field("pass")).to_have_value("")
    expect(tab.button("register")).to_be_disabled()


def test_after_a_reload_text_restored_by_the_browser_gives_way(tab):
    tab.open("profile")
    tab.field("name").fill("Aiko")
    expect(tab.button("save")).to_be_enabled()

    run_script = tab.open_before_script("profile")
    tab.field("name").fill("restored")
    run_script()

    tab.wait_online()
    expect(tab.field("name")).to_have_value("Aiko")
    assert tab.events("set") == [{"name": "Aiko"}]


def test_going_back_goes_on(tab):
    tab.open("counter")
    click_in_page(tab, "countUp", 2)
    expect(tab.text("counterText")).to_have_text("2")
    tab.page.goto(tab.base)

    tab.page.go_back()

    expect(tab.text("counterText")).to_have_text("2")
    tab.button("countUp").click()
    expect(tab.text("counterText")).to_have_text("3")


def test_a_link_begins_anew(tab):
    tab.open("counter")
    click_in_page(tab, "countUp", 2)
    expect(tab.text("counterText")).to_have_text("2")

    tab.page.get_by_role("link", name="Pantograph").click()
    tab.page.get_by_role("link", name="Counter").click()

    tab.wait_online()
    expect(tab.text("counterText")).to_have_text("0")


def test_a_duplicated_tab_has_its_own_session(tab, context):
    tab.open("counter")
    click_in_page(tab, "countUp", 2)
    expect(tab.text("counterText")).to_have_text("2")

    copy = duplicate(tab, context)
    copy.open("counter")
    expect(copy.text("counterText")).to_have_text("0")
    assert copy.events("resume") == []
    copy.button("countUp").click()
    expect(copy.text("counterText")).to_have_text("1")

    copy.page.reload()
    expect(copy.text("counterText")).to_have_text("1")
    tab.button("countUp").click()
    expect(tab.text("counterText")).to_have_text("3")
    expect(tab.page.locator("[data-notice=taken-over]")).to_be_hidden()


def test_a_busy_browser_takes_no_reload_for_a_duplicate(tab):
    tab.open("counter")
    click_in_page(tab, "countUp", 2)
    expect(tab.text("counterText")).to_have_text("2")
    tab.page.add_init_script("""
        const request = LockManager.prototype.request
        LockManager.prototype.request = async function (...asked) {
            await new Promise(resolve => setTimeout(resolve, 1_000))
            return request.apply(this, asked)
        }
    """)

    tab.page.reload()

    expect(tab.text("counterText")).to_have_text("2")


def test_a_reload_waits_for_the_page_before_it(tab):
    tab.open("counter")
    click_in_page(tab, "countUp", 2)
    expect(tab.text("counterText")).to_have_text("2")
    # As a page that takes its time to go.
    tab.page.add_init_script("""
        const request = LockManager.prototype.request
        const gone = new Promise(resolve => window.go = resolve)
        navigator.locks.request(history.state.flow, () => gone)
        LockManager.prototype.request = function (...asked) {
            setTimeout(window.go, 250)
            return request.apply(this, asked)
        }
    """)

    tab.page.reload()

    expect(tab.text("counterText")).to_have_text("2")


def test_a_session_taken_over_comes_back_by_a_press_only(tab, browser):
    tab.page.clock.install()
    tab.open("counter")
    click_in_page(tab, "countUp", 2)
    expect(tab.text("counterText")).to_have_text("2")

    # Another browser knows nothing of the first one's lock.
    other = browser.new_context()
    copy = duplicate(tab, other)
    copy.open("counter")
    expect(copy.text("counterText")).to_have_text("2")

    notice = tab.page.locator("[data-notice=taken-over]")
    expect(notice).to_be_visible()
    tab.page.clock.fast_forward(120_000)
    # A connection made meanwhile would be known by then.
    tab.page.evaluate("fetch('counter').then(() => fetch('counter'))")
    assert tab.events("resume") == []
    tab.wait_for("offline")
    notice.get_by_role("button", name="Continue here").click()
    tab.wait_online()
    expect(notice).to_be_hidden()
    tab.button("countUp").click()
    tab.wait_acknowledged()
    other.close()


def test_who_continues_here_after_another_went_on_keeps_what_is_shown(tab, browser):
    tab.open("profile")
    tab.field("name").fill("Aiko")
    tab.field("desc").fill("mine")
    expect(tab.button("save")).to_be_enabled()
    other = browser.new_context()
    copy = duplicate(tab, other)
    copy.open("profile")
    expect(copy.field("name")).to_have_value("Aiko")
    copy.field("desc").fill("of the other")
    copy.wait_acknowledged()

    tab.page.get_by_role("button", name="Continue here").click()
    tab.wait_online()

    # Nobody but the other has the session's newest token.
    assert [tab.value("name"), tab.value("desc")] == ["Aiko", "mine"]
    tab.button("save").click()
    expect(tab.text("note")).not_to_be_empty()
    copy.field("name").fill("Other")
    copy.wait_acknowledged()
    expect(copy.page.locator("[data-notice=taken-over]")).to_be_hidden()
    for page, values in ((tab, ["Aiko", "mine"]), (copy, ["Other", "of the other"])):
        page.page.reload()
        page.wait_online()
        assert [page.value("name"), page.value("desc")] == values
    other.close()


def test_an_expired_session_is_opened_again_with_the_text_still_shown(browser, tmp_path):
    server = Server(tmp_path)
    context = browser.new_context()
    tab = Tab(context, f"http://127.0.0.1:{server.port}")
    tab.open("profile")
    tab.field("name").fill("Aiko")
    expect(tab.button("save")).to_be_enabled()

    assert server.stop() == 0
    tab.wait_for("offline")
    tab.field("desc").fill("typed meanwhile")
    server.start()
    tab.wait_online()

    expect(tab.button("save")).to_be_enabled()
    expect(tab.field("name")).to_have_value("Aiko")
    tab.button("save").click()
    expect(tab.text("note")).not_to_be_empty()
    assert tab.events("set")[-2:] == [{"name": "Aiko"}, {"desc": "typed meanwhile"}]
    context.close()
    server.stop()


def test_a_late_focus_does_not_follow_who_went_elsewhere(tab, link):
    tab.open("profile")
    link.delay = 0.3
    tab.field("name").click()

    tab.page.keyboard.press("Enter")
    tab.field("desc").click()
    tab.wait_acknowledged()

    expect(tab.field("desc")).to_be_focused()
