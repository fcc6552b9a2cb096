/** Takes the pictures of the guide from a demonstration, in both themes. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { accountSecurityTexts } from '../../src/texts/identity/account.ts'
import { guidePictures, type PictureName } from '../../src/texts/office/guide/pictures.ts'
import { userTexts } from '../../src/texts/office/users.ts'
import { chestRightTexts } from '../../src/texts/platform/chest-rights.ts'
import { generatorTexts } from '../../src/texts/platform/rating-details.ts'
import { explorerTexts, searchTexts } from '../../src/texts/vault/explorer.ts'
import { managerImportTexts } from '../../src/texts/vault/manager-imports.ts'
import { itemTexts } from '../../src/texts/vault/contents.ts'
import type { Demonstration, Worker } from './installation.ts'

const folderOf = (path: string): string => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))
/** For the pages, in both themes. */
const pageFolder = folderOf('web/office/guide/pictures')
/** For the PDF, which knows no WebP. */
const printFolder = folderOf('server/office/guide/pictures')

export type GuideScene = {
  readonly demo: Demonstration
  readonly who: Worker
  /** The search parameters of a folder in the explorer, and of one of its items. */
  readonly place: string
  readonly item: { readonly id: number; readonly name: string }
  readonly lockedChestId: number
}

/** Of the pixels of a screen: a printed picture is 160 mm wide at most. */
const printedPart = 0.8

type Shot = {
  readonly path: (scene: GuideScene) => string
  readonly isStranger?: boolean
  readonly prepare?: (page: Page, scene: GuideScene) => Promise<void>
}

const inExplorer = ({ place }: GuideScene): string => `/routes/explorer?${place}`
const panel = (scene: GuideScene): string => `${inExplorer(scene)}&selectType=item&selectId=${scene.item.id}`
const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last()
const rows = (page: Page) => page.getByRole('grid').last().locator('[data-row]')

/** Opens the menu of the chosen item, and an entry of it. */
async function choose(page: Page, { item }: GuideScene, entry: string): Promise<void> {
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').getByText(item.name, { exact: true }) })
  await row.first().click({ button: 'right' })
  // The name ends with the shortcut.
  await page.getByRole('menuitem', { name: new RegExp(`^${entry}(?: \\S+)?$`) }).click()
  await dialog(page).waitFor()
}

/** Presses a button, which a narrow window has in the menu of further actions. */
async function press(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('group', { name: explorerTexts.toolbar })
  const button = bar.getByRole('button', { name, exact: true })
  if ((await button.count()) > 0) await button.click()
  else {
    await bar.getByRole('button', { name: explorerTexts.moreActions }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await dialog(page).waitFor()
}

/** Opens the menu of a row of a back office, and an entry of it. */
async function chooseFor(page: Page, row: number, entry: string): Promise<void> {
  await rows(page)
    .nth(row)
    .click({ button: 'right', position: { x: 8, y: 8 } })
  await page.getByRole('menuitem', { name: entry }).click()
}

const office = (page: string) => (): string => `/routes/${page}`

const shots: Record<PictureName, Shot> = {
  'sign-in': { path: () => '/auth', isStranger: true },
  'second-factor': {
    path: () => '/auth',
    isStranger: true,
    prepare: async (page, { demo: { accounts } }) => {
      const [account] = accounts
      if (account === undefined) throw new Error('a demonstration without accounts')
      const [login, password] = [page.locator('input').first(), page.locator('input[type=password]')]
      await login.fill(account.login)
      await password.fill(account.password)
      await password.press('Enter')
      await page.locator('input[inputmode=numeric]').first().waitFor()
    },
  },
  explorer: {
    path: panel,
    // Waits for a code with time left, as on the pictures of the tour.
    prepare: (page) => page.getByRole('timer', { name: /^(2\d|30) / }).waitFor({ timeout: 40_000 }),
  },
  search: {
    path: inExplorer,
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: searchTexts.label }).fill('me')
      await page.getByRole('option').first().waitFor()
    },
  },
  'new-password': { path: inExplorer, prepare: (page) => press(page, explorerTexts.newItem) },
  generator: {
    path: inExplorer,
    prepare: async (page) => {
      await press(page, explorerTexts.newItem)
      await dialog(page).getByRole('button', { name: itemTexts.proposal.settings }).click()
      await page.getByRole('dialog', { name: generatorTexts.title }).waitFor()
    },
  },
  renewal: { path: inExplorer, prepare: (page, scene) => choose(page, scene, explorerTexts.menu.renew) },
  move: { path: inExplorer, prepare: (page, scene) => choose(page, scene, explorerTexts.menu.move) },
  trash: { path: ({ place }) => `/routes/trash?${place}` },
  share: { path: inExplorer, prepare: (page, scene) => choose(page, scene, explorerTexts.menu.note) },
  rights: {
    path: office('chest'),
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Modifier les droits de/ })
        .first()
        .click()
      await dialog(page).waitFor()
    },
  },
  'locked-chest': {
    path: ({ lockedChestId }) => `/routes/explorer?chestId=${lockedChestId}`,
    prepare: async (page) => {
      await dialog(page).waitFor()
    },
  },
  import: { path: inExplorer, prepare: (page) => press(page, explorerTexts.importItems) },
  'import-preview': {
    path: inExplorer,
    prepare: async (page, { item }) => {
      await press(page, explorerTexts.importItems)
      await page.getByRole('button', { name: managerImportTexts.entry.name }).click()
      // One entry of the folder's own, and others.
      const rows = [
        item.name,
        'Éclairage public',
        'Piscine municipale',
        'Registre des délibérations',
        'Voirie',
      ]
      const lines = rows.map(
        (name, at) => `${name},https://service-${at + 1}.example/,agent.${at + 1},Exemple-${at}`,
      )
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({
          name: 'Mots de passe Chrome.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(['name,url,username,password', ...lines].join('\n')),
        })
      await page.getByRole('button', { name: managerImportTexts.toPreview }).click()
      await page.getByRole('heading', { name: managerImportTexts.previewTitle }).waitFor()
    },
  },
  export: { path: inExplorer, prepare: (page, scene) => choose(page, scene, explorerTexts.menu.export) },
  account: {
    path: office('account'),
    prepare: (page) => showHeading(page, accountSecurityTexts.factors.title),
  },
  'change-bank': {
    path: inExplorer,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Changer de banque/ }).click()
      await dialog(page).waitFor()
    },
  },
  banks: { path: office('bank') },
  teams: { path: office('team') },
  users: { path: office('user') },
  'user-form': {
    path: office('user'),
    prepare: async (page) => {
      await page.getByRole('button', { name: userTexts.create }).click()
      await dialog(page).waitFor()
    },
  },
  chests: { path: office('chest') },
  audience: {
    path: office('chest'),
    prepare: (page) => chooseFor(page, 0, chestRightTexts.audience.title),
  },
  dashboard: { path: office('dashboard') },
  administration: { path: office('administration') },
}

async function showHeading(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name, exact: true })
  await heading.waitFor()
  await heading.evaluate((node) => (node as unknown as { scrollIntoView: () => void }).scrollIntoView())
}

/** Returns a picture in another format and at a part of its size: Chromium itself converts. */
async function convert(page: Page, png: Buffer, type: string, quality: number, part = 1): Promise<Buffer> {
  const url = await page.evaluate<string>(`(async () => {
    const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob())
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.round(side * ${part}))
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    return canvas.toDataURL('${type}', ${quality})
  })()`)
  if (!url.startsWith(`data:${type}`)) throw new Error(`Chromium writes no ${type}`)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

async function take(context: BrowserContext, scene: GuideScene, name: PictureName): Promise<Buffer> {
  const { path, prepare } = shots[name]
  const { width, height } = guidePictures[name]
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  // The demonstration marks its pages, which an installation does not.
  await page.route(/\/(?:routes|auth)\b/, async (route) => {
    const reply = await route.fetch()
    const body = await reply.text()
    await route.fulfill({ response: reply, body: body.replace(' data-demonstration', '') })
  })
  await page.route(/\/assets\/demo-[^/]*\.js$/, (route) => route.abort())
  await page.goto(scene.demo.url + path(scene))
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await prepare?.(page, scene)
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  // A blinking caret would differ from run to run.
  const png = await page.screenshot({ caret: 'hide', animations: 'disabled' })
  await page.close()
  return png
}

/** Takes the pictures whose names hold a text; all by default. */
export async function takeGuidePictures(browser: Browser, scene: GuideScene, wanted = ''): Promise<void> {
  const files = new Map<string, Buffer>()
  const names = (Object.keys(shots) as PictureName[]).filter((name) => name.includes(wanted))
  const converter = await browser.newPage()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const name of names) {
      const context = await browser.newContext({
        colorScheme,
        locale: 'fr-FR',
        timezoneId: 'Europe/Paris',
        reducedMotion: 'reduce',
      })
      const [cookie = '', value = ''] = scene.who.cookie.split('=')
      if (shots[name].isStranger !== true)
        await context.addCookies([
          { name: cookie, value, url: scene.demo.url, httpOnly: true, sameSite: 'Strict' },
        ])
      let png: Buffer
      try {
        png = await take(context, scene, name)
      } catch (error) {
        throw new Error(`the picture ${name} was not taken`, { cause: error })
      }
      await context.close()
      files.set(`${pageFolder}/${name}-${colorScheme}.webp`, await convert(converter, png, 'image/webp', 0.5))
      if (colorScheme === 'light')
        files.set(
          `${printFolder}/${name}.jpg`,
          await convert(converter, png, 'image/jpeg', 0.42, printedPart),
        )
    }
  await converter.close()
  // All or nothing: a picture that cannot be taken leaves the former ones.
  for (const folder of [pageFolder, printFolder]) {
    if (wanted === '') rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  for (const [file, bytes] of files) writeFileSync(file, bytes)
}
