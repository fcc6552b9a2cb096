import { passTime, stopTime } from './clock.ts'
import { addFolder, addItem, addItems, placeOf, withoutArrival } from './content.ts'
import { choose, names, open, panelOf, rowOf, toTrash } from './explorer.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('the confirmation of a deletion names what it deletes, and one click restores it [ITEM-20] [ITEM-21] [ITEM-22] [FOLD-08] [FOLD-09] [FOLD-10] [EXPL-26] [TRSH-11] [TRSH-13] [HIST-04] [HIST-05]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Suppressions')
  const folder = await addFolder(person, chest, 'Anciens sites')
  await addFolder(person, chest, 'Sous-dossier', folder)
  for (const name of ['Un', 'Deux', 'Trois']) await addItem(person, chest, { name, parentFolderId: folder })
  await addItem(person, chest, { name: 'Pare-feu' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const confirm = page.getByRole('alertdialog')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(new URL(request.url()).pathname)
  })

  await open(page, 'Pare-feu')
  await choose(page, 'Pare-feu', 'Supprimer')
  await expect(confirm).toContainText('un mot de passe')
  await confirm.getByRole('button', { name: 'Annuler' }).click()
  await expect(confirm).toHaveCount(0)
  expect(sent).toEqual([])

  quietConsole.allow(500)
  await page.route('**/api/item/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Erreur interne' } })
      : route.continue(),
  )
  await choose(page, 'Pare-feu', 'Supprimer')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'Erreur pendant la suppression')).toBeVisible()
  await page.unroute('**/api/item/*')
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()

  await choose(page, 'Pare-feu', 'Supprimer')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, 'Mot de passe supprimé')).toBeVisible()
  await expect(rowOf(page, 'Pare-feu')).toHaveCount(0)
  await expect(panelOf(page, 'Pare-feu')).toHaveCount(0)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Annuler' }).click()
  await expect(toast(page, 'Elément restauré')).toBeVisible()
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()

  await open(page, 'Pare-feu')
  await panelOf(page, 'Pare-feu').getByRole('tab', { name: 'Activité' }).click()
  await expect(panelOf(page, 'Pare-feu').getByRole('listitem')).toHaveText([
    /^Restauration/,
    /^Suppression/,
    /^Création/,
  ])

  await choose(page, 'Anciens sites', 'Supprimer')
  await expect(confirm).toContainText('un dossier')
  await expect(confirm).toContainText(/3\smots de passe, 1\sdossier/)
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(rowOf(page, 'Anciens sites')).toHaveCount(0)
  await expect.poll(() => sent.at(-1)).toBe(`/api/folder/${folder}`)
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Annuler' })
    .last()
    .click()
  await open(page, 'Anciens sites')
  await expect.poll(() => names(page)).toHaveLength(5)
})

test('after a deletion by keyboard the next row has the focus, and the toast or a key restores the row [EXPL-17] [EXPL-26] [SESS-24] [TRSH-11]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Touches')
  await addFolder(person, chest, 'Archives')
  await addItems(person, chest, 4)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const remove = async (name: string, next: string) => {
    await rowOf(page, name).focus()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, name)).toHaveCount(0)
    await expect(rowOf(page, next)).toBeFocused()
  }
  await remove('Compte 002', 'Compte 003')
  await page.keyboard.press('F6')
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Annuler' })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Compte 002')).toBeFocused()

  // The toast disappears after five seconds; Ctrl+Z still works.
  await remove('Compte 004', 'Compte 003')
  await expect(undo).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(rowOf(page, 'Compte 004')).toBeFocused()

  // All entries of a row's menu.
  const offers = async (name: string, entries: readonly RegExp[]) => {
    await rowOf(page, name).focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu', { name: new RegExp(name) }).getByRole('menuitem')).toHaveText(entries)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  const away = [/^Dupliquer/, /^Copier vers un autre coffre/, /^Déplacer vers un autre coffre/]
  await offers('Archives', [
    /^Ouvrir/,
    /^Détails/,
    /^Modifier/,
    /^Déplacer/,
    ...away,
    /^Exporter/,
    /^Supprimer/,
  ])
  const use = [/^Copier le mot de passe/, /^Ajouter aux favoris/]
  const edit = [/^Détails/, /^Modifier/, /^Renouveler/, /^Changer la catégorie/, /^Déplacer/]
  await offers('Compte 001', [...use, ...edit, ...away, /^Note/, /^Exporter/, /^Supprimer/])
})

test('the menu moves an element to any folder except its own [TREE-01] [TREE-03] [TREE-04] [TREE-05] [TREE-06] [TREE-07] [TREE-08] [TREE-09] [TREE-10]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Déménagement')
  const buildings = await addFolder(person, chest, 'Bâtiments')
  const school = await addFolder(person, chest, 'École', buildings)
  await addFolder(person, chest, 'Voirie')
  await addItem(person, chest, { name: 'Alarme' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, 'Alarme', 'Déplacer')
  const dialog = page.getByRole('dialog', { name: /^Déplacer/ })
  const tree = dialog.getByRole('tree')
  const node = (name: string) => tree.getByRole('treeitem', { name })
  const move = dialog.getByRole('button', { name: 'Déplacer ici' })
  await expect(move).toBeDisabled()
  await expect(node('Déménagement')).toHaveAttribute('aria-disabled', 'true')
  await expect(node('Déménagement')).toContainText('dossier actuel')
  await expect(node('École')).toHaveCount(0)
  await node('Bâtiments').getByRole('button').click()
  await expect(node('École')).toBeVisible()
  await node('Bâtiments').getByRole('button').click()
  await expect(node('École')).toHaveCount(0)

  const search = dialog.getByRole('searchbox', { name: 'Chercher un dossier' })
  await stopTime(page)
  await search.fill('ecole')
  await passTime(page, 499)
  await expect(node('Voirie')).toHaveCount(1)
  await passTime(page, 1)
  await expect(node('Voirie')).toHaveCount(0)
  await page.clock.resume()
  // The arrow moves to the match, and Enter chooses it.
  await search.press('ArrowDown')
  await expect(node('École')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(move).toBeEnabled()
  await search.fill('gymnase')
  await expect(dialog.getByText('Aucun résultat')).toBeVisible()
  await search.fill('ecole')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await node('École').click()
  await move.click()
  expect((await sent).postDataJSON()).toMatchObject({ elementType: 'folder', elementValue: school })
  await expect(toast(page, 'Mot de passe déplacé')).toBeVisible()
  await expect(rowOf(page, 'Alarme')).toHaveCount(0)

  await open(page, 'Bâtiments')
  await open(page, 'École')
  await choose(page, 'Alarme', 'Déplacer')
  await expect(node('École')).toHaveAttribute('aria-disabled', 'true')
  const home = page.waitForRequest((request) => request.method() === 'PATCH')
  await node('Déménagement').click()
  await move.click()
  expect((await home).postDataJSON()).toMatchObject({ elementType: 'folder', elementValue: '' })
  await expect(rowOf(page, 'Alarme')).toHaveCount(0)

  // A folder cannot be moved into its own subfolders. The dialog shows a refusal of the server.
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Alarme')).toBeVisible()
  quietConsole.allow(409)
  await choose(page, 'Bâtiments', 'Déplacer')
  await search.fill('ecole')
  await expect(node('École')).toHaveAttribute('aria-disabled', 'true')
  await node('École').click({ force: true })
  await expect(move).toBeDisabled()
  const { id: voirie } = await person.call<{ id: number }>('POST', '/api/folder/', {
    chestId: chest.id,
    name: 'Éphémère',
  })
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.reload()
  await choose(page, 'Bâtiments', 'Déplacer')
  await node('Éphémère').click()
  await person.call('PATCH', `/api/folder/${voirie}`, { elementType: 'folder', elementValue: buildings })
  await move.click()
  await expect(toast(page, 'Problème lors du changement')).toBeVisible()
  await expect(dialog).toContainText('Un dossier ne peut pas être déplacé dans lui-même')
  await search.fill('voirie')
  await node('Voirie').click()
  await move.click()
  await expect(toast(page, 'Dossier déplacé')).toBeVisible()
  await expect(rowOf(page, 'Bâtiments')).toHaveCount(0)
})

test('a user restores and destroys elements in the trash of a chest [EXPL-16] [TRSH-01] [TRSH-02] [TRSH-06] [TRSH-08] [TRSH-09] [TRSH-10] [TRSH-14]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Tri')
  for (const name of ['Gardé', 'Jeté']) {
    const id = await addItem(person, chest, { name })
    await person.call('DELETE', `/api/item/${id}`)
  }
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  // A wide toolbar shows all actions; a narrow one puts the rest into its menu.
  const bar = page.getByRole('group', { name: 'Actions du coffre' })
  await page.setViewportSize({ width: 1600, height: 900 })
  for (const name of ['Nouveau mot de passe', 'Nouveau dossier', 'Importer', 'Partager', 'Changer de coffre'])
    await expect(bar.getByRole('button', { name, exact: true })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await bar.getByRole('button', { name: "Plus d'actions" }).click()
  for (const name of ['Nouveau dossier', 'Importer', 'Partager', 'Corbeille', 'Changer de coffre'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await toTrash(page)
  await expect(page).toHaveURL(new RegExp(`/routes/trash/?\\?chestId=${chest.id}`))
  await expect(page).toHaveTitle(/^Corbeille/)
  const table = page.getByRole('grid', { name: 'Éléments supprimés' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  for (const [name, entry, update, text] of [
    ['Gardé', 'Restaurer', 'restore', 'Elément restauré'],
    ['Jeté', 'Supprimer définitivement', 'delete', 'Elément supprimé définitivement'],
  ] as const) {
    await row(name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: entry }).click()
    await expect(toast(page, text)).toBeVisible()
    await expect(row(name)).toHaveCount(0)
    await expect.poll(() => sent.at(-1)).toEqual({ update })
  }
  await expect(page.getByText('Aucune donnée')).toBeVisible()
  await page.getByRole('link', { name: 'Revenir au coffre' }).click()
  await expect(rowOf(page, 'Gardé')).toBeVisible()
  await expect(rowOf(page, 'Jeté')).toHaveCount(0)
  await page.goto(`${sharedInstallation.url}/routes/trash/`)
  await expect(page).toHaveURL(/\/routes\/manager/)
})

test('a tree that cannot be loaded shows an error in its place and in a toast, and can be retried [TREE-11]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(500)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Sans arbre')
  await addFolder(person, chest, 'Réseau')
  await addItem(person, chest, { name: 'Routeur' })
  await person.enter(page)
  await withoutArrival(page)
  await page.route('**/api/chest/*/tree/', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(placeOf(sharedInstallation.url, chest))
  const failed = 'Problème lors du chargement'
  await expect(toast(page, failed)).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Dossiers du coffre' })
  await expect(sidebar.getByRole('alert')).toContainText(failed)
  await choose(page, 'Routeur', 'Déplacer')
  const dialog = page.getByRole('dialog', { name: /^Déplacer/ })
  await expect(dialog.getByRole('alert')).toContainText(failed)
  await expect(dialog.getByRole('button', { name: 'Déplacer ici' })).toBeDisabled()

  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Réessayer' }).click()
  await dialog.getByRole('treeitem', { name: 'Réseau' }).click()
  await dialog.getByRole('button', { name: 'Déplacer ici' }).click()
  await expect(toast(page, 'Mot de passe déplacé')).toBeVisible()
  await expect(sidebar.getByRole('treeitem', { name: 'Réseau' })).toBeVisible()
})
