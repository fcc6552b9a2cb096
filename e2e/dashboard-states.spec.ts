import type { Locator, Page } from '@playwright/test'
import { addItem, addItems } from './content.ts'
import { panelOf } from './explorer.ts'
import type { InstallationInUse, Person } from './installation-in-use.ts'
import { expectToFit, expectAccessible, expectNoEmptyScroll } from './office.ts'
import { enterAsFirst, waitForTransitions } from './people.ts'
import { expect, test } from './test.ts'

// An axe run takes a second a screen, several on a busy machine.
test.describe.configure({ timeout: 240_000 })

const strength = 'Robustesse de mes mots de passe'
const cards = [
  strength,
  'Les cinq moins robustes',
  'À faire',
  "Mots de passe de l'entreprise",
  'Indicateurs',
  'Connexions par jour',
  "Nombre cumulé d'utilisateurs",
  'À renouveler',
]
const card = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })

/** Waits until every figure is loaded and the charts are drawn. */
async function isDrawn(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(card(page, strength).locator('svg a').first()).toBeVisible()
  await expect(page.getByRole('slider')).toHaveCount(2)
}

/** Creates a super administrator with content for every card. */
async function furnish(sharedInstallation: InstallationInUse): Promise<Person> {
  const person = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const chest = await sharedInstallation.chest(person, 'Mairie de Saint-Aubin')
  for (const [name, password] of [
    ['Portail famille', 'kQ7vZp2x'],
    ['Imprimante du guichet', 'kQ7vZp2xLm4#'],
    ['Copieur', 'kQ7vZp2xLm4#'],
    ['Annuaire', 'kQ7vZp2xLm4#aR9;w'],
  ] as const)
    await addItem(person, chest, { name, password, login: 'agent' })
  await sharedInstallation.addSignIns(person, 2, 4)
  return person
}

test('no view of the dashboard has an accessibility fault in either theme or is wider than its window', async ({
  page,
  sharedInstallation,
}) => {
  const person = await furnish(sharedInstallation)
  await person.enter(page)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${sharedInstallation.url}/routes/dashboard`)
    await isDrawn(page)
    await expectAccessible(page, `dashboard, ${width}`)
    await expectToFit(page)
    for (const button of await page.getByRole('button', { name: 'Tableau', exact: true }).all())
      await button.click()
    await expect(page.getByRole('slider')).toHaveCount(0)
    await expectAccessible(page, `dashboard as tables, ${width}`)
    await expectToFit(page)
    await page.goto(`${sharedInstallation.url}/routes/dashboard?view=test`)
    await expect(page.getByRole('rowheader', { name: 'REGEX_OTP' })).toBeVisible()
    await expectAccessible(page, `test variant, ${width}`)
    await expectToFit(page)
    await page.goto(`${sharedInstallation.url}/routes/dashboard/passwords?concern=weak&from=company`)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expectAccessible(page, `list, ${width}`)
    await expectToFit(page)
  }
  // A window of 640 pixels at 200 %.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  await isDrawn(page)
  await expectToFit(page)
})

test('neither the dashboard nor any other page scrolls further than its content', async ({
  page,
  sharedInstallation,
}) => {
  const bank = await sharedInstallation.bank('Ville de Saint-Aubin')
  const places = { banks: [bank], currentBank: bank }
  const administrator = await sharedInstallation.person(places)
  await sharedInstallation.addSignIns(administrator, 1, 4)
  const people = {
    'super administrator': await furnish(sharedInstallation),
    administrator,
    director: await sharedInstallation.person({ role: 'ROLE_INTERVENANT', type: 'DIRECTOR', ...places }),
    user: await sharedInstallation.person({ role: 'ROLE_INTERVENANT' }),
  }
  /** Loads a page in a narrow window, which then grows: a load for each width would take most of the test's time. */
  const expectNoEmptyScrollAt = async (path: string, isShown: () => Promise<void>): Promise<void> => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      if (width === 360) await page.goto(`${sharedInstallation.url}/routes/${path}`)
      else await waitForTransitions(page)
      await isShown()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expectNoEmptyScroll(page)
    }
  }
  for (const [who, person] of Object.entries(people)) {
    await test.step(who, async () => {
      await person.enter(page)
      await expectNoEmptyScrollAt('dashboard', async () => {
        await expect(card(page, strength)).toBeVisible()
        await expect(page.getByRole('slider')).toHaveCount(who.endsWith('administrator') ? 2 : 0)
      })
    })
  }
  await people['super administrator'].enter(page)
  const others = [
    'dashboard/passwords',
    'administration',
    'bank',
    'chest',
    'team',
    'user',
    'account',
    'manager',
  ]
  for (const path of others)
    await expectNoEmptyScrollAt(path, () => expect(page.getByRole('heading', { level: 1 })).toBeVisible())
})

test('a keyboard user reads the charts, opens the lists and reaches the item [DASH-04]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await page.getByRole('link', { name: 'Tableau de bord' }).focus()
  await page.keyboard.press('Enter')
  await isDrawn(page)

  const inCard = card(page, strength)
  await inCard.getByRole('button', { name: 'Graphique' }).focus()
  await page.keyboard.press('Tab')
  await expect(inCard.getByRole('button', { name: 'Tableau' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(inCard.locator('svg a')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(inCard.locator('svg a').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(inCard.getByRole('button', { name: /^Télécharger/ })).toBeFocused()
  // The drawing has no tab stop: the legend is next.
  await page.keyboard.press('Tab')
  await expect(inCard.getByRole('link', { name: 'Très faible' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Très faible/)
  await page.locator('[data-row]').first().focus()
  await page.keyboard.press('Enter')
  await expect(panelOf(page, 'Portail famille')).toBeVisible()
})

test('a failed call shows its error in its own card and can be retried [DASH-15]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const person = await furnish(sharedInstallation)
  await person.enter(page)
  let isBroken = true
  await page.route(/\/api\/kpi\/(various_kpi|health)/, (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Erreur' } })
      : route.continue(),
  )
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  for (const title of cards) {
    const isFailed = title === 'Indicateurs' || title === 'À faire'
    await expect(card(page, title).getByText('Erreur pendant le chargement des données')).toHaveCount(
      isFailed ? 1 : 0,
    )
  }
  await isDrawn(page)
  await expectAccessible(page, 'failed cards')
  isBroken = false
  await card(page, 'Indicateurs').getByRole('button', { name: 'Réessayer' }).click()
  await expect(card(page, 'Indicateurs').getByRole('listitem')).toHaveCount(12)
  await expect(card(page, 'À faire').getByText('Erreur pendant le chargement des données')).toBeVisible()

  // Every call fails, including those of the list.
  await page.route('**/api/kpi/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: '' } }),
  )
  await page.reload()
  await expect(page.getByText('Erreur pendant le chargement des données')).toHaveCount(cards.length)
  await page.goto(`${sharedInstallation.url}/routes/dashboard/passwords`)
  await expect(page.getByText('Erreur pendant le chargement des données')).toBeVisible()
})

test('the layout does not move when the figures arrive', async ({ page, sharedInstallation }) => {
  const person = await furnish(sharedInstallation)
  await person.enter(page)
  for (const width of [1440, 1024, 360]) {
    await page.setViewportSize({ width, height: 900 })
    let release = (): void => undefined
    const gate = new Promise<void>((open) => (release = open))
    await page.route('**/api/kpi/**', async (route) => {
      await gate
      await route.continue()
    })
    await page.goto(`${sharedInstallation.url}/routes/dashboard`)
    await expect(page.locator('main section[aria-busy=true]')).toHaveCount(cards.length)
    const places = () =>
      Promise.all(cards.map((title) => card(page, title).boundingBox())).then((boxes) =>
        boxes.map((box) => [Math.round(box?.y ?? 0), Math.round(box?.height ?? 0)]),
      )
    // Letters have their final height once the font is loaded.
    await page.evaluate('document.fonts.ready.then(() => null)')
    const before = await places()
    release()
    await isDrawn(page)
    await expect.poll(places, { message: `at ${width}` }).toEqual(before)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('an indicator shows its change by sign and word, and states when there is no earlier value', async ({
  page,
  sharedInstallation,
}) => {
  const person = await furnish(sharedInstallation)
  await person.enter(page)
  const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const then: Record<string, number> = { chests: -2, weakShare: 1.5, reused: -1, teams: 0 }
  const now = await person.call<{ indicator: string; value: number }[]>('GET', '/api/kpi/various_kpi')
  const json = now.map((one) => {
    const difference = then[one.indicator]
    return {
      ...one,
      before: difference === undefined ? null : { days: monthAgo, value: one.value + difference },
    }
  })
  await page.route('**/api/kpi/various_kpi', (route) => route.fulfill({ json }))
  await page.goto(`${sharedInstallation.url}/routes/dashboard`)
  const tile = (name: string) =>
    card(page, 'Indicateurs')
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) })
  await expect(tile('Coffres')).toContainText('+2 en 30\u00a0jours, en hausse')
  await expect(tile('Mots de passe faibles (%)')).toContainText(
    '\u22121,5\u00a0point en 30\u00a0jours, mieux',
  )
  await expect(tile('Mots de passe réutilisés')).toContainText('+1 en 30\u00a0jours, moins bien')
  await expect(tile('Groupes')).toContainText('Stable en 30\u00a0jours')
  await expect(tile('Dossiers')).toContainText('Pas encore de comparaison')
})

test('figures state how many chests are left out because their content does not decrypt', async ({
  page,
  sharedInstallation,
}) => {
  const person = await furnish(sharedInstallation)
  await person.enter(page)
  const health = await person.call<object>('GET', '/api/kpi/health')
  const indicators = await person.call<object[]>('GET', '/api/kpi/various_kpi')
  const answer = async (own: number, all: number) => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.route('**/api/kpi/health', (route) =>
      route.fulfill({ json: { ...health, unreadableChests: own } }),
    )
    const json = indicators.map((one) => ({ ...one, unreadableChests: all }))
    await page.route('**/api/kpi/various_kpi', (route) => route.fulfill({ json }))
    await page.goto(`${sharedInstallation.url}/routes/dashboard`)
    await isDrawn(page)
  }
  await answer(1, 2)
  await expect(
    page.getByText("Le contenu d'un coffre est illisible et n'est pas compté\u00a0: signalez-le"),
  ).toBeVisible()
  await expect(
    page.getByText(/Le contenu de 2\scoffres est illisible.*le journal du serveur dit lesquels/),
  ).toBeVisible()
  await expectAccessible(page, 'chests left out')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await answer(0, 0)
  await expect(page.getByText(/est illisible/)).toHaveCount(0)
})

test('the dashboard of an empty installation shows empty cards with a notice [DASH-14]', async ({
  page,
  installation,
}) => {
  await enterAsFirst(page, installation)
  await expect(page).toHaveURL(/\/routes\/manager/)
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  for (const title of cards.slice(0, 4))
    await expect(card(page, title).getByText('Aucune donnée'), title).toBeVisible()
  await expect(card(page, 'Indicateurs').getByRole('listitem')).toHaveCount(12)
  // The user's own sign-in is the first.
  await expect(card(page, 'Connexions par jour').getByText(/^1\sconnexion en 30\sjours$/)).toBeVisible()
  await expect(
    card(page, "Nombre cumulé d'utilisateurs").getByText(/^1\sutilisateur aujourd'hui/),
  ).toBeVisible()
  await expectAccessible(page, 'empty installation')
  await page.goto(`${installation.url}/routes/dashboard/passwords`)
  await expect(page.getByText('Aucune donnée')).toBeVisible()
})

test('the list of passwords is paged, and its address names the page', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Longue liste')
  await addItems(person, chest, 12)
  await person.enter(page)
  await page.goto(
    `${sharedInstallation.url}/routes/dashboard/passwords?chestId=${chest.id}&limit=10&sort=chest`,
  )
  await expect(page.locator('[data-row]')).toHaveCount(10)
  await expect(page.getByText('12 mots de passe', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page).toHaveURL(/offset=10/)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  // A page beyond the last one leads to the last one.
  await page.goto(
    `${sharedInstallation.url}/routes/dashboard/passwords?chestId=${chest.id}&limit=10&offset=50`,
  )
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await expect(page).toHaveURL(/offset=10/)
})
