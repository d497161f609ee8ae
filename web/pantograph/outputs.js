// @ts-check
import { Countdown } from "./countdown.js"
import { schema } from "./schema.js"

const { field, text, show, hide, enable, disable, countdown } = schema

/** Where each output is shown. */
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
    for (const element of all(root, text)) {
      this.#add(element, text, (value) => {
        const shown = String(value ?? "")
        // A live region would say it again.
        if (element.textContent !== shown) element.textContent = shown
        for (const input of all(root, `aria-describedby~="${element.id}"`)) input.ariaInvalid = String(shown !== "")
      })
    }
    for (const element of all(root, countdown)) {
      const counter = new Countdown(element, this.#client)
      this.#add(element, countdown, (value, _, isWhole) => counter.set(value, isWhole))
    }
    // A secret field is never in the state.
    for (const element of all(root, field)) {
      if (element.type === "password") continue
      this.#add(element, field, (value) => this.#client.field(element)?.receive(value, this.#client.session.outbox.ack))
    }
    for (const [on, off, set] of switches) {
      for (const element of all(root, `${on}],[${off}`)) {
        const [isOn, isOff] = [element.getAttribute(on), element.getAttribute(off)]
        for (const name of [on, off]) {
          this.#add(element, name, (_, state) => set(element, (!isOn || !!state[isOn]) && !(isOff && state[isOff])))
        }
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

  /** @param {Element} element @param {string} attribute @param {Sink} sink */
  #add(element, attribute, sink) {
    const name = element.getAttribute(attribute)
    if (name) this.#sinks.set(name, [...(this.#sinks.get(name) ?? []), sink])
  }
}

/** @param {Element} root @param {string} attribute @returns {any[]} */
const all = (root, attribute) => [...root.querySelectorAll(`[${attribute}]`)]

/** @type {Switch[]} */
const switches = [
  [show, hide, (element, isOn) => (element.hidden = !isOn)],
  [enable, disable, (element, isOn) => {
    // A disabled button would lose the focus.
    if (element.matches("button")) element.ariaDisabled = String(!isOn)
    else if (element.matches("select,[type=checkbox],[type=radio]")) element.disabled = !isOn
    else element.readOnly = !isOn
  }],
]
