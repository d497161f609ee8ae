import { schema } from "./schema.js"

export class Notices {
  /** @param {string} state */
  showConnection(state) {
    const { dataset, lang } = document.documentElement
    if (dataset.connection === state) return
    dataset.connection = state
    document.querySelector(`[${schema.since}]`)?.replaceChildren(new Date().toLocaleTimeString(lang, { timeStyle: "short" }))
    this.show("offline", state === "offline")
  }

  /** @param {string} notice @param {boolean} isShown */
  show(notice, isShown) {
    document.querySelector(`[${schema.notice}=${notice}]`)?.toggleAttribute("hidden", !isShown)
  }

  /** @param {string} region @param {string | null} [text] */
  announce(region, text) {
    // A new element is said again.
    const paragraph = document.createElement("p")
    paragraph.append(text ?? "")
    document.querySelector(`[${schema.announcer}=${region}]`)?.replaceChildren(paragraph)
  }
}
