import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { databaseProblems, serverTexts } from '#texts/platform/server.ts'
import { DatabaseProblem, isUnwritable, namedProblem } from './platform/database/problems.ts'
import { checkpointsFile } from './platform/journal/sealer.ts'
import { expectStatus, foundAndSignIn, newChest, newHttpBrowser } from './testing/browser.ts'
import { runToEnd, startServer, temporaryFolder, until } from './testing/process.ts'

const databaseIn = (folder: string): string => join(folder, 'trousseau.db')

it('a missing database beside its key requires confirmation: without a terminal the start is refused', async () => {
  const folder = temporaryFolder()
  const settings = { TROUSSEAU_DATA: folder }
  const first = await startServer(settings)
  await foundAndSignIn(first.url, first.setupToken())
  await first.end('SIGTERM')
  const file = databaseIn(folder)
  const [key, backup] = [readFileSync(join(folder, 'keys/root.key')), join(folder, 'backup')]
  renameSync(file, backup)
  const { code, stderr } = await runToEnd(settings)
  expect([code, stderr]).toEqual([1, `${databaseProblems.FILE_MISSING(file)}\n`])
  expect(existsSync(file)).toBe(false)

  copyFileSync(backup, file)
  const restored = await startServer(settings)
  expect(restored.setupToken()).toBeNull()
  await restored.end('SIGTERM')

  rmSync(file)
  writeFileSync(join(folder, checkpointsFile), 'those of the journal before')
  const empty = await startServer(settings, undefined, undefined, ['--new-installation'])
  expect(empty.stderr()).toContain(serverTexts.setup(`${empty.url}/setup#${empty.setupToken()}`))
  expect(readFileSync(join(folder, 'keys/root.key'))).toEqual(key)
  // The daily check would take the journal of the new installation for forged.
  expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^checkpoints-until-/))
})

it('a file moved away from a running server makes it unready, and no further write is acknowledged', async () => {
  const folder = temporaryFolder()
  const server = await startServer({ TROUSSEAU_DATA: folder })
  const browser = await foundAndSignIn(server.url, server.setupToken())
  const chestId = await newChest(browser)
  const item = { chestId, name: 'Serveur', password: 'secret' }
  const { id } = expectStatus(await browser.post('/api/item/', item), 201).body as { id: number }
  const aside = join(folder, 'aside.db')
  const ready = () => newHttpBrowser(server.url).get('/health/ready')
  const refused = { status: 503, body: { code: 'DATABASE_UNWRITABLE' } }

  // Moved back in time, the same file is used again.
  renameSync(databaseIn(folder), aside)
  expect(await ready()).toMatchObject(refused)
  expect(await browser.post('/api/item/', item)).toMatchObject(refused)
  renameSync(aside, databaseIn(folder))
  expect((await ready()).status).toBe(200)
  expectStatus(await browser.post('/api/item/', item), 201)

  // Another file of the same name is not the database.
  copyFileSync(databaseIn(folder), aside)
  renameSync(aside, databaseIn(folder))
  expect(await browser.post('/api/item/', item)).toMatchObject(refused)
  expect(await ready()).toMatchObject(refused)
  await until(() => readdirSync(folder).some((name) => name.includes('-rescued-')))
  expect((await server.end('SIGTERM')).code).toBe(0)

  const copies = readdirSync(folder).filter((name) => /^trousseau-rescued-.*\.db$/.test(name))
  const copy = new DatabaseSync(join(folder, copies.toSorted().at(-1) ?? ''))
  expect(copy.prepare('select count(*) as items from items').get()).toEqual({ items: 2 })
  expect(copy.prepare('select id from items where id = ?').get(id)).toEqual({ id })
  copy.close()
  expect(statSync(join(folder, copies[0] ?? '')).mode & 0o077).toBe(0)
})

it('a read-only database is reported as a sentence', () => {
  const file = join(temporaryFolder(), 'read-only.db')
  new DatabaseSync(file).exec('create table lines (text text)')
  const connection = new DatabaseSync(file, { readOnly: true })
  let thrown: unknown
  try {
    connection.exec("insert into lines values ('x')")
  } catch (error) {
    thrown = error
  }
  connection.close()
  expect(isUnwritable(thrown)).toBe(true)
  expect(namedProblem(thrown)).toEqual(new DatabaseProblem('FILE_READ_ONLY', '', thrown))
})
