import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { filesIn, partsIn } from './backups/backup-testing.ts'
import { manifestName, readManifest } from './backups/manifest.ts'
import { momentOfPoint } from './backups/rotation.ts'
import { newAgeKey } from './platform/crypto/age.ts'
import { foundAndSignIn, newChest } from './testing/browser.ts'
import { processEnv, startServer, temporaryFolder, until } from './testing/process.ts'

const entry = join(import.meta.dirname, 'trousseau.ts')
const rounds = join(import.meta.dirname, 'testing/recent-rounds.ts')

it('killed under writes, the newest recent backup has every write that was acknowledged before it [BKUP-14]', async () => {
  const [data, folder, home] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const key = newAgeKey()
  const keyFile = join(home, 'backup.key')
  writeFileSync(keyFile, key.identity)
  const root = { TROUSSEAU_ROOT_KEY: `1:${Buffer.alloc(32, 5).toString('base64')}*` }
  const settings = { ...root, TROUSSEAU_DATA: data, TROUSSEAU_BACKUP_KEY: key.recipient }
  const server = await startServer(settings)
  const browser = await foundAndSignIn(server.url, server.setupToken())
  const chest = await newChest(browser)
  const acknowledged = new Map<number, number>()
  let isOver = false
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const body = { chestId: chest, name: `Routeur ${writer}-${number}`, password: 'Ln9!correct-Horse' }
      const reply = await browser.post('/api/item/', body).catch(() => null)
      if (reply === null) return
      expect(reply.status).toBe(201)
      acknowledged.set((reply.body as { id: number }).id, Date.now())
    }
  }
  const writers = [write(1), write(2)]
  const recent = join(folder, 'recent')
  const names = () => (existsSync(recent) ? readdirSync(recent) : [])
  const points = () => names().filter((name) => momentOfPoint(name) !== null)
  const parts = () => (existsSync(recent) ? partsIn(recent) : [])
  const env = { ...processEnv, ...settings, TROUSSEAU_BACKUP_DIR: folder }
  for (let kills = 0; kills < 2; kills += 1) {
    const [known, before] = [points(), parts()]
    const child = spawn(process.execPath, [rounds], { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await until(
      () => points().filter((name) => name.endsWith('.increment') && !known.includes(name)).length > 1,
    )
    // In the middle of the next one.
    while (parts().every((name) => before.includes(name)) && child.exitCode === null) await pause(1)
    child.kill('SIGKILL')
    await ended
    expect(child.signalCode).toBe('SIGKILL')
  }
  await server.end('SIGKILL')
  isOver = true
  await Promise.all(writers)
  for (const name of points()) {
    const verify = [entry, 'verify-backup', join(recent, name), '--key-file', keyFile]
    const result = spawnSync(process.execPath, verify, { env, encoding: 'utf8' })
    expect(result.status, result.stdout + result.stderr).toBe(0)
  }
  const [newest = ''] = points().toSorted(
    (one, other) => (momentOfPoint(other) ?? 0) - (momentOfPoint(one) ?? 0),
  )
  expect(newest).toMatch(/\.increment$/)
  const place = join(home, 'restored')
  const restore = spawnSync(
    process.execPath,
    [entry, 'restore', join(recent, newest), '--key-file', keyFile],
    { env: { ...env, TROUSSEAU_DATA: place }, encoding: 'utf8' },
  )
  expect(restore.status, restore.stdout + restore.stderr).toBe(0)
  const files = await filesIn(join(recent, newest), key.identity)
  const at = Date.parse(readManifest(files.get(manifestName) ?? Buffer.alloc(0))?.manifest.at ?? '')
  const db = new DatabaseSync(join(place, 'trousseau.db'), { readOnly: true })
  const there = new Set(
    db
      .prepare('select id from items')
      .all()
      .map(({ id }) => Number(id)),
  )
  db.close()
  const before = [...acknowledged].filter(([, moment]) => moment < at).map(([id]) => id)
  expect(before.length).toBeGreaterThan(0)
  expect(before.filter((id) => !there.has(id))).toEqual([])
})
