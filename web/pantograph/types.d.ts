// The messages of the wire contract, version 1, and the words that the modules share.

type Value = string | boolean | number | null | unknown[] | { [key: string]: unknown }
type State = { [name: string]: Value }

/** Milliseconds left when the frame came; unless 0, also its end on the page's own clock. */
type Deadline = { in: number; until?: number }

/** What a person did. Numbered, it is an event. */
type Action = { set: State } | { set?: undefined; tap: string } | { set?: undefined; return: string }

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

/** A Return typed before the answer to one before it, and the text that it follows. */
type Kept = { field: Field; value: any }

/** An attribute, what makes an element that has it show an output, and which of these elements only. */
type Way = [string, (element: any, client: Client) => Sink, string?]

/** The two ways of an output that is on or off, and what they do to an element. */
type Switches = (on: string, off: string, set: (element: any, isOn: unknown) => void) => Way[]

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

/** Shows alerts, one after another. */
type Alert = import("./alert.js").Alert
/** A page and its session. */
type Client = import("./client.js").Client
/** Tries again until stopped. */
type Connection = import("./connection.js").Connection
/** By the clock that nobody sets. If that slept, the server knows. */
type Countdown = import("./countdown.js").Countdown
/** A control, or radio buttons. */
type Field = import("./field.js").Field
/** A history entry's session. A duplicated tab finds it locked. */
type Flow = import("./flow.js").Flow
/** What people do. */
type Inputs = import("./inputs.js").Inputs
/** What the client says. */
type Notices = import("./notices.js").Notices
/** Events that a crash could undo. */
type Outbox = import("./outbox.js").Outbox
/** Shows the outputs. */
type Outputs = import("./outputs.js").Outputs
/** Exchanged when the server moves on. */
type Pages = import("./pages.js").Pages
/** Through reloads and lost connections. */
type Session = import("./session.js").Session
