/** Runs after npm has installed the packages (`postinstall`). */
import { linkRuntime } from './installation.mjs'

linkRuntime()
