import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openContent } from '#server/backups/open-content.ts'
import { nameOfBackup } from '#server/backups/rotation.ts'
import { recordBackup } from '#server/backups/schedule.ts'
import { recentRunName } from '#server/platform/backups/recent-record.ts'
import { newAgeKey } from '#server/platform/crypto/age.ts'
import { expiryOf } from '#server/platform/http/certificate.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'
import { recordRun } from '#server/platform/jobs/runs.ts'
import { byItself } from '#server/platform/journal/journal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { makeCertificate } from '#server/testing/directory.ts'
import { samplesIn, valueIn } from '#server/testing/exposition.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { metricRows } from '#server/platform/metrics/table.ts'

const token = 'jeton-des-mesures-0123456789abcdef'
const never = { firstMs: 1_000_000, everyMs: 1_000_000, leaseMs: 60_000 }

eachEngine((engine) => {
  describe('metrics of a server on which everything has happened', () => {
    let app: TestApp
    let folder: string
    let cert: string
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'trousseau-metrics-'))
      const pair = makeCertificate(folder, 'serveur', 'IP:127.0.0.1')
      cert = pair.cert
      app = await startTestApp(engine, {
        TROUSSEAU_METRICS_TOKEN: token,
        TROUSSEAU_PUBLIC_URL: 'https://localhost:8420',
        TROUSSEAU_TLS_CERT: pair.cert,
        TROUSSEAU_TLS_KEY: pair.key,
        TROUSSEAU_NETWORK_TRIES: '10',
        // A folder is no file: the receiver fails, and its events wait.
        TROUSSEAU_SIEM_FILE: join(folder, 'nowhere', 'events.log'),
        TROUSSEAU_BACKUP_KEY: newAgeKey().recipient,
        TROUSSEAU_BACKUP_DIR: folder,
        TROUSSEAU_BACKUP_MINUTES: '4',
      })
    })
    afterAll(async () => {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it('[WTCH-03] every metric of the table has a sample, and those that an alert reads have their value', async () => {
      const { time, deps, plainDb } = app
      // A receiver begins after the last block there is.
      await deps.sealer.round()
      await deps.siem.round()
      await addAccount(app, 'paul')
      const browser = newBrowser(app)
      for (let times = 0; times < 12; times += 1) await firstStep(browser, 'paul', 'mauvais mot de passe')
      await deps.db.transaction().execute((tx) =>
        deps.outbox.add(tx, {
          to: 'camille@exemple.fr',
          template: 'loginReminder',
          values: { firstName: 'Camille', login: 'camille' },
        }),
      )
      // What makes backups needs the database of its settings: here its record is enough.
      const failing = { ...app.jobs, 'back-up': async () => Promise.reject(new Error('away')) }
      const jobs = startJobs(deps, failing, never)
      await jobs.round()
      await jobs.stop()
      const proven = time.now
      const opened = await openContent(plainDb, deps.keys)
      const made = { name: nameOfBackup(proven), bytes: 1, at: proven, opened, shares: [0], base: null }
      await recordBackup({ ...deps, db: plainDb }, byItself, made, 'night')
      time.now += 60_000
      await recordRun(plainDb, recentRunName, 'done_at', time.now)
      await deps.sealer.round()

      const { text } = await app.call({
        method: 'GET',
        path: '/metrics',
        headers: { authorization: `Bearer ${token}` },
      })
      const samples = samplesIn(text)
      const names = new Set(samples.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, '')))
      const ofPostgres = ['trousseau_database_connections', 'trousseau_database_connections_limit']
      const missing = metricRows.map(([name]) => name).filter((name) => !names.has(name))
      expect(missing).toEqual(engine === 'postgres' ? [] : ofPostgres)

      const value = (name: string, labels: Record<string, string> = {}) => valueIn(samples, name, labels)
      expect(value('trousseau_backup_last_proven_timestamp_seconds')).toBe(proven / 1_000)
      expect(value('trousseau_backup_awaited_timestamp_seconds')).toBe(proven / 1_000)
      expect(value('trousseau_backup_recent_timestamp_seconds')).toBe(time.now / 1_000)
      expect(value('trousseau_backup_recent_interval_seconds')).toBe(4 * 60)
      expect(value('trousseau_certificate_expiry_timestamp_seconds', { certificate: 'server' })).toBe(
        expiryOf(readFileSync(cert, 'utf8')) / 1_000,
      )
      expect(value('trousseau_accounts_locked')).toBe(1)
      expect(value('trousseau_networks_held')).toBe(1)
      expect(value('trousseau_database_waiting')).toBe(0)
      expect(value('trousseau_tasks_failing')).toBe(1)
      expect(value('trousseau_task_last_failure_timestamp_seconds', { task: 'back-up' })).toBe(proven / 1_000)
      for (const part of ['resident', 'heap', 'heap_used', 'external', 'buffers'])
        expect([part, value('trousseau_memory_bytes', { part })]).not.toEqual([part, 0])
      expect(value('trousseau_memory_bytes', { part: 'index_cache' })).toBe(
        value('trousseau_index_cache_bytes'),
      )
      expect(value('trousseau_http_requests_in_flight')).toBe(1)
    })
  })
})
