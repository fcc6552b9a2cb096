import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { foundAndSignIn, newChest } from './testing/browser.ts'
import { startServer, temporaryFolder } from './testing/process.ts'

it('the files of the data folder are closed to other accounts, even when the folder is not', async () => {
  const folder = temporaryFolder()
  // As a volume created by another tool may be.
  chmodSync(folder, 0o755)
  const server = await startServer({ TROUSSEAU_DATA: folder })
  await newChest(await foundAndSignIn(server.url, server.setupToken()))
  const files = readdirSync(folder)
  expect(files).toEqual(expect.arrayContaining(['trousseau.db', 'trousseau.db-wal', 'keys', 'server.lock']))
  const open = files.filter((file) => (statSync(join(folder, file)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

it('compiled code is not loaded from a folder that others can write to', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  const server = await startServer({ TROUSSEAU_DATA: folder })
  await server.end('SIGTERM')
  expect(readdirSync(folder)).not.toContain('compiled')
})
