const longestWait = 30_000
const patience = 8_000
const silence = 25_000
const unacknowledged = 5_000

const url = new URL("../ws", import.meta.url)
url.protocol = url.protocol.replace("http", "ws")

export class Connection {
  #session
  /** @type {WebSocket | undefined} */
  #socket
  #attempt = 0
  #retry = 0
  #heard = 0
  #pinged = 0
  #deadline = Infinity
  isReady = false

  /** @param {Session} session */
  constructor(session) {
    this.#session = session
    setInterval(this.#look, 1_000)
  }

  start() {
    this.stop()
    const socket = new WebSocket(url, "pantograph.v1")
    this.#socket = socket
    this.#expect()
    socket.onopen = () => {
      this.#heard = this.#expect()
      this.#session.connectionOpened()
    }
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data))
    socket.onclose = ({ code }) => this.#lose(code)
  }

  stop() {
    clearTimeout(this.#retry)
    this.#retry = 0
    this.#deadline = Infinity
    this.isReady = false
    const socket = this.#socket
    this.#socket = undefined
    if (!socket) return
    // It may end later.
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  /** @param {string} text */
  send(text) {
    this.#socket?.send(text)
  }

  check() {
    if (this.#retry) this.start()
    else if (this.isReady) this.#ping()
  }

  #expect() {
    const now = performance.now()
    this.#deadline = now + patience
    return now
  }

  #ping() {
    if (this.#deadline < Infinity) return
    this.#pinged = this.#expect()
    this.send('{"ping":1}')
  }

  #look = () => {
    const now = performance.now()
    const asked = Math.max(this.#pinged, this.#session.outbox.oldest)
    if (now > this.#deadline) this.#lose(0)
    else if (this.isReady && (now - this.#heard > silence || now - asked > unacknowledged)) this.#ping()
  }

  /** @param {Frame} frame */
  #receive(frame) {
    this.#heard = performance.now()
    if (frame.session) this.#attempt = 0
    if (frame.session || frame.pong) this.#deadline = Infinity
    this.#session.connectionReceived(frame)
  }

  /** @param {number} code */
  #lose(code) {
    this.stop()
    const wait = Math.random() * Math.min(longestWait, 1_000 * 2 ** this.#attempt++)
    this.#retry = setTimeout(() => this.start(), wait)
    this.#session.connectionLost(code)
  }
}
