/**
 * `npm run test:restore`: on each engine, seeds 100,000 items, 4,000 old values and 2,000 files, backs them up, verifies the backup, destroys the installation
 * and restores it, by the commands that an operator types. It prints how long each took, and fails where a restoration takes
 * more than five minutes.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { beginSeeding, closeSeeded, makeInstallation } from '../bench/installation.ts'
import { addAccount, addBank } from '../bench/seed.ts'
import { addContent } from '../bench/seed-content.ts'
import { addHistory } from '../bench/seed-history.ts'
import { neverLocked } from '../src/server/access/locate.ts'
import { formatNumber } from '../src/texts/platform/format.ts'
import { newAgeKey } from '../src/server/platform/crypto/age.ts'
import { insertChest } from '../src/server/vault/chests/chest-rows.ts'

const longestMs = 5 * 60_000
const [chests, items] = [100, 1_000]
/** Of each chest so many items have two old passwords and a file of so many bytes. */
const [changed, fileBytes] = [20, 100_000]
const entry = fileURLToPath(new URL('../src/server/trousseau.ts', import.meta.url))

for (const engine of ['sqlite', 'postgres'] as const) {
  const installation = await makeInstallation(engine)
  const { folder } = installation
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const owner = await addAccount(database, keys, 'camille.martin', 'ROLE_SUPER_ADMINISTRATOR')
  const bank = await addBank(database, [owner.id])
  for (let chest = 0; chest < chests; chest += 1)
    await database.db.transaction().execute(async (tx) => {
      const row = {
        name: `Coffre ${chest}`,
        description: '',
        createdBy: owner.id,
        at: Date.now(),
        bankId: bank,
      }
      const { id } = await insertChest(tx, chestKeys, row)
      const key = await chestKeys.open(tx, { id, ...neverLocked, keyVersion: 1 })
      const place = { chestId: id, key, userId: owner.id }
      const { itemIds } = await addContent(tx, place, { items, from: chest * items })
      await addHistory(tx, place, itemIds.slice(0, changed), { versions: 2, fileBytes })
    })
  await closeSeeded(database, engine)

  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const key = newAgeKey()
  const keyFile = join(folder, 'backup.key')
  writeFileSync(keyFile, key.identity)
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    ...installation.env(0),
    TROUSSEAU_BACKUP_KEY: key.recipient,
  }
  const run = (title: string, ...args: string[]): { ms: number; said: string } => {
    const began = performance.now()
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
      env,
      encoding: 'utf8',
    })
    const ms = performance.now() - began
    if (status !== 0) throw new Error(`${engine} ${title}: ${stdout}${stderr}`)
    console.log(`${engine} ${title}: ${(ms / 1_000).toFixed(1)} s`)
    return { ms, said: stdout }
  }
  run('backup', 'backup', backups)
  const file = join(backups, readdirSync(backups)[0] ?? '')
  console.log(`${engine} size: ${(statSync(file).size / 1_048_576).toFixed(1)} MiB`)
  const { said } = run('verify-backup', 'verify-backup', file, '--key-file', keyFile)
  const opened = said.split('\n').find((line) => line.includes('journal')) ?? ''
  console.log(`${engine} ${opened}`)
  const announced = [chests * changed * 2, chests * changed].map((count) => formatNumber(count))
  if (!announced.every((count) => opened.includes(`${count} `) || opened.includes(`${count}\u00a0`)))
    throw new Error(`${engine}: old values or files were not opened: ${opened}`)
  // The machine is lost: another folder with the root keys, another empty database.
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  mkdirSync(join(home, 'keys'), { mode: 0o700 })
  renameSync(join(folder, 'keys', 'root.key'), join(home, 'keys', 'root.key'))
  env['TROUSSEAU_DATA'] = home
  if (env['DATABASE_URL'] !== undefined) await emptyBase(env['DATABASE_URL'])
  const { ms } = run('restore', 'restore', file, '--key-file', keyFile)
  run('doctor on it', 'doctor')
  await installation.remove()
  if (ms > longestMs) throw new Error(`${engine}: restored in more than five minutes`)
}
console.log('2 passed, 0 failed')

async function emptyBase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
}
