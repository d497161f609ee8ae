import { Countdown } from "./countdown.js"
import { schema } from "./schema.js"

export class Outputs {
  #client
  /** @type {Map<string, Sink[]>} */
  #sinks = new Map()

  /** @param {Client} client */
  constructor(client) {
    this.#client = client
  }

  /** @param {Element} root */
  bind(root) {
    this.#sinks.clear()
    for (const [attribute, connect, which = ""] of ways) {
      for (const element of root.querySelectorAll(`[${attribute}]${which}`)) {
        const name = element.getAttribute(attribute) ?? ""
        this.#sinks.set(name, [...(this.#sinks.get(name) ?? []), connect(element, this.#client)])
      }
    }
  }

  /** @param {string[]} names @param {State} state @param {boolean} isWhole */
  apply(names, state, isWhole) {
    for (const name of names) for (const sink of this.#sinks.get(name) ?? []) sink(state[name], state, isWhole)
    if (!isWhole) return
    for (const name of this.#sinks.keys()) {
      if (!(name in state)) console.error(`pantograph: this screen has no "${name}"`)
    }
  }
}

/** @type {Switches} */
const switches = (on, off, set) =>
  [on, off].map((attribute) => [attribute, (element) => (_, state) => {
    set(element, (state[element.getAttribute(on)] ?? !element.hasAttribute(on)) && !state[element.getAttribute(off)])
  }])

/** @type {Way[]} */
const ways = [
  [schema.text, (element) => (value) => {
    const shown = String(value ?? "")
    // A live region says it again.
    if (element.textContent !== shown) element.textContent = shown
    for (const input of document.querySelectorAll(`[aria-describedby~="${element.id}"]`)) {
      input.setAttribute("aria-invalid", String(shown !== ""))
    }
  }],
  [schema.countdown, (element, client) => {
    const countdown = new Countdown(element, client)
    return (value, _, isWhole) => countdown.set(value, isWhole)
  }],
  // Secrets are never in the state.
  [schema.field, (element, client) => (value) => client.field(element)?.receive(value, client.session.outbox.ack), ":not([type=password])"],
  ...switches(schema.show, schema.hide, (element, isOn) => (element.hidden = !isOn)),
  ...switches(schema.enable, schema.disable, (element, isOn) => {
    // A disabled button would lose the focus.
    if (element.matches("button")) element.ariaDisabled = String(!isOn)
    else if (element.matches("select,[type=checkbox],[type=radio]")) element.disabled = !isOn
    else element.readOnly = !isOn
  }),
]
