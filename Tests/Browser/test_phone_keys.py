"""Keys and pastes in the three boxes of a phone number, 300 ms away from the server."""

import pytest
from playwright.sync_api import expect

SLOW = 0.3
BOXES = ["phoneNumber1", "phoneNumber2", "phoneNumber3"]


@pytest.fixture
def boxes(tab, link):
    tab.open("phone-number")
    link.delay = SLOW
    return tab


def shows(tab, *digits):
    for name, value in zip(BOXES, digits):
        expect(tab.field(name)).to_have_value(value)
    tab.wait_acknowledged()
    assert tuple(tab.value(name) for name in BOXES) == digits


def paste(tab, name, text):
    """In place of all that the box holds, by way of the clipboard."""
    tab.page.evaluate("""text => {
        const source = document.createElement("textarea")
        document.body.append(source)
        source.value = text
        source.select()
        document.execCommand("copy")
        source.remove()
    }""", text)
    tab.field(name).focus()
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.press("Control+v")


@pytest.mark.parametrize(
    "text",
    [
        "090-1234-5678", "０９０１２３４５６７８", "٠٩٠١٢٣٤٥٦٧٨", "۰۹۰ ۱۲۳۴ ۵۶۷۸", "०९०१२३४५६७८",
        pytest.param("+81 90-1234-5678", marks=pytest.mark.typing), "tel: (090) 1234 5678",
    ],
)
def test_a_whole_number_pasted_spreads(boxes, text):
    paste(boxes, "phoneNumber1", text)

    shows(boxes, "09012", "3456", "78")
    expect(boxes.field("phoneNumber1")).to_be_focused()
    assert boxes.caret("phoneNumber1") == 5


def test_a_number_pasted_over_a_full_box_replaces_its_digits(boxes):
    boxes.field("phoneNumber1").fill("08099")
    shows(boxes, "08099", "", "")

    paste(boxes, "phoneNumber1", "090-1234-5678")

    shows(boxes, "09012", "3456", "78")


def test_typing_on_while_a_paste_spreads_stands(boxes):
    paste(boxes, "phoneNumber1", "090-1234-5678")
    boxes.field("phoneNumber3").click()
    boxes.page.keyboard.type("1")

    boxes.wait_acknowledged()
    shows(boxes, "09012", "3456", "1")


@pytest.mark.parametrize("delay", [0, 40])
def test_full_width_digits_are_typed(boxes, delay):
    boxes.field("phoneNumber1").focus()

    boxes.page.keyboard.type("０９０", delay=delay)

    shows(boxes, "090", "", "")
    assert boxes.caret("phoneNumber1") == 3


def test_a_keyboard_without_keys_types_and_deletes(boxes):
    tools = boxes.page.context.new_cdp_session(boxes.page)
    boxes.page.evaluate("""() => {
        window.keys = 0
        document.addEventListener("keydown", () => window.keys++)
    }""")
    boxes.field("phoneNumber1").focus()
    for digit in "0a9":
        tools.send("Input.insertText", {"text": digit})
    shows(boxes, "09", "", "")
    boxes.field("phoneNumber2").focus()

    is_natural = boxes.field("phoneNumber2").evaluate("""input => input.dispatchEvent(
        new InputEvent("beforeinput", { inputType: "deleteContentBackward", bubbles: true, cancelable: true })
    )""")

    assert not is_natural
    expect(boxes.field("phoneNumber1")).to_be_focused()
    assert boxes.caret("phoneNumber1") == 2
    assert boxes.page.evaluate("window.keys") == 0


def test_a_browser_that_announces_no_deletion_in_an_empty_box_goes_back_too(boxes):
    boxes.field("phoneNumber1").fill("09")
    boxes.field("phoneNumber2").focus()

    boxes.field("phoneNumber2").evaluate("""input => input.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Backspace", bubbles: true, cancelable: true })
    )""")

    expect(boxes.field("phoneNumber1")).to_be_focused()
    assert boxes.caret("phoneNumber1") == 2


def test_deleting_in_a_box_with_digits_stays_there(boxes):
    boxes.field("phoneNumber2").fill("12")

    is_natural = boxes.field("phoneNumber2").evaluate("""input => input.dispatchEvent(
        new InputEvent("beforeinput", { inputType: "deleteContentBackward", bubbles: true, cancelable: true })
    )""")

    assert is_natural
    expect(boxes.field("phoneNumber2")).to_be_focused()


def test_a_held_backspace_goes_through_all_boxes(boxes):
    for name, digits in zip(BOXES, ("090", "12", "3")):
        boxes.field(name).fill(digits)
    boxes.field("phoneNumber3").focus()
    boxes.page.keyboard.press("End")

    for _ in range(5):
        boxes.page.keyboard.down("Backspace")
    boxes.page.keyboard.up("Backspace")

    expect(boxes.field("phoneNumber1")).to_be_focused()
    shows(boxes, "090", "", "")


def test_home_end_and_tab_do_what_they_do_elsewhere(boxes):
    boxes.field("phoneNumber1").focus()
    boxes.page.keyboard.type("12")
    boxes.page.keyboard.press("Home")
    assert boxes.caret("phoneNumber1") == 0
    boxes.page.keyboard.press("ArrowLeft")
    expect(boxes.field("phoneNumber1")).to_be_focused()
    boxes.page.keyboard.press("End")
    assert boxes.caret("phoneNumber1") == 2
    boxes.page.keyboard.press("ArrowRight")
    expect(boxes.field("phoneNumber1")).to_be_focused()

    boxes.page.keyboard.press("Tab")
    expect(boxes.field("phoneNumber2")).to_be_focused()
    boxes.page.keyboard.press("Tab")
    expect(boxes.field("phoneNumber3")).to_be_focused()
    boxes.page.keyboard.press("Shift+Tab")
    boxes.page.keyboard.press("Shift+Tab")
    expect(boxes.field("phoneNumber1")).to_be_focused()
    selected = boxes.field("phoneNumber1").evaluate("input => [input.selectionStart, input.selectionEnd]")
    assert selected == [0, 2]


def test_a_full_box_does_not_send_the_person_on(boxes):
    boxes.field("phoneNumber1").focus()

    boxes.page.keyboard.type("0901234")

    shows(boxes, "09012", "", "")
    expect(boxes.field("phoneNumber1")).to_be_focused()


def test_delete_in_an_empty_box_stays_there(boxes):
    boxes.field("phoneNumber1").fill("1")
    boxes.field("phoneNumber2").focus()

    boxes.page.keyboard.press("Delete")

    expect(boxes.field("phoneNumber2")).to_be_focused()
    shows(boxes, "1", "", "")
