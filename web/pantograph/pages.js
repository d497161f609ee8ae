const retry = 1_000

export class Pages {
  #newest = 0

  get main() {
    return /** @type {HTMLElement} */ (document.querySelector("main"))
  }

  get screen() {
    return this.main.dataset.screen
  }

  /** @param {string} screen @returns true once there */
  async show(screen) {
    const wish = ++this.#newest
    const address = new URL(encodeURIComponent(screen), location.href)
    this.main.inert = true
    let response
    while (!(response = await fetch(address).catch(() => undefined))) {
      await new Promise((resolve) => setTimeout(resolve, retry))
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    if (wish !== this.#newest) return false
    const main = page.querySelector("main")
    this.main.inert = false
    if (!main) return console.error(`pantograph: no page at ${address}`)
    document.title = page.title
    this.main.replaceWith(main)
    history.replaceState(history.state, "", address)
    scrollTo(0, 0)
    return true
  }
}
