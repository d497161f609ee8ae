// @ts-check
import { schema } from "./schema.js"

/** What the client itself has to say. */
export class Notices {
  /** @param {"connecting" | "online" | "offline"} state */
  showConnection(state) {
    const { dataset, lang } = document.documentElement
    const isOffline = state === "offline"
    if (isOffline && dataset.connection !== state) {
      document.querySelector(`[${schema.since}]`)?.replaceChildren(new Date().toLocaleTimeString(lang, { timeStyle: "short" }))
    }
    dataset.connection = state
    this.show("offline", isOffline)
  }

  /** @param {string} notice @param {boolean} isShown */
  show(notice, isShown) {
    document.querySelector(`[${schema.notice}=${notice}]`)?.toggleAttribute("hidden", !isShown)
  }

  /** @param {string} region @param {string | null} [text] */
  announce(region, text) {
    // A new element is said even if its text is old.
    const paragraph = document.createElement("p")
    paragraph.append(text ?? "")
    document.querySelector(`[${schema.announcer}=${region}]`)?.replaceChildren(paragraph)
  }
}
