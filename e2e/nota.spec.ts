import { addItem, placeOf } from './content.ts'
import { stopTime, passTime } from './clock.ts'
import { choose, rowOf, toolbar } from './explorer.ts'
import { giveKey, addGuardianChest, keyDialog } from './guarded.ts'
import { createButton, linkOf, notaDialog, openNote, openReader } from './notas.ts'
import { expectAccessible, select } from './office.ts'
import { clipboard, toast } from './people.ts'
import { expect, test } from './test.ts'

test('a user writes a one-time message, copies its link, and it is read once [NOTA-01] [NOTA-02] [NOTA-03] [NOTA-04] [NOTA-05] [NOTA-06] [NOTA-07] [NOTA-08]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Accueil')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const dialog = await openNote(page)
  const expiry = dialog.getByRole('button', { name: 'Durée de validité' })
  await expect(expiry).toContainText('1\u00a0jour')
  await expiry.click()
  await expect(page.getByRole('option')).toHaveText([
    '1\u00a0heure',
    '4\u00a0heures',
    '1\u00a0jour',
    '3\u00a0jours',
    '7\u00a0jours',
    '30\u00a0jours',
  ])
  await page.keyboard.press('Escape')
  await select(page, 'Durée de validité', '4\u00a0heures')

  // Without text, the button explains why nothing is sent.
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/nota/create'))
      sent.push(`${request.headers()['content-type']}\n${request.postData()}`)
  })
  await createButton(page).click()
  await expect(dialog.getByText('Ce champ est obligatoire')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  expect(sent).toEqual([])

  // No spell checker receives the text.
  await expect(dialog.getByRole('textbox')).toHaveAttribute('spellcheck', 'false')
  const text = 'Le code du portail est 4312,\nà changer lundi.'
  await dialog.getByRole('textbox').fill(text)
  await createButton(page).dblclick()
  await expect(toast(page, 'Message créé')).toBeVisible()
  const link = await linkOf(page)
  // The link is copied by the same press.
  await expect(toast(page, 'Copié')).toBeVisible()
  await expect(dialog.getByText(/^Le lien est copié/)).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe(link)
  await expect(createButton(page)).toBeDisabled()
  // One call, as a form, sealed: it holds neither the text nor the key of the link.
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatch(/^multipart\/form-data; boundary=/)
  const field = (name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(sent[0] ?? '')?.[1]
  expect(field('chestId')).toBe(String(chest.id))
  expect(field('expirationDateId')).toBe('2')
  expect(field('proofHash')).toMatch(/^[\w-]{43}$/)
  expect(field('message')).toMatch(/^[\w-]{300,}$/)
  expect(sent[0]).not.toContain('portail')
  expect(sent[0]).not.toContain(link.split('#')[1])

  const copy = dialog.getByRole('button', { name: 'Copier le lien', exact: true })
  await expect(copy).toBeFocused()
  await page.evaluate("navigator.clipboard.writeText('autre')")
  await page.keyboard.press('Enter')
  await expect.poll(() => clipboard(page)).toBe(link)
  await page.mouse.click(8, 450)
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the link')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(toolbar(page, 'Partager')).toBeFocused()
})

test('a note about an item shares the ticked fields, its password only after it was revealed, and shows its reader the sender [NOTA-04] [NOTA-10] [NOTA-11] [EXPL-17] [EXPL-24]', async ({
  page,
  sharedInstallation,
  browser,
}) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Partage')
  const password = 'Xk4! tambour-lune.27'
  await addItem(owner, chest, { name: 'Pare-feu', login: 'admin', password })
  // The right to read is enough to share.
  const person = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, person)
  await person.enter(page)
  await page.clock.install()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()
  await expect(toolbar(page, 'Partager')).toBeEnabled()
  const read: string[] = []
  page.on('request', (request) => {
    if (/\/copy$|\/spy$/.test(request.url()))
      read.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  await choose(page, 'Pare-feu', 'Note')
  const dialog = notaDialog(page)
  const boxes = dialog.getByRole('group', { name: 'À partager' }).getByRole('checkbox')
  // The item has no address, so the dialog offers none.
  await expect(boxes).toHaveCount(3)
  await expect(dialog.getByRole('checkbox', { name: 'Nom', exact: true })).toBeFocused()
  const box = dialog.getByRole('checkbox', { name: 'Mot de passe' })
  await expect(box).toBeDisabled()
  await expect(box).not.toBeChecked()
  for (const name of ['Nom', 'Identifiant'])
    await boxes.and(dialog.getByRole('checkbox', { name, exact: true })).uncheck()
  await expect(createButton(page)).toBeEnabled()
  await createButton(page).click()
  await expect(dialog.getByText('Cochez au moins un champ, ou écrivez un texte')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Identifiant' }).check()
  await expect(dialog.getByText('Cochez au moins un champ, ou écrivez un texte')).toHaveCount(0)
  expect(read).toEqual([])

  await stopTime(page)
  await dialog.getByRole('button', { name: 'Révéler le mot de passe' }).click()
  await expect(box).toBeChecked()
  await expect.poll(() => read).toEqual(['copy', 'spy'])
  const mask = dialog.getByRole('button', { name: 'Masquer le mot de passe' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect
    .poll(async () => {
      const { x, width } = (await mask.boundingBox()) ?? { x: 0, width: 999 }
      return x + width
    })
    .toBeLessThan(320)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('textbox', { name: 'Texte à ajouter' }).fill('Bonne journée')
  const preview = dialog.getByRole('region', { name: 'Aperçu du message' })
  const message = `Identifiant\u00a0: admin\nMot de passe\u00a0: ${password}\n\nBonne journée`
  await expect.poll(() => preview.textContent()).toBe(message)
  // The preview masks the password again; the message still contains it.
  await passTime(page, 31_000)
  await expect(preview).not.toContainText(password)
  await expect(preview).toContainText('Masqué')
  await expect(box).toBeChecked()
  await page.clock.resume()
  await expectAccessible(page, 'a row')
  await dialog.getByRole('checkbox', { name: /^Montrer mon nom au lecteur/ }).check()
  // A browser that refuses to copy leaves it to the button.
  await page.evaluate("navigator.clipboard.write = () => Promise.reject(new Error('refused'))")
  await createButton(page).click()
  const link = await linkOf(page)
  const other = await openReader(browser)
  await other.page.goto(link)
  await expect(other.page.getByText(`Expéditeur\u00a0: Camille ${person.login}`)).toBeVisible()
  await other.reveal.click()
  await expect(other.text.getByRole('definition').filter({ hasText: /^admin$/ })).toBeVisible()
  await expect(other.text.getByText('Bonne journée')).toBeVisible()
  await expectAccessible(other.page, 'fields')
  await other.page.getByRole('button', { name: 'Copier\u00a0: Mot de passe' }).click()
  await expect.poll(() => clipboard(other.page)).toBe(password)
  await other.page.getByRole('button', { name: 'Copier le message' }).click()
  await expect.poll(() => clipboard(other.page)).toBe(message)
  await other.page.context().close()
  // Closing before the link is copied asks first.
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: /^Fermer sans avoir copié le lien/ })
  await expect(question.getByRole('button', { name: 'Revenir au lien' })).toBeFocused()
  await expectAccessible(page, 'an uncopied link')
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  expect(await linkOf(page)).toBe(link)
  // A key that is pressed before the focus is back reaches no dialog.
  await expect(dialog.getByRole('button', { name: 'Copier le lien', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Fermer sans copier' }).click()
  await expect(rowOf(page, 'Pare-feu')).toBeFocused()
  // The shortcut key of the entry does the same.
  await page.keyboard.press('p')
  await expect(dialog.getByRole('checkbox', { name: 'Nom', exact: true })).toBeFocused()
  await expect(dialog.getByRole('checkbox', { name: 'Mot de passe' })).toBeDisabled()
})

test('a failed creation keeps the typed message, and closing asks first [NOTA-07]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Pannes')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const broken = { status: 500, json: { code: 'INTERNAL', message: 'Une erreur est survenue' } }
  await page.route('**/api/nota/', (route) => route.fulfill(broken))
  await toolbar(page, 'Partager').click()
  const dialog = notaDialog(page).first()
  await expect(dialog.getByText("Les durées de validité n'ont pas pu être chargées.")).toBeVisible()
  await expect(createButton(page)).toBeDisabled()
  await page.unroute('**/api/nota/')
  await dialog.getByRole('button', { name: 'Réessayer' }).click()
  await expect(dialog.getByRole('button', { name: 'Durée de validité' })).toContainText('1\u00a0jour')

  await page.route('**/api/nota/create', (route) => route.fulfill(broken))
  const text = dialog.getByRole('textbox', { name: 'Message' })
  await text.fill('x'.repeat(20_001))
  await expect(dialog.getByText(/^20\s001 sur 20\s000$/)).toBeVisible()
  await expect(dialog.getByText(/Le message peut compter 20\s000 caractères au plus/)).toBeVisible()
  await text.fill('Le code est 4312')
  await createButton(page).click()
  await expect(toast(page, 'Erreur pendant la création du message')).toBeVisible()
  await expect(dialog.getByText('Une erreur est survenue')).toBeVisible()
  await expect(text).toHaveValue('Le code est 4312')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: /^Abandonner la saisie/ })
  await question.getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(question).toHaveCount(0)
  await page.unroute('**/api/nota/create')
  await createButton(page).click()
  await linkOf(page)
})

test('without https the note dialog explains that it needs https, and offers no field [NOTA-04]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Réseau local')
  await person.enter(page)
  await page.addInitScript('delete Crypto.prototype.subtle')
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Partager').click()
  await expect(notaDialog(page).getByText('Ouvrez Trousseau par son adresse https')).toBeVisible()
  await expect(createButton(page)).toBeDisabled()
  await expect(notaDialog(page).getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page, 'without https')
})

test('three presses give the link to a login and its password [NOTA-04] [NOTA-05]', async ({
  page,
  sharedInstallation,
  browser,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'En trois clics')
  await addItem(person, chest, { name: 'Portail', login: 'agent', password: 'le mot du jour 1' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const row = rowOf(page, 'Portail')
  await row.hover()
  await row.getByRole('button', { name: 'Partager' }).click()
  await notaDialog(page).getByRole('button', { name: 'Révéler le mot de passe' }).click()
  await expect(notaDialog(page).getByRole('checkbox', { name: 'Mot de passe' })).toBeChecked()
  await createButton(page).click()
  const link = await linkOf(page)
  await expect.poll(() => clipboard(page)).toBe(link)
  const reader = await openReader(browser)
  await reader.page.goto(link)
  await reader.reveal.click()
  for (const value of [/^agent$/, /^le mot du jour 1$/])
    await expect(reader.text.getByRole('definition').filter({ hasText: value })).toBeVisible()
  await reader.page.context().close()
})

test('a guardian chest that locks hides the note dialog, and shows it again without the password [NOTA-03]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  const chest = await addGuardianChest(sharedInstallation, person, 'Direction')
  const close = () => person.call('POST', '/api/masterkey/lock', { chestId: chest.id })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await giveKey(page)
  await choose(page, 'Annuaire', 'Note')
  const dialog = page.getByRole('dialog', { name: 'Partager un message à lecture unique' })
  const box = dialog.getByRole('checkbox', { name: 'Mot de passe' })
  await dialog.getByRole('button', { name: 'Révéler le mot de passe' }).click()
  await expect(box).toBeChecked()
  await dialog.getByRole('textbox').fill('Réunion à 9 h')
  await close()
  // The page checks the lock when its tab becomes visible.
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await expect(keyDialog(page)).toBeVisible()
  await expect(dialog).toBeHidden()
  await giveKey(page)
  await expect(dialog.getByRole('textbox')).toHaveValue('Réunion à 9 h')
  await expect(box).toBeDisabled()
  await expect(box).not.toBeChecked()
  await expect(dialog.getByRole('region', { name: 'Aperçu du message' })).not.toContainText('Mot de passe')
  // The chest locks during the call: the call is repeated after the unlock.
  await close()
  await createButton(page).click()
  await giveKey(page)
  await expect(toast(page, 'Message créé')).toBeVisible()
  await linkOf(page)
})
