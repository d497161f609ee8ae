import { schema } from "./schema.js"

export class Alert {
  #client
  #dialog = /** @type {HTMLDialogElement} */ (document.querySelector(`[${schema.alert}]`))
  /** @type {Effect[]} */
  #queue = []

  /** @param {Client} client */
  constructor(client) {
    this.#client = client
    this.#dialog.querySelector("button")?.addEventListener("click", () => this.#dialog.close())
    // Escape closes too.
    this.#dialog.addEventListener("close", () => {
      const ok = this.#queue.shift()?.alert?.ok
      this.#showFirst()
      if (ok) this.#client.act({ tap: ok })
    })
  }

  /** @param {Effect} effect */
  show(effect) {
    if (this.#queue.push(effect) === 1) this.#showFirst()
  }

  clear() {
    this.#queue = []
    this.#dialog.close()
  }

  #showFirst() {
    const [first] = this.#queue
    this.#client.session.unanswered = first?.id
    if (!first?.alert) return
    const [title, message] = this.#dialog.querySelectorAll("h2, p")
    title.textContent = first.alert.title
    message.textContent = first.alert.message
    this.#dialog.showModal()
  }
}
