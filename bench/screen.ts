import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { canBind, loadCore, serverCore } from './cores.ts'

/** Selectors that must match, and that must not, once the result is shown. */
export type Wanted = { readonly all?: readonly string[]; readonly none?: readonly string[] }

/** A page of Chromium with the stopwatch of browser-clock.js in it. */
export type Screen = {
  readonly page: Page
  /** Returns the time from the event that the action causes to the frame that shows the result, in milliseconds. */
  time(event: 'click' | 'input', wanted: Wanted, act: () => Promise<unknown>): Promise<number>
  /** Returns the times of a path's calls since the last reading, to their last byte, in milliseconds. */
  callsMs(path: string): Promise<number[]>
  /** Processor time of the page's main thread so far, in milliseconds. */
  processorMs(): Promise<number>
  /** Waits until the page is idle, so that the next measurement does not include its work. */
  rest(): Promise<void>
  /** Starts a CPU profile of the main thread; the next call writes it to a file. */
  profile(file: string | null): Promise<void>
  close(): Promise<void>
}

/** Longer than the page's deferred work: the focus, a closing tooltip. */
const restMs = 60

/** Opens a page with a session, in a browser of its own. */
export async function openScreen(
  url: string,
  { cookie, folder }: { cookie: string; folder: string },
): Promise<Screen> {
  const browser = await chromium.launch({
    executablePath: browserFile(folder),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  await context.addInitScript({ path: fileURLToPath(new URL('browser-clock.js', import.meta.url)) })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  return {
    page,
    time: async (event, wanted, act) => {
      await page.evaluate(`clock.start(${JSON.stringify(event)}, ${JSON.stringify(wanted)}); undefined`)
      await act()
      return page.evaluate<number>('clock.stop()')
    },
    callsMs: (path) => page.evaluate<number[]>(`clock.callsMs(${JSON.stringify(path)})`),
    processorMs: async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    },
    rest: async () => {
      await page.evaluate('clock.calm()')
      await page.waitForTimeout(restMs)
    },
    profile: async (file) => {
      if (file === null) {
        await devtools.send('Profiler.enable')
        await devtools.send('Profiler.setSamplingInterval', { interval: 200 })
        await devtools.send('Profiler.start')
        return
      }
      const { profile } = await devtools.send('Profiler.stop')
      writeFileSync(file, JSON.stringify(profile))
    },
    close: () => browser.close(),
  }
}

/** Returns a script that runs Chromium on both cores: it would inherit the single core of the load. */
export function browserFile(folder: string): string {
  const system = process.env['TROUSSEAU_TEST_CHROMIUM'] ?? '/usr/bin/chromium'
  if (!canBind()) return system
  const file = join(folder, 'chromium.sh')
  writeFileSync(file, `#!/bin/sh\nexec taskset -c ${serverCore},${loadCore} '${system}' "$@"\n`)
  chmodSync(file, 0o700)
  return file
}
