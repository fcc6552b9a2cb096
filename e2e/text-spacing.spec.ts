import type { Page } from '@playwright/test'
import { addFolder, addItem, otpSecret, placeOf } from './content.ts'
import { open, panelOf, rowOf, toolbar } from './explorer.ts'
import { addNota, openReader } from './notas.ts'
import { firstStep, setUp } from './people.ts'
import { expect, test } from './test.ts'

/** Returns the visible texts that do not fit: beyond the box that cuts them, or cut by « … ». */
const cut = `(() => {
  const found = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim()
    const own = node.parentElement
    if (text === '' || !own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const line = range.getBoundingClientRect()
    if (line.width < 2) continue
    for (let box = own; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const frame = box.getBoundingClientRect()
      // What only screen readers get is a pixel wide; what scrolls is not cut.
      if (frame.width < 2) break
      if (/auto|scroll/.test(overflowX + overflowY)) break
      const isCutX = /hidden|clip/.test(overflowX) && (line.right > frame.right + 1.5 || line.left < frame.left - 1.5)
      const isCutY = /hidden|clip/.test(overflowY) && (line.bottom > frame.bottom + 3 || line.top < frame.top - 3)
      if (isCutX || isCutY) {
        found.add(text)
        break
      }
    }
  }
  return [...found].toSorted()
})()`

/** The spacing of RGAA 10.12 and WCAG 1.4.12. */
const spaced = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }')
  document.adoptedStyleSheets = [sheet]
}`
const usual = 'document.adoptedStyleSheets = []'

/** Two frames: a drawing that follows the size of its frame is drawn again one frame later. */
const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))'

/** Widens the spaces of the page, and expects every text that fitted to fit. */
async function expectToFitSpaced(page: Page, what: string): Promise<void> {
  const cutWith = async (spaces: string): Promise<string[]> => {
    await page.evaluate(spaces)
    await page.evaluate(drawn)
    return page.evaluate<string[]>(cut)
  }
  // Nothing loads any more: what is judged is the whole page.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // Both are measured again together: a page that still moved at the first measurement is judged as it stands.
  await expect
    .poll(async () => {
      const before = new Set(await cutWith(usual))
      return (await cutWith(spaced)).filter((text) => !before.has(text))
    }, what)
    .toEqual([])
  await page.evaluate(usual)
}

test('with wider spaces no text of the sign-in is cut', async ({ page, installation }) => {
  await setUp(page, installation)
  await expectToFitSpaced(page, 'P1')
  await firstStep(page)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectToFitSpaced(page, 'P2')
})

test('with wider spaces no text of the pages that the audit samples is cut', async ({
  page,
  browser,
  sharedInstallation,
}) => {
  const boss = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const chest = await sharedInstallation.chest(boss, 'Mairie de Saint-Aubin')
  await addFolder(boss, chest, 'Réseau et télécommunications')
  await addItem(boss, chest, {
    name: 'Annuaire',
    login: 'administratrice',
    address: 'https://annuaire.exemple.fr',
    otp: otpSecret,
    description: 'Poste du guichet',
    password: 'azerty',
  })
  await boss.call('DELETE', `/api/item/${await addItem(boss, chest, { name: 'Ancien' })}`)
  // The charts of the dashboard have labels of three digits, whatever the other tests counted.
  await sharedInstallation.addSignIns(boss, 2, 480)
  const link = await addNota(page, sharedInstallation, boss, { chest, text: 'Le code du portail.' })

  await page.goto(placeOf(sharedInstallation.url, chest))
  await open(page, 'Annuaire')
  await expect(panelOf(page, 'Annuaire').getByText('Poste du guichet')).toBeVisible()
  await expectToFitSpaced(page, 'P3')

  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await toolbar(page, 'Nouveau mot de passe').click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Nom' })).toBeFocused()
  await expectToFitSpaced(page, 'P4')

  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('annuaire')
  await expect(page.getByRole('option', { name: /Annuaire/ }).first()).toBeVisible()
  await expectToFitSpaced(page, 'P5')

  const pages = [
    ['P6', `trash?chestId=${chest.id}`, page.getByText('Ancien', { exact: true })],
    ['P7', 'user', page.getByRole('combobox', { name: 'Filtrer par groupe' })],
    ['P8', 'dashboard', page.getByRole('link', { name: 'Très faible' }).first()],
    ['P9', 'account', page.getByRole('heading', { level: 1 })],
  ] as const
  for (const [what, path, known] of pages) {
    await page.goto(`${sharedInstallation.url}/routes/${path}`)
    await expect(known).toBeVisible()
    if (what === 'P8') await expect(page.getByRole('slider')).toHaveCount(2)
    await expectToFitSpaced(page, what)
  }

  const reader = await openReader(browser)
  await reader.page.goto(link)
  await expect(reader.reveal).toBeVisible()
  await expectToFitSpaced(reader.page, 'P10')
  await reader.reveal.click()
  await expect(reader.text).toHaveText('Le code du portail.')
  await expectToFitSpaced(reader.page, 'P10, revealed')
})
