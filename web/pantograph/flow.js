// @ts-check

const handover = 500

/** @type {any} the page's own if the tab has none */
export let storage = {}
try {
  storage = sessionStorage
} catch {}

/** A history entry's session. A duplicated tab lacks the lock, a reload waits for it. */
export class Flow {
  #id = history.state?.flow ?? newId()
  release = () => {}
  /** @type {FlowRecord} */
  record = JSON.parse(storage[this.#id] ?? '{"seen":0,"n":0}')

  /** @returns false if another tab has it; then it is a new one */
  async claim() {
    const isOwn = await this.#hold()
    if (!isOwn) {
      this.#id = newId()
      await this.#hold()
    }
    history.replaceState({ flow: this.#id }, "")
    return isOwn
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
