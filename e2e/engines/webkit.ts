import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/server/testing/free-port.ts'
import { mouseOf, type Display } from './display.ts'
import { clicking, typing, type Driver } from './driver.ts'

/** Where Debian's webkit2gtk-driver has the browser that it steers. */
const browsers = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'

/** Far above what a command needs. */
const commandLimitMs = 60_000

/** Starts WebKitGTK's small browser and speaks WebDriver with its driver. It stands in for Safari. */
export async function startWebKit(display: Display): Promise<Driver> {
  const [executable] = globSync(browsers)
  const home = mkdtempSync(join(tmpdir(), 'trousseau-webkit-'))
  const port = await freePort()
  const child = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, HOME: home, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  const ended = new Promise<void>((resolve) =>
    child.on('exit', () => {
      process.off('exit', stop)
      resolve()
    }),
  )
  const send = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(commandLimitMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value } = (await reply.json()) as { value: Result }
    if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const isReady = () =>
    send<{ ready: boolean }>('GET', '/status').then(
      ({ ready }) => ready,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('WebKitWebDriver stopped')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const options = { binary: executable, args: ['--automation', '--geometry=1440x980'] }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${sessionId}`
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 980 })
  const perform = (actions: object[]) => send<void>('POST', `${session}/actions`, { actions })
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const script = `const done = arguments[0]
      Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const reply = await send<{ value: Value } | { error: string }>('POST', `${session}/execute/async`, {
      script,
      args: [],
    })
    if ('error' in reply) throw new Error(reply.error)
    return reply.value
  }
  return {
    name: 'WebKit',
    go: (url) => send('POST', `${session}/url`, { url }),
    back: () => send('POST', `${session}/back`, {}),
    reload: () => send('POST', `${session}/refresh`, {}),
    evaluate,
    keys: (...keys) => perform(typing(keys)),
    click: (x, y) => perform(clicking({ x, y })),
    mouse: mouseOf(display, evaluate),
    setCookie: (_url, cookie) =>
      send('POST', `${session}/cookie`, {
        cookie: { ...cookie, httpOnly: true, sameSite: 'Lax', path: '/' },
      }),
    clipboard: display.clipboard,
    quit: async () => {
      await send('DELETE', session).catch(() => undefined)
      child.kill()
      await ended
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
