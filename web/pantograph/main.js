// @ts-check
import { Client } from "./client.js"

new Client().start()
