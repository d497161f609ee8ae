import { schema } from "./schema.js"

/** A composition may end before the key that ends it. */
const afterComposition = 100

export class Inputs {
  #client
  #composed = -afterComposition

  /** @param {Client} client */
  constructor(client) {
    this.#client = client
    this.#on("input", ({ inputType }, field) => {
      if (!field) return
      field.step = inputType?.split("history")[1]
      client.change(field)
    })
    this.#on("compositionstart", (_, field) => field && (field.isComposing = true))
    this.#on("compositionend", ({ timeStamp }, field) => {
      this.#composed = timeStamp
      if (!field) return
      field.isComposing = false
      client.change(field)
      // The next syllable may have begun.
      setTimeout(() => field.correct())
    })
    this.#on("keydown", (event, field) => event.isComposing || event.keyCode === 229 || this.#press(event, field))
    // Soft keyboards may send no key.
    this.#on("beforeinput", (event) => event.inputType === "deleteContentBackward" && this.#goBack(event))
    this.#on("click", ({ target }) => {
      const button = target.closest(`[${schema.tap}]`)
      if (button && button.ariaDisabled !== "true") client.act({ tap: button.getAttribute(schema.tap) })
      if (target.closest(`[${schema.continue}]`)) client.continueHere()
    })
    this.#on("focusin", () => {
      client.release()
      client.moved = client.session.outbox.n
    })
    this.#on("submit", (event) => event.preventDefault())
  }

  /** @param {string} type @param {Handler} handle */
  #on(type, handle) {
    document.addEventListener(type, (event) => handle(event, this.#client.field(event.target)))
  }

  /** @param {any} event @param {Field} [field] */
  #press(event, field) {
    const { target, key, repeat } = event
    if (key === "Backspace") this.#goBack(event)
    if (key !== "Enter") return
    // A held key clicks again.
    if (repeat && target.localName === "button") event.preventDefault()
    const isNewLine = event.shiftKey && target.localName === "textarea"
    if (!field || isNewLine || target.options) return
    event.preventDefault()
    if (!repeat && event.timeStamp - this.#composed >= afterComposition) this.#client.pressReturn(field)
  }

  /** @param {any} event */
  #goBack(event) {
    const previous = this.#client.field(event.target, schema.previous)?.control
    if (!previous || event.target.value) return
    event.preventDefault()
    previous.focus()
    previous.selectionStart = previous.value.length
  }
}
