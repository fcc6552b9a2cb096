import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { debounces } from '../src/domain/platform/limits.ts'
import { explorerTexts, searchTexts } from '../src/texts/vault/explorer.ts'
import { listTexts } from '../src/texts/platform/lists.ts'
import { makeInstallation } from './installation.ts'
import type { Figure } from './report.ts'
import { openScreen, type Screen } from './screen.ts'
import { seedBrowser, type BrowserSeed } from './seed-browser.ts'
import type { FilledFolder } from './seed-content.ts'
import { startServer } from './server.ts'
import type { Settings } from './settings.ts'
import { single } from './singles.ts'

const limits = { actMs: 100, serverMs: 10, moveMs: 300 } as const
const rounds = { warm: 4, taken: 30, moves: 5 } as const
const rowsOfPage = 100
const words = ['messagerie', 'lyon', 'compte', 'paie brest', 'intranet', 'pare-feu', 'sauvegarde', 'exemple']

/** Times of one action in milliseconds: until its result was shown, its calls, the page's processor time. */
type Series = { readonly shown: number[]; readonly calls: number[]; readonly processor: number[] }
const series = (): Series => ({ shown: [], calls: [], processor: [] })

function valueAt(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

const rowOf = (type: 'item' | 'folder', id: number): string => `[data-row="${type}-${id}"]`
/** The table renders its visible rows together and no others: the first one found shows that all are there. */
const rowsOf = ({ itemIds }: FilledFolder): string[] => itemIds.map((id) => rowOf('item', id))

/** Measures one time of a series, with the calls and the processor time until the page is idle. */
async function take(
  screen: Screen,
  into: Series,
  { path, act, ...wanted }: { path: string; act: () => Promise<unknown>; all?: string[]; none?: string[] },
): Promise<void> {
  await screen.callsMs(path)
  const before = await screen.processorMs()
  into.shown.push(await screen.time('click', wanted, act))
  await screen.rest()
  into.calls.push(...(await screen.callsMs(path)))
  into.processor.push((await screen.processorMs()) - before)
}

const dataPath = '/api/explorer/data'

/** Scrolls down until a row is rendered and visible. */
async function show(screen: Screen, selector: string): Promise<void> {
  const { page } = screen
  const row = page.locator(selector)
  await page.getByRole('grid').hover({ position: { x: 5, y: 5 } })
  while ((await row.count()) === 0) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(50)
  }
  await row.scrollIntoViewIfNeeded()
  await screen.rest()
}

/** Opens folders for the first time, by a click on a visible row, and goes back each time. */
async function openFolders(screen: Screen, folders: readonly FilledFolder[], first: FilledFolder) {
  const { page } = screen
  let [opening, back] = [series(), series()]
  for (const [index, folder] of folders.slice(0, rounds.warm + rounds.taken).entries()) {
    if (index === rounds.warm) [opening, back] = [series(), series()]
    const row = page.locator(rowOf('folder', folder.id)).getByRole('rowheader')
    await show(screen, rowOf('folder', folder.id))
    await take(screen, opening, { path: dataPath, all: [rowsOf(folder).join()], act: () => row.click() })
    const up = page.locator('[data-row="up"]').getByRole('rowheader')
    const all = [rowOf('folder', first.id)]
    await take(screen, back, { path: dataPath, all, act: () => up.click() })
  }
  return { opening, back }
}

/** Goes through the pages of the root, then back to the first one. */
async function turnPages(screen: Screen): Promise<Series> {
  const { page } = screen
  let pages = series()
  for (let turned = 0; turned < rounds.warm + rounds.taken; turned += 1) {
    if (turned === rounds.warm) pages = series()
    const last = await page.locator('[data-row]').last().getAttribute('data-row')
    const next = page.getByRole('button', { name: listTexts.paging.next })
    await take(screen, pages, {
      path: dataPath,
      none: [`[data-row="${last}"]`],
      act: () => next.click(),
    })
  }
  return pages
}

/** Searches for one word after the other. Times begin at the last change of the field, without its debounce. */
async function searchWords({ page, ...screen }: Screen): Promise<number[]> {
  const field = page.getByRole('combobox', { name: searchTexts.label })
  const shown: number[] = []
  for (let round = 0; round < rounds.warm + rounds.taken; round += 1) {
    await field.fill('')
    await screen.rest()
    const word = words[round % words.length] ?? ''
    const took = await screen.time('input', { all: ['[role="option"]'] }, () => field.fill(word))
    if (round >= rounds.warm) shown.push(took - debounces.globalSearch)
  }
  await field.fill('')
  await page.keyboard.press('Escape')
  return shown
}

/** Selects all rows of a folder by the checkbox of the header, and moves them in one call. */
async function moveHundreds(screen: Screen, seeded: BrowserSeed, url: string) {
  const { page } = screen
  const [selecting, moving] = [series(), series()]
  for (const folder of seeded.large.slice(0, rounds.moves)) {
    await page.goto(`${url}&folderId=${folder.id}`)
    await page.locator(rowsOf(folder).join()).first().waitFor()
    const boxes = page.getByRole('checkbox', { name: listTexts.selectRows(rowsOf(folder).length, true) })
    const selected = rowsOf(folder).map((row) => `${row}[aria-selected="true"]`)
    await screen.rest()
    await take(screen, selecting, { path: dataPath, all: [selected.join()], act: () => boxes.click() })
    await page.getByRole('button', { name: explorerTexts.selection.move, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('treeitem', { name: seeded.target.name }).click()
    await screen.rest()
    const submit = dialog.getByRole('button', { name: explorerTexts.move.submit })
    await take(screen, moving, {
      path: '/api/explorer/move',
      none: rowsOf(folder),
      act: () => submit.click(),
    })
  }
  return { selecting, moving }
}

/** Returns the number of rows in the table and of elements in the page. */
async function sizesOf({ page }: Screen): Promise<{ nodes: number; rows: number }> {
  return { nodes: await page.locator('*').count(), rows: await page.locator('[data-row]').count() }
}

/** Measures what people wait for in the explorer, on a chest of ten thousand items, in the system's Chromium. */
export async function* measureBrowser({ profile }: Settings): AsyncGenerator<Figure> {
  const installation = await makeInstallation('sqlite')
  try {
    const seeded = await seedBrowser(installation)
    const server = await startServer({ entry: 'src/server/main.ts', ...installation })
    const screen = await openScreen(server.url, { cookie: seeded.cookie, folder: installation.folder })
    const value = (name: string, label: string, amount: number, limit?: number): Figure =>
      single(installation, `browser-${name}`, amount, {
        label,
        unit: 'ms',
        ...(limit !== undefined && { limit }),
      })
    const act = (name: string, label: string, taken: Series, limit?: number): Figure[] => [
      value(name, `${label}, median`, valueAt(taken.shown, 0.5), limit),
      value(`${name}-p95`, '  p95', valueAt(taken.shown, 0.95)),
      value(`${name}-cpu`, '  processor time of the page', valueAt(taken.processor, 0.5)),
    ]
    const call = (name: string, taken: Series, limit: number): Figure =>
      value(`${name}-call`, '  its call, as the page sees it', valueAt(taken.calls, 0.5), limit)
    try {
      const url = `${server.url}/routes/explorer?chestId=${seeded.chestId}&limit=${rowsOfPage}`
      await screen.page.goto(url)
      await screen.page.locator(rowOf('folder', seeded.target.id)).waitFor()
      const profiled = async <T>(name: string, measure: () => Promise<T>): Promise<T> => {
        if (profile === null) return measure()
        mkdirSync(profile, { recursive: true })
        await screen.profile(null)
        const measured = await measure()
        await screen.profile(join(profile, `browser-${name}.cpuprofile`))
        return measured
      }
      const small = await profiled('open-25', () => openFolders(screen, seeded.small, seeded.target))
      yield* act('open-25', 'a folder of 25 opens', small.opening, limits.actMs)
      const large = await profiled('open-100', () => openFolders(screen, seeded.large, seeded.target))
      yield* act('open-100', 'a folder of 100 opens', large.opening, limits.actMs)
      yield call('open-100', large.opening, limits.serverMs)
      yield* act('back', 'back to the root, 100 rows', large.back, limits.actMs)
      const pages = await profiled('pages', () => turnPages(screen))
      yield* act('page', 'the next page, 100 rows', pages, limits.actMs)
      const searches = await profiled('search', () => searchWords(screen))
      yield value('search', 'search, after the debounce, median', valueAt(searches, 0.5), limits.actMs)
      yield value('search-p95', '  p95', valueAt(searches, 0.95))
      const moves = await profiled('move', () => moveHundreds(screen, seeded, url))
      yield* act('select', '100 rows selected', moves.selecting, limits.actMs)
      yield* act('move', '100 items moved', moves.moving, limits.moveMs)
      yield call('move', moves.moving, limits.moveMs)
      await screen.page.goto(`${url}&folderId=${seeded.large.at(-1)?.id}`)
      await screen.page.locator('[data-row^="item-"]').last().waitFor()
      const { nodes, rows } = await sizesOf(screen)
      yield single(installation, 'browser-nodes', nodes, {
        label: `elements in a page of ${rows} rows`,
        unit: 'nodes',
      })
    } finally {
      await screen.close()
      await server.stop()
    }
  } finally {
    await installation.remove()
  }
}
