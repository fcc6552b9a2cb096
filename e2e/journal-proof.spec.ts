import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { allRights } from '../src/domain/platform/rights.ts'
import { verifyJournalTexts as texts } from '../src/texts/verify-journal.ts'
import { clockBehind, startInstallation, type Installation } from './installation.ts'
import { openInstallationInUse } from './installation-in-use.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const day = 24 * 60 * 60 * 1000
const run = promisify(execFile)

/** Runs `trousseau verify-journal --export` as the operator does. */
async function verify({ folder, databaseUrl }: Installation, file: string): Promise<[number, string]> {
  const env = {
    PATH: process.env['PATH'],
    TROUSSEAU_DATA: folder,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const args = ['src/server/trousseau.ts', 'verify-journal', '--export', file]
  return run(process.execPath, args, { env }).then(
    ({ stdout }) => [0, stdout],
    ({ code, stdout }: { code: number; stdout: string }) => [code, stdout],
  )
}

const rows = (page: Page) => page.getByRole('grid', { name: 'Journal' }).locator('[data-row]')
const yesterday = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(Date.now() - day)

test('an administrator finds in the journal who copied a password yesterday, exports it, and the export verifies [PROO-14]', async ({
  page,
  engine,
}) => {
  const installation = await startInstallation(engine, clockBehind(day))
  let behind = day
  const at = await openInstallationInUse(installation, () => Date.now() - behind)
  try {
    const bank = await at.bank('Mairie')
    const clerk = await at.person({ banks: [bank], currentBank: bank })
    const chest = await at.chest(clerk, 'Production')
    await at.grant(chest, clerk, allRights)
    const item = { chestId: chest.id, name: 'GLPI', password: 'Vq7!kPz2' }
    const { id } = await clerk.call('POST', '/api/item/', item)
    await clerk.call('GET', `/api/item/${id}/copy`)
    const start = await installation.kill()
    await start(clockBehind(0))
    behind = 0

    const chief = await at.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
    await chief.enter(page)
    await page.goto(`${at.url}/routes/journal`)
    await page.getByRole('button', { name: "Type d'action" }).click()
    await page.getByRole('option', { name: 'Lectures de secrets' }).click()
    await page.getByLabel('Du', { exact: true }).fill(yesterday())
    await page.getByLabel('Au', { exact: true }).fill(yesterday())
    const copied = rows(page).filter({ hasText: 'a lu ou copié le mot de passe' })
    await expect(copied).toHaveCount(1)
    await expect(copied).toContainText('Production')

    for (const [menu, name] of [
      ['Tableau (CSV)', 'vue.csv'],
      ['Lignes JSON', 'vue.jsonl'],
    ] as const) {
      await page.getByRole('button', { name: 'Exporter' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: menu }).click(),
      ])
      await expect(toast(page, 'Journal exporté').first()).toBeVisible()
      const path = `${installation.folder}/${name}`
      await file.saveAs(path)
      const text = await readFile(path, 'utf8')
      expect(text).toContain(clerk.login)
      const [code, said] = await verify(installation, path)
      expect([code, said]).toEqual([0, expect.stringContaining(texts.exports.good)])
      expect(said).toContain(texts.exports.counted({ lines: 1, standing: 1 }))
      expect(said).toContain(`par ${chief.login}`)

      // Somebody puts another name into the file.
      await writeFile(path, text.replaceAll(clerk.login, 'quelqu-un'))
      const [refused, reason] = await verify(installation, path)
      expect([refused, reason]).toEqual([
        1,
        expect.stringContaining(texts.exports.faults.changed(name === 'vue.csv' ? 2 : 1)),
      ])
    }
  } finally {
    await page.close()
    await at.close()
    await installation.stop()
  }
})
