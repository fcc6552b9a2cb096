import type { Page } from '@playwright/test'
import { addFolder, addItem, addItems, placeOf } from './content.ts'
import { movesOf, toRoot, wayBack } from './dragging.ts'
import { names, open, panelOf, rowOf } from './explorer.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const crumbs = (page: Page) => page.getByRole('navigation', { name: "Fil d'Ariane" })
const tree = (page: Page) => page.getByRole('tree', { name: 'Dossiers du coffre' })
const box = (page: Page, name: string) => rowOf(page, name).getByRole('checkbox')
const undo = (page: Page) => page.getByRole('button', { name: 'Annuler' }).last()
test('a user drops an element by mouse on a folder row, on the row that leads up and on the path [EXPL-18] [EXPL-19] [TREE-07] [TREE-10]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Glisser')
  const network = await addFolder(person, chest, 'Réseau')
  const site = await addFolder(person, chest, 'Site Nord', network)
  const bay = await addFolder(person, chest, 'Baie', site)
  const router = await addItem(person, chest, { name: 'Routeur', parentFolderId: site })
  const alarm = await addItem(person, chest, { name: 'Alarme' })
  await person.enter(page)
  const moves = movesOf(page)
  await page.goto(placeOf(sharedInstallation.url, chest))

  await rowOf(page, 'Alarme').dragTo(rowOf(page, 'Réseau'))
  await expect(toast(page, 'Mot de passe déplacé')).toBeVisible()
  await expect(rowOf(page, 'Alarme')).toHaveCount(0)
  expect(moves).toEqual([
    { path: `/api/item/${alarm}`, body: { elementType: 'folder', elementValue: network } },
  ])
  await undo(page).click()
  await expect(rowOf(page, 'Alarme')).toBeVisible()
  await expect(toast(page, 'Déplacement annulé')).toBeVisible()
  expect(moves.at(-1)?.body).toEqual({ elementType: 'folder', elementValue: '' })

  // The row that leads up is the root of the chest, and shows it during a drag.
  await page.goto(placeOf(sharedInstallation.url, chest, { folderId: site }))
  await rowOf(page, 'Baie').hover()
  await page.mouse.down()
  await rowOf(page, 'Routeur').hover()
  await expect(rowOf(page, toRoot)).toBeVisible()
  await rowOf(page, toRoot).hover()
  await page.mouse.up()
  await expect(toast(page, 'Dossier déplacé')).toBeVisible()
  await expect(rowOf(page, wayBack)).toBeVisible()
  await expect(rowOf(page, 'Baie')).toHaveCount(0)
  await expect
    .poll(() => moves.at(-1))
    .toEqual({
      path: `/api/folder/${bay}`,
      body: { elementType: 'folder', elementValue: '' },
    })

  await rowOf(page, 'Routeur').dragTo(crumbs(page).getByRole('link', { name: 'Réseau' }))
  await expect(rowOf(page, 'Routeur')).toHaveCount(0)
  // The row disappears before the call.
  await expect
    .poll(() => moves.at(-1))
    .toEqual({ path: `/api/item/${router}`, body: { elementType: 'folder', elementValue: network } })
  await open(page, wayBack)
  await expect.poll(() => names(page)).toEqual([wayBack, 'Site Nord', 'Routeur'])
  await rowOf(page, 'Routeur').dragTo(tree(page).getByRole('treeitem', { name: 'Racine du coffre' }))
  await expect(rowOf(page, 'Routeur')).toHaveCount(0)
  await open(page, wayBack)
  await expect.poll(() => names(page)).toEqual(['Baie', 'Réseau', 'Alarme', 'Routeur'])
})

test('a drag that begins before its code has loaded finds its targets as soon as it has [EXPL-18] [TREE-07]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Aussitôt')
  const folder = await addFolder(person, chest, 'Dossier')
  const item = await addItem(person, chest, { name: 'Fiche' })
  await addItem(person, chest, { name: 'Autre fiche' })
  await person.enter(page)
  const moves = movesOf(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\/(DragEngine|overlayParts)[^/]*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(placeOf(sharedInstallation.url, chest))
  await rowOf(page, 'Fiche').hover()
  await page.mouse.down()
  await rowOf(page, 'Autre fiche').hover()
  await expect(rowOf(page, 'Fiche')).toHaveClass(/dragged/)
  await expect(page.getByRole('button', { name: /^Déplacer/ })).toHaveCount(0)
  held.resolve()
  const spot = rowOf(page, 'Dossier').getByRole('button', { name: 'Déplacer dans « Dossier »' })
  await expect(spot).toHaveCount(1)
  await rowOf(page, 'Dossier').hover()
  await page.mouse.up()
  await expect(toast(page, 'Mot de passe déplacé')).toBeVisible()
  await expect(rowOf(page, 'Fiche')).toHaveCount(0)
  expect(moves).toEqual([
    { path: `/api/item/${item}`, body: { elementType: 'folder', elementValue: folder } },
  ])
})

test("a drop on the element's own folder or on itself is refused, and a failed move shows its error [TREE-08] [TREE-09] [TREE-10]", async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Interdits')
  const outer = await addFolder(person, chest, 'Dehors')
  await addFolder(person, chest, 'Dedans', outer)
  await addFolder(person, chest, 'Autre')
  await addItem(person, chest, { name: 'Fiche' })
  await person.enter(page)
  const moves = movesOf(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await tree(page).getByRole('treeitem', { name: 'Dehors' }).getByRole('button').click()

  await rowOf(page, 'Dehors').hover()
  await page.mouse.down()
  await rowOf(page, 'Fiche').hover()
  const spots = page.getByRole('button', { name: /^Déplacer/ })
  await expect(spots).toHaveCount(2)
  await expect(rowOf(page, 'Autre').getByRole('button', { name: 'Déplacer dans « Autre »' })).toHaveCount(1)
  for (const name of ['Dehors', 'Dedans', 'Racine du coffre'])
    await expect(
      tree(page)
        .getByRole('treeitem', { name })
        .getByRole('button', { name: /^Dépla/ }),
    ).toHaveCount(0)
  await rowOf(page, 'Dehors').hover()
  await page.mouse.up()
  await expect(spots).toHaveCount(0)
  expect(moves).toEqual([])

  // The page may request the deleted folder: its row is under the mouse, its branch is expanded.
  quietConsole.allow(404, 409)
  await person.call('DELETE', `/api/folder/${outer}`)
  await page.route('**/api/item/*', (route) =>
    route.fulfill({ status: 409, json: { code: 'ALREADY_THERE', message: 'x' } }),
  )
  await rowOf(page, 'Fiche').dragTo(rowOf(page, 'Autre'))
  await expect(toast(page, 'Problème lors du changement')).toBeVisible()
  await expect(rowOf(page, 'Fiche')).toBeVisible()
  await expect(rowOf(page, 'Dehors')).toHaveCount(0)
})

test('a user selects several rows with boxes, Ctrl and Shift, and moves them together [EXPL-18] [TREE-07] [FOLD-09] [ITEM-21]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Lots')
  const target = await addFolder(person, chest, 'Archives')
  const moved = await addFolder(person, chest, 'Vieux')
  const ids = await addItems(person, chest, 6)
  await person.enter(page)
  const moves = movesOf(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const bar = page.getByRole('group', { name: 'Actions sur la sélection' })
  await expect(bar).toHaveCount(0)

  await box(page, 'Compte 001').check()
  await expect(bar).toContainText('1 élément sélectionné')
  await rowOf(page, 'Compte 004')
    .getByRole('rowheader')
    .click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('4 éléments sélectionnés')
  await rowOf(page, 'Compte 002')
    .getByRole('rowheader')
    .click({ modifiers: ['Control'] })
  await rowOf(page, 'Vieux')
    .getByRole('rowheader')
    .click({ modifiers: ['Control'] })
  await expect(bar).toContainText('4 éléments sélectionnés')
  await expect(page.getByRole('complementary')).toHaveCount(0)

  // The address holds the selection: a reload shows the same view.
  await page.reload()
  await expect(bar).toContainText('4 éléments sélectionnés')
  await expect(rowOf(page, 'Compte 002')).toHaveAttribute('aria-selected', 'false')

  await rowOf(page, 'Compte 003').dragTo(rowOf(page, 'Archives'))
  await expect(toast(page, '4 éléments déplacés')).toBeVisible()
  expect(moves).toEqual([
    {
      path: '/api/explorer/move',
      body: {
        chestId: chest.id,
        items: [ids[0], ids[2], ids[3]],
        folders: [moved],
        folderId: target,
      },
    },
  ])
  await expect(bar).toHaveCount(0)
  await expect(page).not.toHaveURL(/marked/)
  await expect.poll(() => names(page)).toEqual(['Archives', 'Compte 002', 'Compte 005', 'Compte 006'])
  // Restored rows have the focus, and keep it.
  await undo(page).click()
  await expect(rowOf(page, 'Vieux')).toBeFocused()

  // Moves them by the dialog.
  await rowOf(page, 'Compte 001').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: /^Déplacer 2.mots de passe$/ })
  await dialog.getByRole('treeitem', { name: 'Vieux' }).click()
  await dialog.getByRole('button', { name: 'Déplacer ici' }).click()
  await expect(toast(page, '2\u00a0mots de passe déplacés')).toBeVisible()

  // Deletes and restores them.
  await page.getByRole('checkbox', { name: 'Sélectionner les 6' }).check()
  await expect(bar).toContainText('6 éléments sélectionnés')
  await bar.getByRole('button', { name: 'Supprimer' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Supprimer 6 éléments' })
  await expect(confirm).toContainText(/4.mots de passe, 2.dossiers/)
  await expect(confirm).toContainText(/Partiront avec eux.: 2.mots de passe/)
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(toast(page, '6 éléments supprimés')).toBeVisible()
  await expect(page.getByText('Aucune donnée')).toBeVisible()
  await undo(page).click()
  await expect(toast(page, 'Eléments restaurés')).toBeVisible()
  await expect
    .poll(() => names(page))
    .toEqual(['Archives', 'Vieux', 'Compte 003', 'Compte 004', 'Compte 005', 'Compte 006'])
})

test('a user without the right to update cannot drag: the gesture opens the element [RGHT-15]', async ({
  page,
  sharedInstallation,
}) => {
  const owner = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(owner, 'Consultation')
  const folder = await addFolder(owner, chest, 'Dossier')
  await addItem(owner, chest, { name: 'Fiche' })
  await addItem(owner, chest, { name: 'Dedans', parentFolderId: folder })
  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, reader)
  await reader.enter(page)
  const moves = movesOf(page)
  await page.goto(placeOf(sharedInstallation.url, chest))

  await rowOf(page, 'Fiche').dragTo(rowOf(page, 'Dossier'))
  await expect(panelOf(page, 'Fiche')).toBeVisible()
  await expect(rowOf(page, 'Fiche').getByRole('button', { name: /Faire glisser/ })).toHaveCount(0)
  await rowOf(page, 'Fiche').focus()
  await page.keyboard.press('g')
  await expect(page.locator('[data-over]')).toHaveCount(0)
  await rowOf(page, 'Dossier').dragTo(rowOf(page, 'Fiche'))
  await expect(rowOf(page, 'Dedans')).toBeVisible()

  // No action works on several rows, so rows have no boxes.
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  expect(moves).toEqual([])
})

test('selecting and dragging have no accessibility fault in either theme, and fit a narrow screen', async ({
  page,
  sharedInstallation,
}) => {
  test.setTimeout(240_000)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Accessible')
  await addFolder(person, chest, 'Archives')
  await addItems(person, chest, 2)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Compte 001')).toBeVisible()
  await expect.poll(() => page.locator('[data-row] svg').count()).toBeGreaterThan(3)
  await box(page, 'Compte 001').check()
  await expectAccessible(page, 'a selection')
  await rowOf(page, 'Compte 001').focus()
  await page.keyboard.press('g')
  await expect(page.locator('[data-over]')).toHaveCount(1)
  // During a keyboard drag everything but the drop targets is inert, as behind a dialog.
  await expectAccessible(page, 'a dragging', ['page-has-heading-one'])
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Compte 001')).toBeFocused()
  await page.setViewportSize({ width: 360, height: 720 })
  await expectAccessible(page, 'a selection on a narrow screen')
  await expectToFit(page)
})
