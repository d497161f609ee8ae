import { schema } from "./schema.js"

const announced = 10
const isSame = 5_000
const jump = 2_000

export class Countdown {
  #element
  #client
  #until = 0
  #timer = 0
  #seconds = Infinity
  #offset = 0

  /** @param {Element} element @param {Client} client */
  constructor(element, client) {
    this.#element = element
    this.#client = client
  }

  /** @param {Deadline | null} deadline @param {boolean} isWhole maybe the old one */
  set(deadline, isWhole) {
    const until = deadline?.until ?? 0
    // It never rises.
    const isKnown = isWhole && this.#seconds < Infinity && until - this.#until < isSame
    this.#until = isKnown ? Math.min(until, this.#until) : until
    if (!isKnown) this.#seconds = Infinity
    this.#offset = clockOffset()
    if (deadline) this.#tick()
  }

  #tick = () => {
    clearTimeout(this.#timer)
    if (!this.#element.isConnected) return
    const left = Math.max(0, this.#until - performance.now())
    this.#show(Math.ceil(left / 1_000))
    if (!left) return
    this.#timer = setTimeout(this.#tick, left % 1_000)
    if (Math.abs(clockOffset() - this.#offset) < jump) return
    this.#offset = clockOffset()
    this.#client.session.connection.start()
  }

  /** @param {number} seconds */
  #show(seconds) {
    if (seconds === this.#seconds) return
    const element = this.#element
    const isAnnounced = this.#seconds === Infinity || seconds === announced
    this.#seconds = seconds
    element.textContent = String(seconds)
    if (!seconds) this.#client.notices.announce("countdown", element.getAttribute(schema.over))
    else if (isAnnounced) this.#client.notices.announce("countdown", element.closest("p")?.textContent)
  }
}

const clockOffset = () => Date.now() - performance.now()
