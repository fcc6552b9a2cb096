import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addressOfMail } from '../src/server/platform/mail/smtp-testing.ts'
import type { Installation } from './installation.ts'
import { chooseFor, officeRow, select } from './office.ts'
import { enrol, enterAsFirst, toast } from './people.ts'
import { expect, test } from './test.ts'

const secret = 'trois girafes lisent un journal'
const [townHall, clinic] = ['Mairie de Sète', 'Clinique du Parc']

type NewUser = { login: string; role: string; type?: string }

/** Returns the one-time address in a user's mail: without a mail server, mails are files of the data folder. */
function addressFor({ folder }: Installation, login: string): string {
  const mails = readdirSync(join(folder, 'mails')).map((name) =>
    readFileSync(join(folder, 'mails', name), 'utf8'),
  )
  return addressOfMail(mails.find((mail) => mail.includes(`${login}@exemple.fr`)) ?? '')
}

async function makeBank(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Créer une banque' }).click()
  await page.getByLabel(/^Nom de la banque/).fill(label)
  await page.keyboard.press('Enter')
  await expect(officeRow(page, 'Banques', label)).toBeVisible()
}

/** Chooses the current bank in the top bar and waits until the page shows it. */
async function workIn(page: Page, current: string, bank: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: current }).click()
  await page.getByRole('dialog').getByRole('button', { name: bank }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: bank })).toBeVisible()
}

async function makeUser(page: Page, { login, role, type }: NewUser): Promise<void> {
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Identifiant').fill(login)
  await dialog.getByLabel('E-mail').fill(`${login}@exemple.fr`)
  await dialog.getByLabel('Prénom').fill('Camille')
  await dialog.getByLabel('Nom', { exact: true }).fill(login.replace('.', ' '))
  await select(page, 'Rôle', role)
  if (type) await select(page, 'Type', type)
  await dialog.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(toast(page, 'Utilisateur créé').first()).toBeVisible()
  await expect(officeRow(page, 'Utilisateurs', login)).toBeVisible()
}

async function makeChest(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Créer un coffre' }).click()
  await page.getByLabel('Nom du coffre').fill(name)
  await page.keyboard.press('Enter')
  await expect(officeRow(page, 'Coffres', name)).toBeVisible()
}

/** Goes from the mailed link to the first page: password, QR code, first code. */
async function enterAs(page: Page, installation: Installation, login: string): Promise<void> {
  await page.goto(addressFor(installation, login))
  await page.getByRole('textbox', { name: /^Nouveau mot de passe/ }).fill(secret)
  await page.getByRole('textbox', { name: /^Confirmation/ }).fill(secret)
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(login)
  await page.locator('input[type=password]').fill(secret)
  await page.keyboard.press('Enter')
  await enrol(page)
  await expect(page).toHaveURL(/\/routes\//)
}

async function leave(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Camille|Claire/ })
    .click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
}

test('an administrator sets up an organisation with banks, users, a team, chests and grants, and no bank sees another [BANK-20] [BANK-36] [USER-14] [USER-15] [TEAM-08] [TEAM-15] [CHST-13] [CHST-15] [CHST-22] [CHST-23] [CHST-25] [RGHT-06] [RGHT-08] [RGHT-09]', async ({
  page,
  installation,
  quietConsole,
}) => {
  test.slow()
  const { url } = installation
  await enterAsFirst(page, installation)
  await expect(page).toHaveURL(/\/routes\/manager/)

  await page.goto(`${url}/routes/bank`)
  await makeBank(page, townHall)
  await makeBank(page, clinic)

  await workIn(page, 'Toutes les banques', clinic)
  await page.goto(`${url}/routes/user`)
  await makeUser(page, { login: 'agent.clinique', role: 'Intervenant' })
  await page.goto(`${url}/routes/chest`)
  await makeChest(page, 'Blocs opératoires')
  await workIn(page, clinic, townHall)
  await page.goto(`${url}/routes/user`)
  await makeUser(page, { login: 'chef.mairie', role: 'Super administrateur' })
  await makeUser(page, { login: 'admin.mairie', role: 'Administrateur' })
  await makeUser(page, { login: 'agent.mairie', role: 'Intervenant' })
  await makeUser(page, { login: 'maire', role: 'Intervenant', type: 'Directeur' })
  // The current bank filters the list.
  await expect(officeRow(page, 'Utilisateurs', 'agent.clinique')).toHaveCount(0)

  await page.goto(`${url}/routes/team`)
  await page.getByRole('button', { name: 'Créer un groupe' }).click()
  await page.getByLabel('Nom du groupe').fill('Astreinte')
  await page.keyboard.press('Enter')
  await chooseFor(officeRow(page, 'Groupes', 'Astreinte'), /utilisateurs/i)
  await page.getByRole('button', { name: /^Ajouter .*agent mairie/ }).click()
  await expect(toast(page, 'Utilisateur ajouté')).toBeVisible()
  await page.getByRole('button', { name: 'Terminé' }).click()

  await page.goto(`${url}/routes/chest`)
  await makeChest(page, 'Serveurs')
  const chest = officeRow(page, 'Coffres', 'Serveurs')
  await chooseFor(chest, /groupes/i)
  await page.getByRole('button', { name: /^Ajouter Astreinte/ }).click()
  await expect(toast(page, 'Groupe ajouté')).toBeVisible()
  await page.getByRole('button', { name: 'Terminé' }).click()
  await chooseFor(chest, /utilisateurs/i)
  await page
    .getByRole('button', { name: /^Ajouter .*maire/ })
    .first()
    .click()
  await expect(toast(page, 'Utilisateur ajouté')).toBeVisible()
  await page
    .getByRole('button', { name: /^Retirer .*maire/ })
    .first()
    .click()
  await expect(toast(page, 'Utilisateur retiré')).toBeVisible()
  await page.getByRole('button', { name: 'Terminé' }).click()
  await leave(page)

  await enterAs(page, installation, 'admin.mairie')
  await page.goto(`${url}/routes/bank`)
  await expect(officeRow(page, 'Banques', townHall)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(clinic)
  await page.goto(`${url}/routes/chest`)
  await expect(officeRow(page, 'Coffres', 'Serveurs')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Blocs opératoires')
  await page.goto(`${url}/routes/user`)
  await expect(officeRow(page, 'Utilisateurs', 'agent.mairie')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('agent.clinique')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Toutes les banques|Mairie/ })
    .click()
  const banks = page.getByRole('dialog')
  await expect(banks.getByRole('list', { name: 'Vos banques' })).toContainText(townHall)
  await expect(banks).not.toContainText(clinic)
  await page.keyboard.press('Escape')
  await expect(banks).toHaveCount(0)
  await leave(page)

  quietConsole.allow(403)
  await enterAs(page, installation, 'agent.mairie')
  await expect(page).toHaveURL(/\/routes\/(manager|explorer)/)
  await expect(page.getByRole('button', { name: /menu d'administration/ })).toHaveCount(0)
  await page.goto(`${url}/routes/manager`)
  const chests = page.getByRole('list', { name: 'Vos coffres' })
  await expect(chests.getByRole('listitem')).toHaveText([/^Serveurs.*Mairie de Sète$/])
  await chests.getByRole('button', { name: /^Serveurs/ }).click()
  await expect(page).toHaveTitle(/^Explorateur · Serveurs/)
  await expect(page.getByRole('button', { name: 'Nouveau mot de passe' })).toBeDisabled()
  await page.goto(`${url}/routes/user`)
  await expect(page.getByRole('grid', { name: 'Utilisateurs' })).toHaveCount(0)
})
