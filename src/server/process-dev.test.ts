import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serverTexts } from '#texts/platform/server.ts'
import { freePort } from './testing/free-port.ts'
import { processEnv, temporaryFolder, until } from './testing/process.ts'

const main = join(import.meta.dirname, 'main.ts')

it('in development the server serves pages that reload, and starts again for a change of its code only', async () => {
  const port = await freePort()
  const env = { ...processEnv, TROUSSEAU_DATA: temporaryFolder(), TROUSSEAU_PORT: String(port) }
  const code = join(temporaryFolder(), 'code.mjs')
  writeFileSync(code, '')
  const watching = ['--watch', '--watch-preserve-output', '--import', code]
  const child = spawn(process.execPath, [...watching, main, '--dev'], { env })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const url = `http://127.0.0.1:${port}`
  const times = (text: string) => said.split(text).length - 1
  const expectPage = async () => {
    const page = await fetch(`${url}/auth`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/@vite/client')])
  }
  await until(() => times(serverTexts.listening(url)) === 1)
  await expectPage()
  expect(said).not.toContain('Restarting')
  writeFileSync(code, '// changed')
  await until(() => times(serverTexts.listening(url)) === 2)
  await expectPage()
  // What the first start wrote and imported would have been noticed before the change.
  expect(times('Restarting')).toBe(1)
})
