import type { Page } from '@playwright/test'
import { rowOf } from './explorer.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { toast } from './people.ts'
import type { InstallationInUse } from './installation-in-use.ts'
import { expect, test } from './test.ts'

const creating = '**/api/administration/template_client_structure'
const editorOf = (page: Page) => page.getByLabel('Modèle au format JSON')

test("a client's folders are created after a confirmation, and the link leads to them [ADMN-01] [ADMN-02] [ADMN-03] [ADMN-04] [ADMN-05]", async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  for (const name of ['Clients du nord', 'Clients du sud']) await sharedInstallation.chest(person, name)
  const readOnly = await sharedInstallation.chest(await sharedInstallation.person(), 'Clients interdits')
  await sharedInstallation.grant(readOnly, person)
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()

  let sent = 0
  page.on('request', (request) => (sent += request.url().includes('template_client_structure') ? 1 : 0))
  await page.getByLabel('Nom du client').fill('Mairie de Sète')
  await page.getByLabel('Code Sage').fill('C00123')
  const chest = page.getByRole('combobox', { name: /Coffre de destination/ })
  await chest.fill('clients')
  await expect(page.getByRole('option')).toHaveText(['Clients du nord', 'Clients du sud'])
  await chest.fill('SUD')
  await page.getByRole('option', { name: 'Clients du sud' }).click()
  await expect(chest).toHaveValue('Clients du sud')

  const ask = page.getByRole('button', { name: 'Vérifier et créer' })
  await ask.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Clients du sud')
  await expect(dialog).toContainText('Mairie de Sète (C00123)')
  await expectAccessible(page, 'administration')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  expect(sent).toBe(0)

  await ask.click()
  const request = page.waitForRequest(creating)
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  expect((await request).headers()['content-type']).toContain('multipart/form-data')
  await expect(toast(page, "Template d'arborescence créé")).toBeVisible()
  await expect(page.getByText(/Le dossier «\sMairie de Sète \(C00123\)\s» est prêt/)).toBeVisible()
  await page.getByRole('link', { name: 'Ouvrir le dossier' }).click()
  await expect(rowOf(page, 'Accès réseau')).toBeVisible()
  await expect(rowOf(page, 'Postes de travail')).toBeVisible()
  expect(sent).toBe(1)
})

test('a failed creation of a client shows its error and keeps what was typed [ADMN-05]', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(404)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(await sharedInstallation.person(), 'Bientôt perdu')
  await sharedInstallation.grant(chest, person, { create: true })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  await page.getByLabel('Nom du client').fill('Client')
  await page.getByRole('combobox', { name: /Coffre de destination/ }).click()
  await page.getByRole('option', { name: 'Bientôt perdu' }).click()
  await page.getByRole('button', { name: 'Vérifier et créer' }).click()
  await sharedInstallation.grant(chest, person, { read: false })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(toast(page, 'Erreur pendant la création du template')).toBeVisible()
  await expect(page.getByText('Coffre introuvable')).toBeVisible()
  await expect(page.getByLabel('Nom du client')).toHaveValue('Client')
})

test('a super administrator edits the client template as JSON beside its tree, and restores the default', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const view = page.getByRole('tab', { name: 'JSON' })
  await view.click()
  const tree = page.getByRole('list', { name: 'Aperçu' })
  await expect(tree).toContainText('Bases de données')
  await expectAccessible(page, 'administration')

  const save = page.getByRole('button', { name: 'Enregistrer le modèle' })
  await expect(save).toBeDisabled()
  await editorOf(page).fill('{ "folders": [ { "name": "" } ] }')
  await expect(page.getByText(/folders\[0\]\.name\s: le dossier doit avoir un nom/)).toBeVisible()
  await editorOf(page).fill('{ "folders": [ }')
  await expect(page.getByText(/Ligne 1, colonne 16/)).toBeVisible()
  await expect(save).toBeDisabled()
  await expectAccessible(page, 'administration')
  await editorOf(page).fill('{ "folders": [ { "name": "Réseau", "folders": [ { "name": "VPN" } ] } ] }')
  await expect(tree).toHaveText(/Réseau.*VPN/)
  await save.click()
  await expect(toast(page, "Modèle d'arborescence enregistré")).toBeVisible()
  await page.reload()
  await view.click()
  await expect(tree).toHaveText(/Réseau.*VPN/)
  await page.getByRole('button', { name: 'Revenir au modèle par défaut' }).click()
  await page.getByRole('button', { name: 'Revenir au défaut' }).click()
  await expect(toast(page, 'Modèle par défaut rétabli')).toBeVisible()
  await expect(tree).toContainText('Bases de données')
})

test('the administration page discards the stored master key, and fits a narrow screen [SESS-09]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  await person.enter(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript("localStorage.setItem('mk', JSON.stringify({ id: 1, key: 'x' }))")
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  await expect(page.getByText('Choisissez une banque pour modifier son modèle.')).toBeVisible()
  await expect.poll(() => page.evaluate("localStorage.getItem('mk')")).toBeNull()
  await expect(editorOf(page)).toHaveCount(0)
  await expectAccessible(page, 'administration')
  await expectToFit(page)
})

const treeOf = (page: Page) => page.getByRole('tree', { name: 'Dossiers du modèle' })
const folder = (page: Page, name: string) => treeOf(page).getByRole('treeitem', { name, exact: true })
/** The folders of the tree, each with its level. */
const levels = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[role=tree] [role=treeitem]')]
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((line) => line.getAttribute('aria-level') + ' ' + line.textContent.trim())`)

/** Opens the page for an administrator whose bank has these folders as its template. */
async function openOwnBank(page: Page, installation: InstallationInUse, folders: object[]): Promise<void> {
  const bank = await installation.bank('Collectivités')
  const person = await installation.person({ banks: [bank], currentBank: bank })
  await person.call('PATCH', '/api/administration/template', { template: { folders } })
  await person.enter(page)
  await page.goto(`${installation.url}/routes/administration`)
  await expect(treeOf(page)).toBeVisible()
  await expect(page.getByText('Aucune alerte à voir')).toBeVisible()
}

test('the template is edited as a tree by the keyboard alone, and saved', async ({
  page,
  sharedInstallation,
}) => {
  await openOwnBank(page, sharedInstallation, [{ name: 'A', folders: [{ name: 'B' }] }, { name: 'C' }])
  await folder(page, 'A').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Alpha')
  await page.keyboard.press('Enter')
  await expect(folder(page, 'Alpha')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Perdu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Neuf')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Shift+Enter')
  await page.keyboard.type('Dessous')
  await page.keyboard.press('Enter')
  await expect.poll(() => levels(page)).toEqual(['1 Alpha', '2 B', '1 Neuf', '2 Dessous', '1 C'])

  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => levels(page)).toEqual(['1 Alpha', '2 B', '1 Neuf', '1 Dessous', '1 C'])
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => levels(page)).toEqual(['1 Alpha', '2 B', '2 Dessous', '1 Neuf', '1 C'])
  await expect(folder(page, 'Dessous')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(folder(page, 'B')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(folder(page, 'Dessous')).toBeFocused()
  await expect.poll(() => levels(page)).toEqual(['1 Alpha', '2 Dessous', '1 Neuf', '1 C'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => levels(page)).toEqual(['1 Alpha', '2 B', '2 Dessous', '1 Neuf', '1 C'])
  await page.keyboard.press('Control+Shift+Z')
  await expect.poll(() => levels(page)).toEqual(['1 Alpha', '2 Dessous', '1 Neuf', '1 C'])
  await expectAccessible(page, 'administration')

  await page.getByLabel('Description').fill('Accès du client')
  await page.getByRole('button', { name: 'Enregistrer le modèle' }).click()
  await expect(toast(page, "Modèle d'arborescence enregistré")).toBeVisible()
  await page.reload()
  await expect(treeOf(page)).toBeVisible()
  await expect.poll(() => levels(page)).toEqual(['1 Alpha', '2 Dessous', '1 Neuf', '1 C'])
})

test('a fault stands at its folder and in the list that leads to it, and nothing is saved with one', async ({
  page,
  sharedInstallation,
}) => {
  await openOwnBank(page, sharedInstallation, [{ name: 'A' }, { name: 'B' }])
  await folder(page, 'B').dblclick()
  await page.keyboard.type('A')
  await page.keyboard.press('Enter')
  const save = page.getByRole('button', { name: 'Enregistrer le modèle' })
  await expect(save).toBeDisabled()
  await expect(treeOf(page).getByRole('treeitem', { name: 'A Nom en double' })).toBeVisible()
  await expectAccessible(page, 'administration')
  await page.getByRole('button', { name: 'A', exact: true }).click()
  await expect(treeOf(page).getByRole('treeitem', { name: 'A Nom en double' })).toBeFocused()
  await page.getByRole('button', { name: 'Annuler la dernière modification' }).click()
  await expect(folder(page, 'B')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(page.getByText('1 dossier à corriger')).toHaveCount(0)
})

test('a folder is dragged before, into and after another one', async ({ page, sharedInstallation }) => {
  await openOwnBank(page, sharedInstallation, [{ name: 'A' }, { name: 'B' }, { name: 'C' }])
  const drag = async (name: string, onto: string, place: 'avant' | 'dans' | 'après') => {
    // The hover may scroll.
    await folder(page, name).hover()
    const box = await folder(page, onto).boundingBox()
    if (box === null) throw new Error('no folder to drop on')
    const y = box.y + box.height * { avant: 0.15, dans: 0.5, après: 0.85 }[place]
    await page.mouse.down()
    await page.mouse.move(box.x + 80, y, { steps: 4 })
    const spot = page.getByRole('button', { name: `Déplacer ${place} ${onto}` })
    await expect(spot).toBeAttached()
    await page.mouse.move(box.x + 90, y, { steps: 4 })
    await expect(spot).toHaveAttribute('data-over')
    await page.mouse.up()
  }
  await drag('C', 'A', 'avant')
  await expect.poll(() => levels(page)).toEqual(['1 C', '1 A', '1 B'])
  await drag('C', 'A', 'dans')
  await expect.poll(() => levels(page)).toEqual(['1 A', '2 C', '1 B'])
  await drag('A', 'B', 'après')
  await expect.poll(() => levels(page)).toEqual(['1 B', '1 A', '2 C'])
})

test('both views edit the same template, and a text that is no template keeps its view', async ({
  page,
  sharedInstallation,
}) => {
  await openOwnBank(page, sharedInstallation, [{ name: 'A' }])
  const [asTree, asText] = [
    page.getByRole('tab', { name: 'Arborescence' }),
    page.getByRole('tab', { name: 'JSON' }),
  ]
  await folder(page, 'A').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Réseau')
  await page.keyboard.press('Enter')
  await asText.click()
  await expect(editorOf(page)).toHaveValue(/"name": "Réseau"/)

  await editorOf(page).fill('{ "folders": [ }')
  await asTree.click()
  await expect(asText).toHaveAttribute('aria-selected', 'true')
  await expect(editorOf(page)).toBeFocused()
  await expect(editorOf(page)).toHaveValue('{ "folders": [ }')
  await expect(page.getByText("Corrigez ce texte pour revenir à l'arborescence.")).toBeVisible()
  await expect(page.getByText(/Ligne 1, colonne 16/)).toBeVisible()
  await expectAccessible(page, 'administration')

  await editorOf(page).fill('{ "folders": [ { "name": "Un" }, { "name": "Un" } ] }')
  await asTree.click()
  await expect(treeOf(page).getByRole('treeitem', { name: 'Un Nom en double' })).toBeVisible()
  await page.getByRole('button', { name: 'Annuler la dernière modification' }).click()
  await expect.poll(() => levels(page)).toEqual(['1 Réseau'])
})

test('tiles tell a super administrator the state, and lead to where one acts', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  const tiles = page.getByRole('region', { name: "État de l'installation" })
  await expect(tiles.getByRole('heading')).toHaveText([
    'Personnes',
    'Santé',
    'E-mails',
    'Clé racine',
    'Sauvegardes',
    'Journal',
    'Réglages',
    'Version',
  ])
  await expect(tiles).toContainText(/\d+\sactives?/)
  await expect(tiles).toContainText('TROUSSEAU_BACKUP_DIR en ferait une chaque nuit.')
  // This installation has no mail server.
  await expect(tiles.getByRole('listitem').filter({ hasText: 'E-mails' })).toContainText(
    /Aucun serveur.*Rien ne part.*SMTP_URL/,
  )
  await expect(tiles).toContainText(/([0-9a-f]{4}\s){3}[0-9a-f]{4}/)
  await expectAccessible(page, 'administration')
  for (const [link, title] of [
    ["Voir l'envoi des e-mails", 'Envoi des e-mails'],
    ['Comment sauvegarder', 'Sauvegardes'],
    ['Voir les réglages en vigueur', 'Réglages en vigueur'],
  ] as const) {
    await tiles.getByRole('link', { name: link }).press('Enter')
    await expect(page.getByRole('heading', { name: title, exact: true, level: 2 }).last()).toBeFocused()
  }
  await tiles.getByRole('button', { name: /^Nouveautés de la/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).last().click()

  await page.getByText('Clés racine', { exact: true }).click()
  const row = page.getByRole('row').filter({ has: page.getByText('TROUSSEAU_ROOT_KEY', { exact: true }) })
  await expect(row).toContainText('Non défini')
  await page.getByText('Écoute et données').click()
  await expect(page.getByRole('row', { name: /TROUSSEAU_PORT/ })).toContainText('Environnement')
  await expectAccessible(page, 'administration')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectToFit(page)

  await tiles.getByRole('link', { name: /première connexion/ }).click()
  await expect(page).toHaveURL(/\/routes\/user\?.*signIn=never/)
})

test('an administrator sees neither the tiles nor the settings', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  await person.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/administration`)
  await expect(page.getByRole('heading', { name: "Modèle d'arborescence" })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Santé' })).toHaveCount(0)
  await expect(page.getByText('Réglages en vigueur')).toHaveCount(0)
})
