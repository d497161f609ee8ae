import { replaceText } from "./caret.js"

export class Field {
  #controls
  isComposing = false
  /** @type {string | undefined} "Undo" or "Redo" */
  step
  /** @type {Set<Value> | undefined} since a write unknown to undo */
  #past
  /** @type {Value} last sent or written */
  #shown = ""
  /** Of the last change. */
  n = 0
  /** @type {string | boolean | undefined} waits for a composition */
  #correction

  /** @param {string} name @param {any[]} controls */
  constructor(name, controls) {
    this.name = name
    this.#controls = controls
    this.control = controls[0]
    this.reset()
  }

  get value() {
    const { type, checked, value } = this.control
    if (type === "checkbox") return checked
    if (type === "radio") return this.#controls.find(({ checked }) => checked)?.value ?? ""
    // Half a pair cannot be sent.
    return value.toWellFormed()
  }

  hasChanged() {
    if (this.step && this.#past?.has(this.value) === false) this.#write(this.#shown)
    this.#past?.add(this.value)
    return this.value !== this.#shown
  }

  /** All text is a change. */
  reset() {
    this.sent(0)
    this.#shown = this.control.type === "checkbox" ? false : this.control.options?.[0]?.value ?? ""
  }

  /** @param {number} n */
  sent(n) {
    this.#shown = this.value
    this.n = n
    this.#correction = undefined
  }

  /** @param {Value} value @param {number} ack older than the last change: too late */
  receive(value, ack) {
    if (ack < this.n) return
    if (ack > this.n) this.step = undefined
    this.#correction = value === !!value ? value : String(value ?? "")
    this.correct()
  }

  correct() {
    const value = this.#correction
    if (value === undefined || this.isComposing) return
    this.#correction = undefined
    const refused = this.value
    this.#shown = value
    if (value === refused) return
    // One more step.
    if (this.step && document.activeElement === this.control) document.execCommand(this.step)
    if (this.value !== refused) return
    this.#write(value)
    this.#shown = this.value
  }

  /** @param {any} value */
  #write(value) {
    const { type } = this.control
    if (type === "checkbox") this.control.checked = value
    else if (type === "radio") for (const radio of this.#controls) radio.checked = radio.value === value
    else {
      if (this.n && document.activeElement !== this.control) this.#past = new Set([value])
      replaceText(this.control, value)
    }
  }
}
