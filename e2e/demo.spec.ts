import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Page } from '@playwright/test'
import { freePort } from '../src/server/testing/free-port.ts'
import { expectToFit, expectAccessible } from './office.ts'
import { expect, test } from './test.ts'

/** Returns the folders that demonstrations have left behind. */
const leftovers = (): string[] =>
  ['/dev/shm', tmpdir()]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.startsWith('trousseau-demo-'))

async function startDemonstration(): Promise<{ url: string; said: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/demo/main.ts'], {
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), TROUSSEAU_PORT: String(port) },
  })
  let said = ''
  child.stdout.resume()
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Ctrl-C')) resolve()
    })
    child.on('exit', (code) => reject(new Error(`the demonstration stopped (${code}):\n${said}`)))
  })
  const stop = async (): Promise<void> => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await exited
  }
  return { url: `http://127.0.0.1:${port}`, said, stop }
}

const panel = (page: Page) => page.getByRole('region', { name: 'Comptes de démonstration' })

test('a demonstration shows the codes of its accounts, and leaves nothing behind', async ({ page }) => {
  test.setTimeout(180_000)
  const before = leftovers().length
  const { url, said, stop } = await startDemonstration()
  try {
    expect(said).toContain('claire.moreau')
    const key = 'tournesol marée granit violon 27'
    expect(said).toContain(key)
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
    await expect(panel(page).getByText('Démonstration', { exact: true })).toBeVisible()
    await expect(panel(page).getByRole('listitem')).toHaveCount(4)
    await expect(panel(page).getByText(key)).toBeVisible()
    await expectAccessible(page, 'sign-in of a demonstration')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectToFit(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    const fill = panel(page).getByRole('button', { name: 'Remplir avec le compte de Claire Moreau' })
    await fill.click()
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.getByRole('heading', { name: 'Second facteur' })).toBeVisible()
    await fill.click()
    await page.getByRole('button', { name: 'Valider' }).click()
    await expect(page).toHaveURL(/\/routes\//)
    await expect(page.getByText('Claire Moreau')).toBeVisible()
    await page.goto(`${url}/routes/chest`)
    await expect(page.getByRole('row').filter({ hasText: 'Usine' })).toBeVisible()
    await page.close()
  } finally {
    await stop()
  }
  expect(leftovers().length).toBeLessThanOrEqual(before)
})

test('an ordinary installation has neither the codes nor the panel of a demonstration', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(404)
  await page.goto(`${sharedInstallation.url}/auth`)
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  const status = await page.evaluate<number>(
    `fetch('/api/demo/accounts', { headers: { 'x-requested-with': 'XMLHttpRequest' } }).then((reply) => reply.status)`,
  )
  expect(status).toBe(404)
})
