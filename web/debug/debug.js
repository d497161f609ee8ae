// @ts-check
import { storage } from "../pantograph/flow.js"
import { Link } from "./link.js"

const help = `pantograph: debug mode, until pantograph.off() or the tab's end
  pantograph.log(false)  no frames in this console
  pantograph.delay(300)  milliseconds, each way
  pantograph.lose()      no connection until pantograph.mend()
  pantograph.freeze()    nothing arrives, nothing is closed, until pantograph.thaw()`

/** @type {Client} */
const client = Reflect.get(window, "pantograph")

/** @param {Partial<typeof Link.settings>} changes */
function change(changes) {
  Object.assign(Link.settings, changes)
  storage.debug = JSON.stringify(Link.settings)
  Link.settingsChanged()
}

change(JSON.parse(storage.debug || '{"isLogged":true}'))
Object.assign(client, {
  log: (isLogged = true) => change({ isLogged }),
  delay: (delay = 0) => change({ delay }),
  lose: () => change({ isLost: true }),
  mend: () => change({ isLost: false }),
  freeze: () => change({ isFrozen: true }),
  thaw: () => change({ isFrozen: false }),
  off: () => {
    change({ delay: 0, isLogged: false, isLost: false, isFrozen: false })
    delete storage.debug
  },
})
console.info(help)
Object.assign(window, { WebSocket: Link })
if (client.session.connection.isReady) client.session.connection.start()
