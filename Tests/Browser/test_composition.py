"""Input methods: changes travel while composing, and nothing is written until the composition ends."""

import pytest
from playwright.sync_api import expect

WATCH = """() => {
    window.disturbed = []
    let composing
    document.addEventListener("compositionstart", ({ target }) => { composing = target }, true)
    document.addEventListener("compositionend", () => { composing = undefined }, true)
    for (const type of [HTMLInputElement, HTMLTextAreaElement]) {
        const own = Object.getOwnPropertyDescriptor(type.prototype, "value")
        Object.defineProperty(type.prototype, "value", {
            get: own.get,
            set(value) {
                if (composing === this) window.disturbed.push(value)
                own.set.call(this, value)
            },
        })
    }
    const own = document.execCommand
    document.execCommand = (...command) => {
        if (composing === document.activeElement) window.disturbed.push(command)
        return own.apply(document, command)
    }
}"""


class Composer:
    """An input method, by the protocol of the browser's developer tools."""

    def __init__(self, tab):
        self._tools = tab.page.context.new_cdp_session(tab.page)

    def compose(self, *texts):
        for text in texts:
            self._tools.send(
                "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
            )

    def commit(self, text):
        self._tools.send("Input.insertText", {"text": text})

    def press_unknown(self):
        """A key that only the input method knows."""
        self._tools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "windowsVirtualKeyCode": 229})

    def press_return(self):
        for kind in ("rawKeyDown", "keyUp"):
            self._tools.send(
                "Input.dispatchKeyEvent", {"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
            )


@pytest.fixture
def compose(tab, link):
    def start(screen, field, delay=0.0):
        tab.open(screen)
        tab.page.evaluate(WATCH)
        link.delay = delay
        tab.field(field).click()
        return Composer(tab)

    yield start
    assert tab.page.evaluate("window.disturbed") == []


def test_a_name_is_composed(tab, compose):
    method = compose("profile", "name", delay=0.3)

    method.compose("あ", "あい", "あいこ", "愛子")
    expect(tab.button("save")).to_be_enabled()
    method.commit("愛子")

    expect(tab.field("name")).to_have_value("愛子")
    tab.wait_acknowledged()
    assert [change["name"] for change in tab.events("set")] == ["あ", "あい", "あいこ", "愛子"]


def test_an_address_is_judged_while_it_is_composed(tab, compose):
    method = compose("registration", "mail")

    method.compose("ｋ", "か", "かｎ")

    expect(tab.text("invalidMail")).not_to_be_empty()
    expect(tab.field("mail")).to_have_value("かｎ")
    method.commit("")
    expect(tab.text("invalidMail")).to_be_empty()


def test_digits_are_corrected_once_the_composition_ends(tab, compose):
    method = compose("phone-number", "phoneNumber1")

    method.compose("０", "０９", "０９０")
    tab.wait_acknowledged()
    expect(tab.field("phoneNumber1")).to_have_value("０９０")
    method.commit("０９０")

    expect(tab.field("phoneNumber1")).to_have_value("090")
    assert tab.caret("phoneNumber1") == 3


def test_a_correction_under_way_does_not_disturb_a_composition(tab, compose):
    method = compose("phone-number", "phoneNumber1", delay=0.3)

    tab.page.keyboard.type("0x")
    method.compose("９", "９０")
    tab.wait_acknowledged()
    expect(tab.field("phoneNumber1")).to_have_value("0x９０")
    method.commit("９０")

    expect(tab.field("phoneNumber1")).to_have_value("090")
    assert tab.caret("phoneNumber1") == 3


def test_a_composition_given_up_leaves_the_digits(tab, compose):
    method = compose("phone-number", "phoneNumber1")
    tab.page.keyboard.type("09")

    method.compose("あ")
    tab.wait_acknowledged()
    method.compose("")

    expect(tab.field("phoneNumber1")).to_have_value("09")


def test_syllables_follow_each_other(tab, compose):
    method = compose("profile", "name", delay=0.3)

    method.compose("ㅎ", "하", "한")
    method.commit("한")
    method.compose("ㄱ", "그", "글")
    method.commit("글")

    expect(tab.field("name")).to_have_value("한글")
    tab.wait_acknowledged()
    assert tab.events("set")[-1] == {"name": "한글"}


def test_return_that_commits_a_composition_is_no_return(tab, compose):
    method = compose("profile", "name")

    method.compose("あいこ")
    method.press_return()
    method.commit("愛子")
    expect(tab.button("save")).to_be_enabled()
    tab.wait_acknowledged()
    expect(tab.field("name")).to_be_focused()
    assert tab.events("return") == []


def test_return_just_after_a_composition_is_no_return(tab, compose):
    compose("profile", "name")

    # Together in one task, as in browsers that end the composition first.
    tab.field("name").evaluate("""input => {
        input.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }))
        input.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }))
        input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))
    }""")
    tab.page.keyboard.type("x")
    tab.wait_acknowledged()

    assert tab.events("return") == []


@pytest.fixture
def word(form, made_up_link):
    form.page.evaluate(WATCH)
    made_up_link.delay = 0.3
    form.field("word").click()
    yield Composer(form)
    assert form.page.evaluate("window.disturbed") == []


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        pytest.param(["ｎ", "に", "にｘ", "にx", "日x"], "日", marks=pytest.mark.typing),
        (["n", "ni", "nix", "你x"], "你"),
        (["ㅎ", "하", "한", "한ㅋ"], "한"),
    ],
    ids=["japanese", "chinese", "korean"],
)
def test_a_correction_lands_once_after_the_composition(form, word, made_up, steps, text):
    word.compose(*steps)
    form.wait_acknowledged()
    expect(form.field("word")).to_have_value(steps[-1])
    assert made_up.values("word") == steps
    form.page.evaluate("""() => {
        window.values = []
        const input = document.querySelector("[data-field=word]")
        input.addEventListener("input", () => window.values.push(input.value))
    }""")

    word.commit(steps[-1])

    expect(form.field("word")).to_have_value(text)
    form.wait_acknowledged()
    expect(form.field("word")).to_have_value(text)
    assert form.page.evaluate("window.values").count(text) == 1
    assert form.caret("word") == len(text)


@pytest.mark.typing
def test_a_syllable_that_ends_because_the_next_begins_is_not_disturbed(form, word, made_up):
    begin = """input => input.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }))"""
    end = begin.replace("start", "end")
    form.field("word").evaluate(begin)
    form.page.keyboard.type("ax")
    form.wait_acknowledged()

    # In one task, as Korean input methods do.
    form.field("word").evaluate(f"input => {{ ({end})(input); ({begin})(input) }}")
    form.page.keyboard.type("b")
    form.wait_acknowledged()
    expect(form.field("word")).to_have_value("axb")
    form.field("word").evaluate(end)

    expect(form.field("word")).to_have_value("ab")
    assert made_up.state["word"] == "ab"


def test_a_correction_of_a_text_that_was_composed_on_is_too_late(form, word, made_up):
    word.compose("あ", "あx")
    form.wait_acknowledged()

    word.compose("あい")
    word.commit("あい")

    form.wait_acknowledged()
    assert [form.value("word"), made_up.state["word"]] == ["あい", "あい"]


def test_a_candidate_chosen_anew_replaces_the_one_before(form, word, made_up):
    word.compose("s", "sh", "shi", "是", "时", "事")
    word.commit("事")

    form.wait_acknowledged()
    assert made_up.values("word") == ["s", "sh", "shi", "是", "时", "事"]
    expect(form.field("word")).to_have_value("事")


@pytest.mark.typing
def test_a_keyboard_that_composes_every_word_sends_every_letter(form, word, made_up):
    # As Android does: key code 229 for each key, and one composition a word.
    for end in range(1, 6):
        word.press_unknown()
        word.compose("hello"[:end])
    word.commit("hello")
    word.commit(" ")
    for end in range(1, 4):
        word.press_unknown()
        word.compose("you"[:end])
    form.wait_acknowledged()

    assert made_up.values("word") == [
        "h", "he", "hel", "hell", "hello", "hello ", "hello y", "hello yo", "hello you",
    ]


def test_a_composition_ended_by_going_elsewhere_is_corrected(form, word, made_up):
    word.compose("あ", "あx")
    form.wait_acknowledged()

    form.field("note").click()

    expect(form.field("word")).to_have_value("あ")
    expect(form.field("note")).to_be_focused()


def test_an_effect_does_not_take_who_composes(form, word, made_up):
    made_up.effects["word"] = {"id": 1, "focus": "code"}
    form.page.keyboard.type("a")
    form.page.keyboard.press("Enter")

    word.compose("あ", "あい")
    form.wait_acknowledged()
    expect(form.field("word")).to_be_focused()
    word.commit("愛")

    form.wait_acknowledged()
    assert [form.value("word"), made_up.state["word"], form.value("code")] == ["a愛", "a愛", ""]


def test_a_field_next_to_a_composition_is_written(form, word, made_up):
    word.compose("あ", "あい")
    made_up.tell(note="from the server", mail="a@b.co")

    expect(form.field("note")).to_have_value("from the server")
    expect(form.field("mail")).to_have_value("a@b.co")
    word.commit("愛")
    form.wait_acknowledged()
    assert made_up.state["word"] == "愛"


@pytest.mark.parametrize("order", ["key first", "composition first"])
def test_return_that_commits_is_no_return_in_either_order(form, word, made_up, order):
    word.compose("あい")
    if order == "key first":
        word.press_return()
        word.commit("愛")
    else:
        word.commit("愛")
        word.press_return()
    form.page.keyboard.type("b")
    form.wait_acknowledged()

    assert [event for event in made_up.events if "return" in event] == []
    assert made_up.state["word"] == "愛b"
