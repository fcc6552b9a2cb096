/**
 * Takes the pictures of docs/tour.md (light, dark, narrow) and of the guide from a demonstration. With `--guide` those of the
 * guide only; a text after it chooses among them.
 */
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { itemTexts } from '../../src/texts/vault/contents.ts'
import { openDemonstration, type Demonstration, type Worker } from './installation.ts'
import { takeGuidePictures } from './guide-pictures.ts'
import { seed } from './seed.ts'

const port = Number(process.env['TROUSSEAU_PORT'] ?? 8422)
const folder = fileURLToPath(new URL('../../docs/images', import.meta.url))

type Shot = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}

async function take(browser: Browser, demo: Demonstration, who: Worker, shot: Shot): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: shot.width, height: shot.height },
      colorScheme,
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
      reducedMotion: 'reduce',
    })
    const [name = '', value = ''] = who.cookie.split('=')
    await context.addCookies([{ name, value, url: demo.url, httpOnly: true, sameSite: 'Strict' }])
    const page = await context.newPage()
    await page.goto(demo.url + shot.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await shot.prepare?.(page)
    await page.mouse.move(0, 0)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `${folder}/${shot.name}-${colorScheme}.png` })
    await context.close()
  }
}

const awake = setInterval(() => undefined, 1_000)
const demo = await openDemonstration(port)
try {
  await seed(demo)
  await demo.app.listen({ host: '127.0.0.1', port })
  const [chief] = demo.accounts
  if (chief === undefined) throw new Error('a demonstration without accounts')
  const who = await demo.session(chief)
  const candidates = await demo.deps.db
    .selectFrom('items as i')
    .innerJoin('chests as c', 'c.id', 'i.chest_id')
    .select(['i.id', 'i.chest_id', 'i.folder_id'])
    .where('i.has_otp', '=', 1)
    .where('i.trash_id', 'is', null)
    .where('c.name', '=', 'Services aux habitants')
    .orderBy('i.id')
    .execute()
  const strong: number[] = []
  for (const { id } of candidates) {
    const { level } = await demo.call<{ level: number }>(who, 'GET', `/api/item/${id}`)
    if (level >= 4) strong.push(id)
  }
  const chest = candidates.find(({ id }) => strong.includes(id))
  if (chest === undefined) throw new Error('nothing to show')
  const place = `chestId=${chest.chest_id}&folderId=${chest.folder_id}`
  const shots: Shot[] = [
    {
      name: 'explorer',
      width: 1440,
      height: 900,
      path: `/routes/explorer?${place}&selectType=item&selectId=${chest.id}`,
      // Waits for a code with time left: the ring is green on both pictures.
      prepare: async (page) => {
        await page.getByRole('button', { name: itemTexts.copyCode }).first().waitFor()
        await page.getByRole('timer', { name: /^(2\d|30) / }).waitFor({ timeout: 40_000 })
      },
    },
    { name: 'narrow', width: 390, height: 780, path: `/routes/explorer?${place}` },
    { name: 'back-office', width: 1440, height: 900, path: '/routes/chest' },
  ]
  const browser = await chromium.launch({
    executablePath: process.env['TROUSSEAU_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const guideAt = process.argv.indexOf('--guide')
  if (guideAt < 0) for (const shot of shots) await take(browser, demo, who, shot)
  const { name } = await demo.call<{ name: string }>(who, 'GET', `/api/item/${chest.id}`)
  const locked = await demo.deps.db
    .selectFrom('chests')
    .select('id')
    .where('name', '=', 'Comptes de secours')
    .executeTakeFirstOrThrow()
  const scene = { demo, who, place, item: { id: chest.id, name }, lockedChestId: locked.id }
  await takeGuidePictures(browser, scene, guideAt < 0 ? '' : process.argv[guideAt + 1])
  await browser.close()
} finally {
  clearInterval(awake)
  await demo.remove()
}
