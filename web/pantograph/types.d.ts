// The messages of the wire contract, version 1, and the words that the modules share.

type Value = string | boolean | number | null | unknown[] | { [key: string]: unknown }
type State = { [name: string]: Value }

/** Milliseconds left when the frame came, and when that was on the page's own clock. */
type Deadline = { in: number; since: number }

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

/** Shows an output; `isWhole` while the whole state is being shown. */
type Sink = (value: any, state: State, isWhole: boolean) => void

type Client = import("./client.js").Client
type Connection = import("./connection.js").Connection
type Field = import("./field.js").Field
type Session = import("./session.js").Session
