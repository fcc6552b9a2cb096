import type { Page } from '@playwright/test'
import { passTime, stopTime } from './clock.ts'
import { addItem, placeOf, withoutArrival } from './content.ts'
import { rowOf, toolbar } from './explorer.ts'
import { chooseFor, expectAccessible } from './office.ts'
import { waitForTransitions, storedKeys, toast } from './people.ts'
import { leaveOnly } from './session.ts'
import { expect, test } from './test.ts'

test('an ended session shows a toast and stores the current place [SESS-20]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(401)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Session')
  await addItem(person, chest, { name: 'Fiche' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Fiche')).toBeVisible()
  await rowOf(page, 'Fiche').focus()
  await person.call('POST', '/api/auth/logout')
  // By a key, whatever has the focus: a call of the page itself may already have led to the login form.
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Session expirée')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect.poll(() => storedKeys(page)).toEqual(['origin'])

  // « Back » shows nothing of the chest, and no page opens without a session.
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
})

test('without a session the sign-in page opens immediately, without an expiry notice, and leads back', async ({
  page,
  sharedInstallation,
  context,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Plus tard')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`${sharedInstallation.url}/`)
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect(page).toHaveURL(`${sharedInstallation.url}/auth`)
  expect(loaded).not.toContain('/api/session')
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect(toast(page, 'Session expirée')).toHaveCount(0)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/auth`)
  await expect(page).toHaveURL(placeOf(sharedInstallation.url, chest))
  await expect(toolbar(page, 'Importer')).toBeVisible()

  // Anybody may write such an address: it ends no session, and leads nowhere else.
  await page.evaluate("localStorage.setItem('mk', 'of an open chest')")
  await page.goto(`${sharedInstallation.url}/auth#retour=/routes/a/../../api/docs`)
  await expect(page).toHaveURL(/\/routes\/(explorer|manager)/)
  expect(await page.evaluate<string>("localStorage.getItem('mk')")).toBe('of an open chest')

  // After an ended session, a reloaded page shows the notice, and the other tabs leave too.
  const other = await context.newPage()
  await other.goto(placeOf(sharedInstallation.url, chest))
  await expect(toolbar(other, 'Importer')).toBeVisible()
  await context.clearCookies()
  await page.reload()
  await expect(toast(page, 'Session expirée')).toBeVisible()
  await expect(page).toHaveURL(`${sharedInstallation.url}/auth`)
  await expect.poll(() => storedKeys(page)).toEqual(['origin'])
  await expect(other.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect(toast(page, 'Session expirée')).toHaveCount(0)
})

test('without activity a countdown warns, then the session ends in every tab [SESS-21] [SESS-22]', async ({
  page,
  sharedInstallation,
  context,
  quietConsole,
}) => {
  quietConsole.allow(401)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Inactivité')
  await person.enter(page)
  await page.clock.install()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(toolbar(page, 'Importer')).toBeVisible()
  const warning = page.getByRole('alertdialog', { name: /Toujours là/ })
  await page.clock.fastForward('13:30')
  await expect(warning).toHaveCount(0)
  await page.clock.fastForward('00:45')
  await expect(warning).toContainText(/déconnecté dans \d+/)
  // By the keyboard: a moving pointer would count as activity.
  await expect(warning.getByRole('button', { name: 'Rester connecté' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(warning).toHaveCount(0)

  // A key pressed in another tab counts here.
  const other = await context.newPage()
  await other.goto(placeOf(sharedInstallation.url, chest))
  await expect(toolbar(other, 'Importer')).toBeVisible()
  await page.clock.fastForward('14:30')
  await expect(warning).toBeVisible()
  await other.evaluate('new BroadcastChannel("trousseau-activity").postMessage("alive")')
  await expect(warning).toHaveCount(0)

  await page.clock.fastForward('15:05')
  // The toast first: it disappears by itself.
  await expect(toast(page, 'Session expirée')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  // The other tab leaves too, though its own inactivity timer has hardly begun.
  await expect(other.getByRole('heading', { name: 'Connexion' })).toBeVisible()
})

test('when an administrator ends a session, its idle tabs leave [SESS-20]', async ({
  page,
  sharedInstallation,
  context,
  browser,
}) => {
  // The console must stay empty: the polls of the tabs are answered, not refused.
  const chief = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Poste quitté')
  await addItem(person, chest, { name: 'Fiche' })
  await person.enter(page)
  const other = await context.newPage()
  await other.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(other, 'Fiche')).toBeVisible()
  // A page without other polls: the page of a chest polls its lock every minute, which would be refused.
  await page.clock.install()
  await page.goto(`${sharedInstallation.url}/routes/account`)
  const account = page.getByRole('heading', { level: 1, name: 'Mon compte' })
  await expect(account).toBeVisible()
  await expect(page.getByText('Cette session')).toBeVisible()
  // If the poll's timer starts only after the jump in time, the poll follows later.
  const asked = page.waitForResponse('**/api/session/state', { timeout: 60_000 })
  await page.clock.fastForward('00:26')
  expect(await (await asked).json()).toEqual({ userId: person.id })
  await expect(account).toBeVisible()

  const desk = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await chief.enter(desk)
  await desk.goto(`${sharedInstallation.url}/routes/user/?userId=${person.id}`)
  const row = desk.getByRole('grid', { name: 'Utilisateurs' }).locator('[data-row]')
  await chooseFor(row.filter({ hasText: new RegExp(`${person.login}(?!\\d)`) }), 'Sessions')
  const dialog = desk.getByRole('dialog')
  await dialog
    .getByRole('listitem')
    .getByRole('button', { name: /^Terminer la session/ })
    .click()
  await expect(toast(desk, 'Session terminée')).toBeVisible()
  await expect(dialog).toContainText('Aucune session ouverte')
  await desk.context().close()
  await page.clock.fastForward('00:26')
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Connexion' })).toBeVisible()
})

test('toasts stay five seconds, appear once for the same text, and stand seventy pixels apart [SESS-24] [SESS-25]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Notifications')
  await addItem(person, chest, { name: 'Fiche', login: 'agent' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await rowOf(page, 'Fiche').focus()
  await stopTime(page)
  await page.mouse.move(700, 10)
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('group')
  await page.keyboard.press('l')
  await expect(toasts).toHaveText(['CopiéIdentifiant'])
  await passTime(page, 4_900)
  await expect(toasts).toHaveText(['CopiéIdentifiant'])

  // The same text reuses its toast, announces it again and restarts its five seconds.
  const announced = page.locator('[aria-live]').getByText('Copié, Identifiant')
  await announced.evaluate('(paragraph) => paragraph.setAttribute("data-former", "")')
  await page.keyboard.press('l')
  await expect(page.locator('[data-former]')).toHaveCount(0)
  await expect(announced).toHaveCount(1)
  await expect(toasts).toHaveText(['CopiéIdentifiant'])
  await passTime(page, 4_900)
  await expect(toasts).toHaveText(['CopiéIdentifiant'])
  await passTime(page, 200)
  await expect(toasts).toHaveCount(0)

  for (const key of ['l', 'f', 'f']) await page.keyboard.press(key)
  // Timers of the page deliver the replies between two key presses.
  const told = async () => {
    await passTime(page, 10)
    return (await toasts.allInnerTexts()).toSorted()
  }
  await expect.poll(told).toEqual(['Copié\nIdentifiant', 'Favori ajouté', 'Favori supprimé'])
  // Toasts appear with a transition.
  const steps = async (): Promise<number[]> => {
    const boxes = await Promise.all((await toasts.all()).map((one) => one.boundingBox()))
    const tops = boxes.map((box) => Math.round(box?.y ?? 0))
    return tops.slice(1).map((top, index) => Math.abs(top - (tops[index] ?? 0)))
  }
  await expect.poll(steps).toEqual([70, 70])
})

test('the page waits for an unreachable server and loses nothing typed [FOLD-04]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Panne')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau dossier').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau dossier' })
  await dialog.getByRole('textbox', { name: /^Nom/ }).fill('Plus tard')
  await page.route('**/{api,health}/**', (route) => route.abort('connectionrefused'))
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(toast(page, 'Erreur pendant création du dossier')).toBeVisible()
  const banner = page.getByText(/^Connexion au serveur interrompue/)
  await expect(banner).toBeVisible()
  await page.unroute('**/{api,health}/**')
  await expect(banner).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(toast(page, 'Dossier créé')).toBeVisible()
  await expect(rowOf(page, 'Plus tard')).toBeVisible()
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Administrateur$/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
}

test('a failed sign-out shows an error and stays on the login form', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Sortie')
  await person.enter(page)
  await page.route('**/api/auth/logout', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR', message: 'x', requestId: '1' } }),
  )
  await page.goto(placeOf(sharedInstallation.url, chest))
  await signOut(page)
  await expect(
    toast(page, 'La déconnexion a échoué, votre session est peut-être encore ouverte'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Identifiant/ })).toBeVisible()
})

/** Holds the reply to the end of the session. Returns what lets it through. */
async function holdEnd(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/logout', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a page that waits for the end of its session says so, and not that it is locked', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Attente')
  const ending = page.getByRole('heading', { level: 1, name: 'Fermeture de la session…', exact: true })
  const answer = await holdEnd(page)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await signOut(page)
  await expect(page).toHaveTitle('Fermeture de la session…')
  await expect(ending).toHaveCount(1)
  await expectAccessible(page, 'ending session')
  answer()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
})

test('a page with unsaved input that waits for the end of its session says so too', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Saisie')
  const answer = await holdEnd(page)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau dossier').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau dossier' })
  await dialog.getByRole('textbox', { name: /^Nom/ }).fill('Plus tard')
  await page.evaluate("dispatchEvent(new Event('trousseau:session-forbidden'))")
  await expect(page).toHaveTitle('Fermeture de la session…')
  answer()
  await expect(page.getByRole('status').filter({ hasText: 'Votre saisie est gardée' })).toBeVisible()
  await expect(page).toHaveTitle(/^Connexion/)
})

const leave = {
  'by the menu': signOut,
  'for want of activity': (page: Page) => page.clock.fastForward('15:05'),
}
for (const [way, goOut] of Object.entries(leave))
  test(`the page cancels pending calls before the session ends ${way} [SESS-20]`, async ({
    page,
    sharedInstallation,
  }) => {
    const person = await sharedInstallation.person()
    const chest = await sharedInstallation.chest(person, 'Lecture en cours')
    await person.enter(page)
    await page.clock.install()
    // Without a reply, the call is pending until the page cancels it.
    await withoutArrival(page)
    await page.route('**/api/explorer/data/**', () => undefined)
    let isCalledOff = false
    page.on('requestfailed', (request) => {
      if (request.url().includes('/api/explorer/data/')) isCalledOff = true
    })
    await page.route('**/api/auth/{logout,lock}', async (route) => {
      await expect.poll(() => isCalledOff).toBe(true)
      await route.continue()
    })
    const reading = page.waitForRequest('**/api/explorer/data/**')
    await page.goto(placeOf(sharedInstallation.url, chest))
    await reading
    await expect(page.getByRole('button', { name: /Administrateur$/ })).toBeVisible()
    expect(isCalledOff).toBe(false)
    await goOut(page)
    await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
    expect(isCalledOff).toBe(true)
  })

test('a user chooses the theme in the user menu, and it stays [SESS-13]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Thème')
  await person.enter(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(placeOf(sharedInstallation.url, chest))
  const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  const light = await background()
  await page.getByRole('button', { name: /Administrateur$/ }).click()
  await page.getByRole('menuitemradio', { name: 'Sombre' }).click()
  await expect.poll(background).not.toBe(light)
  await waitForTransitions(page)
  const dark = await background()
  await page.reload()
  await expect.poll(() => background()).toBe(dark)
})

test('the end of a session after its twelve hours is announced ten minutes before, in time to sign in anew', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(401)
  const person = await sharedInstallation.person()
  await person.enter(page)
  // By the page's own clock twelve hours are left: the server says what is left.
  await leaveOnly(page, await person.call<object>('GET', '/api/session'), 10.5 * 60_000)
  await page.clock.install()
  await page.goto(`${sharedInstallation.url}/routes/account`)
  await expect(page.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'Votre session se termine le' })
  await expect(notice).toHaveCount(0)
  await page.clock.fastForward('00:31')
  await expect(notice).toBeVisible()
  await expectAccessible(page, 'end of the session')
  // An account without a password and a second factor to prove itself with signs in anew.
  await notice.getByRole('button', { name: 'Prolonger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prolonger la session' })
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
  await page.waitForURL(/\/auth/)
  await expect(page.getByLabel('Identifiant')).toBeVisible()
})
