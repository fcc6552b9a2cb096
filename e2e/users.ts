import type { Page } from '@playwright/test'
import type { InstallationInUse } from './installation-in-use.ts'
import { officeRow } from './office.ts'
import { expect } from './test.ts'

/** Creates a bank, and opens the list of its users as its administrator. */
export async function openUsersPage(page: Page, sharedInstallation: InstallationInUse, label: string) {
  const bank = await sharedInstallation.bank(label)
  const admin = await sharedInstallation.person({ banks: [bank], currentBank: bank })
  await admin.enter(page)
  await page.goto(`${sharedInstallation.url}/routes/user/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Backoffice utilisateurs' })).toBeVisible()
  return { bank, admin, row: (text: string) => officeRow(page, 'Utilisateurs', text) }
}
