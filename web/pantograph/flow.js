// @ts-check

const handover = 500

/** A history entry's session. A duplicated tab lacks the lock, a reload waits for it. */
export class Flow {
  #id = history.state?.flow ?? newId()
  release = () => {}
  /** @type {FlowRecord} */
  record = JSON.parse(sessionStorage.getItem(this.#id) ?? '{"seen":0,"n":0}')

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
    sessionStorage.setItem(this.#id, JSON.stringify(record))
  }

  #hold() {
    return new Promise((resolve) => {
      // Only secure contexts have locks; elsewhere a duplicate takes over.
      if (!navigator.locks) return resolve(true)
      const stop = new AbortController()
      setTimeout(() => stop.abort(), handover)
      const hold = () => {
        resolve(true)
        return new Promise((release) => (this.release = () => release(0)))
      }
      navigator.locks.request(this.#id, { signal: stop.signal }, hold).catch(() => resolve(false))
    })
  }
}

const newId = () => `pantograph-${Math.random()}`
