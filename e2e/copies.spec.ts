import type { Page } from '@playwright/test'
import { addFolder, addItem, placeOf } from './content.ts'
import { choose, names, open, panelOf, rowOf } from './explorer.ts'
import { addGuardianChest, key } from './guarded.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const dialogOf = (page: Page, deed: 'Copier' | 'Déplacer') =>
  page.getByRole('dialog', { name: new RegExp(`^${deed} .* vers un autre coffre$`) })
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('a reader copies an item to their own chest by the keyboard, and is told who will see it [COPY-14]', async ({
  page,
  sharedInstallation,
}) => {
  const owner = await sharedInstallation.person()
  const source = await sharedInstallation.chest(owner, 'Réseau')
  await addItem(owner, source, { name: 'Pare-feu', login: 'admin', password: 'Vq7!Pare-feu#9' })
  const reader = await sharedInstallation.person()
  await sharedInstallation.grant(source, reader)
  const target = await sharedInstallation.chest(reader, 'Astreinte')
  const folder = await addFolder(reader, target, 'Week-end')
  const colleague = await sharedInstallation.person()
  await sharedInstallation.grant(target, colleague)
  await reader.enter(page)
  await page.goto(placeOf(sharedInstallation.url, source))

  await rowOf(page, 'Pare-feu').focus()
  await page.keyboard.press('Shift+F10')
  const entry = page.getByRole('menuitem', { name: 'Copier vers un autre coffre…' })
  await expect(page.getByRole('menuitem', { name: 'Déplacer vers un autre coffre…' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Dupliquer' })).toBeDisabled()
  await entry.press('Enter')
  const dialog = dialogOf(page, 'Copier')
  await expect(dialog.getByRole('button', { name: /^Réseau/ })).toBeDisabled()
  await expectAccessible(page, 'copies: chests')
  await dialog.getByRole('searchbox').fill('astr')
  await dialog.getByRole('button', { name: /^Astreinte/ }).press('Enter')

  await expect(dialog.getByText('Qui verra, qui ne verra plus')).toBeVisible()
  await expect(dialog.getByText(/1\spersonne de plus pourra le voir/)).toContainText(colleague.login)
  await expect(dialog.getByText(/1\spersonne de ce coffre ne verra pas la copie/)).toContainText(owner.login)
  await expect(dialog.getByText(/les secrets OTP ne sont pas copiés/)).toBeVisible()
  await expectAccessible(page, 'copies: folder')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const search = dialog.getByRole('searchbox', { name: 'Chercher un dossier' })
  await search.fill('week')
  await search.press('ArrowDown')
  await expect(dialog.getByRole('treeitem', { name: 'Week-end' })).toBeFocused()
  await page.keyboard.press('Enter')
  const sent = page.waitForRequest((request) => request.url().includes('/copy-to'))
  await dialog.getByRole('button', { name: 'Copier ici' }).press('Enter')
  expect((await sent).postDataJSON()).toEqual({ chestId: target.id, folderId: folder })
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()
  await page.keyboard.press('F6')
  await expect(notices(page).getByRole('button', { name: 'Afficher' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(new RegExp(`chestId=${target.id}`))
  await expect(panelOf(page, 'Pare-feu')).toBeVisible()
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()
  await panelOf(page, 'Pare-feu').getByRole('tab', { name: 'Activité' }).click()
  await expect(panelOf(page, 'Pare-feu').getByRole('listitem')).toHaveText([/^Création/])
})

test('a folder moves to another chest with everything in it, and one press takes it back [COPY-14] [COPY-17]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const source = await sharedInstallation.chest(person, 'Mairie')
  const target = await sharedInstallation.chest(person, 'Archives')
  await addFolder(person, target, 'Anciens')
  const folder = await addFolder(person, source, 'Clients')
  const inner = await addFolder(person, source, 'Dupont', folder)
  const item = await addItem(person, source, { name: 'Messagerie', parentFolderId: inner })
  await addItem(person, source, { name: 'Reste ici' })
  const losing = await sharedInstallation.person()
  await sharedInstallation.grant(source, losing)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, source))

  await choose(page, 'Clients', 'Déplacer vers un autre coffre…')
  const dialog = dialogOf(page, 'Déplacer')
  await dialog.getByRole('button', { name: /^Archives/ }).click()
  await expect(dialog.getByText(/1\spersonne ne pourra plus le voir/)).toContainText(losing.login)
  await expect(dialog.getByText('Personne de plus ne pourra le voir.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choisir un autre coffre' }).click()
  await dialog.getByRole('button', { name: /^Archives/ }).click()
  await dialog.getByRole('treeitem', { name: 'Anciens' }).click()
  await dialog.getByRole('button', { name: 'Déplacer ici' }).click()
  await expect(toast(page, '3\u00a0éléments déplacés')).toBeVisible()
  await expect(rowOf(page, 'Clients')).toHaveCount(0)
  await expect(rowOf(page, 'Reste ici')).toBeVisible()
  await notices(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(toast(page, 'Déplacement annulé')).toBeVisible()
  await expect(rowOf(page, 'Clients')).toBeVisible()

  await choose(page, 'Clients', 'Déplacer vers un autre coffre…')
  await dialog.getByRole('button', { name: /^Archives/ }).click()
  await dialog.getByRole('button', { name: 'Déplacer ici' }).click()
  await expect(rowOf(page, 'Clients')).toHaveCount(0)
  await notices(page).getByRole('button', { name: 'Afficher' }).last().click()
  await expect(page).toHaveURL(new RegExp(`chestId=${target.id}`))
  await open(page, 'Clients')
  await open(page, 'Dupont')
  await open(page, 'Messagerie')
  const panel = panelOf(page, 'Messagerie')
  await panel.getByRole('tab', { name: 'Activité' }).click()
  await expect(panel.getByRole('listitem').first()).toHaveText(/^Déplacement depuis un autre coffre/)
  expect(await person.call('GET', `/api/item/${item}/copy`)).toBe('Vq7!Messagerie#kPz2')
})

test('the panels of an item and of a folder offer the same, to a reader the copy alone', async ({
  page,
  sharedInstallation,
}) => {
  const owner = await sharedInstallation.person()
  const source = await sharedInstallation.chest(owner, 'Voirie')
  await sharedInstallation.chest(owner, 'Parcs')
  await addFolder(owner, source, 'Feux')
  await addItem(owner, source, { name: 'Carrefour' })
  const reader = await sharedInstallation.person()
  await sharedInstallation.grant(source, reader)
  const menuOf = async (name: string) => {
    await panelOf(page, name).getByRole('button', { name: "Plus d'actions" }).click()
    return (deed: 'Copier' | 'Déplacer') =>
      page.getByRole('menuitem', { name: `${deed} vers un autre coffre…` })
  }
  await reader.enter(page)
  await page.goto(placeOf(sharedInstallation.url, source))
  await open(page, 'Carrefour')
  const ofReader = await menuOf('Carrefour')
  await expect(ofReader('Déplacer')).toBeDisabled()
  await ofReader('Copier').click()
  await expect(dialogOf(page, 'Copier')).toHaveAccessibleName(/«\sCarrefour\s»/)
  await page.keyboard.press('Escape')

  await owner.enter(page)
  await page.goto(placeOf(sharedInstallation.url, source))
  await choose(page, 'Feux', 'Détails')
  const ofOwner = await menuOf('Feux')
  await ofOwner('Déplacer').click()
  const dialog = dialogOf(page, 'Déplacer')
  await dialog.getByRole('button', { name: /^Parcs/ }).click()
  await dialog.getByRole('button', { name: 'Déplacer ici' }).click()
  await expect(toast(page, '1\u00a0élément déplacé')).toBeVisible()
  await expect(rowOf(page, 'Feux')).toHaveCount(0)
  await expect(panelOf(page, 'Feux')).toHaveCount(0)
})

test('a selection moves into a guardian chest once its key is right [COPY-09] [COPY-13]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(422)
  const person = await sharedInstallation.person()
  const source = await sharedInstallation.chest(person, 'Ouvert')
  await addGuardianChest(sharedInstallation, person, 'Direction')
  for (const name of ['Un', 'Deux', 'Trois']) await addItem(person, source, { name })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, source))
  for (const name of ['Un', 'Deux']) await rowOf(page, name).getByRole('checkbox').click({ force: true })
  const bar = page.getByRole('group', { name: 'Actions sur la sélection' })
  await bar.getByRole('button', { name: "Plus d'actions" }).click()
  await page.getByRole('menuitem', { name: 'Déplacer vers un autre coffre…' }).click()
  const dialog = dialogOf(page, 'Déplacer')
  await expect(dialog).toHaveAccessibleName(/2\séléments/)
  await dialog.getByRole('button', { name: /^Direction/ }).click()
  const field = dialog.getByRole('textbox', { name: /^Clé maître du coffre/ })
  await expect(field).toBeFocused()
  await expect(dialog.getByText('sa clé maître est nécessaire')).toBeVisible()
  const move = dialog.getByRole('button', { name: 'Déplacer ici' })
  await expect(move).toBeDisabled()
  await field.fill('trois girafes dorment')
  await move.click()
  await expect(dialog.getByText(/Clé maître incorrecte/)).toBeVisible()
  await expectAccessible(page, 'copies: key')
  await field.fill(key)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => names(page)).toEqual(['Trois'])
  await notices(page).getByRole('button', { name: 'Afficher' }).click()
  const unlock = page.getByRole('dialog', { name: 'Coffre protégé' })
  await unlock.getByRole('textbox', { name: 'Clé maître' }).fill(key)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Un')).toBeVisible()
  await expect(rowOf(page, 'Deux')).toBeVisible()
})

test('an element is duplicated beside itself [COPY-04]', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Doublons')
  const folder = await addFolder(person, chest, 'Imprimantes')
  await addItem(person, chest, { name: 'Accueil', parentFolderId: folder })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest, { folderId: folder }))
  await choose(page, 'Accueil', 'Dupliquer')
  await expect(toast(page, '«\u00a0Accueil\u00a0» dupliqué')).toBeVisible()
  await expect(rowOf(page, 'Accueil (copie)')).toBeVisible()
  await notices(page).getByRole('button', { name: 'Afficher' }).click()
  await expect(panelOf(page, 'Accueil (copie)')).toBeVisible()
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, 'Imprimantes', 'Dupliquer')
  await open(page, 'Imprimantes (copie)')
  await expect(rowOf(page, 'Accueil')).toBeVisible()
  await expect(rowOf(page, 'Accueil (copie)')).toBeVisible()
})

test('the panel of an element offers the actions of the menu of its row', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Deux menus')
  await addItem(person, chest, { name: 'Annuaire' })
  await addFolder(person, chest, 'Archives')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  const entries = async () => {
    await expect(page.getByRole('menuitem', { name: 'Dupliquer' })).toBeVisible()
    const texts = await page
      .getByRole('menuitem')
      .evaluateAll((all) =>
        all.map((one) => (one as unknown as { innerText: string }).innerText.split('\n')[0] ?? ''),
      )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    return texts.slice(texts.findIndex((text) => /^(Renouveler|Déplacer)/.test(text)))
  }
  for (const [name, first] of [
    ['Annuaire', 'Renouveler'],
    ['Archives', 'Déplacer'],
  ] as const) {
    await rowOf(page, name).click({ button: 'right' })
    const ofRow = await entries()
    expect(ofRow[0]).toBe(first)
    await choose(page, name, 'Détails')
    await panelOf(page, name).getByRole('button', { name: "Plus d'actions" }).click()
    expect(await entries()).toEqual(ofRow)
  }
  await choose(page, 'Annuaire', 'Détails')
  await panelOf(page, 'Annuaire').getByRole('button', { name: "Plus d'actions" }).click()
  await page.getByRole('menuitem', { name: 'Dupliquer' }).click()
  await expect(notices(page).getByRole('button', { name: 'Afficher' }).last()).toBeVisible()
  await expect.poll(async () => (await names(page)).length).toBe(3)
})
