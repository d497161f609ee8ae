import { Connection } from "./connection.js"
import { Flow } from "./flow.js"
import { Outbox } from "./outbox.js"

const takenOver = 4001

export class Session {
  #client
  #flow = new Flow()
  token = this.#flow.record.token
  #seen = this.#flow.record.seen
  /** @type {number | undefined} an alert that a reload repeats */
  unanswered
  connection = new Connection(this)
  outbox = new Outbox(this.connection, this.#flow.record.n)

  /** @param {Client} client */
  constructor(client) {
    this.#client = client
  }

  async start() {
    if (!(await this.#flow.claim())) this.#forget()
    this.connection.start()
  }

  stop() {
    this.connection.stop()
    this.#flow.release()
  }

  /** @param {Action} action */
  send(action) {
    const n = this.outbox.add(action)
    this.#save()
    return n
  }

  /** @param {Effect[]} effects */
  unseen(effects) {
    const unseen = effects.filter(({ id }) => id > this.#seen)
    this.#seen = unseen.at(-1)?.id ?? this.#seen
    return unseen
  }

  connectionOpened() {
    const request = this.token
      ? { resume: this.token, seen: this.#seen }
      : { open: this.#client.pages.screen, locale: document.documentElement.lang }
    this.connection.send(JSON.stringify(request))
  }

  /** @param {Frame} frame */
  connectionReceived(frame) {
    for (const error of frame.errors ?? []) {
      if (error.code === "expired") {
        this.#forget()
        return this.connectionOpened()
      }
      console.warn("pantograph:", error)
    }
    const { session, screen } = frame
    if (session) this.token = session.token
    // They were for the screen asked for.
    if (session && !session.resumed && screen !== this.#client.pages.screen) this.#clear()
    this.outbox.acknowledge(frame)
    this.#client.sessionReceived(frame)
    this.#save()
  }

  /** @param {number} code */
  connectionLost(code) {
    if (code === takenOver) this.connection.stop()
    this.#client.sessionLost(code === takenOver)
  }

  #forget() {
    this.token = this.unanswered = undefined
    this.#seen = 0
    this.#clear()
    this.#client.sessionForgotten()
  }

  #clear() {
    this.outbox = new Outbox(this.connection, this.outbox.n)
  }

  #save() {
    const seen = this.unanswered ? this.unanswered - 1 : this.#seen
    this.#flow.save({ token: this.token, seen, n: this.outbox.n })
  }
}
