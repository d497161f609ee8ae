// @ts-check
import { replaceText } from "./caret.js"

/** A control, or the radio buttons of a group. */
export class Field {
  #controls
  isComposing = false
  /** @type {string | undefined} "Undo" or "Redo" */
  step
  /** @type {Value} last sent or written */
  #shown = ""
  #n = 0
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

  get isChanged() {
    return this.value !== this.#shown
  }

  /** For a new session all text is a change. */
  reset() {
    this.sent(0)
    const { type, options } = this.control
    this.#shown = type === "checkbox" ? false : options?.[0]?.value ?? ""
  }

  /** @param {number} n */
  sent(n) {
    this.#shown = this.value
    this.#n = n
    this.#correction = undefined
  }

  /** @param {Value} value @param {number} ack older than the last change: too late */
  receive(value, ack) {
    if (ack < this.#n) return
    if (ack > this.#n) this.step = undefined
    this.#correction = typeof value === "boolean" ? value : String(value ?? "")
    this.correct()
  }

  correct() {
    const value = this.#correction
    if (value === undefined || this.isComposing) return
    this.#correction = undefined
    const refused = this.value
    this.#shown = value
    if (value === refused) return
    // One more step, from what may not stay.
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
    else replaceText(this.control, value)
  }
}
