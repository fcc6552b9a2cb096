import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { partsIn } from './backups/backup-testing.ts'
import { newAgeKey } from './platform/crypto/age.ts'
import { foundAndSignIn, newChest } from './testing/browser.ts'
import { eachEngine } from './testing/databases.ts'
import {
  migratedInstallation,
  processEnv,
  startCommand,
  startServer,
  temporaryFolder,
  until,
} from './testing/process.ts'

const entry = join(import.meta.dirname, 'trousseau.ts')

it('a server backs up by itself; a backup that is killed leaves a part only, and the next one succeeds [BKUP-10] [BKUP-12]', async () => {
  const [data, folder] = [temporaryFolder(), join(temporaryFolder(), 'backups')]
  mkdirSync(folder)
  const key = newAgeKey()
  const keyFile = join(data, 'backup.key')
  const settings = { TROUSSEAU_DATA: data, TROUSSEAU_BACKUP_KEY: key.recipient }
  const nightly = temporaryFolder()
  const server = await startServer({ ...settings, TROUSSEAU_BACKUP_DIR: nightly })
  // The first one is made soon after the start: none was at the last hour that it was due.
  await until(() => readdirSync(nightly).some((name) => name.endsWith('.backup')))
  // Enough pages that writing takes a while.
  const db = new DatabaseSync(join(data, 'trousseau.db'), { timeout: 10_000 })
  db.exec('create table ballast (bytes blob)')
  for (let row = 0; row < 20; row += 1) db.exec('insert into ballast values (randomblob(1000000))')
  db.close()
  const env = { ...processEnv, ...settings }
  const args = [entry, 'backup', folder]
  const whole = () => readdirSync(folder).filter((name) => name.endsWith('.backup'))
  const parts = () => partsIn(folder)
  let killed = 0
  for (let tries = 0; killed < 2 && tries < 10; tries += 1) {
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    const before = parts().length
    while (parts().length === before && child.exitCode === null) await pause(1)
    child.kill('SIGKILL')
    await ended
    if (child.signalCode === 'SIGKILL' && parts().length > before) killed += 1
  }
  expect(killed).toBe(2)
  expect(existsSync(join(data, 'backup-work'))).toBe(true)
  // Names have seconds.
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(existsSync(join(data, 'backup-work'))).toBe(false)
  writeFileSync(keyFile, key.identity)
  for (const name of whole()) {
    const verify = [entry, 'verify-backup', join(folder, name), '--key-file', keyFile]
    const result = spawnSync(process.execPath, verify, { env, encoding: 'utf8' })
    expect(result.status, result.stdout + result.stderr).toBe(0)
  }
  await server.end('SIGTERM')
})

eachEngine((engine) => {
  it('backups that are made under writes are whole [BKUP-01]', async () => {
    const key = newAgeKey()
    const keyFile = join(temporaryFolder(), 'backup.key')
    writeFileSync(keyFile, key.identity)
    const settings = { ...(await migratedInstallation(engine)), TROUSSEAU_BACKUP_KEY: key.recipient }
    const server = await startServer(settings)
    const browser = await foundAndSignIn(server.url, server.setupToken())
    const chestId = await newChest(browser)
    let acknowledged = 0
    let isOver = false
    const write = async (writer: number): Promise<void> => {
      for (let number = 0; !isOver; number += 1) {
        const name = `Serveur ${writer}-${number}`
        const { status, body } = await browser.post('/api/item/', {
          chestId,
          name,
          password: `secret ${number}`,
        })
        expect(status).toBe(201)
        const { id } = body as { id: number }
        const changed = { elementType: 'password', elementValue: `autre ${number}` }
        expect((await browser.send('PATCH', `/api/item/${id}`, changed)).status).toBe(200)
        acknowledged += 1
      }
    }
    const writers = [1, 2, 3].map(write)
    const during: number[] = []
    const files: string[] = []
    for (let backup = 0; backup < 3; backup += 1) {
      // Names have seconds.
      const folder = temporaryFolder()
      const before = acknowledged
      const { code, stdout, stderr } = await startCommand('backup', settings, [folder]).outcome
      expect(code, stdout + stderr).toBe(0)
      during.push(acknowledged - before)
      files.push(...readdirSync(folder).map((name) => join(folder, name)))
      expect(files).toHaveLength(backup + 1)
    }
    isOver = true
    await Promise.all(writers)
    // Else nothing was proved.
    expect(Math.min(...during)).toBeGreaterThan(0)
    const items: number[] = []
    for (const file of files) {
      const args = [file, '--key-file', keyFile]
      const { code, stdout, stderr } = await startCommand('verify-backup', settings, args).outcome
      expect(code, stdout + stderr).toBe(0)
      const [, count = ''] = /(\d+)\smots? de passe/.exec(stdout.replaceAll(/(?<=\d)\s(?=\d)/g, '')) ?? []
      items.push(Number(count))
    }
    expect(items, 'each has more than the one before').toEqual([...new Set(items)].toSorted((a, b) => a - b))
    expect(items).toHaveLength(3)
    expect(items[0]).toBeGreaterThan(0)
    expect(items[2]).toBeLessThanOrEqual(acknowledged)
    await server.end('SIGTERM')
  })
})
