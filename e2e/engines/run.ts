/** `npm run test:browsers`: the six journeys of a day in Firefox ESR and in WebKit, each with its real clipboard. Firefox also restores tabs. */
import { deepStrictEqual } from 'node:assert/strict'
import { browserPrograms, installPrograms } from '../../scripts/programs.ts'
import { openInstallationInUse } from '../installation-in-use.ts'
import { startInstallation } from '../installation.ts'
import { startDisplay } from './display.ts'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { handOf } from './hand.ts'
import { journeys, restoring } from './journeys.ts'
import { startWebKit } from './webkit.ts'

const engines = {
  firefox: { start: startFirefox, tried: { ...journeys, ...restoring } },
  webkit: { start: startWebKit, tried: journeys },
}
const missing = installPrograms(browserPrograms)
if (missing.length > 0) {
  process.stderr.write(`Missing packages of Debian: ${missing.join(', ')}\n`)
  process.exit(2)
}

const [onlyEngine, onlyJourney = ''] = process.argv.slice(2)
const display = await startDisplay()
const used = await startInstallation('sqlite')
const inUse = await openInstallationInUse(used)
let failures = 0
for (const [name, { start, tried }] of Object.entries(engines)) {
  if (onlyEngine !== undefined && onlyEngine !== name) continue
  const empty = await startInstallation('sqlite')
  for (const [title, journey] of Object.entries(tried)) {
    if (!title.includes(onlyJourney)) continue
    const began = Date.now()
    let driver: Driver | undefined
    try {
      driver = await start(display)
      await journey(handOf(driver), { empty, inUse, equal: deepStrictEqual })
      const seconds = (Date.now() - began) / 1000
      process.stdout.write(`ok      ${name}: ${title} (${seconds.toFixed(1)} s)\n`)
    } catch (error) {
      failures += 1
      const said = error instanceof Error ? error.stack : String(error)
      process.stdout.write(`FAILED  ${name}: ${title}\n${said}\n`)
    }
    await driver?.quit()
  }
  await empty.stop()
}
await inUse.close()
await used.stop()
display.stop()
process.exitCode = failures === 0 ? 0 : 1
