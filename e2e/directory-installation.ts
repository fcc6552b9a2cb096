import type { Page } from '@playwright/test'
import { openInstallationInUse, type InstallationInUse } from './installation-in-use.ts'
import { startInstallation, type Engine, type Installation } from './installation.ts'

type Directory = { readonly env: Record<string, string>; readonly stop: () => Promise<void> }
type Parts<Kind extends Directory> = {
  readonly directory: Kind
  readonly installation: Installation
  readonly inUse: InstallationInUse
}

/**
 * Runs a journey beside a directory and an installation that uses it, and stops both.
 * @param further settings of the installation, and the clock that it has then
 */
export async function withDirectory<Kind extends Directory>(
  { page, engine }: { readonly page: Page; readonly engine: Engine },
  directory: Kind,
  run: (parts: Parts<Kind>) => Promise<void>,
  { env = {}, now }: { readonly env?: Record<string, string>; readonly now?: () => number } = {},
): Promise<void> {
  const installation = await startInstallation(engine, { ...directory.env, ...env })
  const inUse = await openInstallationInUse(installation, now)
  try {
    await run({ directory, installation, inUse })
  } finally {
    await page.close()
    await inUse.close()
    await installation.stop()
    await directory.stop()
  }
}

/** Gives login and password of a directory account, as the sign-in page does. @returns the status */
export async function signInThere(
  { url }: Pick<InstallationInUse, 'url'>,
  login: string,
  password: string,
): Promise<number> {
  const { status } = await fetch(`${url}/api/auth/step1`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ login, password, type: 'DIST', source: 'web' }),
  })
  return status
}
