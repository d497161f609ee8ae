"""WCAG 2.2 AA on every page and in every state: by axe-core, and by hand what it cannot see."""

import json
import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from conftest import Tab
from playwright.sync_api import expect
from proxy import Proxy

STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LANGUAGES = ["en", "ja", "ko", "ru"]


# The states that a person meets, each reached as a person does.

def screens(tab, **_):
    tab.page.goto(tab.base)


def counter(tab, **_):
    tab.open("counter")
    tab.button("countDown").click()
    expect(tab.text("counterText")).to_have_text("-1")


def phone_number(tab, **_):
    tab.open("phone-number")


def phone_number_with_an_error(tab, **_):
    tab.open("phone-number")
    tab.field("phoneNumber2").fill("090-1234-5678-901")
    expect(tab.text("errors")).not_to_be_empty()


def phone_number_with_an_alert(tab, number, **_):
    tab.open("phone-number")
    tab.field("phoneNumber1").fill(number)
    tab.button("sendCode").click()
    expect(tab.page.get_by_role("dialog")).to_be_visible()


def confirm_code(tab, number, **_):
    phone_number_with_an_alert(tab, number)
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_role("timer")).not_to_be_empty()


def confirm_code_with_an_error(tab, server, number, **_):
    confirm_code(tab, number)
    tab.field("code").fill(f"{(int(server.code(number)) + 1) % 10**6:06}")
    expect(tab.text("errors")).not_to_be_empty()


def confirm_code_with_a_note(tab, number, **_):
    confirm_code(tab, number)
    tab.button("getNewCode").click()
    expect(tab.text("note")).not_to_be_empty()


def profile(tab, **_):
    tab.open("profile")


def profile_with_an_error_and_a_note(tab, **_):
    tab.open("profile")
    tab.field("name").fill("Aiko")
    tab.field("url").fill("x:")
    tab.button("save").click()
    expect(tab.text("invalidUrl")).not_to_be_empty()
    expect(tab.text("note")).not_to_be_empty()


def registration(tab, **_):
    tab.open("registration")


def registration_with_errors(tab, **_):
    tab.open("registration")
    tab.field("mail").fill("a@b")
    tab.field("pass").fill("correct horse")
    tab.field("retype").fill("correct house")
    expect(tab.text("invalidMail")).not_to_be_empty()
    expect(tab.text("invalidPass")).not_to_be_empty()


def registration_while_loading(tab, **_):
    tab.open("registration")
    tab.page.evaluate("for (const busy of document.querySelectorAll('[data-show=isLoading]')) busy.hidden = false")


def home(tab, server, number, **_):
    confirm_code(tab, number)
    tab.field("code").fill(server.code(number))
    tab.field("name").fill("Aiko")
    tab.button("save").click()
    expect(tab.text("greeting")).not_to_be_empty()


def offline(tab, link, **_):
    tab.open("profile")
    link.cut()
    tab.wait_for("offline")
    expect(tab.page.locator("[data-notice=offline]")).to_be_visible()


def too_long(tab, **_):
    tab.open("counter")
    tab.page.locator("[data-notice=too-long]").evaluate("notice => notice.hidden = false")


def taken_over(tab, **_):
    tab.open("phone-number")
    copy = Tab(tab.page.context, tab.base)
    # Without the page's lock it resumes what its original holds.
    copy.page.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    stored = tab.page.evaluate("JSON.stringify([history.state, { ...sessionStorage }])")
    copy.page.add_init_script(f"""{{
        const [state, stored] = {stored}
        history.replaceState(state, "")
        Object.assign(sessionStorage, stored)
    }}""")
    copy.open("phone-number")
    expect(tab.page.locator("[data-notice=taken-over]")).to_be_visible()
    tab.page.bring_to_front()


STATES = [
    screens, counter, phone_number, phone_number_with_an_error, phone_number_with_an_alert, confirm_code,
    confirm_code_with_an_error, confirm_code_with_a_note, profile, profile_with_an_error_and_a_note, registration,
    registration_with_errors, registration_while_loading, home, offline, too_long, taken_over,
]


@pytest.fixture(scope="module", params=[(state, language) for state in STATES for language in LANGUAGES],
                ids=lambda case: f"{case[0].__name__}-{case[1]}")
def page(request, browser, server, numbers):
    """A page in a state, reached once for all tests: each sets what it needs."""
    reach, language = request.param
    link = Proxy(server.port)
    # What moves would be judged half-way.
    context = browser.new_context(locale=language, reduced_motion="reduce")
    tab = Tab(context, f"http://127.0.0.1:{link.port}")
    reach(tab, server=server, link=link, number=next(numbers))
    yield tab.page
    assert tab.problems == []
    context.close()
    link.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme):
    if scheme == "dark" and page.locator("html").get_attribute("lang") != "en":
        pytest.skip("colours are the same in every language")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme=scheme)
    # What a debugger evaluates is none of the content policy's business.
    page.evaluate(AXE_SCRIPT)
    # While the page is taken over, nothing but the way back is to be found.
    is_inert = page.locator("main[inert]").count() > 0
    rules = {name: {"enabled": not is_inert} for name in ("landmark-one-main", "page-has-heading-one", "bypass")}
    options = {"runOnly": STANDARD, "rules": rules, "resultTypes": ["violations", "incomplete"]}

    results = page.evaluate(f"axe.run({json.dumps(options)})")

    assert found(results["violations"]) == []
    # What it cannot tell of colours, because texts lie above others, is told by test_colours_differ_enough.
    assert found(rule for rule in results["incomplete"] if rule["id"] != "color-contrast") == []


def found(rules):
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')}" for rule in rules for node in rule["nodes"]
    ]


def test_nothing_is_cut_off_at_four_times_the_size(page):
    # 1,280 pixels at 400 %.
    page.set_viewport_size({"width": 320, "height": 256})

    assert overflowing(page) == []


def test_nothing_is_cut_off_when_people_space_the_text(page):
    # The distances of success criterion 1.4.12.
    page.evaluate("""() => {
        const spacing = new CSSStyleSheet()
        spacing.replaceSync(`
            * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
            p { margin-block-end: 2em !important }
        `)
        document.adoptedStyleSheets = [spacing]
    }""")

    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert overflowing(page) == []
    page.evaluate("document.adoptedStyleSheets = []")


def overflowing(page):
    """What sticks out of its box, and the page if it scrolls sideways."""
    return page.evaluate("""() => {
        const seen = (element) => element.checkVisibility() && !element.closest(".unseen")
        const isCut = (box) => box.scrollWidth > box.clientWidth + 1 ||
            box.matches("button, dialog") && box.scrollHeight > box.clientHeight + 1
        const boxes = [...document.querySelectorAll("p, h1, h2, label, legend, button, main, header, dialog, li")]
        const cut = boxes.filter((box) => seen(box) && box.clientWidth && isCut(box)).map((box) => box.outerHTML)
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth > clientWidth ? [...cut, `the page: ${scrollWidth}`] : cut
    }""")


def test_the_focus_is_seen_and_goes_in_the_order_of_reading(page):
    # So low that what has the focus could be behind a notice.
    page.set_viewport_size({"width": 390, "height": 420})
    # Where a blurred element was, the next Tab would go on from.
    page.evaluate("""() => {
        document.body.tabIndex = -1
        document.body.focus()
        document.body.removeAttribute("tabindex")
    }""")

    reached = []
    for _ in range(20):
        page.keyboard.press("Tab")
        focus = page.evaluate("""() => {
            const element = document.activeElement
            if (element === document.body) return null
            const { x, y, width, height } = element.getBoundingClientRect()
            const style = getComputedStyle(element)
            const points = [0.1, 0.5, 0.9].map((right) => [x + width * right, y + height / 2])
            const all = [...document.querySelectorAll("a, button, input, textarea")]
            return {
                html: element.outerHTML,
                place: all.indexOf(element),
                isCovered: !points.some(([x, y]) => element.contains(document.elementFromPoint(x, y))),
                outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
            }
        }""")
        if focus is None and not reached:
            # The browser's own controls.
            continue
        if focus is None or reached and focus["place"] <= reached[-1]["place"]:
            break
        reached.append(focus)

    assert [focus["html"] for focus in reached if focus["isCovered"]] == []
    assert [focus["html"] for focus in reached if focus["outline"] < 2] == []
    # What is behind a dialog, or taken over, cannot be reached; all else can.
    reachable = page.evaluate("""() => {
        const root = document.querySelector("dialog:modal") ?? document
        const all = [...root.querySelectorAll("a, button, input, textarea")]
        return all.filter((one) => one.checkVisibility() && !one.closest("[inert]")).length
    }""")
    assert len(reached) == reachable


def test_targets_are_large_enough_for_a_finger(page):
    small = page.locator("a:visible, button:visible, input:visible, textarea:visible").evaluate_all(
        """elements => elements
            .map((element) => [element.getBoundingClientRect(), element.outerHTML])
            .filter(([{ width, height }]) => width < 44 || height < 44)
            .map(([{ width, height }, html]) => `${width} × ${height}: ${html}`)"""
    )

    assert small == []


def test_errors_are_tied_to_their_inputs_and_said(page):
    for error in page.locator(".error").all():
        expect(error).to_have_attribute("aria-live", "polite")
        inputs = page.locator(f"[aria-describedby~={error.get_attribute('id')}]")
        is_wrong = error.text_content() != ""
        for control in inputs.all():
            expect(control).to_have_attribute("aria-invalid", str(is_wrong).lower())
            if is_wrong:
                expect(control).to_have_accessible_description(re.compile(re.escape(error.text_content())))
        assert inputs.count() > 0


def test_a_page_has_one_main_heading_and_a_title_that_names_it(page):
    heading = page.locator("h1")

    expect(heading).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)
    assert page.title() == "Pantograph" or page.title() == f"{heading.text_content()} · Pantograph"


# What is not text has no rule in axe: 3 to 1 for what tells a control or its state (success criterion 1.4.11).
BORDERS = [
    ("--edge", "--card"), ("--edge", "--paper"), ("--accent", "--card"), ("--accent", "--paper"),
    ("--error", "--card"), ("--error", "--error-tint"), ("--accent", "--tint"), ("--paper", "--ink"),
    ("--accent-deep", "--card"),
]
# The state that a pointer or a thumb brings about; axe sees those at rest.
TEXTS = [("--ink", "--tint"), ("--on-accent", "--accent-deep"), ("--accent", "--tint"), ("--ink", "--error-tint"),
         ("--soft", "--paper"), ("--soft", "--card"), ("--ink", "--paper"), ("--accent-deep", "--card")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_differ_enough(tab, scheme):
    tab.page.emulate_media(color_scheme=scheme)
    tab.open("counter")

    for pairs, least in ((BORDERS, 3), (TEXTS, 4.5)):
        for pair in pairs:
            assert contrast(*(colour(tab.page, name) for name in pair)) >= least, pair


def colour(page, name):
    value = page.evaluate("name => getComputedStyle(document.documentElement).getPropertyValue(name)", name)
    return [int(value.strip()[start:start + 2], 16) / 255 for start in (1, 3, 5)]


def contrast(*colours):
    """As WCAG defines it."""
    def luminance(colour):
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted(map(luminance, colours))
    return (light + 0.05) / (dark + 0.05)


def test_nothing_moves_for_those_who_want_that(tab):
    tab.page.emulate_media(reduced_motion="reduce")
    tab.open("counter")

    moving = tab.page.evaluate("""() => {
        for (const notice of document.querySelectorAll("[data-notice]")) notice.hidden = false
        document.querySelector("dialog").showModal()
        document.querySelector("main").inert = true
        return document.getAnimations().map(({ effect }) => effect.target.outerHTML)
    }""")

    assert moving == []


def test_forced_colours_leave_borders_and_states(browser, server):
    context = browser.new_context(forced_colors="active")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/registration.html")

    borders = page.evaluate("""() => {
        for (const notice of document.querySelectorAll("[data-notice]")) notice.hidden = false
        const canvas = getComputedStyle(document.body).backgroundColor
        const boxes = [...document.querySelectorAll("button, input, main, .notices p")]
        return boxes.filter((box) => box.checkVisibility()).map((box) => {
            const { borderTopWidth, borderTopColor, borderTopStyle } = getComputedStyle(box)
            const isSeen = parseFloat(borderTopWidth) && borderTopStyle !== "none" && borderTopColor !== canvas
            return isSeen ? "" : box.outerHTML
        }).filter(Boolean)
    }""")
    enabled, disabled = (
        page.locator(selector).first.evaluate("button => getComputedStyle(button).color")
        for selector in ("[data-continue]", "[aria-disabled=true]")
    )

    assert borders == []
    assert enabled != disabled
    context.close()


def test_a_countdown_is_said_at_its_start_at_ten_seconds_and_at_its_end(tab):
    tab.page.clock.install()
    tab.open("counter")
    tab.page.evaluate("""async () => {
        const { Countdown } = await import("./pantograph/countdown.js")
        const timer = document.querySelector("[data-text=counterText]")
        timer.setAttribute("data-over", "over")
        window.said = []
        const announce = (_, text) => said.push(text)
        new Countdown(timer, { notices: { announce } }).set({ in: 60_000, until: performance.now() + 60_000 }, false)
    }""")

    tab.page.clock.run_for(65_000)

    assert tab.page.evaluate("said") == ["60", "10", "over"]
