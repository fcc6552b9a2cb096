import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { backupProblems } from '#texts/backups.ts'
import { doctorTexts } from '#texts/commands.ts'
import { startBackedUp, type BackedUp } from '#server/backups/backup-testing.ts'
import { createRecentBackups } from '#server/backups/recent.ts'
import { backUpDaily, lastDue, watchBackups } from '#server/backups/schedule.ts'
import { eachEngine } from '../testing/databases.ts'
import { readConfig } from '../config.ts'
import { checkBackupPlace, checkBackupTools, checkLastBackup } from './doctor-backups.ts'

const { backups: texts } = doctorTexts
const dayMs = 86_400_000

eachEngine((engine) => {
  describe('the doctor, of backups', () => {
    let at: BackedUp
    beforeAll(async () => {
      at = await startBackedUp(engine)
      at.app.time.now = lastDue(at.app.time.now, 120) + dayMs + 1_000
    })
    afterAll(() => at.close())
    afterEach(() => vi.unstubAllEnvs())

    const config = (more: Record<string, string> = {}) =>
      readConfig({ ...at.env, TROUSSEAU_BACKUP_DIR: at.folder, ...more })
    const database = () => ({ ...at.app.deps, db: at.app.plainDb }) as never
    const last = () => checkLastBackup(database(), config(), at.app.deps.keys.keyring, at.app.time.now)

    it('says that none are set, and what is wrong with their folder [BKUP-16]', async () => {
      expect(await checkBackupPlace(readConfig(at.env))).toEqual([{ state: 'unknown', text: texts.none }])
      expect(await checkBackupPlace(config())).toEqual([{ state: 'good', text: texts.folder(at.folder) }])
      const nowhere = join(at.scratch, 'nowhere')
      expect(await checkBackupPlace(config({ TROUSSEAU_BACKUP_DIR: nowhere }))).toEqual([
        { state: 'bad', text: backupProblems.noFolder(nowhere) },
      ])
      const file = join(at.scratch, 'file')
      writeFileSync(file, '')
      expect(await checkBackupPlace(config({ TROUSSEAU_BACKUP_DIR: file }))).toEqual([
        { state: 'bad', text: backupProblems.noFolder(file) },
      ])
    })

    it('tells a folder in which this account may not write [BKUP-16]', async () => {
      const folder = join(at.scratch, 'read-only')
      mkdirSync(folder)
      const refuse = async (): Promise<void> => {
        throw Object.assign(new Error('read-only'), { code: 'EROFS' })
      }
      const place = config({ TROUSSEAU_BACKUP_DIR: folder })
      expect(await checkBackupPlace(place, refuse)).toEqual([{ state: 'bad', text: texts.readOnly(folder) }])
    })

    it('tells the last one, one that failed, and that they are late [BKUP-16]', async () => {
      const deps = { ...at.app.deps, db: at.app.plainDb, config: config() }
      await watchBackups(deps)
      expect((await last())[0]).toEqual({ state: 'unknown', text: texts.notYet })
      await backUpDaily(deps, async () => true)
      const made = at.app.time.now
      expect((await last())[0]).toEqual({ state: 'good', text: texts.last(made) })
      at.app.time.now += 2 * dayMs
      rmSync(at.folder, { recursive: true })
      await expect(backUpDaily(deps, async () => true)).rejects.toThrow(at.folder)
      expect((await last()).slice(0, 2)).toEqual([
        { state: 'bad', text: texts.failed(at.app.time.now) },
        { state: 'bad', text: texts.late(made) },
      ])
      mkdirSync(at.folder)
      await backUpDaily(deps, async () => true)
      expect((await last())[0]).toEqual({ state: 'good', text: texts.last(at.app.time.now) })
    })

    it('tells those of the last minutes [BKUP-16]', async () => {
      const settings = config({ TROUSSEAU_BACKUP_MINUTES: '4' })
      const deps = { ...at.app.deps, db: at.app.plainDb, config: settings }
      const recent = createRecentBackups(deps)
      const told = async () =>
        (await checkLastBackup(database(), settings, at.app.deps.keys.keyring, at.app.time.now)).at(-1)
      await recent.round()
      expect(await told()).toEqual({ state: 'good', text: texts.recent(at.app.time.now) })
      rmSync(at.folder, { recursive: true })
      at.app.time.now += 240_000
      await recent.round()
      expect(await told()).toEqual({ state: 'bad', text: texts.recentFailed(at.app.time.now) })
      mkdirSync(at.folder)
      await recent.stop()
    })

    it('tells tools of PostgreSQL that are missing or too old, and pgbouncer [BKUP-16]', async () => {
      const tools = (more: Record<string, string> = {}) => checkBackupTools(database(), config(more))
      if (engine === 'sqlite') {
        expect(await tools()).toEqual([])
        return
      }
      expect(await tools()).toEqual([{ state: 'good', text: texts.tools }])
      expect(await tools({ TROUSSEAU_DATABASE_PGBOUNCER: 'on' })).toEqual([
        { state: 'bad', text: texts.pooled },
      ])
      const path = mkdtempSync(join(tmpdir(), 'trousseau-tools-'))
      onTestFinished(() => rmSync(path, { recursive: true }))
      vi.stubEnv('PATH', path)
      writeFileSync(join(path, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n', { mode: 0o700 })
      expect(await tools()).toEqual([
        { state: 'bad', text: backupProblems.toolTooOld('pg_dump') },
        { state: 'bad', text: backupProblems.toolMissing('pg_restore') },
      ])
    })
  })
})
