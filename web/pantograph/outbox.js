const largestMessage = 65_536

/** Until a first `saved`. */
const kept = 100

export class Outbox {
  #connection
  /** @type {Sent[]} */
  #events = []
  /** @type {number | undefined} */
  #saved
  ack = 0
  asked = 0
  /** @type {Cause} */
  cause = { n: 0 }
  #act = this.cause

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
    if (!action.set) this.asked = n
    const from = /** @type {any} */ (document.activeElement)
    this.#events.push({ n, text, sent: performance.now(), from, value: from.value })
    if (this.#connection.isReady) this.#connection.send(text)
    return n
  }

  /** @param {Frame} frame */
  acknowledge({ session, ack = 0, saved = this.#saved }) {
    const answered = this.#events.filter(({ n }) => n > this.ack && n <= ack)
    const act = answered.filter(({ text }) => !text.startsWith('{"set')).pop()
    this.#act = act ?? { n: this.#act.n }
    this.cause = act ?? answered.pop() ?? this.#act
    this.ack = session ? ack : Math.max(this.ack, ack)
    this.n = Math.max(this.n, ack)
    this.#saved = saved
    this.#events = this.#events.filter(({ n }) => n > (saved ?? this.ack - kept))
  }

  open() {
    this.#connection.isReady = true
    for (const event of this.#events) {
      if (event.n > this.ack) this.#connection.send(event.text)
      event.sent = performance.now()
    }
  }
}
