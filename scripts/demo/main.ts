/** The demonstration: fills a temporary installation, serves it, and deletes it when it is stopped. */
import { demoTexts } from '../../src/texts/platform/demo.ts'
import { shellTexts } from '../../src/texts/platform/shell.ts'
import { openDemonstration } from './installation.ts'
import { masterKeys } from './master-keys.ts'
import { seed } from './seed.ts'

/** The default port, different from that of an installation. */
const usualPort = 8421
const port = Number(process.env['TROUSSEAU_PORT'] ?? usualPort)

process.stderr.write(demoTexts.filling)
// Keeps the process running until the server listens.
const awake = setInterval(() => undefined, 1_000)
const demo = await openDemonstration(port)
const end = async (code: number): Promise<never> => {
  await demo.remove()
  process.exit(code)
}
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!isEnding) void end(0)
    isEnding = true
  })
try {
  await seed(demo)
  await demo.app.listen({ host: '127.0.0.1', port })
  clearInterval(awake)
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  process.stderr.write(isTaken ? demoTexts.portTaken(port) : `${String(error)}\n`)
  await end(1)
}
process.stderr.write(demoTexts.ready(demo.url))
for (const { login, password, role } of demo.accounts)
  process.stderr.write(demoTexts.account(login, password, shellTexts.roles[role]))
process.stderr.write(demoTexts.masterKeys)
for (const { chest, masterKey } of masterKeys) process.stderr.write(demoTexts.masterKey(chest, masterKey))
process.stderr.write(demoTexts.codes)
