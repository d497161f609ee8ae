"""A press acts once, whatever it is made with and wherever the connection is."""

import pytest
from conftest import Tab
from playwright.sync_api import expect

SLOW = 0.3


def click_each(tab, milliseconds, times):
    """A person with a fast finger, by the page's own clock."""
    tab.button("go").evaluate(
        """(button, [milliseconds, times]) => new Promise(resolve => {
            const timer = setInterval(() => {
                button.click()
                if (!--times) resolve(clearInterval(timer))
            }, milliseconds)
        })""",
        [milliseconds, times],
    )


def held(tab, key, times):
    for _ in range(times):
        tab.page.keyboard.down(key)
    tab.page.keyboard.up(key)


@pytest.mark.parametrize(
    ("act", "count"),
    [
        (lambda form, button: button.click(), 1),
        (lambda form, button: button.press("Enter"), 1),
        (lambda form, button: button.press("Space"), 1),
        (lambda form, button: button.dblclick(), 2),
        (lambda form, button: button.tap(), 1),
        (lambda form, button: (button.focus(), held(form, "Enter", 5)), 1),
        (lambda form, button: (button.focus(), held(form, "Space", 5)), 1),
        (lambda form, button: button.click(button="right"), 0),
        (lambda form, button: (button.focus(), form.page.keyboard.press("Escape")), 0),
    ],
    ids=["pointer", "enter", "space", "double", "touch", "held-enter", "held-space", "right", "escape"],
)
def test_a_press_is_one_event(browser, made_up, made_up_link, act, count):
    context = browser.new_context(has_touch=True)
    form = Tab(context, f"http://127.0.0.1:{made_up_link.port}")
    form.open("made-up")
    made_up_link.delay = SLOW

    act(form, form.button("go"))
    form.field("note").fill("after it")
    form.wait_acknowledged()

    assert made_up.taps() == ["go"] * count
    context.close()


def test_fifty_clicks_a_second_are_all_counted(form, made_up, made_up_link):
    made_up_link.delay = SLOW

    click_each(form, 20, 100)
    form.wait_acknowledged()

    assert made_up.taps() == ["go"] * 100


@pytest.mark.typing
def test_clicks_go_on_while_the_connection_comes_and_goes(form, made_up, made_up_link):
    made_up_link.delay = 0.02
    form.page.evaluate("""() => {
        window.timer = setInterval(() => document.querySelector("[data-tap=go]").click(), 20)
        document.addEventListener("click", () => { window.clicks = (window.clicks ?? 0) + 1 })
    }""")

    for _ in range(3):
        before = len(made_up.events)
        form.wait_until(lambda: len(made_up.events) > before + 5, "no clicks")
        made_up_link.cut()
        form.wait_for("offline")
        made_up_link.mend()
        form.wait_online()
    clicks = form.page.evaluate("clearInterval(window.timer) ?? window.clicks")

    form.wait_acknowledged()
    assert len(made_up.taps()) == clicks


@pytest.mark.parametrize("repeats", [1, 5])
def test_return_in_a_field_is_one_return_and_no_tap(form, made_up, repeats):
    form.field("mail").focus()

    held(form, "Enter", repeats)
    form.page.keyboard.type("a")
    form.wait_acknowledged()

    events = [next(iter(event.items())) for event in made_up.events]
    assert events == [("return", "mail"), ("set", {"mail": "a"})]


def test_a_page_that_is_away_stays_as_it_is_and_usable(form, made_up, made_up_link):
    form.field("word").fill("one")
    form.field("secret").fill("s3cret")
    form.page.evaluate("window.isTheSame = true")
    form.wait_acknowledged()

    made_up_link.cut()
    form.wait_for("offline")
    expect(form.page.locator("[data-notice=offline]")).to_be_visible()
    attempts = len(form.sent)
    form.field("note").click()
    form.page.keyboard.type("typed while away")
    form.field("agreed").check()
    form.button("go").click()
    expect(form.field("note")).to_be_editable()
    # Nothing went out, and nothing was said twice.
    assert len(form.sent) == attempts
    made_up_link.mend()

    form.wait_online().wait_acknowledged()
    assert made_up.state["note"] == "typed while away"
    assert made_up.state["agreed"] is True
    assert made_up.taps() == ["go"]
    assert form.page.evaluate("window.isTheSame")
    assert form.value("secret") == "s3cret"


def test_an_effect_does_not_move_the_focus_of_who_went_on(form, made_up, made_up_link):
    made_up_link.delay = SLOW
    form.field("word").focus()
    form.page.keyboard.press("Enter")
    form.page.keyboard.press("Tab")
    form.wait_acknowledged()

    made_up.tell(do=[{"id": 1, "focus": "mail"}], problem="told")

    expect(form.text("problem")).to_have_text("told")
    expect(form.field("code")).to_be_focused()


def test_an_effect_moves_the_focus_of_who_waits(form, made_up, made_up_link):
    made_up_link.delay = SLOW
    form.field("word").focus()
    form.page.keyboard.press("Enter")
    form.wait_acknowledged()

    made_up.tell(do=[{"id": 1, "focus": "mail"}], problem="told")

    expect(form.field("mail")).to_be_focused()
    made_up.tell(problem="")
    expect(form.text("problem")).to_be_empty()
    expect(form.field("mail")).to_be_focused()


def test_a_late_effect_does_not_follow_who_types_elsewhere(form, made_up):
    form.button("go").press("Enter")
    form.field("word").click()
    form.page.keyboard.type("abc")
    form.wait_acknowledged()

    # The work that the button started took so long.
    made_up.tell(do=[{"id": 1, "focus": "mail"}], problem="told")

    expect(form.text("problem")).to_have_text("told")
    expect(form.field("word")).to_be_focused()


def test_an_effect_does_not_take_who_came_back(form, made_up, made_up_link):
    made_up.effects["word"] = {"id": 1, "focus": "code"}
    made_up_link.delay = SLOW
    form.field("word").focus()
    form.page.keyboard.press("Enter")
    form.page.keyboard.press("Tab")
    form.page.keyboard.press("Shift+Tab")
    form.page.keyboard.type("a")

    form.wait_acknowledged()
    expect(form.field("word")).to_be_focused()
    assert [form.value("word"), form.value("code")] == ["a", ""]


@pytest.mark.parametrize("pause", [0, pytest.param(30, marks=pytest.mark.typing), 110])
def test_who_types_on_after_a_return_types_in_the_next_field(tab, link, pause):
    tab.open("profile")
    link.delay = SLOW
    tab.field("name").click()

    tab.page.keyboard.type("Aiko", delay=pause)
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.type("https://a.example", delay=pause)

    expect(tab.field("url")).to_be_focused()
    expect(tab.field("url")).to_have_value("https://a.example")
    tab.wait_acknowledged()
    link.delay = 0
    tab.page.reload()
    tab.wait_online()
    assert [tab.value("name"), tab.value("url")] == ["Aiko", "https://a.example"]


def profile_saved_once(tab, link):
    """What a slow typist gets who types `Aiko`, `a.co` and `hi`, with a Return after each."""
    expect(tab.text("note")).not_to_be_empty()
    tab.wait_acknowledged()
    expect(tab.field("desc")).to_be_focused()
    assert [tab.value(name) for name in ("name", "url", "desc")] == ["Aiko", "a.co", "hi"]
    assert list(dict((m["n"], m["return"]) for m in tab.sent if "return" in m).values()) == ["name", "url", "desc"]
    assert [next(iter(m)) for m in tab.sent if "n" in m][-1] == "return"
    link.delay = 0
    tab.page.reload()
    tab.wait_online()
    expect(tab.text("note")).not_to_be_empty()
    assert [tab.value(name) for name in ("name", "url", "desc")] == ["Aiko", "a.co", "hi"]


@pytest.mark.parametrize("delay", [0, 0.15, 0.4])
@pytest.mark.parametrize("pause", [10, pytest.param(30, marks=pytest.mark.typing), 80])
def test_returns_typed_before_their_answers_act_in_turn(tab, link, delay, pause):
    tab.open("profile")
    link.delay = delay
    tab.field("name").click()

    tab.page.keyboard.type("Aiko\na.co\nhi\n", delay=pause)

    profile_saved_once(tab, link)


@pytest.mark.parametrize("texts", [("Aiko\na", ".co\nhi\n"), ("Aiko\na.co\n", "hi\n"), ("Aiko\na.co\nhi\n", "")])
def test_returns_typed_while_the_connection_is_lost_act_in_turn(tab, link, texts):
    before, after = texts
    tab.open("profile")
    link.delay = SLOW
    tab.field("name").click()

    tab.page.keyboard.type(before, delay=10)
    link.cut()
    tab.wait_for("offline")
    tab.page.keyboard.type(after, delay=10)
    link.mend()

    tab.wait_online()
    profile_saved_once(tab, link)


def test_returns_without_text_go_through_the_fields(form, made_up, made_up_link):
    for id, (field, following) in enumerate([("word", "code"), ("code", "mail"), ("mail", "note")], 1):
        made_up.effects[field] = {"id": id, "focus": following}
    made_up_link.delay = SLOW
    form.field("word").focus()

    form.page.keyboard.type("\n\n\nab")

    expect(form.field("note")).to_have_value("ab")
    form.wait_acknowledged()
    assert form.events("return") == ["word", "code", "mail"]
    assert made_up.state["word"] == ""


def test_returns_that_lead_nowhere_act_with_the_text_before_them(form, made_up, made_up_link):
    made_up_link.delay = SLOW
    form.field("note").focus()

    form.page.keyboard.type("a\nb\nc\nd")
    form.page.keyboard.press("Home")

    form.wait_until(lambda: form.events("return") == ["note"] * 3, "not sent")
    form.wait_acknowledged()
    events = made_up.events
    returns = [index for index, event in enumerate(events) if "return" in event]
    before = [[event["set"]["note"] for event in events[:index] if "set" in event] for index in returns]
    assert [texts[-1] for texts in before] == ["a", "ab", "abc"]
    assert made_up.state["note"] == form.value("note") == "abcd"
    assert form.caret("note") == 0


@pytest.mark.parametrize("leave", ["Tab", "click"])
def test_returns_act_where_they_were_pressed_for_who_goes_elsewhere(form, made_up, made_up_link, leave):
    made_up.effects["word"] = {"id": 1, "focus": "mail"}
    made_up_link.delay = SLOW
    form.field("word").focus()

    form.page.keyboard.type("a\nb\nc")
    form.page.keyboard.press("Tab") if leave == "Tab" else form.field("code").click()
    form.page.keyboard.type("1")

    form.wait_acknowledged()
    expect(form.field("code")).to_be_focused()
    assert form.events("return") == ["word", "word"]
    assert [form.value(name) for name in ("word", "code", "mail")] == ["abc", "1", ""]
    assert [made_up.state[name] for name in ("word", "code", "mail")] == ["abc", "1", ""]


def test_a_tap_comes_after_the_returns_before_it(form, made_up, made_up_link):
    made_up_link.delay = SLOW
    form.field("word").focus()

    form.page.keyboard.type("a\nb\n")
    form.button("go").evaluate("button => button.click()")

    form.wait_acknowledged()
    acts = [event.get("return") or event.get("tap") for event in made_up.events if "set" not in event]
    assert acts == ["word", "word", "go"]


def test_a_secret_goes_where_its_returns_lead(form, made_up, made_up_link):
    made_up.effects |= {"word": {"id": 1, "focus": "secret"}, "secret": {"id": 2, "focus": "note"}}
    made_up_link.delay = SLOW
    form.field("word").focus()

    form.page.keyboard.type("a\ns3cret\nb")

    expect(form.field("note")).to_have_value("b")
    form.wait_acknowledged()
    assert [form.value("word"), form.value("secret")] == ["a", "s3cret"]
    assert [made_up.state["word"], made_up.values("secret")[-1]] == ["a", "s3cret"]


@pytest.mark.parametrize("target", ["code", "agreed", "colour"])
def test_returns_and_text_are_kept_where_no_text_can_go(form, made_up, made_up_link, target):
    form.field("code").evaluate("input => { input.readOnly = true }")
    made_up.effects["word"] = {"id": 1, "focus": target}
    made_up_link.delay = SLOW
    form.field("word").focus()

    form.page.keyboard.type("a\nb\nc")

    form.wait_until(lambda: form.events("return") == ["word"] * 2, "not sent")
    form.wait_acknowledged()
    assert [form.value("word"), made_up.state["word"]] == ["abc", "abc"]


def test_who_types_on_after_a_return_is_understood_in_a_joint_answer(form, made_up):
    made_up.effects["word"] = {"id": 1, "focus": "code"}
    form.field("word").focus()
    made_up.hold()

    form.page.keyboard.type("a")
    form.page.keyboard.press("Enter")
    form.page.keyboard.type("12")
    form.wait_until(lambda: made_up.values("word") == ["a", "a1", "a12"], "not sent")
    made_up.let_go()

    expect(form.field("code")).to_be_focused()
    form.wait_acknowledged()
    assert [made_up.state["word"], made_up.state["code"]] == ["a", "12"]
    assert [form.value("word"), form.value("code")] == ["a", "12"]


def test_the_last_of_two_effects_under_way_has_the_last_word(form, made_up, made_up_link):
    made_up.effects["word"] = {"id": 1, "focus": "code"}
    made_up.effects["go"] = {"id": 2, "focus": "note"}
    made_up_link.delay = SLOW
    form.field("word").focus()

    form.page.keyboard.press("Enter")
    form.button("go").evaluate("button => button.click()")

    expect(form.field("note")).to_be_focused()
    form.wait_acknowledged()
    expect(form.field("note")).to_be_focused()


def test_effects_move_the_focus_in_a_session_that_was_opened_anew(form, made_up):
    form.field("code").press_sequentially("12345")
    form.field("word").click()
    form.wait_acknowledged()
    made_up.expire()
    form.wait_until(lambda: made_up.opened == 2, "no new session")
    form.wait_online().wait_until(lambda: made_up.state["code"] == "12345", "not sent again")

    made_up.effects["word"] = {"id": 1, "focus": "code"}
    form.page.keyboard.press("Enter")

    expect(form.field("code")).to_be_focused()


def test_what_is_typed_on_is_corrected_where_it_belongs(form, made_up, made_up_link):
    made_up.effects["mail"] = {"id": 1, "focus": "word"}
    made_up_link.delay = SLOW
    form.field("mail").focus()

    form.page.keyboard.type("a")
    form.page.keyboard.press("Enter")
    form.page.keyboard.type("bxc")

    expect(form.field("word")).to_be_focused()
    form.wait_acknowledged()
    expect(form.field("word")).to_have_value("bc")
    assert [form.value("mail"), made_up.state["mail"], made_up.state["word"]] == ["a", "a", "bc"]
    form.page.keyboard.type("d")
    expect(form.field("word")).to_have_value("bcd")


@pytest.mark.parametrize("target", ["code", "agreed", "colour"])
def test_what_is_typed_on_is_kept_where_no_text_can_go(form, made_up, made_up_link, target):
    form.field("code").evaluate("input => { input.readOnly = true }")
    made_up.effects["word"] = {"id": 1, "focus": target}
    made_up_link.delay = SLOW
    form.field("word").focus()

    form.page.keyboard.type("a")
    form.page.keyboard.press("Enter")
    form.page.keyboard.type("bc")

    form.wait_acknowledged()
    expect(form.field("word")).to_be_focused()
    assert [form.value("word"), made_up.state["word"]] == ["abc", "abc"]
    assert form.caret("word") == 3


def test_an_edit_after_a_return_stays_and_so_does_its_focus(form, made_up, made_up_link):
    made_up.effects["word"] = {"id": 1, "focus": "code"}
    made_up_link.delay = SLOW
    form.field("word").focus()
    form.page.keyboard.type("abc")

    form.page.keyboard.press("Enter")
    form.page.keyboard.press("Home")
    form.page.keyboard.type("1")

    form.wait_acknowledged()
    expect(form.field("word")).to_be_focused()
    assert [form.value("word"), form.value("code")] == ["1abc", ""]


def test_what_is_typed_during_long_work_stays_and_so_does_its_focus(form, made_up, made_up_link):
    made_up_link.delay = SLOW
    form.field("word").focus()
    form.page.keyboard.type("a")
    form.page.keyboard.press("Enter")
    form.page.keyboard.type("b")
    form.wait_acknowledged()

    made_up.tell(do=[{"id": 1, "focus": "code"}], problem="told")

    expect(form.text("problem")).to_have_text("told")
    expect(form.field("word")).to_be_focused()
    assert [form.value("word"), form.value("code")] == ["ab", ""]


def test_an_effect_that_comes_for_the_field_itself_writes_nothing(form, made_up, made_up_link):
    made_up.effects["word"] = {"id": 1, "focus": "word"}
    made_up_link.delay = SLOW
    form.field("word").focus()
    form.page.keyboard.type("a")

    form.page.keyboard.press("Enter")
    form.page.keyboard.type("bc", delay=100)

    form.wait_acknowledged()
    assert made_up.values("word") == ["a", "ab", "abc"]


def test_a_countdown_is_right_after_the_page_was_hidden(form, made_up):
    made_up.tell(deadline={"in": 600_400})
    timer = form.page.get_by_role("timer")
    expect(timer).to_have_text("601")

    # A hidden page's timers stand still, its clock does not.
    form.page.evaluate("""() => {
        const now = performance.now.bind(performance)
        const before = Date.now.bind(Date)
        performance.now = () => now() + 120_000
        Date.now = () => before() + 120_000
    }""")

    form.wait_until(lambda: int(timer.inner_text()) <= 481, "not right")
    assert int(timer.inner_text()) > 440
    assert form.events("resume") == []


def test_a_countdown_is_right_after_the_device_slept(form, made_up):
    made_up.tell(deadline={"in": 600_400})
    timer = form.page.get_by_role("timer")
    expect(timer).to_have_text("601")

    # The page's clock slept too: only the server knows.
    made_up.state["deadline"] = {"in": 300_400}
    form.page.evaluate("""() => {
        const before = Date.now.bind(Date)
        Date.now = () => before() + 300_000
    }""")

    form.wait_until(lambda: int(timer.inner_text()) <= 301, "not asked")
    assert len(form.events("resume")) == 1


@pytest.mark.parametrize("hours", [-5, 5])
def test_a_clock_that_is_set_changes_no_countdown(form, made_up, hours):
    made_up.tell(deadline={"in": 600_400})
    timer = form.page.get_by_role("timer")
    expect(timer).to_have_text("601")
    form.page.evaluate("""() => {
        window.shown = []
        const timer = document.querySelector("[role=timer]")
        new MutationObserver(() => window.shown.push(Number(timer.textContent))).observe(timer, { childList: true })
    }""")

    made_up.state["deadline"] = {"in": 600_400}
    form.page.evaluate("""hours => {
        const before = Date.now.bind(Date)
        Date.now = () => before() + hours * 3_600_000
    }""", hours)

    form.wait_until(lambda: len(form.page.evaluate("window.shown")) > 2, "no tick")
    shown = form.page.evaluate("window.shown")
    assert shown == sorted(shown, reverse=True)
    assert shown[0] <= 600
