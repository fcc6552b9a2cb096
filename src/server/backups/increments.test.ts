import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupProblems, backupTexts as texts } from '#texts/backups.ts'
import { restoreCommand } from '#server/commands/restore.ts'
import { verifyBackupCommand } from '#server/commands/verify-backup.ts'
import { readConfig } from '#server/config.ts'
import { installationState } from '#server/office/administration/state.ts'
import { lockFile } from '#server/platform/database/folder-lock.ts'
import { createReadings } from '#server/platform/metrics/readings.ts'
import { testedEngines } from '#server/testing/databases.ts'
import { filesIn, startBackedUp, type BackedUp } from './backup-testing.ts'
import { databaseNames } from './copy-database.ts'
import { manifestName, readManifest, type Manifest } from './manifest.ts'
import { pagesName } from './pages.ts'
import { createRecentBackups } from './recent.ts'
import { nameOfBackup, nameOfIncrement } from './rotation.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe.runIf(testedEngines.includes('sqlite'))('increments on SQLite', () => {
  let at: BackedUp
  let folder: string
  beforeAll(async () => {
    at = await startBackedUp('sqlite')
    folder = join(at.folder, 'recent')
  })
  afterAll(() => at.close())

  const deps = () => ({
    ...at.app.deps,
    db: at.app.plainDb,
    config: readConfig({ ...at.env, TROUSSEAU_BACKUP_DIR: at.folder }),
  })
  const made = () => readdirSync(folder).toSorted()
  /** Somebody writes, and a round follows four minutes later. @returns the file that it made */
  const change = async (recent: ReturnType<typeof createRecentBackups>, name: string): Promise<string> => {
    at.app.time.now += 4 * minuteMs
    const cookie = await at.world.session(at.owner)
    const body = { chestId: at.chest.id, name, password: 'Motdepasse-4' }
    expect((await at.call('POST', '/api/item/', body, cookie)).status).toBe(201)
    const before = readdirSync(at.folder).includes('recent') ? made() : []
    await recent.round()
    const added = made().filter((one) => !before.includes(one))
    expect(added).toHaveLength(1)
    return added[0] ?? ''
  }
  const started = async () => {
    rmSync(folder, { recursive: true, force: true })
    const recent = createRecentBackups(deps())
    const base = await change(recent, 'Entier')
    expect(base).toBe(nameOfBackup(at.app.time.now))
    return { recent, base, baseAt: at.app.time.now }
  }
  const manifestOf = async (name: string): Promise<Manifest> => {
    const read = readManifest(
      (await filesIn(join(folder, name), at.identity)).get(manifestName) ?? Buffer.alloc(0),
    )
    if (!read) throw new Error('no manifest')
    return read.manifest
  }
  const verify = (path: string) => at.run(verifyBackupCommand, [path, '--key-file', at.keyFile])

  it('hold the pages that changed since a whole backup, and are verified with it [BKUP-14]', async () => {
    const { recent, base, baseAt } = await started()
    const first = await change(recent, 'Premier')
    expect(first).toBe(nameOfIncrement(baseAt, at.app.time.now))
    const second = await change(recent, 'Second')
    const files = await filesIn(join(folder, second), at.identity)
    expect([...files.keys()].slice(0, 2)).toEqual([manifestName, pagesName])
    expect(files.has(databaseNames.sqlite)).toBe(false)
    expect(files.get(pagesName)?.length).toBeLessThan(
      ((await filesIn(join(folder, base), at.identity)).get(databaseNames.sqlite)?.length ?? 0) / 2,
    )
    const manifest = await manifestOf(second)
    expect(manifest.base?.name).toBe(base)
    for (const name of [base, first, second]) {
      const { code, said } = await verify(join(folder, name))
      expect(said).toContain(texts.good)
      expect(code).toBe(0)
    }
    // The first needs no second: each adds to the whole one.
    const items = async (name: string) => (await manifestOf(name)).tables['items'] ?? 0
    expect((await items(second)) - (await items(base))).toBe(2)
    await recent.stop()
  })

  it('are restored with everything of their moment [BKUP-14]', async () => {
    const { recent } = await started()
    await change(recent, 'Restauré')
    const name = await change(recent, 'Le dernier')
    const { base } = await manifestOf(name)
    const place = { TROUSSEAU_DATA: join(at.scratch, 'restored') }
    const path = join(folder, name)
    const { code, said } = await at.run(restoreCommand, [path, '--key-file', at.keyFile], place)
    expect(code, said.join('\n')).toBe(0)
    const db = new DatabaseSync(join(place.TROUSSEAU_DATA, databaseNames.sqlite), { readOnly: true })
    const { rows } = db.prepare('select count(*) as rows from items').get() as { rows: number }
    db.close()
    expect(rows).toBe((await manifestOf(name)).tables['items'])
    expect(readdirSync(place.TROUSSEAU_DATA)).not.toContain(pagesName)
    expect(base?.result.name).toBe(databaseNames.sqlite)
    await recent.stop()
  })

  it('do not pass without their whole backup, with another one, or cut off [BKUP-14]', async () => {
    const { recent, base } = await started()
    const name = await change(recent, 'Seul')
    const alone = join(at.scratch, 'alone')
    mkdirSync(alone)
    copyFileSync(join(folder, name), join(alone, name))
    await expect(verify(join(alone, name))).rejects.toThrow(
      backupProblems.baseMissing(join(alone, name), base),
    )
    // A whole backup of another moment under its name.
    const other = createRecentBackups(deps())
    copyFileSync(join(folder, await change(other, 'Autre')), join(alone, base))
    await expect(verify(join(alone, name))).rejects.toThrow(backupProblems.otherBase(base))
    const bytes = readFileSync(join(folder, name))
    writeFileSync(join(alone, name), bytes.subarray(0, bytes.length - 2_000))
    await expect(verify(join(alone, name))).rejects.toThrow(backupProblems.sealed.DAMAGED(join(alone, name)))
    await Promise.all([recent.stop(), other.stop()])
  })

  it('begin anew with a whole backup once a day, when it is gone, when much changed, and after a start [BKUP-14]', async () => {
    const { recent, base } = await started()
    const isWhole = (name: string) => name === nameOfBackup(at.app.time.now)
    expect(isWhole(await change(recent, 'Un'))).toBe(false)
    at.app.time.now += dayMs
    expect(isWhole(await change(recent, 'Deux'))).toBe(true)
    expect(made()).toContain(base)
    expect(isWhole(await change(recent, 'Trois'))).toBe(false)
    for (const name of made()) if (name.endsWith('.backup')) rmSync(join(folder, name))
    at.app.time.now += 4 * minuteMs
    await recent.round()
    expect(made(), 'though nothing changed').toContain(nameOfBackup(at.app.time.now))
    const db = new DatabaseSync(join(readConfig(at.env).dataFolder, databaseNames.sqlite), {
      timeout: 10_000,
    })
    db.exec('create table ballast (bytes blob)')
    for (let row = 0; row < 12; row += 1) db.exec('insert into ballast values (randomblob(1000000))')
    expect(isWhole(await change(recent, 'Quatre'))).toBe(true)
    const small = await change(recent, 'Cinq')
    expect(isWhole(small)).toBe(false)
    expect(statSync(join(folder, small)).size).toBeLessThan(4_000_000)
    db.exec('drop table ballast')
    db.close()
    const restarted = createRecentBackups(deps())
    expect(isWhole(await change(restarted, 'Six'))).toBe(true)
    await Promise.all([recent.stop(), restarted.stop()])
  })

  it('yield the very file of their moment, byte for byte [BKUP-14]', async () => {
    const { recent, base } = await started()
    const name = await change(recent, 'Octets')
    const pages = (await filesIn(join(folder, name), at.identity)).get(pagesName) ?? Buffer.alloc(0)
    const manifest = await manifestOf(name)
    const { pageBytes = 0, result } = manifest.base ?? {}
    const whole =
      (await filesIn(join(folder, base), at.identity)).get(databaseNames.sqlite) ?? Buffer.alloc(0)
    const bytes = Buffer.alloc(result?.bytes ?? 0)
    whole.copy(bytes)
    for (let place = 0; place < pages.length; place += 4 + pageBytes)
      pages.copy(bytes, pages.readUInt32BE(place) * pageBytes, place + 4, place + 4 + pageBytes)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(result?.sha256)
    await recent.stop()
  })

  it('are made while the nightly backup is [BKUP-14]', async () => {
    const { recent } = await started()
    const nightly = lockFile(readConfig(at.env).dataFolder, 'backup.lock')
    expect(nightly).not.toBeNull()
    await change(recent, 'La nuit')
    nightly?.release()
    await recent.stop()
  })

  it('that fail or are late raise one alert, show on the page and in the metrics, until one is made [BKUP-15]', async () => {
    const { recent } = await started()
    const newest = at.app.time.now
    const state = async () =>
      (await installationState({ ...deps(), certificateExpiresAt: () => null })).backups.recent
    const measured = async () => {
      const readings = createReadings({
        ...deps(),
        measureDatabase: () => ({ waiting: 0, connections: null }),
        tasks: [],
        certificateExpiresAt: () => null,
      })
      return (await readings()).find(({ name }) => name === 'trousseau_backup_recent_timestamp_seconds')
        ?.value
    }
    const alerts = async () =>
      at.app.plainDb.selectFrom('alerts').select('about').where('kind', '=', 'recent-backup-late').execute()
    const round = async (minutes: number) => {
      at.app.time.now += minutes * minuteMs
      await recent.round()
      await recent.watch()
    }
    // Nothing changed: what there is has everything.
    await round(4)
    expect(await state()).toEqual({ at: new Date(at.app.time.now).toISOString(), isLate: false })
    expect(at.app.time.now).toBeGreaterThan(newest)
    const last = at.app.time.now
    rmSync(at.folder, { recursive: true })
    await round(4)
    expect(await alerts()).toEqual([])
    await round(4)
    await round(4)
    expect(await state()).toEqual({ at: new Date(last).toISOString(), isLate: true })
    expect(await measured()).toBe(last / 1_000)
    expect(await alerts()).toEqual([{ about: new Date(last).toISOString() }])
    mkdirSync(at.folder)
    await round(4)
    expect(await state()).toEqual({ at: new Date(at.app.time.now).toISOString(), isLate: false })
    expect(await measured()).toBe(at.app.time.now / 1_000)
    expect(await alerts()).toHaveLength(1)
    await recent.stop()
  })
})
