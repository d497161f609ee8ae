"""Input methods: changes travel while composing, and nothing is written until the composition ends."""

import pytest
from playwright.sync_api import expect

WATCH = """() => {
    window.disturbed = []
    let isComposing = false
    document.addEventListener("compositionstart", () => { isComposing = true }, true)
    document.addEventListener("compositionend", () => { isComposing = false }, true)
    for (const type of [HTMLInputElement, HTMLTextAreaElement]) {
        const own = Object.getOwnPropertyDescriptor(type.prototype, "value")
        Object.defineProperty(type.prototype, "value", {
            get: own.get,
            set(value) {
                if (isComposing) window.disturbed.push(value)
                own.set.call(this, value)
            },
        })
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
