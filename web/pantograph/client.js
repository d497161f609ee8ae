import { Alert } from "./alert.js"
import { replaceText } from "./caret.js"
import { Field } from "./field.js"
import { storage } from "./flow.js"
import { Inputs } from "./inputs.js"
import { Notices } from "./notices.js"
import { Outputs } from "./outputs.js"
import { Pages } from "./pages.js"
import { schema } from "./schema.js"
import { Session } from "./session.js"

const poll = 500

export class Client {
  pages = new Pages()
  notices = new Notices()
  session = new Session(this)
  #outputs = new Outputs(this)
  #alert = new Alert(this)
  /** @type {Map<string | null, Field>} */
  #fields = new Map()
  /** @type {State} */
  #state = {}
  /** @type {Effect[]} */
  #effects = []
  /** @type {Kept[]} */
  #kept = []
  #isLoading = false
  /** After a reload the session's state wins. */
  #isSettled = !this.session.token
  /** The event before the focus moved. */
  moved = -1

  debug = () => import("../debug/debug.js")

  async start() {
    if (storage.debug) await this.debug()
    this.#bind()
    new Inputs(this)
    this.#collect()
    this.#begin()
    setInterval(() => document.hidden || this.#collect(), poll)
    const check = () => this.session.connection.check()
    document.addEventListener("visibilitychange", () => document.hidden || check())
    addEventListener("online", check)
    addEventListener("pagehide", () => this.session.stop())
    addEventListener("pageshow", ({ persisted }) => persisted && this.#begin())
  }

  /** @param {any} element */
  field(element, attribute = schema.field) {
    return this.#fields.get(element.getAttribute?.(attribute))
  }

  /** @param {Field} field */
  change(field) {
    if (field.hasChanged()) this.#send(field)
  }

  /** @param {Action} action */
  act(action) {
    this.release()
    this.#collect()
    this.session.send(action)
  }

  /** @param {any} field */
  pressReturn(field) {
    if (this.#isAsking) this.#kept.push({ field, value: field.control.value })
    else this.act({ return: field.name })
  }

  /** Kept Returns act where they were pressed. */
  release() {
    for (const { field, value } of this.#kept.splice(0)) {
      const isOld = field.control.value !== value
      if (isOld) this.session.send({ set: { [field.name]: value } })
      this.session.send({ return: field.name })
      if (isOld) this.#send(field)
    }
  }

  continueHere() {
    this.#showTakenOver(false)
    this.session.connection.start()
  }

  sessionForgotten() {
    this.#kept = []
    for (const field of this.#fields.values()) field.reset()
    this.#isSettled = true
    this.#collect()
  }

  /** @param {Frame} frame */
  sessionReceived({ session, screen, set = {}, do: effects = [] }) {
    const isNewScreen = screen !== undefined && (!session || screen !== this.pages.screen)
    if (screen !== undefined) this.#state = {}
    for (const value of Object.values(/** @type {any} */ (set))) if (value?.in) value.until = performance.now() + value.in
    Object.assign(this.#state, set)
    this.#effects.push(...this.session.unseen(effects))
    if (isNewScreen) this.#turn(screen)
    else if (!this.#isLoading) {
      this.#collect()
      this.#apply(Object.keys(set), !!session)
    }
    if (!session) return
    this.session.outbox.open()
    this.#isSettled = true
    this.notices.showConnection("online")
    if (!session.resumed || this.#isLoading) return
    for (const field of this.#fields.values()) if (field.control.type === "password") this.#send(field)
  }

  /** @param {boolean} isTakenOver */
  sessionLost(isTakenOver) {
    this.notices.showConnection("offline")
    if (isTakenOver) this.#showTakenOver(true)
  }

  get #isAsking() {
    const { asked, ack } = this.session.outbox
    return asked > Math.max(ack, this.moved)
  }

  #begin() {
    this.notices.showConnection("connecting")
    this.session.start()
  }

  #bind() {
    const { main } = this.pages
    this.#fields.clear()
    this.#kept = []
    for (const control of main.querySelectorAll(`[${schema.field}]`)) {
      const name = control.getAttribute(schema.field) ?? ""
      this.#fields.set(name, new Field(name, [...main.querySelectorAll(`[${schema.field}="${name}"]`)]))
    }
    this.#outputs.bind(main)
  }

  /** Autofill sends no events. */
  #collect() {
    if (this.#isSettled) for (const field of this.#fields.values()) this.change(field)
  }

  /** @param {Field} field */
  #send(field) {
    const n = this.session.send({ set: { [field.name]: field.value } })
    field.sent(n || Infinity)
    field.control.setCustomValidity(n ? "" : "too long")
    this.notices.show("too-long", !n)
  }

  /** @param {string[]} names @param {boolean} isWhole */
  #apply(names, isWhole) {
    this.#outputs.apply(names, this.#state, isWhole)
    for (const effect of this.#effects.splice(0)) {
      const { focus, alert, announce } = effect
      if (focus) this.#go(this.#fields.get(focus)?.control)
      if (alert) this.#alert.show(effect)
      if (announce) this.notices.announce("effect", announce)
    }
    if (!this.#isAsking) this.release()
  }

  /** @param {string} screen */
  async #turn(screen) {
    this.#isLoading = true
    this.#alert.clear()
    if (!(await this.pages.show(screen))) return
    this.#isLoading = false
    this.#bind()
    const { main } = this.pages
    this.#focus(main.querySelector(`[${schema.field}]`) ?? main.querySelector("h1"))
    this.#apply(Object.keys(this.#state), true)
  }

  /** @param {any} control */
  #go(control) {
    const { n, from, value } = this.session.outbox.cause
    const field = this.field(document.activeElement)
    // Who went elsewhere since stays there.
    if (this.moved >= n) return
    if (!field || (field.n <= n && !this.#kept[0])) return this.#focus(control)
    if (field.control !== from || control === from || field.isComposing) return
    const texts = [value, ...this.#kept.map(({ value }) => value), from.value]
    if (!texts.every((text) => from.value.startsWith(text))) return
    // Who typed on meant the next field.
    this.#kept = []
    replaceText(from, value)
    this.#focus(control)
    texts.reduce((before, text, index) => {
      if (index > 1) this.pressReturn(this.field(document.activeElement))
      const rest = text.slice(before.length)
      if (rest && !document.execCommand("insertText", false, rest)) {
        this.#focus(from)
        document.execCommand("insertText", false, rest)
      }
      return text
    })
  }

  /** @param {any} element */
  #focus(element) {
    const moved = this.moved
    element?.focus()
    this.moved = moved
  }

  /** @param {boolean} isTakenOver */
  #showTakenOver(isTakenOver) {
    this.notices.show("taken-over", (this.pages.main.inert = isTakenOver))
  }
}
