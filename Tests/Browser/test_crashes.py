"""A server with a durable store that crashes: what it had not saved is sent again, once and in order."""

from playwright.sync_api import expect

SLOW = 0.3


def click(form, times):
    form.button("go").evaluate("(button, times) => { while (times--) button.click() }", times)
    form.wait_acknowledged()


def recover(form, made_up, before):
    """Waits until the server has again, and once each, what it had before."""
    form.wait_until(lambda: made_up.events[: len(before)] == before, "not sent again")
    numbers = [event["n"] for event in made_up.events]
    assert numbers == sorted(set(numbers))


def numbers_sent_again(made_up, since):
    """But for those of the secret, which comes after every crash."""
    return [message["n"] for message in made_up.messages[since:] if "secret" not in message.get("set", {})]


def test_what_was_acknowledged_and_not_saved_is_sent_again(form, made_up):
    form.field("word").press_sequentially("ab")
    form.wait_acknowledged()
    made_up.save()
    form.field("word").press_sequentially("cd")
    form.button("go").click()
    form.field("agreed").check()
    form.button("go").click()
    form.wait_acknowledged()
    before, count = [*made_up.events], len(made_up.messages)

    made_up.crash()

    recover(form, made_up, before)
    assert numbers_sent_again(made_up, count) == [3, 4, 5, 6, 7]
    assert made_up.taps() == ["go", "go"]
    assert made_up.state["word"] == "abcd"
    expect(form.field("word")).to_have_value("abcd")
    assert made_up.opened == 1


def test_a_crash_before_anything_was_saved_loses_nothing(form, made_up):
    form.field("word").press_sequentially("abc")
    form.button("go").click()
    form.wait_acknowledged()
    before = [*made_up.events]

    made_up.crash()

    recover(form, made_up, before)
    assert made_up.taps() == ["go"]
    assert made_up.state["word"] == "abc"


def test_a_crash_undoes_nothing_that_is_shown(form, made_up, made_up_link):
    form.field("word").press_sequentially("ab")
    form.wait_acknowledged()
    made_up.save()
    form.field("word").press_sequentially("cdef")
    form.field("agreed").check()
    form.wait_acknowledged()
    form.field("word").focus()
    form.field("word").evaluate("""input => {
        input.setSelectionRange(3, 3)
        window.shown = []
        setInterval(() => window.shown.push(input.value))
    }""")
    made_up_link.delay = SLOW

    made_up.crash()
    form.wait_for("offline")
    form.wait_online()
    form.page.keyboard.type("1x2")

    form.wait_until(lambda: made_up.state["word"] == "abc12def", "not corrected")
    expect(form.field("word")).to_have_value("abc12def")
    assert form.caret("word") == 5
    expect(form.field("agreed")).to_be_checked()
    shown = form.page.evaluate("[...new Set(window.shown)]")
    assert [text for text in shown if "def" not in text] == []


def test_what_was_done_meanwhile_comes_after_what_is_sent_again(form, made_up, made_up_link):
    form.field("word").press_sequentially("a")
    form.wait_acknowledged()
    made_up.save()
    form.field("word").press_sequentially("b")
    form.wait_acknowledged()

    made_up_link.cut()
    made_up.crash()
    form.wait_for("offline")
    form.field("word").press_sequentially("c")
    form.button("go").click()
    made_up_link.mend()

    form.wait_until(lambda: made_up.taps() == ["go"], "lost")
    form.wait_acknowledged()
    assert numbers_sent_again(made_up, 0) == [1, 2, 2, 3, 4]
    assert made_up.values("word") == ["a", "ab", "abc"]


def test_secrets_follow_what_is_sent_again(form, made_up):
    form.field("secret").fill("s3cret")
    form.wait_acknowledged()
    made_up.save()
    form.field("word").press_sequentially("ab")
    form.button("go").click()
    form.wait_acknowledged()
    before, count = [*made_up.events], len(made_up.messages)

    made_up.crash()

    recover(form, made_up, before)
    form.wait_until(lambda: len(made_up.messages) >= count + 4, "no secret")
    again = [message.get("set", message.get("tap")) for message in made_up.messages[count:]]
    assert again == [{"word": "a"}, {"word": "ab"}, "go", {"secret": "s3cret"}]


def test_a_second_crash_finds_the_rest_still_kept(form, made_up):
    form.field("word").press_sequentially("a")
    form.wait_acknowledged()
    made_up.save()
    form.field("word").press_sequentially("bc")
    form.wait_acknowledged()
    before = [*made_up.events]

    for _ in range(3):
        made_up.crash()
        recover(form, made_up, before)

    assert made_up.state["word"] == "abc"


def test_what_was_saved_is_kept_no_longer(form, made_up):
    form.field("word").press_sequentially("abc")
    form.wait_acknowledged()
    made_up.save()
    form.wait_until(lambda: any("saved" in frame for frame in form.received), "not told")
    form.field("word").press_sequentially("d")
    form.wait_acknowledged()
    count = len(made_up.messages)

    # No server would forget these.
    made_up.forget_saved()
    made_up.crash()

    form.wait_until(lambda: len(made_up.messages) > count, "nothing sent again")
    form.button("go").click()
    form.wait_until(lambda: made_up.taps() == ["go"], "lost")
    assert numbers_sent_again(made_up, count)[:1] == [4]


def test_a_server_that_saves_nothing_does_not_make_the_page_keep_everything(form, made_up):
    click(form, 300)
    count = len(made_up.messages)
    assert count == 300

    made_up.crash()

    form.wait_until(lambda: numbers_sent_again(made_up, count)[-1:] == [300], "not sent again")
    assert len(numbers_sent_again(made_up, count)) == 100


def test_a_server_that_saves_late_still_gets_everything(form, made_up):
    form.button("go").click()
    form.wait_acknowledged()
    made_up.save()
    form.wait_until(lambda: any("saved" in frame for frame in form.received), "not told")
    click(form, 150)
    before = [*made_up.events]

    made_up.crash()

    recover(form, made_up, before)
    assert made_up.taps() == ["go"] * 151


def test_numbers_rise_after_a_reload_though_the_server_forgot_some(form, made_up):
    form.field("word").press_sequentially("ab")
    form.wait_acknowledged()
    made_up.save()
    form.field("word").press_sequentially("cd")
    form.wait_acknowledged()

    form.page.goto(f"{form.base}/index.html")
    made_up.crash()
    form.page.go_back()
    form.wait_online()
    form.button("go").click()
    form.wait_acknowledged()

    # Its state won: it is a new page.
    expect(form.field("word")).to_have_value("ab")
    assert [made_up.events[-1]["tap"], made_up.events[-1]["n"] > 4] == ["go", True]


def test_a_reload_keeps_no_text_in_the_tab(form, made_up):
    form.field("word").fill("one")
    form.field("secret").fill("s3cret")
    form.wait_acknowledged()

    kept = form.page.evaluate("Object.values(sessionStorage).map(JSON.parse)")

    assert [sorted(record) for record in kept] == [["n", "seen", "token"]]
    assert "s3cret" not in str(kept) and "one" not in str(kept)


def test_only_what_was_not_acknowledged_is_sent_again(form, made_up, made_up_link):
    form.field("word").press_sequentially("ab")
    form.wait_acknowledged()

    made_up_link.cut()
    form.wait_for("offline")
    form.field("word").press_sequentially("c")
    made_up_link.mend()

    form.wait_until(lambda: made_up.values("word") == ["a", "ab", "abc"], "lost")
    form.wait_acknowledged()
    assert numbers_sent_again(made_up, 0) == [1, 2, 3]


def test_a_frame_without_an_acknowledgement_leaves_it_as_it_was(form, made_up):
    form.field("word").press_sequentially("ab")
    form.wait_acknowledged()

    made_up.save()
    made_up.say({"set": {"word": "of the server"}})

    expect(form.field("word")).to_have_value("of the server")


def test_numbers_go_on_above_those_that_the_server_knows(form, made_up):
    form.field("word").press_sequentially("a")
    form.wait_acknowledged()

    made_up.count_on(50)
    made_up.say({"ack": 50})
    form.wait_until(lambda: form.received[-1] == {"ack": 50}, "not told")
    form.button("go").click()

    form.wait_until(lambda: made_up.taps() == ["go"], "taken for a repeat")
    assert made_up.events[-1]["n"] == 51


def test_a_return_that_is_sent_again_does_not_take_who_types_along(form, made_up):
    made_up.effects["word"] = {"id": 1, "focus": "code"}
    form.field("word").focus()
    form.page.keyboard.press("Enter")
    expect(form.field("code")).to_be_focused()
    form.page.keyboard.type("12")
    form.wait_acknowledged()
    before = [*made_up.events]

    made_up.effects["word"] = {"id": 2, "focus": "note"}
    made_up.crash()

    recover(form, made_up, before)
    form.wait_until(lambda: any(effect["id"] == 2 for f in form.received for effect in f.get("do", [])), "no effect")
    form.wait_acknowledged()
    expect(form.field("code")).to_be_focused()
    assert [form.value("code"), form.value("note")] == ["12", ""]


def test_a_return_that_is_sent_again_moves_nobody_who_went_on(form, made_up):
    made_up.effects["word"] = {"id": 1, "focus": "code"}
    form.field("word").press_sequentially("a")
    form.page.keyboard.press("Enter")
    expect(form.field("code")).to_be_focused()
    form.page.keyboard.type("12")
    form.field("note").click()
    form.page.keyboard.type("b")
    form.wait_acknowledged()
    before = [*made_up.events]

    made_up.effects["word"] = {"id": 2, "focus": "code"}
    made_up.crash()

    recover(form, made_up, before)
    form.wait_until(lambda: any(effect["id"] == 2 for f in form.received for effect in f.get("do", [])), "no effect")
    expect(form.field("note")).to_be_focused()
    assert [form.value(name) for name in ("word", "code", "note")] == ["a", "12", "b"]
