const handover = 500

/** @type {any} the page's if the tab has none */
export let storage = {}
try {
  storage = sessionStorage
} catch {}

/** A history entry's session. A duplicated tab finds it locked. */
export class Flow {
  #id = history.state?.flow ?? newId()
  release = () => {}
  /** @type {FlowRecord} */
  record = JSON.parse(storage[this.#id] ?? '{"seen":0,"n":0}')

  /** @returns false if it is a new one */
  async claim() {
    const id = this.#id
    while (!(await this.#hold())) this.#id = newId()
    history.replaceState({ flow: this.#id }, "")
    return id === this.#id
  }

  /** @param {FlowRecord} record */
  save(record) {
    storage[this.#id] = JSON.stringify(record)
  }

  #hold() {
    return new Promise((resolve) => {
      // Only secure contexts have locks.
      if (!navigator.locks) return resolve(true)
      const hold = () => {
        resolve(true)
        return new Promise((release) => (this.release = () => release(0)))
      }
      navigator.locks.request(this.#id, { signal: /** @type {any} */ (AbortSignal).timeout(handover) }, hold).catch(() => resolve(false))
    })
  }
}

const newId = () => `pantograph-${Math.random()}`
