"""What holds for every page."""

import re

import pytest
from conftest import ROOT
from playwright.sync_api import expect

SCREENS = ["counter", "phone-number", "profile", "registration"]
PAGES = sorted(path.stem for path in (ROOT / "web").glob("*.html"))


@pytest.mark.parametrize("screen", SCREENS)
def test_the_console_stays_silent(tab, screen):
    tab.open(screen)
    tab.page.reload()
    tab.wait_online()

    # The fixture looks at the console, which tells of a broken content policy too.
    response = tab.page.request.get(f"{tab.base}/{screen}")
    assert "unsafe" not in response.headers["content-security-policy"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_script_or_style_of_its_own(name):
    html = (ROOT / "web" / f"{name}.html").read_text()

    assert "style=" not in html and "<style" not in html
    assert html.count("<script") == html.count('<script type="module" src="pantograph/main.js"></script>')
    assert not re.search(r"\son[a-z]+=", html)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_read_without_script(browser, server, name):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()

    page.goto(f"http://127.0.0.1:{server.port}/{name}.html")

    expect(page.locator("h1")).to_be_visible()
    context.close()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_window(tab, screen, width):
    tab.page.set_viewport_size({"width": width, "height": 700})
    tab.open(screen)

    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("screen", SCREENS)
def test_targets_are_large_enough(tab, screen):
    tab.open(screen)

    sizes = tab.page.locator("button:visible, input:visible, textarea:visible, a:visible").evaluate_all(
        "elements => elements.map(element => element.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44


@pytest.mark.parametrize("screen", SCREENS)
def test_every_control_has_a_name(tab, screen):
    tab.open(screen)

    for control in tab.page.locator("button, input, textarea").all():
        if control.is_visible():
            expect(control).to_have_accessible_name(re.compile("."))


def test_an_author_is_told_of_an_attribute_that_names_nothing(tab):
    run_script = tab.open_before_script("counter")

    tab.text("counterText").evaluate("element => element.setAttribute('data-text', 'count')")
    run_script()

    tab.wait_until(lambda: tab.problems, "no message")
    assert "count" in tab.problems[0]
    tab.problems.clear()


def test_a_page_that_is_missing_is_told(tab, number):
    tab.page.route("**/confirm-code", lambda route: route.fulfill(status=404, body="not found"))
    tab.open("phone-number")
    tab.field("phoneNumber1").fill(number)
    tab.button("sendCode").click()
    expect(tab.page.get_by_role("dialog")).to_be_visible()

    tab.page.keyboard.press("Enter")

    tab.wait_until(lambda: any("no page" in problem for problem in tab.problems), "no message")
    expect(tab.page.locator("h1")).to_have_text("Phone number")
    tab.problems.clear()


def test_the_countdown_is_announced_at_its_start_and_end_only(tab, number):
    tab.open("phone-number")
    tab.page.evaluate("""() => {
        window.said = []
        const region = document.querySelector("[data-announcer=countdown]")
        new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true })
    }""")
    tab.field("phoneNumber1").fill(number)
    tab.button("sendCode").click()
    expect(tab.page.get_by_role("dialog")).to_be_visible()
    tab.page.keyboard.press("Enter")

    expect(tab.button("getNewCode")).to_be_enabled()

    expect(tab.page.locator("[data-announcer=countdown]")).to_have_text("A new code can be sent now.")
    start, end = tab.page.evaluate("window.said")
    assert re.fullmatch(r"No code\? Ask for a new one in \d s\.", start)
    assert end == "A new code can be sent now."


def test_a_countdown_told_anew_never_rises_and_a_new_one_does(tab):
    tab.open("counter")

    shown = tab.page.evaluate("""async () => {
        const { Countdown } = await import("./pantograph/countdown.js")
        const element = document.querySelector("[data-text=counterText]")
        const countdown = new Countdown(element, { notices: { announce() {} } })
        const tell = (seconds, isWhole) => {
            countdown.set({ until: performance.now() + seconds * 1_000 }, isWhole)
            return element.textContent
        }
        return [tell(39.5, false), tell(41.5, true), tell(36.5, true), tell(59.5, true), tell(60, false)]
    }""")

    assert shown == ["40", "40", "37", "60", "60"]


def test_a_clock_that_is_set_does_not_move_the_countdown(tab, number):
    tab.open("phone-number")
    tab.field("phoneNumber1").fill(number)
    tab.button("sendCode").click()
    expect(tab.page.get_by_role("dialog")).to_be_visible()
    tab.page.evaluate("""() => {
        window.shown = []
        new MutationObserver(() => {
            const timer = document.querySelector("[role=timer]")
            if (timer?.textContent) window.shown.push(Number(timer.textContent))
        }).observe(document.body, { childList: true, characterData: true, subtree: true })
    }""")
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_role("timer")).not_to_be_empty()

    tab.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 3_600_000 }")

    expect(tab.button("getNewCode")).to_be_enabled()
    shown = tab.page.evaluate("window.shown")
    assert shown == sorted(shown, reverse=True)


def test_a_countdown_asks_the_server_when_the_clocks_part(tab):
    tab.open("counter")

    tab.page.evaluate("""async () => {
        const { Countdown } = await import("./pantograph/countdown.js")
        const element = document.querySelector("[data-text=counterText]")
        window.asked = 0
        const client = { notices: { announce() {} }, session: { connection: { start: () => window.asked++ } } }
        new Countdown(element, client).set({ until: performance.now() + 600_500 }, false)
        const now = Date.now
        Date.now = () => now() + 3_600_000
    }""")

    tab.wait_until(lambda: tab.page.evaluate("window.asked"), "the server was not asked")
    expect(tab.text("counterText")).to_have_text(re.compile("^(59|60)"))


def test_going_away_and_coming_back_from_the_cache(tab):
    tab.open("counter")
    tab.button("countUp").click()
    expect(tab.text("counterText")).to_have_text("1")

    tab.page.evaluate("""() => {
        dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
    }""")

    tab.wait_online().button("countUp").click()
    expect(tab.text("counterText")).to_have_text("2")
    assert len(tab.events("resume")) == 1
