const handover = 100

/** @type {any} the page's if the tab has none */
export let storage = {}
try {
  storage = sessionStorage
} catch {}

export class Flow {
  #id = history.state?.flow ?? newId()
  release = () => {}
  /** @type {FlowRecord} */
  record = JSON.parse(storage[this.#id] ?? '{"seen":0,"n":0}')

  /** @returns false if it is a new one */
  async claim() {
    const id = this.#id
    for (let tries = 5; !(await this.#hold()); tries--) {
      if (!tries) this.#id = newId()
      await new Promise((resolve) => setTimeout(resolve, handover))
    }
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
      navigator.locks.request(this.#id, { ifAvailable: true }, (lock) => {
        resolve(lock)
        return lock && new Promise((release) => (this.release = () => release(0)))
      })
    })
  }
}

const newId = () => `pantograph-${Math.random()}`
