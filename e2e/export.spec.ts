import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Secret } from '../src/server/platform/crypto/secret.ts'
import { openDatabase } from '../src/server/platform/database/open.ts'
import { readFile as readImport } from '../src/server/vault/imports/formats/formats.ts'
import { addFolder, addItem, placeOf } from './content.ts'
import { choose } from './explorer.ts'
import type { Installation } from './installation.ts'
import { expectAccessible } from './office.ts'
import { codeOf, enterAsFirst, password } from './people.ts'
import { expect, test } from './test.ts'

const filePassword = 'Fichier-Export-2026!'
const exportDialog = (page: Page) => page.getByRole('dialog', { name: 'Exporter' })

/** Returns what the journal holds of exports. */
async function recorded({ databaseUrl, folder }: Installation): Promise<unknown[]> {
  const database = await openDatabase(
    databaseUrl === null
      ? { kind: 'sqlite', file: join(folder, 'trousseau.db') }
      : { kind: 'postgres', url: databaseUrl },
  )
  try {
    const rows = await database.db
      .selectFrom('journal')
      .select('objects')
      .where('action', '=', 'export.done')
      .execute()
    return rows.map(({ objects }) => JSON.parse(objects) as unknown)
  } finally {
    await database.close()
  }
}

const post = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([to, sent]) => {
      const reply = await fetch(to, {
        method: 'POST',
        headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
        body: sent,
      })
      return ((await reply.json()) as { id: number }).id
    },
    [path, JSON.stringify(body)] as const,
  )

/** Attaches a file to an item. @returns its id */
const attach = (page: Page, item: number, name: string, text: string): Promise<number> =>
  page.evaluate(
    async ([id, fileName, content]) => {
      const form = new FormData()
      form.append('file', new Blob([content]), fileName)
      const headers = { 'X-Requested-With': 'XMLHttpRequest' }
      const reply = await fetch(`/api/item/${id}/attachment`, { method: 'POST', headers, body: form })
      return ((await reply.json()) as { id: number }).id
    },
    [item, name, text] as const,
  )

/** Runs KeePassXC, with the password of the database on its standard input. */
const keePassXc = (...args: readonly string[]): string =>
  execFileSync('keepassxc-cli', args, { input: `${filePassword}\n`, encoding: 'utf8' })

test('a user exports a chest to KDBX by the keyboard, after proving who they are [EXPO-02] [EXPO-10]', async ({
  page,
  context,
  installation,
  quietConsole,
}) => {
  // The first call lacks the proof.
  quietConsole.allow(409)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const secret = await enterAsFirst(page, installation)
  await expect(page.getByRole('button', { name: /Super administrateur$/ })).toBeVisible()
  const chestId = await post(page, '/api/user/chest', { name: 'Mairie', type: 'service', masterKey: '' })
  const item = { chestId, name: 'Annuaire', login: 'claire', password: 'Vq7!kPz2' }
  const id = await post(page, '/api/item/', item)
  const contract = 'Convention signée le 3 mars\n'
  const attachment = await attach(page, id, 'convention.txt', contract)
  await page.goto(new URL(`/routes/explorer?chestId=${chestId}`, page.url()).href)

  await page.getByRole('button', { name: "Plus d'actions" }).press('Enter')
  await page.getByRole('menuitem', { name: 'Exporter le coffre' }).press('Enter')
  const dialog = exportDialog(page)
  await expect(dialog.getByText('le coffre «\u00a0Mairie\u00a0»')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Format/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('trop court')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText(/doit avoir 12 caractères/)).toBeVisible()
  await dialog.getByLabel('Mot de passe du fichier').fill(filePassword)
  await dialog.getByLabel('Confirmation du mot de passe').fill('Fichier-Export-2027!')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText('Les deux mots de passe sont différents.')).toBeVisible()
  await dialog.getByLabel('Confirmation du mot de passe').fill(filePassword)
  await expectAccessible(page, 'export')
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: "Confirmez que c'est bien vous" })
  await proof.getByLabel('Mot de passe actuel').fill(password)
  await proof.getByLabel(/^Code de l'application/).fill(codeOf(secret, 1))
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Mairie \d{4}-\d\d-\d\d\.kdbx$/)
  const done = page.getByRole('dialog', { name: 'Export terminé' })
  await expect(done.getByText(/Supprimez-le dès que vous n'en avez plus besoin/)).toBeVisible()
  await expectAccessible(page, 'after an export')
  await done.getByRole('button', { name: 'Fermer' }).last().click()

  const read = await readImport(await readFile(await file.path()), { password: new Secret(filePassword) })
  expect(read).toMatchObject({
    format: { id: 'kdbx' },
    found: { entries: [{ title: 'Annuaire', login: 'claire', password: 'Vq7!kPz2', path: [] }] },
  })
  // The other program of the promise opens it, with the attached file.
  const database = test.info().outputPath('export.kdbx')
  const exported = test.info().outputPath('convention.txt')
  await file.saveAs(database)
  const shown = keePassXc('show', '-q', '-s', '-a', 'UserName', '-a', 'Password', database, 'Annuaire')
  expect(shown.trim().split('\n')).toEqual(['claire', 'Vq7!kPz2'])
  keePassXc('attachment-export', '-q', database, 'Annuaire', 'convention.txt', exported)
  expect(await readFile(exported, 'utf8')).toBe(contract)
  expect(await recorded(installation)).toEqual([
    {
      format: 'kdbx',
      scope: 'chest',
      withOld: 'no',
      items: 1,
      itemIds: [String(id)],
      attachmentIds: [String(attachment)],
    },
  ])
})

test('a chest moves to another by an archive with its old values, and onto paper [EXPO-16]', async ({
  page,
  installation,
  quietConsole,
}) => {
  quietConsole.allow(409)
  const secret = await enterAsFirst(page, installation)
  await expect(page.getByRole('button', { name: /Super administrateur$/ })).toBeVisible()
  const create = (name: string) => post(page, '/api/user/chest', { name, type: 'service', masterKey: '' })
  const [source, target] = [await create('Mairie'), await create('Ailleurs')]
  const entry = { chestId: source, name: 'Annuaire', login: 'claire', password: 'Vq7!kPz2' }
  const id = await post(page, '/api/item/', entry)
  await page.evaluate(
    async (path) =>
      fetch(path, {
        method: 'PATCH',
        headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
        body: JSON.stringify({ elementType: 'login', elementValue: 'marie' }),
      }),
    `/api/item/${id}`,
  )
  const openExport = async (format: string) => {
    await page.goto(new URL(`/routes/explorer?chestId=${source}`, page.url()).href)
    await page.getByRole('button', { name: "Plus d'actions" }).click()
    await page.getByRole('menuitem', { name: 'Exporter le coffre' }).click()
    await exportDialog(page)
      .getByRole('button', { name: /Format/ })
      .click()
    await page.getByRole('option', { name: format }).click()
  }

  await openExport('Archive Trousseau')
  await exportDialog(page).getByLabel('Mot de passe du fichier').fill(filePassword)
  await exportDialog(page).getByLabel('Confirmation du mot de passe').fill(filePassword)
  await exportDialog(page).getByText('Anciennes valeurs', { exact: true }).click()
  await expectAccessible(page, 'export of an archive')
  await exportDialog(page).getByRole('button', { name: 'Exporter' }).click()
  const proof = page.getByRole('dialog', { name: "Confirmez que c'est bien vous" })
  await proof.getByLabel('Mot de passe actuel').fill(password)
  await proof.getByLabel(/^Code de l'application/).fill(codeOf(secret, 1))
  const archived = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const archive = test.info().outputPath('mairie.trousseau')
  await (await archived).saveAs(archive)

  await openExport('Fiche de secours (PDF à imprimer)')
  await expect(exportDialog(page).getByText("Ce fichier n'est pas chiffré")).toBeVisible()
  const printed = page.waitForEvent('download')
  await exportDialog(page).getByRole('button', { name: 'Exporter' }).click()
  const sheet = await printed
  expect(sheet.suggestedFilename()).toMatch(/^Mairie \d{4}-\d\d-\d\d\.pdf$/)
  expect((await readFile(await sheet.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.goto(new URL(`/routes/explorer?chestId=${target}`, page.url()).href)
  await page.getByRole('button', { name: 'Importer', exact: true }).first().click()
  await page.getByRole('button', { name: /^Autre gestionnaire/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Importer depuis un autre gestionnaire' })
  await dialog.locator('input[type=file]').first().setInputFiles(archive)
  await dialog.getByRole('textbox', { name: 'Mot de passe du fichier' }).fill(filePassword)
  await page.getByRole('button', { name: "Voir l'aperçu" }).click()
  const preview = page.getByRole('dialog', { name: "Aperçu de l'import" })
  await expect(preview.getByText(/lu comme\s: Trousseau \(archive\)/)).toBeVisible()
  await preview.getByText('Garder les anciennes valeurs').click()
  await expect(preview.getByText('Les anciennes valeurs de chaque nouvel élément')).toBeVisible()
  await preview.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Import terminé' }).getByRole('status')).toContainText(
    /1\smot de passe importé/,
  )
  await page.getByRole('button', { name: 'Voir les mots de passe' }).click()
  // The old value is where those of changes are, and says that it came along.
  await page.getByRole('rowheader', { name: /Annuaire/ }).click()
  const panel = page.getByRole('complementary').last()
  await panel.getByRole('tab', { name: 'Activité' }).click()
  const former = panel.getByRole('listitem').filter({ hasText: "avant l'import" })
  await expect(former).toHaveCount(1)
  await former.getByRole('button', { name: "Voir l'ancienne valeur" }).click()
  await expect(former.getByText('claire')).toBeVisible()
})

test('menus offer the export of a folder and of a selection, only with the right to it [EXPO-11] [EXPO-22]', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Sorties')
  await addFolder(person, chest, 'Réseau')
  await addItem(person, chest, { name: 'Annuaire' })
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await choose(page, 'Réseau', 'Exporter')
  await expect(
    exportDialog(page).getByText('le dossier «\u00a0Réseau\u00a0» et ses sous-dossiers'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: /^Sélectionner les 2/ }).click()
  await page
    .getByRole('group', { name: 'Actions sur la sélection' })
    .getByRole('button', { name: 'Exporter' })
    .click()
  await expect(exportDialog(page).getByText(/2\séléments sélectionnés/)).toBeVisible()
  await exportDialog(page)
    .getByRole('button', { name: /Format/ })
    .click()
  await page.getByRole('option', { name: 'CSV (non chiffré)' }).click()
  await expect(exportDialog(page).getByText("Ce fichier n'est pas chiffré")).toBeVisible()
  await expect(exportDialog(page).getByText(/n'a pas de place pour les pièces jointes/)).toBeVisible()
  await expect(exportDialog(page).getByLabel('Mot de passe du fichier')).toHaveCount(0)
  await expectAccessible(page, 'export in clear')

  const reader = await sharedInstallation.person({ role: 'ROLE_INTERVENANT' })
  await sharedInstallation.grant(chest, reader, { update: true })
  await reader.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await page.getByRole('button', { name: "Plus d'actions" }).click()
  await expect(page.getByRole('menuitem', { name: 'Modifier le coffre' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Exporter/ })).toHaveCount(0)
})
