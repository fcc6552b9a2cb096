import type { Page } from '@playwright/test'
import { guideParts } from '../src/texts/office/guide/pages.ts'
import { guideTexts } from '../src/texts/office/guide/texts.ts'
import { addFolder, addItem, addItems, otpSecret, placeOf } from './content.ts'
import { choose, importFrom, open, organisation, panelOf, rowOf, toolbar } from './explorer.ts'
import type { Chest, InstallationInUse, Person } from './installation-in-use.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { firstStep, setUp } from './people.ts'
import { expect, test } from './test.ts'

// An axe run takes a second a screen, several on a busy machine.
test.describe.configure({ timeout: 240_000 })

/** Checks the dialog that a step opens for accessibility faults, then closes it. */
async function judgeDialog(page: Page, what: string, openIt: () => Promise<unknown>): Promise<void> {
  // Dialogs under another dialog count too.
  const dialogs = page.locator('[role=dialog], [role=alertdialog]')
  const before = await dialogs.count()
  await openIt()
  await expect(dialogs, what).toHaveCount(before + 1)
  await expect(dialogs.last()).toBeVisible()
  await expectAccessible(page, what)
  await page.keyboard.press('Escape')
  await expect(dialogs, what).toHaveCount(before)
}

/** Makes a small chest: axe finds in one row what it finds in all. `more` items fill a second page of ten. */
async function furnish(
  sharedInstallation: InstallationInUse,
  more = 0,
): Promise<{ person: Person; chest: Chest }> {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Mairie de Saint-Aubin')
  const folder = await addFolder(person, chest, 'Réseau et télécommunications')
  await addFolder(person, chest, 'Baies', folder)
  await addItem(person, chest, {
    name: 'Annuaire',
    login: 'admin',
    address: 'http://annuaire.exemple.fr',
    otp: otpSecret,
    description: 'Poste du guichet',
  })
  await addItems(person, chest, more)
  const gone = await addItem(person, chest, { name: 'Ancien' })
  await person.call('DELETE', `/api/item/${gone}`)
  return { person, chest }
}

test('no page without a session has an accessibility fault in either theme', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(404)
  await page.goto(installation.setupUrl)
  await expectAccessible(page, 'set-up')
  await page.getByLabel('E-mail').fill('pas une adresse')
  await page.keyboard.press('Tab')
  await expectAccessible(page, 'set-up with an error')
  await setUp(page, installation)
  await page.goto(`${installation.url}/auth?message=other`)
  await expectAccessible(page, 'login with a toast')
  await firstStep(page)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page, 'second factor with its QR code')
})

test('no screen of the explorer has an accessibility fault in either theme', async ({
  page,
  sharedInstallation,
}) => {
  const { person, chest } = await furnish(sharedInstallation, 10)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/manager`)
  await expect(page.getByRole('list', { name: 'Vos coffres' })).toBeVisible()
  await expectAccessible(page, 'chests')
  await judgeDialog(page, 'new chest', () => page.getByRole('button', { name: 'Créer un coffre' }).click())
  await page.goto(placeOf(sharedInstallation.url, chest, { limit: 10 }))
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expectAccessible(page, 'table')
  for (const name of [/^Afficher le code/, 'Afficher le mot de passe'])
    await rowOf(page, 'Annuaire').getByRole('button', { name }).click()
  await expectAccessible(page, 'table with its secrets')
  await rowOf(page, 'Annuaire').click({ button: 'right' })
  await expectAccessible(page, 'row menu')
  await page.keyboard.press('Escape')

  await open(page, 'Annuaire')
  const panel = panelOf(page, 'Annuaire')
  await expect(panel.getByText('Poste du guichet')).toBeVisible()
  await expectAccessible(page, 'item panel')
  await panel.getByRole('button', { name: /^Modifier.*Mot de passe$/ }).click()
  await expectAccessible(page, 'item panel, editing')
  await page.keyboard.press('Escape')
  await panel.getByRole('tab', { name: 'Activité' }).click()
  await expectAccessible(page, 'activity')
  await choose(page, 'Réseau et télécommunications', 'Détails')
  await expect(panelOf(page, 'Réseau et télécommunications').getByText('Racine du coffre')).toBeVisible()
  await expectAccessible(page, 'folder panel')
  await page.getByRole('button', { name: "Afficher le menu d'administration" }).click()
  await expectAccessible(page, 'rail')
  for (const [path, heading] of [
    [`trash/?chestId=${chest.id}`, /Corbeille/],
    ['chest', 'Coffres'],
    ['nowhere', 'Page introuvable'],
  ] as const) {
    await page.goto(`${sharedInstallation.url}/routes/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
    await expectAccessible(page, path)
  }
})

test('conflict dialogs, old values and the trash have no accessibility fault in either theme', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const { person, chest } = await furnish(sharedInstallation)
  const other = await sharedInstallation.person()
  await sharedInstallation.grant(chest, other, { update: true })
  const id = await addItem(person, chest, { name: 'Portail', login: 'avant' })
  const change = (elementType: string, elementValue: string) =>
    other.call('PATCH', `/api/item/${id}`, { elementType, elementValue })
  await change('password', 'Cheval-agrafe-42')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest, { limit: 10 }))
  await open(page, 'Portail')
  const panel = panelOf(page, 'Portail')
  await panel.getByRole('button', { name: /^Modifier.*Identifiant$/ }).click()
  await change('login', 'leur')
  await panel.getByRole('textbox').fill('le mien')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Garder la mienne' })).toBeVisible()
  await expectAccessible(page, 'conflict')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abandonner' }).click()
  await panel.getByRole('tab', { name: 'Activité' }).click()
  await panel.getByRole('button', { name: "Voir l'ancienne valeur" }).last().click()
  await expect(panel.getByRole('button', { name: 'Restaurer' })).toBeVisible()
  await expectAccessible(page, 'old value')
  await page.goto(`${sharedInstallation.url}/routes/trash/?chestId=${chest.id}`)
  await judgeTrash(page)
})

/** Checks the trash with a selected row, and its confirmation dialogs. */
async function judgeTrash(page: Page): Promise<void> {
  await page.locator('[data-row]').last().press('Space')
  await expectAccessible(page, 'trash')
  await judgeDialog(page, 'restore', () => page.getByRole('button', { name: 'Restaurer' }).first().click())
  await judgeDialog(page, 'empty', () => page.getByRole('button', { name: 'Vider la corbeille' }).click())
}

test('no dialog has an accessibility fault in either theme', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(400)
  const { person, chest } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await judgeDialog(page, 'new folder', () => toolbar(page, 'Nouveau dossier').click())
  await judgeDialog(page, 'move', () => choose(page, 'Annuaire', 'Déplacer'))
  await judgeDialog(page, 'remove', () => choose(page, 'Réseau et télécommunications', 'Supprimer'))
  await judgeDialog(page, 'chests', () => page.getByRole('button', { name: 'Changer de coffre' }).click())
  await judgeDialog(page, 'shortcuts', () => page.keyboard.press('?'))
  await judgeDialog(page, 'danger', () =>
    rowOf(page, 'Annuaire')
      .getByRole('button', { name: /^Risque élevé/ })
      .click(),
  )
  await toolbar(page, 'Nouveau mot de passe').click()
  const form = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await form.getByRole('textbox', { name: /^Mot de passe/ }).fill('Password123*')
  await form.getByRole('textbox', { name: /^Adresse/ }).fill('http://exemple.fr')
  await expect(form.getByText('Risque élevé')).toBeVisible()
  await expectAccessible(page, 'new item')
  await form.getByRole('button', { name: /Catégorie/ }).click()
  await expectAccessible(page, 'new item, categories')
  await page.keyboard.press('Escape')
  await judgeDialog(page, 'strength', () =>
    form.getByRole('button', { name: /Détail de la robustesse/ }).click(),
  )
  await judgeDialog(page, 'generator', async () => {
    await form.getByRole('button', { name: 'Régler le générateur' }).click()
    await expect(page.getByRole('button', { name: 'Utiliser ce mot de passe' })).toBeEnabled()
  })
  await expect(form.getByRole('button', { name: 'Régler le générateur' })).toBeFocused()
  const extra = form.getByRole('region', { name: 'Champs supplémentaires' })
  await extra
    .getByRole('button', { name: /^Ajouter le champ/ })
    .first()
    .click()
  await extra.getByRole('button', { name: 'Ajouter un champ' }).click()
  await extra.getByRole('button', { name: 'Ajouter un champ' }).focus()
  await expect(extra.getByText('Donnez un libellé à ce champ')).toBeVisible()
  await expectAccessible(page, 'new item, extra fields')
  await judgeDialog(page, 'discard', () => page.keyboard.press('Escape'))
  await page.goto(placeOf(sharedInstallation.url, chest))
  await addItem(person, chest, {
    name: 'Wi-Fi agents',
    categoryId: 7,
    fields: [
      { label: 'Nom du réseau (SSID)', kind: 'text', value: 'Mairie' },
      { label: 'Code PIN', kind: 'concealed', value: '4812' },
    ],
  })
  await page.reload()
  await open(page, 'Wi-Fi agents')
  const panel = panelOf(page, 'Wi-Fi agents')
  await panel.getByRole('button', { name: 'Afficher\u00a0: Code PIN' }).click()
  await expect(panel.getByText(/^Masqué dans/)).toBeVisible()
  await expectAccessible(page, 'extra fields')
  await judgeDialog(page, 'new field', () => panel.getByRole('button', { name: 'Ajouter un champ' }).click())
  await judgeDialog(page, 'wifi code', async () => {
    await panel.getByRole('button', { name: 'Afficher le QR code' }).click()
    await expect(page.getByRole('img', { name: /^QR code du réseau/ })).toBeVisible()
  })
  await page.goto(placeOf(sharedInstallation.url, chest))

  const dialog = await importFrom(page, 'KeePass')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('rien'),
  })
  await expectAccessible(page, 'import, refused file')
  await dialog.locator('input[type=file]').setInputFiles(organisation)
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Import terminé' })).toBeVisible()
  await expectAccessible(page, 'import, result')
})

test('the explorer works on a narrow screen', async ({ page, sharedInstallation }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { person, chest } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await expect(rowOf(page, 'Annuaire')).toBeVisible()
  await expectAccessible(page, 'table')
  await expectToFit(page)
  await open(page, 'Annuaire')
  const sheet = page.getByRole('dialog', { name: 'Annuaire' })
  await expect(sheet.getByText('Poste du guichet')).toBeVisible()
  await expectAccessible(page, 'item sheet')
  await sheet.getByRole('button', { name: 'Fermer' }).click()
  await open(page, 'Réseau et télécommunications')
  await expect(rowOf(page, 'Baies')).toBeVisible()
  await page.getByRole('button', { name: "Plus d'actions" }).first().click()
  await page.getByRole('menuitem', { name: 'Nouveau dossier' }).click()
  await expectAccessible(page, 'new folder')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.keyboard.press('Escape')
  await expectToFit(page)
})

test('the search has no accessibility fault in either theme, on a wide or narrow screen', async ({
  page,
  sharedInstallation,
}) => {
  const { person, chest } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const field = page.getByRole('combobox', { name: 'Rechercher dans tous vos coffres' })
    await field.fill('res')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, `results, ${width}`)
    await field.fill('introuvable')
    await expect(page.getByText('Aucun résultat avec introuvable')).toBeVisible()
    await expectAccessible(page, `no result, ${width}`)
  }
})

test('no page of the guide has an accessibility fault in either theme', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/guide`)
  await expectAccessible(page, 'cover')
  // By its links: axe stays in the page, and each load would compile it again.
  const contents = page.getByRole('navigation', { name: guideTexts.contents })
  for (const { id, title } of guideParts.flatMap((part) => part.pages)) {
    await contents.getByRole('link', { name: title, exact: true }).first().click()
    await expect(page).toHaveURL(`${sharedInstallation.url}/routes/guide/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectAccessible(page, id)
  }
  await page.getByRole('combobox', { name: 'Rechercher dans le guide' }).fill('coffre')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'results')
})

test('the trash works on a narrow screen', async ({ page, sharedInstallation }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { person, chest } = await furnish(sharedInstallation)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/trash/?chestId=${chest.id}`)
  await judgeTrash(page)
  await expectToFit(page)
})
