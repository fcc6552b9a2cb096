import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addItem } from './content.ts'
import { panelOf } from './explorer.ts'
import { addGuardianChest, key, keyDialog } from './guarded.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { officeRow } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

/** Passwords that no dictionary contains: length alone decides their level. */
const passwords = {
  veryWeak: 'kQ7vZp2x',
  weak: 'kQ7vZp2xLm4#',
  average: 'kQ7vZp2xLm4#aR',
  strong: 'kQ7vZp2xLm4#aR9;w',
  veryStrong: 'kQ7vZp2xLm4#aR9;wBt5',
} as const

const card = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })
const level = (page: Page, title: string, word: string): Locator =>
  card(page, title)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: word, exact: true }) })
const mine = 'Robustesse de mes mots de passe'
const company = "Mots de passe de l'entreprise"
const visits = 'Connexions par jour'
const totals = "Nombre cumulé d'utilisateurs"

/** Creates a chest with a password of each level, one of them used twice, and one that was set long ago. */
async function furnish(sharedInstallation: InstallationInUse, owner: Person, name: string): Promise<Chest> {
  const chest = await sharedInstallation.chest(owner, name)
  const add = (item: string, password: string) => addItem(owner, chest, { name: item, password })
  await add('Portail famille', passwords.veryWeak)
  await add('Imprimante', passwords.weak)
  await add('Copieur', passwords.weak)
  await add('Annuaire', passwords.average)
  const old = await add('Sauvegarde', passwords.strong)
  await add('Pare-feu', passwords.veryStrong)
  await sharedInstallation.backdatePassword(old, 400)
  // A change makes the figures of the chest read the new date.
  await owner.call('PATCH', `/api/item/${old}`, { elementType: 'description', elementValue: 'Bandes' })
  return chest
}

test('a user sees their passwords by strength, the weakest ones and those they can change [DASH-01] [DASH-02] [DASH-03] [DASH-04] [SESS-07] [SESS-09]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  // The explorer's calls for the locked guardian chest are refused.
  quietConsole.allow(423)
  const owner = await sharedInstallation.person()
  const user = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  const [own, read] = [
    await furnish(sharedInstallation, owner, 'Mairie'),
    await furnish(sharedInstallation, owner, 'Archives'),
  ]
  await sharedInstallation.grant(own, user, { update: true })
  await sharedInstallation.grant(read, user)
  const closed = await addGuardianChest(sharedInstallation, owner, 'Direction')
  await sharedInstallation.grant(closed, user)
  await user.enter(page)
  // Going to the dashboard locks an open guardian chest.
  await page.goto(`${sharedInstallation.url}/routes/explorer?chestId=${closed.id}`)
  await keyDialog(page).getByRole('textbox').fill(key)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await expect(page).toHaveTitle(/^Tableau de bord · /)
  await expect.poll(() => page.evaluate('localStorage.getItem("mk")')).toBeNull()

  for (const [word, count] of [
    ['Très faible', '2'],
    ['Faible', '4'],
    ['Moyen', '2'],
    ['Fort (recommandé)', '2'],
    ['Très fort', '2'],
    ['Total', '12'],
  ] as const)
    await expect(level(page, mine, word).getByRole('cell').first()).toHaveText(count)
  await expect(page.getByText("Un coffre protégé, verrouillé, n'est pas compté.")).toBeVisible()
  const worst = card(page, 'Les cinq moins robustes')
  await expect(worst.getByRole('listitem')).toHaveCount(5)
  await expect(worst.getByRole('listitem').first()).toContainText('Portail famille')
  const todo = card(page, 'À faire')
  await expect(todo.getByRole('link', { name: /^3 faibles/ })).toBeVisible()
  await expect(todo.getByRole('link', { name: /^1 ancien/ })).toBeVisible()
  await expect(todo.getByText(/^6 réutilisés/)).toBeVisible()

  // The page neither shows nor requests company figures: a refused call would end the session.
  for (const title of [company, 'Indicateurs', visits, totals]) await expect(card(page, title)).toHaveCount(0)
  const own5 = ['password_strength', 'worses_password', 'health', 'due'].map((name) => `/api/kpi/${name}`)
  await expect
    .poll(() => [...new Set(asked.filter((path) => path.startsWith('/api/kpi')))].sort())
    .toEqual(own5.sort())

  await todo.getByRole('link', { name: /^3 faibles/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mots de passe faibles' })).toBeVisible()
  await expect(page.getByText('3 mots de passe', { exact: true })).toBeVisible()
  const row = officeRow(page, 'Mots de passe', 'Imprimante')
  await expect(row).toContainText('Faible')
  await expect(row).toContainText('Réutilisé (4)')
  await page.getByText('Que je peux modifier').click()
  await expect(page.getByText('6 mots de passe', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /Tous les coffres/ }).click()
  await expect(page.getByRole('option')).toHaveText(['Tous les coffres', 'Archives (3)', 'Mairie (3)'])
  await page.getByRole('option', { name: 'Archives (3)' }).click()
  await expect(officeRow(page, 'Mots de passe', 'Mairie')).toHaveCount(0)
  await expect(page.getByTitle('Consultation seule')).toHaveCount(3)
  await page.getByRole('button', { name: 'Robustesse' }).last().click()
  await expect(page).toHaveURL(/sort=strength&order=DESC/)
  await expect(page.locator('[data-row]').last()).toContainText('Portail famille')
  await page.locator('[data-row]').last().click()
  await expect(page).toHaveURL(/\/routes\/explorer\?.*selectType=item/)
  await expect(panelOf(page, 'Portail famille')).toBeVisible()

  await page.goto(`${sharedInstallation.url}/routes/dashboard/`)
  await worst
    .getByRole('link', { name: /^Portail famille/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/routes\/explorer\?.*selectType=item/)
  await expect(panelOf(page, 'Portail famille')).toBeVisible()
})

test('a director with the role of an intervenant sees the figures of the company, and lists only the passwords they may read [DASH-05] [DASH-06]', async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Ville de Saint-Aubin')
  const places = { banks: [bank], currentBank: bank }
  const owner = await sharedInstallation.person(places)
  const director = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', type: 'DIRECTOR', ...places })
  await furnish(sharedInstallation, owner, 'Mairie')
  await addItem(director, await shared(sharedInstallation, owner, director), {
    name: 'Agenda',
    password: 'azerty',
  })
  await addGuardianChest(sharedInstallation, owner, 'Direction')
  await director.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  await expect(level(page, mine, 'Total').getByRole('cell').first()).toHaveText('1')
  await expect(level(page, company, 'Total').getByRole('cell').first()).toHaveText('7')
  const indicators = card(page, 'Indicateurs').getByRole('listitem')
  await expect(indicators).toHaveCount(12)
  for (const [name, value] of [
    ['Coffres', '3'],
    ['Coffres protégés', '1'],
    ['Mots de passe', '7'],
    ['Mots de passe faibles (%)', '57,1\u00a0%'],
    ['Mots de passe réutilisés', '2'],
    ["Mots de passe de plus d'un an", '1'],
    ['Intervenants actifs', '1'],
  ] as const)
    await expect(indicators.filter({ has: page.getByText(name, { exact: true }) }), name).toContainText(value)
  await expect(page.getByText(/portent sur vos banques.*coffres protégés n'est pas compté/)).toBeVisible()
  for (const title of [visits, totals]) await expect(card(page, title)).toHaveCount(0)

  // The four password indicators link to lists.
  await expect(indicators.getByRole('link')).toHaveCount(4)
  await indicators.getByRole('link', { name: /Mots de passe faibles/ }).click()
  await expect(page.getByText(/ne montre que les mots de passe que vous pouvez lire/)).toBeVisible()
  await expect(page.getByText('1 mot de passe', { exact: true })).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.getByRole('link', { name: 'Retour au tableau de bord' }).click()
  await level(page, company, 'Très fort').getByRole('link').click()
  await expect(page.getByText(/ne montre que les mots de passe que vous pouvez lire/)).toBeVisible()
  await expect(page.getByText('Aucune donnée')).toBeVisible()
})

/** Creates a chest of the owner in which another user creates items. */
async function shared(sharedInstallation: InstallationInUse, owner: Person, other: Person): Promise<Chest> {
  const chest = await sharedInstallation.chest(owner, 'Commun')
  await sharedInstallation.grant(chest, other, { create: true, update: true })
  return chest
}

test('an administrator sees connections and users by day, as charts, tables and files [DASH-05] [DASH-06]', async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Clinique')
  const places = { banks: [bank], currentBank: bank }
  const administrator = await sharedInstallation.person(places)
  const other = await sharedInstallation.person({ role: 'ROLE_INTERVENANT', ...places })
  const stranger = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.addSignIns(administrator, 0, 2)
  await sharedInstallation.addSignIns(other, 0, 3)
  await sharedInstallation.addSignIns(other, 3, 4)
  await sharedInstallation.addSignIns(stranger, 3, 50)
  await furnish(sharedInstallation, administrator, 'Soins')
  await administrator.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  await expect(level(page, company, 'Total').getByRole('cell').first()).toHaveText('6')
  await expect(card(page, visits).getByText('9 connexions en 30 jours')).toBeVisible()
  await expect(card(page, totals).getByText(/^2\sutilisateurs aujourd'hui, 0 le /)).toBeVisible()
  for (const title of [visits, totals])
    await expect(card(page, title).getByRole('slider').locator('svg')).toBeVisible()

  // Arrow keys read the chart day by day.
  const days = card(page, visits).getByRole('slider')
  await days.focus()
  await expect(days).toHaveAttribute('aria-valuetext', /\s:\s5\sconnexions$/)
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  await expect(days).toHaveAttribute('aria-valuetext', /\s:\s4\sconnexions$/)
  await expect(card(page, visits).getByText(/\s:\s4\sconnexions$/)).toBeVisible()
  await page.keyboard.press('Home')
  await expect(days).toHaveAttribute('aria-valuetext', /\s:\s0\sconnexion$/)
  await page.keyboard.press('End')
  await expect(days).toHaveAttribute('aria-valuetext', /\s:\s5\sconnexions$/)

  await card(page, visits).getByRole('button', { name: 'Tableau' }).click()
  await expect(card(page, visits).getByRole('slider')).toHaveCount(0)
  await expect(card(page, visits).getByRole('row')).toHaveCount(31)
  await expect(card(page, visits).getByRole('row').nth(1)).toContainText('5')
  await expect(card(page, visits).getByRole('row').nth(4)).toContainText('4')

  const csv = await saved(page, visits, 'Télécharger en CSV')
  expect(csv.name).toMatch(/^Connexions par jour \d{4}-\d{2}-\d{2}\.csv$/)
  const lines = csv.content.toString('utf8').split('\r\n')
  expect(lines[0]).toBe('\ufeffJour;Connexions')
  expect(lines).toHaveLength(32)
  expect(lines[30]).toMatch(/^\d{4}-\d{2}-\d{2};5$/)
  const shares = await saved(page, company, 'Télécharger en CSV')
  expect(shares.content.toString('utf8')).toContain('Faible;2;33,3\r\n')
  // A picture is on white, whatever the theme of the page.
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const title of [mine, company, visits, totals]) {
    const picture = await saved(page, title, 'Télécharger en image')
    expect(picture.name).toContain(`${title} `)
    // The signature of a PNG, then its width and height.
    expect(picture.content.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([picture.content.readUInt32BE(16), picture.content.readUInt32BE(20)]).toEqual([1920, 1080])
    expect(await firstPixelOf(page, picture.content)).toEqual([255, 255, 255, 255])
  }
})

const firstPixelOf = (page: Page, picture: Buffer): Promise<number[]> =>
  page.evaluate<number[]>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (letter) => letter.codePointAt(0))
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d')
    context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0)
    return [...context.getImageData(0, 0, 1, 1).data]
  })()`)

/** Downloads a card's figures from its menu. */
async function saved(page: Page, title: string, entry: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: `Télécharger\u00a0: ${title}` }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: entry }).click()
  const file = await download
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('a super administrator has every view, and a test view for charts, notifications and the end of a session [DASH-05] [DASH-06] [DASH-16] [DASH-17]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await furnish(sharedInstallation, person, 'Coffre du siège')
  await sharedInstallation.addSignIns(person, 0, 1)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  for (const title of [company, 'Indicateurs', visits, totals]) await expect(card(page, title)).toBeVisible()
  await expect(page.getByText(/portent sur toute l'installation/).first()).toBeVisible()

  // This user may read everything, so the notice states only that the figure may count more.
  await card(page, 'Indicateurs')
    .getByRole('link')
    .filter({ has: page.getByText('Mots de passe', { exact: true }) })
    .click()
  await expect(page.getByText("Les chiffres de l'entreprise peuvent en compter d'autres.")).toBeVisible()

  await page.goto(`${sharedInstallation.url}/routes/dashboard?view=test`)
  const fixed = card(page, 'Connexions par jour (données fixes)')
  await expect(fixed.getByText('531 connexions en 30 jours')).toBeVisible()
  await expect(fixed.locator('svg rect')).toHaveCount(30)
  const rules = card(page, 'Expressions de validation')
  await expect(rules.getByRole('rowheader', { name: 'REGEX_MASTER_KEY' })).toBeVisible()
  await expect(rules.getByRole('row')).toHaveCount(17)
  for (const [button, said] of [
    ['Succès', "Ceci est une notification d'essai de succès"],
    ['Erreur', "Ceci est une notification d'essai d'erreur"],
    ['Information', "Ceci est une notification d'essai d'information"],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(toast(page, said)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Avec une action' }).click()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(toast(page, 'Action annulée')).toBeVisible()
  await page.getByRole('button', { name: 'Faire expirer la session' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect(toast(page, 'Session expirée')).toBeVisible()
  const after = await page.request.get(`${sharedInstallation.url}/api/session`, {
    headers: { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
  })
  expect(after.status()).toBe(401)
})

test('other roles have no test view: its address shows their dashboard', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person({ role: 'ROLE_ADMINISTRATOR' })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/dashboard?view=test`)
  await expect(card(page, mine)).toBeVisible()
  await expect(page.getByText('Variante de test')).toHaveCount(0)
})
