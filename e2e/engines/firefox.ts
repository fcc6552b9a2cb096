import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mouseOf, type Display } from './display.ts'
import { clicking, typing, type Driver } from './driver.ts'

/**
 * Firefox as people have it: without what a steered one changes, such as its cache of pages
 * (`remote.prefs.recommended`), and without what calls its maker.
 */
const preferences: Record<string, string | number | boolean> = {
  'remote.prefs.recommended': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.normandy.enabled': false,
  'services.settings.server': 'data:,',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'intl.locale.requested': 'fr',
  'intl.accept_languages': 'fr-FR, fr',
}

type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string }
type Pending = { resolve: (value: never) => void; reject: (error: Error) => void }

/** A running Firefox, and what is said to it by WebDriver BiDi, which it has itself: geckodriver is in no package of Debian. */
type Running = {
  send: <Result>(method: string, params: object) => Promise<Result>
  quit(): Promise<void>
}

async function run(display: Display, profile: string): Promise<Running> {
  const child = spawn(
    'firefox-esr',
    [
      '--remote-debugging-port',
      '0',
      // For the commands of the browser itself, such as restoring a tab.
      '--remote-allow-system-access',
      '--profile',
      profile,
      '--no-remote',
      '--width',
      '1440',
      '--height',
      '980',
    ],
    { env: { ...process.env, DISPLAY: display.name, HOME: profile, MOZ_DISABLE_AUTO_SAFE_MODE: '1' } },
  )
  const stop = () => child.kill()
  process.once('exit', stop)
  const ended = new Promise<void>((resolve) =>
    child.on('exit', () => {
      process.off('exit', stop)
      resolve()
    }),
  )
  child.stdout.resume()
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`Firefox stopped (${code}):\n${said}`)))
  })

  const socket = new WebSocket(`${address}/session`)
  const pending = new Map<number, Pending>()
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('Firefox refused the connection')))
  })
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    const asked = pending.get(answer.id ?? -1)
    if (asked === undefined) return
    pending.delete(answer.id ?? -1)
    if (answer.type === 'success') asked.resolve(answer.result as never)
    else asked.reject(new Error(`${answer.error}: ${answer.message}`))
  })
  let number = 0
  const send = <Result>(method: string, params: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      number += 1
      pending.set(number, { resolve, reject })
      socket.send(JSON.stringify({ id: number, method, params }))
    })
  await send('session.new', { capabilities: {} })
  return {
    send,
    quit: async () => {
      await send('browser.close', {}).catch(() => child.kill())
      await ended
    },
  }
}

/** Starts Firefox with a profile of its own. */
export async function startFirefox(display: Display): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'trousseau-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  let running = await run(display, profile)
  const send: Running['send'] = (method, params) => running.send(method, params)
  /** The pages, or with a scope the windows of the browser itself. */
  const contextsOf = async (scope?: object) => {
    const { contexts } = await send<{ contexts: { context: string; url: string }[] }>(
      'browsingContext.getTree',
      { ...scope },
    )
    return contexts
  }
  let context = (await contextsOf())[0]?.context ?? ''
  const perform = (actions: object[]) => send<void>('input.performActions', { context, actions })
  const evaluateIn = async <Value>(target: string, expression: string): Promise<Value> => {
    const reply = await send<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context: target },
        awaitPromise: true,
      },
    )
    if (reply.exceptionDetails !== undefined) throw new Error(reply.exceptionDetails.text)
    return JSON.parse(reply.result?.value ?? 'null') as Value
  }
  const evaluate: Driver['evaluate'] = (expression) => evaluateIn(context, expression)
  /** Waits for the page that the browser has restored. */
  const followRestored = async (origin: string): Promise<void> => {
    for (;;) {
      const found = (await contextsOf()).find(({ url }) => url.startsWith(origin))
      if (found !== undefined) {
        context = found.context
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    name: 'Firefox',
    go: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    evaluate,
    keys: (...keys) => perform(typing(keys)),
    click: (x, y) => perform(clicking({ x, y })),
    mouse: mouseOf(display, evaluate),
    setCookie: async (url, { name, value }) => {
      const cookie = {
        name,
        value: { type: 'string', value },
        domain: new URL(url).hostname,
        httpOnly: true,
        sameSite: 'lax',
      }
      await send('storage.setCookie', { cookie })
    },
    clipboard: display.clipboard,
    restore: {
      'a closed tab': async (meanwhile) => {
        const origin = await evaluate<string>('location.origin')
        await send('browsingContext.create', { type: 'tab', referenceContext: context })
        await send('browsingContext.close', { context })
        await meanwhile()
        const [browser] = await contextsOf({ 'moz:scope': 'chrome' })
        await evaluateIn(browser?.context ?? '', 'void SessionStore.undoCloseTab(window, 0)')
        await followRestored(origin)
      },
      'the whole browser': async (meanwhile) => {
        const origin = await evaluate<string>('location.origin')
        await running.quit()
        await meanwhile()
        running = await run(display, profile)
        const [browser] = await contextsOf({ 'moz:scope': 'chrome' })
        await evaluateIn(browser?.context ?? '', 'void SessionStore.restoreLastSession()')
        await followRestored(origin)
      },
    },
    quit: async () => {
      await running.quit()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
