// The messages of the wire contract, version 1, and the words that the modules share.

type Value = string | boolean | number | null | unknown[] | { [key: string]: unknown }
type State = { [name: string]: Value }

/** Milliseconds left when the frame came; unless 0, also its end on the page's own clock. */
type Deadline = { in: number; until?: number }

/** What a person did. Numbered, it is an event. */
type Action = { set: State } | { tap: string } | { return: string }

type Effect = { id: number; focus?: string; alert?: { title: string; message: string; ok?: string }; announce?: string }
type Refusal = { code: string; message: string; n?: number; field?: string }

type Frame = {
  session?: { token: string; resumed: boolean }
  screen?: string
  set?: State
  ack?: number
  saved?: number
  do?: Effect[]
  errors?: Refusal[]
  pong?: unknown
}

/** What a reload needs to go on. */
type FlowRecord = { token?: string; seen: number; n: number }

/** The event that effects come from, and, if they came with its answer, where the person was then and with what text. */
type Cause = { n: number; from?: any; value?: any }

/** An event as it went, or will go, and when. */
type Sent = Cause & { text: string; sent: number }

/** An attribute, what makes an element that has it show an output, and which of these elements only. */
type Way = [string, (element: any, client: Client) => Sink, string?]

/** What to do about an event of the page, in which field. */
type Handler = (event: any, field?: Field) => void

/** Shows an output; `isWhole` while the whole state is being shown. */
type Sink = (value: any, state: State, isWhole: boolean) => void

/** The attributes of a page. */
type Schema = {
  /** On <main>: the screen that this page shows. */
  screen: string
  /** A control: input, textarea or select. Radio buttons of one name are one field. */
  field: string
  /** On a field: the one before, where Backspace goes if this is empty. */
  previous: string
  /** A button: the action that it stands for. */
  tap: string
  /** Shows an output. What the `aria-describedby` of a control names is its error. */
  text: string
  /** Shown, or hidden, while an output is true or not empty. */
  show: string
  hide: string
  /** Enabled, or disabled, by an output. */
  enable: string
  disable: string
  /** The seconds left until a deadline. */
  countdown: string
  /** On a countdown: what is announced when it is over. */
  over: string
  /** Around <main>, a dialog: h2, p and button. */
  alert: string
  /** Around <main>, live regions: "effect" and "countdown". */
  announcer: string
  /** Around <main>: "offline", "taken-over", "too-long". */
  notice: string
  /** In the offline notice: the time of day since when. */
  since: string
  /** In the taken-over notice: a button. */
  continue: string
}

type Client = import("./client.js").Client
type Connection = import("./connection.js").Connection
type Field = import("./field.js").Field
type Session = import("./session.js").Session
