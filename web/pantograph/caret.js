// @ts-check

/** @param {HTMLInputElement} input @param {string} text by which the caret stays where it was */
export function replaceText(input, text) {
  const { value, selectionStart, selectionEnd } = input
  input.value = text
  // Selecting would move the focus.
  if (document.activeElement !== input || selectionStart == null || selectionEnd == null) return
  input.setSelectionRange(place(value, text, selectionStart), place(value, text, selectionEnd))
}

/** @param {string} from @param {string} to @param {number} at */
function place(from, to, at) {
  let head = 0
  while (head < at && from[head] === to[head]) head++
  if (head === at || from.length === to.length) return at
  const after = from.slice(at)
  if (to.endsWith(after)) return to.length - after.length
  // After as many characters as survived.
  for (const character of from.slice(head, at)) if (character === to[head]) head++
  return head
}
