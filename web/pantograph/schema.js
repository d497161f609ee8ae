/** @type {Schema} */
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
