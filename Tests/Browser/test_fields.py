"""Everything that a field can be, and where the caret stays."""

import pytest

CONTROLS = """
    <main>
      <input data-field="agreed" type="checkbox">
      <input data-field="size" type="radio" name="size" value="s">
      <input data-field="size" type="radio" name="size" value="m">
      <select data-field="colour"><option value="">choose</option><option>red</option><option>blue</option></select>
      <textarea data-field="note"></textarea>
    </main>
"""


@pytest.fixture
def make_field(tab):
    """Makes a field of the client's own class, of the controls above."""
    tab.open("counter")
    tab.page.evaluate(
        """async html => {
            const { Field } = await import("./pantograph/field.js")
            const page = new DOMParser().parseFromString(html, "text/html")
            document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes)
            window.make = name => new Field(name, [...document.querySelectorAll(`[data-field=${name}]`)])
        }""",
        CONTROLS,
    )
    return lambda name, script: tab.page.evaluate(f"() => {{ const field = make('{name}'); {script} }}")


@pytest.mark.parametrize(
    ("name", "empty", "value"),
    [("agreed", False, True), ("size", "", "m"), ("colour", "", "blue"), ("note", "", "one\ntwo")],
)
def test_a_field_shows_what_it_received(make_field, name, empty, value):
    shown = make_field(name, f"""
        const before = [field.value, field.hasChanged()]
        field.receive({repr(value).lower() if isinstance(value, bool) else repr(value)}, 0)
        return [...before, field.value, field.hasChanged()]
    """)

    assert shown == [empty, False, value, False]


@pytest.mark.parametrize(
    ("name", "act", "value"),
    [
        ("agreed", "field.control.click()", True),
        ("size", "document.querySelector('[value=s]').click()", "s"),
        ("colour", "field.control.value = 'red'", "red"),
        ("note", "field.control.value = 'x'", "x"),
    ],
)
def test_what_a_person_changed_is_a_change(make_field, name, act, value):
    assert make_field(name, f"{act}; return [field.value, field.hasChanged()]") == [value, True]


def test_a_value_older_than_the_last_change_is_not_shown(make_field):
    shown = make_field("note", """
        field.control.value = "newer"
        field.sent(7)
        field.receive("older", 6)
        const kept = field.value
        field.receive("corrected", 7)
        return [kept, field.value]
    """)

    assert shown == ["newer", "corrected"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0a|9", "0|9"),
        ("a1b2c|3", "12|3"),
        ("x0|9", "0|9"),
        ("090123|", "09012|"),
        ("9|09012", "|09012"),
        ("０９|０", "09|0"),
        ("０９-|1", "09|1"),
        ("|abc", "|123"),
        ("090-1234-5678|", "09012|"),
        ("ab|c", "|"),
    ],
)
def test_the_caret_stays_by_its_text(tab, before, after):
    tab.open("profile")
    caret = tab.page.evaluate(
        """async ([before, at, after]) => {
            const { replaceText } = await import("./pantograph/caret.js")
            const input = document.querySelector("input")
            input.value = before
            input.focus()
            input.setSelectionRange(at, at)
            replaceText(input, after)
            return input.selectionStart
        }""",
        [before.replace("|", ""), before.index("|"), after.replace("|", "")],
    )

    assert caret == after.index("|")
