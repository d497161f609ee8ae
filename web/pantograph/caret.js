/** @param {any} input @param {string} text by which the caret stays */
export function replaceText(input, text) {
  const { value, selectionStart, selectionEnd, selectionDirection } = input
  const isFocused = input.select && document.activeElement === input
  // Selecting would move the focus.
  if (isFocused) {
    // For undo, as if typed.
    input.select()
    document.execCommand(text ? "insertText" : "delete", false, text)
  }
  if (input.value !== text) input.value = text
  if (!isFocused || selectionStart === null) return
  input.setSelectionRange(place(value, text, selectionStart), place(value, text, selectionEnd), selectionDirection)
}

/** @param {string} from @param {string} to @param {number} at */
function place(from, to, at) {
  let kept = 0
  for (let index = 0; index < at; index++) if (from[index] === to[kept]) kept++
  if (kept === at || from.length === to.length) return at
  const after = from.slice(at)
  return to.endsWith(after) ? to.length - after.length : kept
}
