// @ts-check

/**
 * In <main>: `previous` names the field before, for Backspace in an empty one; a
 * `text` that aria-describedby names is an error; `over` ends a `countdown`.
 * Around it: the dialog `alert`; `announcer` "effect", "countdown"; `notice`
 * "offline" with `since`, "taken-over" with `continue`, "too-long".
 */
export const schema = {
  screen: "data-screen",
  field: "data-field",
  previous: "data-previous",
  tap: "data-tap",
  text: "data-text",
  show: "data-show",
  hide: "data-hide",
  enable: "data-enable",
  disable: "data-disable",
  countdown: "data-countdown",
  over: "data-over",
  alert: "data-alert",
  announcer: "data-announcer",
  notice: "data-notice",
  since: "data-since",
  continue: "data-continue",
}
