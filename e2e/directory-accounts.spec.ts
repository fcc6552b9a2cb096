import { Attribute, Change } from 'ldapts'
import {
  directoryPassword,
  dnOf,
  startDirectory,
  type TestDirectory,
} from '../src/server/testing/directory.ts'
import { signInThere, withDirectory } from './directory-installation.ts'
import type { InstallationInUse, Person } from './installation-in-use.ts'
import { clockBehind } from './installation.ts'
import { chooseFor, expectAccessible, expectToFit, officeRow } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const day = 24 * 60 * 60 * 1000

/** The change that disables an account, as Active Directory does (MS-ADTS §2.2.16). */
const disable = new Change({
  operation: 'add',
  modification: new Attribute({ type: 'userAccountControl', values: ['514'] }),
})

const signIn = (inUse: InstallationInUse, login: string) => signInThere(inUse, login, directoryPassword)

const addAccount = (chief: Person, login: string) =>
  chief.call('POST', '/api/user/', {
    login,
    email: `${login}@exemple.fr`,
    role: 'ROLE_INTERVENANT',
    firstName: 'Camille',
    lastName: login,
    adId: 1,
    adSamAccount: login,
  })

/** Deletes a person in the directory and creates them again under the same name. */
const recreate = (directory: TestDirectory, uid: string) =>
  directory.change(async (client) => {
    await client.del(dnOf(uid))
    await client.add(dnOf(uid), {
      objectClass: 'inetOrgPerson',
      cn: uid,
      sn: 'Dupré',
      givenName: 'Hélène',
      mail: `${uid}@annuaire.exemple.fr`,
      userPassword: directoryPassword,
    })
  })

test('an administrator links the account of a person who was created again in the directory, once both entries were shown', async ({
  page,
  engine,
}) => {
  await withDirectory({ page, engine }, await startDirectory(), async ({ directory, inUse }) => {
    const chief = await inUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
    await addAccount(chief, 'hdupre')
    expect(await signIn(inUse, 'hdupre')).toBe(200)
    await recreate(directory, 'hdupre')
    expect(await signIn(inUse, 'hdupre')).toBe(401)

    await chief.enter(page)
    await page.goto(`${inUse.url}/routes/user/`)
    const row = officeRow(page, 'Utilisateurs', 'hdupre')
    await chooseFor(row, 'Relier à nouveau')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Relier Hélène Dupré à nouveau')
    await expect(dialog.getByRole('region', { name: 'Liée à ce compte' })).toContainText(
      "L'annuaire n'a plus cette entrée.",
    )
    const found = dialog.getByRole('region', { name: /^Trouvée sous le nom/ })
    await expect(found).toContainText('Hélène Dupré')
    await expect(found).toContainText('hdupre@annuaire.exemple.fr')
    await expect(found).toContainText(dnOf('hdupre'))
    await expectAccessible(page, 'directory-link')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectToFit(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Relier à nouveau' }).click()
    await expect(toast(page, "Le compte est relié à la nouvelle entrée de l'annuaire")).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await signIn(inUse, 'hdupre')).toBe(200)

    // Nothing is left to link.
    await chooseFor(row, 'Relier à nouveau')
    await expect(dialog).toContainText("Il n'y a rien à relier.")
    await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()
    await expect(dialog).toBeHidden()
    await page.goto(`${inUse.url}/routes/journal`)
    await expect(page.getByText("à une autre entrée de l'annuaire").first()).toBeVisible()
  })
})

test('accounts whose entry is gone or disabled are listed by the nightly look, and deactivated by hand after thirty days', async ({
  page,
  engine,
}) => {
  let behind = 40 * day
  await withDirectory(
    { page, engine },
    await startDirectory(),
    async ({ directory, installation, inUse }) => {
      /** Starts the server again so many days later. */
      const later = async (days: number) => {
        const start = await installation.kill()
        behind -= days * day
        await start(clockBehind(behind))
        const chief = await inUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
        await chief.enter(page)
        return chief
      }
      const first = await inUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
      const ids: Record<string, number> = {}
      for (const login of ['hdupre', 'mleroy', 'adupont']) {
        ids[login] = (await addAccount(first, login === 'adupont' ? 'A.Dupont' : login)).id
      }
      for (const login of ['hdupre', 'mleroy']) expect(await signIn(inUse, login)).toBe(200)
      expect(await signIn(inUse, 'A.Dupont')).toBe(200)
      await directory.change(async (client) => {
        await client.del(dnOf('hdupre'))
        await client.modify(dnOf('adupont'), disable)
      })

      await later(1)
      const section = page.getByRole('region', { name: 'Annuaire', exact: true })
      const list = section.getByRole('list', { name: 'Comptes sans entrée utilisable' })
      // The look runs soon after the start.
      await expect(async () => {
        await page.goto(`${inUse.url}/routes/administration/`)
        await expect(list.getByRole('listitem')).toHaveCount(2, { timeout: 3_000 })
      }).toPass({ timeout: 60_000 })
      await expect(section).toContainText("2 comptes sans entrée utilisable dans l'annuaire")
      await expect(list.getByRole('listitem').filter({ hasText: 'hdupre' })).toContainText(
        "disparu de l'annuaire",
      )
      await expect(list.getByRole('listitem').filter({ hasText: 'A.Dupont' })).toContainText(
        "désactivé dans l'annuaire",
      )
      await expect(list.getByRole('button')).toHaveCount(0)

      const chief = await later(39)
      await page.goto(`${inUse.url}/routes/administration/`)
      await expect(list.getByRole('button', { name: /^Désactiver/ })).toHaveCount(2)
      await expectAccessible(page, 'directory-absent')
      const stateOf = async (login: string) =>
        (await chief.call<{ state: { state: string } }>('GET', `/api/user/${ids[login]}`)).state.state
      expect(await stateOf('hdupre'), 'no setting says so').toBe('active')
      await list.getByRole('button', { name: 'Désactiver hdupre' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Désactiver' }).click()
      await expect(toast(page, 'Compte désactivé')).toBeVisible()
      await expect(list.getByRole('listitem').filter({ hasText: 'hdupre' })).toContainText('Inactif')
      await expect(list.getByRole('button', { name: /^Désactiver/ })).toHaveCount(1)
      expect([await stateOf('hdupre'), await stateOf('adupont'), await stateOf('mleroy')]).toEqual([
        'inactive',
        'active',
        'active',
      ])
      await page.goto(`${inUse.url}/routes/journal`)
      await expect(page.getByText("n'a plus trouvé dans l'annuaire").first()).toBeVisible()
    },
    { env: clockBehind(behind), now: () => Date.now() - behind },
  )
})
