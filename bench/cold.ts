import { chromium, type CDPSession } from '@playwright/test'
import { chromiumLaunch } from '../scripts/chromium.ts'
import { makeInstallation, type Installation } from './installation.ts'
import type { Figure } from './report.ts'
import { browserFile } from './screen.ts'
import { seedBrowser, type BrowserSeed } from './seed-browser.ts'
import { startServer } from './server.ts'
import { single } from './singles.ts'

/** A telephone of the middle class on a slow 4G network, as Lighthouse simulates it. */
const slow = { latencyMs: 150, bytesPerSecond: 1_638_400 / 8, processor: 4 } as const
const limits = {
  requests: 25,
  calls: 1,
  paintMs: 1_500,
  shownMs: 1_800,
  usableMs: 2_200,
  dialogMs: 100,
} as const
const rounds = 5
/** Until the page has fetched what it prefetches while idle. */
const quietMs = 2_500

export type Cold = {
  readonly requests: number
  readonly calls: number
  readonly bytes: number
  readonly paintMs: number
  readonly shownMs: number
  readonly usableMs: number
  readonly dialogMs: number
}

/**
 * Runs in the page: keeps the times of the frames that show the name of a row, and in which a row has the focus; and how
 * long after a key the first dialog is shown.
 */
const watch = `
  const look = () => {
    if (document.querySelector('.first-rows, [data-row]')) window.shownMs ??= performance.now()
    if (document.activeElement?.matches('[data-row]')) window.usableMs = performance.now()
    else requestAnimationFrame(look)
  }
  look()
  addEventListener('keydown', () => {
    const since = performance.now()
    const open = () => {
      if (document.querySelector('[role=dialog]')) window.dialogMs ??= performance.now() - since
      else requestAnimationFrame(open)
    }
    open()
  }, { capture: true, once: true })`

/** Counts requests and the bytes received, until the function that it returns is called. */
async function countRequests(devtools: CDPSession) {
  let [requests, calls, bytes] = [0, 0, 0]
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    requests += 1
    if (new URL(request.url).pathname.startsWith('/api/')) calls += 1
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  return () => ({ requests, calls, bytes })
}

/** Opens the explorer in a new browser without a cache. */
export async function openCold(url: string, folder: string, { cookie, chestId }: BrowserSeed): Promise<Cold> {
  const browser = await chromium.launch({ ...chromiumLaunch, executablePath: browserFile(folder) })
  try {
    const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url }])
    await context.addInitScript(watch)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latencyMs,
      downloadThroughput: slow.bytesPerSecond,
      uploadThroughput: slow.bytesPerSecond / 2,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.processor })
    const counted = await countRequests(devtools)
    await page.goto(`${url}/routes/explorer?chestId=${chestId}`)
    // Former builds give no row the focus.
    await page.waitForFunction("'usableMs' in window || document.querySelector('[data-row]') !== null")
    const { calls } = counted()
    const usableMs = await page.evaluate<number>('window.usableMs ?? NaN')
    const shownMs = await page.evaluate<number>('window.shownMs')
    const paintMs = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    )
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(quietMs)
    const loaded = counted()
    await page.keyboard.press('n')
    await page.waitForFunction(() => 'dialogMs' in globalThis)
    const dialogMs = await page.evaluate<number>('window.dialogMs')
    return { ...loaded, calls, paintMs, shownMs, usableMs, dialogMs }
  } finally {
    await browser.close()
  }
}

export const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Measures the first visit of the explorer with an empty cache, on a slow telephone and network. */
export async function* measureCold(): AsyncGenerator<Figure> {
  const installation: Installation = await makeInstallation('sqlite')
  try {
    const seeded = await seedBrowser(installation)
    const server = await startServer({ entry: 'src/server/main.ts', ...installation })
    try {
      const taken: Cold[] = []
      // The first round also warms the server.
      for (let round = 0; round <= rounds; round += 1)
        taken.push(await openCold(server.url, installation.folder, seeded))
      const valueOf = (name: keyof Cold, scale = 1) =>
        middle(taken.slice(1).map((cold) => cold[name] / scale))
      const figure = (name: string, value: number, about: Parameters<typeof single>[3]) =>
        single(installation, `cold-${name}`, value, about)
      yield figure('paint', valueOf('paintMs'), { label: 'first paint', unit: 'ms', limit: limits.paintMs })
      yield figure('shown', valueOf('shownMs'), {
        label: 'the names of the rows are shown',
        unit: 'ms',
        limit: limits.shownMs,
      })
      yield figure('usable', valueOf('usableMs'), {
        label: 'a row has the focus',
        unit: 'ms',
        limit: limits.usableMs,
      })
      yield figure('dialog', valueOf('dialogMs'), {
        label: "a dialog's first press, once the page is idle",
        unit: 'ms',
        limit: limits.dialogMs,
      })
      yield figure('requests', valueOf('requests'), {
        label: 'requests, what is prefetched included',
        unit: 'requests',
        limit: limits.requests,
      })
      yield figure('calls', valueOf('calls'), {
        label: '  calls until a row has the focus',
        unit: 'requests',
        limit: limits.calls,
      })
      yield figure('bytes', valueOf('bytes', 1024), { label: '  received', unit: 'KiB' })
    } finally {
      await server.stop()
    }
  } finally {
    await installation.remove()
  }
}
