import { Client } from "./client.js"

const pantograph = new Client()
Object.assign(window, { pantograph })
pantograph.start()
