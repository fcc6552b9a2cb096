import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { serverTexts } from '#texts/platform/server.ts'
import { freePort } from './testing/free-port.ts'
import { temporaryFolder, until } from './testing/process.ts'

const main = join(import.meta.dirname, 'main.ts')
/**
 * Longer than a watcher needs to notice what its process wrote and imported during the start, in
 * milliseconds.
 */
const settlingMs = 2_000

it('in development the server starts once, keeps running and serves pages that reload', async () => {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    TROUSSEAU_DATA: temporaryFolder(),
    TROUSSEAU_PORT: String(port),
  }
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', main, '--dev'], { env })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const url = `http://127.0.0.1:${port}`
  await until(() => said.includes(serverTexts.listening(url)))
  await pause(settlingMs)
  expect(said).not.toContain('Restarting')
  const page = await fetch(`${url}/auth`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/@vite/client')])
})
