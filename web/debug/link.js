// @ts-check

/** A WebSocket whose frames can be seen, delayed, held and lost. */
export class Link extends WebSocket {
  static settings = { delay: 0, isLogged: false, isLost: false, isFrozen: false }
  /** @type {Set<Link>} */
  static #links = new Set()
  static #thaw = () => {}
  static #thawed = Promise.resolve()

  #up = Promise.resolve()
  #down = Promise.resolve()
  #isCut = false

  /** @param {string | URL} url @param {string} protocol */
  constructor(url, protocol) {
    super(url, protocol)
    Link.#links.add(this)
    const handlers = { onopen: this.onopen, onmessage: this.onmessage, onclose: this.onclose }
    super.onopen = (event) => this.#receive(() => handlers.onopen?.call(this, event), 2)
    super.onmessage = (event) => this.#receive(() => {
      show("↓", event.data)
      handlers.onmessage?.call(this, event)
    })
    super.onclose = (event) => {
      Link.#links.delete(this)
      this.#receive(() => handlers.onclose?.call(this, event), 0)
    }
    // From here on whoever sets a handler gets what the link lets through.
    for (const name of /** @type {const} */ (["onopen", "onmessage", "onclose"])) {
      Object.defineProperty(this, name, { get: () => handlers[name], set: (handler) => (handlers[name] = handler) })
    }
    if (Link.settings.isLost) this.#cut()
  }

  static settingsChanged() {
    const { isLost, isFrozen } = Link.settings
    if (isLost) for (const link of Link.#links) link.#cut()
    Link.#thaw()
    Link.#thawed = isFrozen ? new Promise((resolve) => (Link.#thaw = resolve)) : Promise.resolve()
  }

  /** @param {string} text @override */
  send(text) {
    show("↑", text)
    this.#up = this.#pass(this.#up, Link.settings.delay, () => super.send(text))
  }

  /** @param {() => void} deliver */
  #receive(deliver, ways = 1) {
    this.#down = this.#pass(this.#down, ways * Link.settings.delay, deliver)
  }

  /** @param {Promise<void>} before @param {number} delay @param {() => void} deliver */
  async #pass(before, delay, deliver) {
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
    await before
    await Link.#thawed
    if (!this.#isCut) deliver()
  }

  #cut() {
    const { onclose } = this
    this.close()
    queueMicrotask(() => onclose?.call(this, new CloseEvent("close", { code: 1006 })))
    this.#isCut = true
  }
}

/** @param {string} direction @param {string} text */
function show(direction, text) {
  if (!Link.settings.isLogged) return
  const frame = JSON.parse(text)
  for (const name of Object.keys(frame.set ?? {})) {
    if (document.querySelector(`[data-field="${name}"][type=password]`)) frame.set[name] = "•••"
  }
  console.log(`pantograph ${direction}`, JSON.stringify(frame))
}
