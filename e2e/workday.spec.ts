import type { Page } from '@playwright/test'
import { addFolder, addItem, addItems, placeOf } from './content.ts'
import { movesOf, focusDropTarget, toRoot, wayBack } from './dragging.ts'
import { choose, entryOf, names, open, panelOf, rowOf, toolbar, toTrash } from './explorer.ts'
import { lockNotice, chooseInMenu, giveKey, key, makeLockedItem, openChestForm } from './guarded.ts'
import { linkOf, createButton, openReader } from './notas.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

// The daily work in the explorer, in short: these journeys run on both engines.

const trashRow = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: 'Éléments supprimés' })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })

test('a user creates, uses, locks and unlocks a guardian chest [CHOO-12] [MKEY-05] [EXPL-12]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  // Calls of the page are refused after the lock.
  quietConsole.allow(423)
  const person = await sharedInstallation.person()
  await person.enter(page)
  const form = await openChestForm(page, sharedInstallation)
  await form.name.fill('Direction')
  for (const field of [form.masterKey, form.confirmation]) await field.fill(key)
  await form.submit.click()
  await expect(page).toHaveTitle(/^Explorateur · Direction/)
  const lock = await makeLockedItem(page, 'Pare-feu')
  await expect(lock).toBeVisible()

  await chooseInMenu(page, 'Verrouiller maintenant')
  await expect(toast(page, 'Coffre verrouillé')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  await lockNotice(page).getByRole('button', { name: 'Saisir la clé maître' }).click()
  await giveKey(page)
  await expect(lock).toBeVisible()
})

test('a user stars an item, resolves an edit conflict, and restores its old password [FAVO-08] [HIST-03] [PANL-12]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const [person, other] = [await sharedInstallation.person(), await sharedInstallation.person()]
  const chest = await sharedInstallation.chest(person, 'Partagé')
  await sharedInstallation.grant(chest, other, { update: true })
  const id = await addItem(person, chest, { name: 'Annuaire', login: 'agent', password: 'le premier mot 1' })
  const change = (elementType: string, elementValue: string) =>
    other.call('PATCH', `/api/item/${id}`, { elementType, elementValue })
  await change('password', 'le second mot 2')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, 'Annuaire', 'Ajouter aux favoris')
  await expect(toast(page, 'Favori ajouté')).toBeVisible()
  const card = page.getByRole('region', { name: 'Mots de passe favoris' }).getByRole('listitem')
  await expect(card).toContainText('agent')

  await open(page, 'Annuaire')
  const panel = panelOf(page, 'Annuaire')
  await panel.getByRole('button', { name: /^Modifier.*Identifiant$/ }).click()
  await change('login', 'le leur')
  await panel.getByRole('textbox').fill('le mien')
  await panel.getByRole('button', { name: 'Valider' }).click()
  const conflict = panel.getByRole('group', { name: /a modifié ce champ/ })
  await expect(conflict).toContainText('le leur')
  await conflict.getByRole('button', { name: 'Garder la mienne' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(card).toContainText('le mien')

  await panel.getByRole('tab', { name: 'Activité' }).click()
  const entry = panel.getByRole('listitem').filter({ hasText: /^Mot de passe modifié/ })
  await entry.getByRole('button', { name: "Voir l'ancienne valeur" }).click()
  await expect(entry).toContainText('le premier mot 1')
  await entry.getByRole('button', { name: 'Restaurer' }).click()
  await expect(toast(page, 'Ancienne valeur restaurée')).toBeVisible()
  expect(await person.call<string>('GET', `/api/item/${id}/copy`)).toBe('le premier mot 1')
})

test('a deleted element is restored, and the search finds it [SRCH-12] [TRSH-08] [TRSH-11]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Allers et retours')
  const folder = await addFolder(person, chest, 'Réseau')
  const id = await addItem(person, chest, { name: 'Commutateur', parentFolderId: folder })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest, { folderId: folder }))
  await choose(page, 'Commutateur', 'Supprimer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(rowOf(page, 'Commutateur')).toHaveCount(0)
  await toTrash(page)
  await trashRow(page, 'Commutateur').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Restaurer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurer' }).click()
  await expect(toast(page, 'Elément restauré')).toBeVisible()
  await expect(trashRow(page, 'Commutateur')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Rechercher dans tous vos coffres' })).toBeFocused()
  await page.keyboard.type('commut')
  const found = page
    .getByRole('listbox', { name: 'Résultats de la recherche' })
    .getByRole('option', { name: /^Commutateur/ })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(panelOf(page, 'Commutateur')).toBeVisible()
  await expect(rowOf(page, 'Commutateur')).toHaveAttribute('aria-selected', 'true')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    folderId: String(folder),
    selectId: String(id),
    selectType: 'item',
  })
})

test('a user sends a login and its password to a reader without an account, once [NOTA-04] [NOTA-05] [NOTA-09]', async ({
  page,
  sharedInstallation,
  browser,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'À transmettre')
  await addItem(person, chest, { name: 'Portail', login: 'agent', password: 'le mot du jour 1' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, 'Portail', 'Note')
  await page.getByRole('dialog').getByRole('button', { name: 'Révéler le mot de passe' }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'Mot de passe' })).toBeChecked()
  await createButton(page).click()
  const link = await linkOf(page)
  const one = await openReader(browser)
  await one.page.goto(link)
  await one.reveal.click()
  for (const value of [/^agent$/, /^le mot du jour 1$/])
    await expect(one.text.getByRole('definition').filter({ hasText: value })).toBeVisible()
  const two = await openReader(browser)
  await two.page.goto(link)
  await expect(two.page.getByRole('heading', { name: "Ce message n'est plus là" })).toBeVisible()
})

test('an intervenant who may only read sees the other actions disabled [RGHT-12] [RGHT-13] [RGHT-14]', async ({
  page,
  sharedInstallation,
}) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Lecture')
  await addItem(owner, chest, { name: 'Fiche' })
  await owner.call('DELETE', `/api/item/${await addItem(owner, chest, { name: 'Jeté' })}`)
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await rowOf(page, 'Fiche').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Détails' })).toBeEnabled()
  for (const entry of ['Modifier', 'Déplacer', 'Supprimer']) await expect(entryOf(page, entry)).toBeDisabled()
  await page.keyboard.press('Escape')
  for (const name of ['Nouveau mot de passe', 'Nouveau dossier', 'Importer'])
    await expect(toolbar(page, name)).toBeDisabled()
  await open(page, 'Fiche')
  await expect(panelOf(page, 'Fiche').getByRole('button', { name: 'Afficher le mot de passe' })).toBeVisible()
  await expect(panelOf(page, 'Fiche').getByRole('button', { name: /^Modifier|^Supprimer/ })).toHaveCount(0)
  await chooseInMenu(page, 'Corbeille')
  await trashRow(page, 'Jeté').click({ button: 'right' })
  for (const entry of ['Restaurer', 'Supprimer définitivement'])
    await expect(page.getByRole('menuitem', { name: entry })).toBeDisabled()
})

test('a keyboard user selects, drags, drops and undoes [EXPL-18] [EXPL-19]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Clavier')
  const archive = await addFolder(person, chest, 'Archives')
  await addFolder(person, chest, 'Voirie')
  await addItems(person, chest, 3)
  await person.enter(page)
  const moves = movesOf(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Compte 001')).toBeVisible()

  // The table has the focus from the start.
  await expect(rowOf(page, 'Archives')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await expect(rowOf(page, 'Compte 002')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 éléments sélectionnés').first()).toBeVisible()

  // The drag handle starts; Tab and arrows move between drop targets; Escape cancels.
  await page.keyboard.press('ArrowRight')
  await expect(
    rowOf(page, 'Compte 003').getByRole('button', { name: 'Faire glisser les 2 éléments sélectionnés' }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-over]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-over]')).toHaveCount(0)
  expect(moves).toEqual([])

  await expect(rowOf(page, 'Compte 003').getByRole('button', { name: /^Faire glisser/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-over]')).toHaveCount(1)
  await focusDropTarget(page, rowOf(page, 'Archives'))
  await page.keyboard.press('Enter')
  await expect(toast(page, '2\u00a0mots de passe déplacés')).toBeVisible()
  expect(moves.at(-1)?.body).toMatchObject({ folderId: archive })
  // The focus stays in the table, on the folder that received them.
  await expect(rowOf(page, 'Archives')).toBeFocused()

  // One row by its shortcut key, to the root by the row that leads up.
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Compte 002')).toBeVisible()
  await rowOf(page, 'Compte 002').focus()
  await page.keyboard.press('g')
  await expect(page.locator('[data-over]')).toHaveCount(1)
  await focusDropTarget(page, rowOf(page, toRoot))
  await expect(rowOf(page, toRoot)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Mot de passe déplacé')).toBeVisible()
  expect(moves.at(-1)?.body).toEqual({ elementType: 'folder', elementValue: '' })
  await expect.poll(() => names(page)).toEqual([wayBack, 'Compte 003'])

  // A key undoes it, even without the toast.
  await page.keyboard.press('Control+z')
  await expect(toast(page, 'Déplacement annulé')).toBeVisible()
  await expect(rowOf(page, 'Compte 002')).toBeFocused()
})
