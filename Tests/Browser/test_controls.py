"""Everything that a field can be, and text that no key brought."""

import pytest
from conftest import Tab
from playwright.sync_api import expect


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("word", "one"), ("code", "123456"), ("secret", "correct horse"), ("mail", "ann@example.com"),
        ("phone", "+81 90"), ("site", "https://example.com"), ("age", "42"), ("note", "one"),
    ],
)
def test_typed_text_is_sent_as_it_is_typed(form, made_up, name, typed):
    form.field(name).click()

    form.page.keyboard.type(typed)
    form.wait_acknowledged()

    assert made_up.values(name) == [typed[:end] for end in range(1, len(typed) + 1)]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("word", "two"), ("mail", "bob@example.com"), ("phone", "110"), ("site", "http://b.example"),
        ("age", "7"), ("note", "one\ntwo"), ("colour", "blue"),
    ],
)
@pytest.mark.parametrize("is_focused", [False, True])
def test_a_text_of_the_server_is_shown(form, made_up, name, value, is_focused):
    if is_focused:
        form.field(name).focus()

    made_up.tell(**{name: value})

    expect(form.field(name)).to_have_value(value)
    form.button("go").click()
    form.wait_acknowledged()
    assert made_up.values(name) == []


def test_boxes_radio_buttons_and_lists_are_sent(form, made_up):
    form.field("agreed").check()
    form.page.get_by_label("m", exact=True).check()
    form.field("colour").select_option("red")
    form.field("agreed").uncheck()
    form.wait_acknowledged()

    assert made_up.values("agreed") == [True, False]
    assert made_up.values("size") == ["m"]
    assert made_up.values("colour") == ["red"]


def test_boxes_radio_buttons_and_lists_follow_the_keyboard(form, made_up):
    form.field("agreed").focus()
    form.page.keyboard.press("Space")
    form.page.keyboard.press("Tab")
    form.page.keyboard.press("Space")
    form.page.keyboard.press("ArrowDown")
    form.page.keyboard.press("Tab")
    form.page.keyboard.press("ArrowDown")
    form.page.keyboard.press("ArrowDown")
    form.wait_acknowledged()

    state = made_up.state
    assert [state["agreed"], state["size"], state["colour"]] == [True, "m", "blue"]


def test_boxes_and_radio_buttons_of_the_server_are_shown(form, made_up):
    made_up.tell(agreed=True, size="m")

    expect(form.field("agreed")).to_be_checked()
    expect(form.page.get_by_label("m", exact=True)).to_be_checked()
    made_up.tell(agreed=False, size="s")
    expect(form.field("agreed")).not_to_be_checked()
    expect(form.page.get_by_label("s", exact=True)).to_be_checked()


def test_a_reload_shows_every_kind_of_field_again(form, made_up):
    values = {"word": "one", "mail": "a@b.co", "phone": "110", "site": "http://a.example", "age": "7", "note": "a\nb"}
    for name, value in values.items():
        form.field(name).fill(value)
    form.field("agreed").check()
    form.page.get_by_label("m", exact=True).check()
    form.field("colour").select_option("red")
    form.wait_acknowledged()

    form.page.reload()
    form.wait_online()

    assert {name: form.value(name) for name in values} == values
    expect(form.field("agreed")).to_be_checked()
    expect(form.page.get_by_label("m", exact=True)).to_be_checked()
    expect(form.field("colour")).to_have_value("red")
    assert made_up.opened == 1


def test_a_session_that_expired_gets_every_kind_of_field_again(form, made_up):
    form.field("word").fill("one")
    form.field("secret").fill("correct horse")
    form.field("age").fill("7")
    form.field("agreed").check()
    form.page.get_by_label("m", exact=True).check()
    form.field("colour").select_option("red")
    form.wait_acknowledged()
    made_up.events.clear()

    made_up.expire()
    form.wait_until(lambda: made_up.opened == 2, "no new session")
    form.wait_until(lambda: len(made_up.events) >= 6, "fields are missing")

    sent = [event["set"] for event in made_up.events]
    assert sent == [
        {"word": "one"}, {"secret": "correct horse"}, {"age": "7"}, {"agreed": True}, {"size": "m"}, {"colour": "red"},
    ]


SET = "(input, value) => { input.type === 'checkbox' ? input.checked = value : input.value = value }"


@pytest.mark.parametrize(("name", "value"), [("secret", "s3cret"), ("mail", "a@b.co"), ("agreed", True), ("colour", "red")])
def test_what_was_filled_without_an_event_goes_before_a_tap(form, made_up, name, value):
    form.field(name).evaluate(f"""(input, value) => {{
        ({SET})(input, value)
        document.querySelector("[data-tap=go]").click()
    }}""", value)
    form.wait_acknowledged()

    assert [event.get("set", event.get("tap")) for event in made_up.events] == [{name: value}, "go"]


def test_what_was_filled_without_an_event_is_noticed(form, made_up):
    form.field("secret").evaluate(SET, "s3cret")

    form.wait_until(lambda: made_up.values("secret") == ["s3cret"], "not noticed")


def test_a_code_from_a_message_is_sent_at_once(form, made_up):
    # As a browser fills a one-time code: all at once, by no key.
    form.field("code").evaluate("""input => {
        input.value = "123456"
        input.dispatchEvent(new InputEvent("input", { inputType: "insertReplacementText", bubbles: true }))
        input.dispatchEvent(new Event("change", { bubbles: true }))
    }""")
    form.wait_acknowledged()

    assert made_up.values("code") == ["123456"]


def test_a_text_that_came_while_the_page_was_hidden_is_sent_when_it_is_seen(form, made_up):
    hide(form, True)
    form.field("mail").evaluate(SET, "a@b.co")
    # A poll would have come by then.
    form.page.evaluate("new Promise(resolve => setTimeout(resolve, 1_500))")
    assert made_up.values("mail") == []

    hide(form, False)

    form.wait_until(lambda: made_up.values("mail") == ["a@b.co"], "not noticed")


def test_a_page_seen_again_asks_whether_the_connection_still_stands(form, made_up):
    hide(form, True)
    hide(form, False)

    form.wait_until(lambda: form.events("ping"), "not asked")
    form.wait_online()


def test_a_page_seen_again_reconnects_at_once(form, made_up, made_up_link):
    made_up_link.cut()
    form.wait_for("offline")
    made_up_link.mend()
    hide(form, True)
    hide(form, False)

    form.wait_online()


def hide(tab, is_hidden):
    tab.page.evaluate("""isHidden => {
        Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true })
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
    }""", is_hidden)


def test_a_page_goes_on_without_storage(form, made_up):
    form.page.add_init_script("""
        Object.defineProperty(window, "sessionStorage", {
            get() { throw new DOMException("forbidden", "SecurityError") },
        })
    """)

    form.page.reload()
    form.wait_online()
    form.field("word").fill("one")
    form.wait_acknowledged()

    assert made_up.values("word") == ["one"]
    assert made_up.opened == 2


def test_a_tab_whose_process_ended_goes_on(made_up, made_up_link, context):
    form = Tab(context, f"http://127.0.0.1:{made_up_link.port}")
    form.open("made-up")
    form.field("word").fill("one")
    form.wait_acknowledged()
    # What a discarded tab is restored with; no page could say goodbye.
    state, storage = form.page.evaluate("[history.state, Object.entries(sessionStorage)]")
    tools = context.new_cdp_session(form.page)
    with form.page.expect_event("crash"):
        try:
            tools.send("Page.crash", timeout=1)
        except Exception:
            pass
    restored = Tab(context, form.base)
    restored.page.goto(f"{form.base}/style.css")
    restored.page.evaluate(
        """([state, storage]) => {
            for (const [key, value] of storage) sessionStorage.setItem(key, value)
        }""",
        [state, storage],
    )
    restored.page.add_init_script(f"history.replaceState({state!r}, '')")

    restored.open("made-up")

    expect(restored.field("word")).to_have_value("one")
    assert made_up.opened == 1


def test_a_page_kept_by_the_browser_goes_on_as_it_was(launch, made_up, made_up_link):
    browser = launch(ignore_default_args=["--disable-back-forward-cache"])
    form = Tab(browser.new_context(), f"http://127.0.0.1:{made_up_link.port}")
    form.open("made-up")
    form.page.evaluate("""() => {
        window.persisted = []
        addEventListener("pageshow", event => window.persisted.push(event.persisted))
    }""")
    form.field("word").fill("one")
    form.field("secret").fill("s3cret")
    form.wait_acknowledged()
    form.page.goto(f"{form.base}/index.html")
    made_up.state["note"] = "changed meanwhile"

    form.page.go_back(wait_until="commit")
    assert form.page.evaluate("window.persisted") == [True]

    form.wait_online()
    expect(form.field("note")).to_have_value("changed meanwhile")
    form.field("word").fill("two")
    form.wait_acknowledged()
    assert form.value("secret") == "s3cret"
    assert made_up.values("word") == ["one", "two"]
    assert made_up.opened == 1
    assert form.problems == []
    browser.close()


def test_a_frozen_page_goes_on_when_it_thaws(form, made_up, made_up_link, context):
    form.field("word").fill("one")
    form.wait_acknowledged()
    tools = context.new_cdp_session(form.page)

    tools.send("Page.setWebLifecycleState", {"state": "frozen"})
    made_up_link.cut()
    made_up_link.mend()
    made_up.state["note"] = "changed meanwhile"
    tools.send("Page.setWebLifecycleState", {"state": "active"})

    expect(form.field("note")).to_have_value("changed meanwhile")
    form.field("word").fill("two")
    form.wait_acknowledged()
    assert made_up.values("word") == ["one", "two"]
    assert made_up.opened == 1
