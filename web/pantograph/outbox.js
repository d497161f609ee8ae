// @ts-check

const largestMessage = 65_536

/** Of those acknowledged, until a first `saved`. */
const kept = 100

/** The events that a crash of the server could undo. */
export class Outbox {
  #connection
  /** @type {Sent[]} */
  #events = []
  /** @type {number | undefined} */
  #saved
  ack = 0
  /** The event that an effect comes from. */
  cause = 0

  /** @param {Connection} connection @param {number} n */
  constructor(connection, n) {
    this.#connection = connection
    this.n = n
  }

  get oldest() {
    return this.#events.find(({ n }) => n > this.ack)?.sent ?? Infinity
  }

  /** @param {Action} action @returns 0 if it is too large */
  add(action) {
    const n = this.n + 1
    const text = JSON.stringify({ ...action, n })
    if (new Blob([text]).size > largestMessage) return 0
    this.n = n
    this.#events.push({ n, text, sent: performance.now() })
    if (this.#connection.isReady) this.#connection.send(text)
    return n
  }

  /** @param {Frame} frame */
  acknowledge({ session, ack = 0, saved = this.#saved }) {
    const answered = this.#events.filter(({ n }) => n > this.ack && n <= ack)
    if (answered.length) this.cause = answered.filter(({ text }) => !text.startsWith('{"set')).pop()?.n ?? ack
    this.ack = session ? ack : Math.max(this.ack, ack)
    this.n = Math.max(this.n, ack)
    this.#saved = saved
    this.#events = this.#events.filter(({ n }) => n > (saved ?? this.ack - kept))
  }

  open() {
    this.#connection.isReady = true
    for (const event of this.#events) {
      if (event.n <= this.ack) continue
      event.sent = performance.now()
      this.#connection.send(event.text)
    }
  }

  clear() {
    this.#events = []
  }
}
