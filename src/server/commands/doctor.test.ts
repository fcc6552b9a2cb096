import { once } from 'node:events'
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { configTexts, keyErrorTexts } from '#texts/platform/server.ts'
import { startSmtpServer } from '#server/platform/mail/smtp-testing.ts'
import { expiryOf } from '#server/platform/http/certificate.ts'
import { eachEngine, isRunOn } from '../testing/databases.ts'
import { makeCertificate } from '../testing/directory.ts'
import { createAdminCommand } from './create-admin.ts'
import { doctorCommand } from './doctor.ts'
import { checkDatabase } from './doctor-database.ts'
import { checkCertificates } from './doctor-network.ts'
import { migrateCommand } from './migrate.ts'
import { firstAdministrator, testInstallation, type TestInstallation } from './testing.ts'

const keyErrorLine = `✗ ${keyErrorTexts.KEYRING_FOREIGN(1)}`

eachEngine((engine) => {
  let home: TestInstallation
  beforeEach(async () => {
    home = await testInstallation(engine)
    await home.run(createAdminCommand, firstAdministrator)
  })
  afterEach(() => home.close())

  const doctor = async (env: object = {}) => {
    const { code, said } = await home.run(doctorCommand, { env })
    return { code, said, faults: said.filter((line) => line.startsWith('✗')) }
  }

  describe('the doctor', () => {
    it('reports no fault of a healthy installation', async () => {
      const { code, said, faults } = await doctor()
      expect([code, faults]).toEqual([0, []])
      expect(said.length).toBeGreaterThan(7)
      expect(said.at(-1)).toBe('Tout va bien.')
      expect(said).toContainEqual(expect.stringMatching(/^✓ Temps d'un calcul .*: \d+ ms .*, \d+ ms /))
    })

    if (isRunOn(engine, 'doctorOfFiles'))
      it('reports a folder and a key file that other accounts can read', async () => {
        chmodSync(home.folder, 0o755)
        chmodSync(join(home.folder, 'keys', 'root.key'), 0o644)
        const { code, faults } = await doctor()
        expect(code).toBe(1)
        expect(faults).toEqual([expect.stringContaining('chmod 700'), expect.stringContaining('chmod 600')])
      })

    it('[WTCH-09] tells until when the certificate is valid, and a fault fourteen days before', () => {
      const tls = makeCertificate(home.folder, 'serveur', 'IP:127.0.0.1')
      const expiresAt = expiryOf(readFileSync(tls.cert, 'utf8'))
      const { certificate, siemCertificate } = doctorTexts
      const day = 86_400_000
      const none = { syslog: null, file: null, format: 'json' } as const
      const at = (now: number) => checkCertificates({ tls, siem: none }, now)
      expect(at(expiresAt - 14 * day)).toEqual([{ state: 'good', text: certificate.good(expiresAt) }])
      expect(at(expiresAt - 14 * day + 1)).toEqual([{ state: 'bad', text: certificate.expiring(expiresAt) }])
      expect(at(expiresAt)).toEqual([{ state: 'bad', text: certificate.expired(expiresAt) }])
      const client = { certFile: tls.cert, keyFile: tls.key }
      const syslog = {
        host: 'siem.exemple.fr',
        port: 6514,
        tls: { close: 'answered', caFile: null, client },
      } as const
      const shown = (now: number) => checkCertificates({ tls: null, siem: { ...none, syslog } }, now)
      expect(shown(expiresAt - 14 * day)).toEqual([{ state: 'good', text: siemCertificate.good(expiresAt) }])
      expect(shown(expiresAt - 1)).toEqual([{ state: 'bad', text: siemCertificate.expiring(expiresAt) }])
      expect(shown(expiresAt)).toEqual([{ state: 'bad', text: siemCertificate.expired(expiresAt) }])
      expect(checkCertificates({ tls: null, siem: none }, 0)).toEqual([])
    })

    if (isRunOn(engine, 'doctorOfMail'))
      it('reports whether the mail server accepts mail, and one that does not answer', async () => {
        const server = await startSmtpServer({ tls: 'none' })
        const silent = createServer().listen(0, '127.0.0.1')
        await once(silent, 'listening')
        const { port } = silent.address() as AddressInfo
        const settings = (on: number) => ({
          SMTP_URL: `smtp://127.0.0.1:${on}`,
          TROUSSEAU_MAIL_FROM: 'trousseau@exemple.fr',
        })
        const good = await doctor(settings(server.port))
        expect(good.faults).toEqual([])
        expect(good.said).toContainEqual(expect.stringContaining(`127.0.0.1:${server.port}`))
        expect((await doctor(settings(port))).faults).toEqual([expect.stringContaining('ne répond pas')])
        await server.close()
        silent.close()
        expect((await doctor(settings(server.port))).faults).toEqual([
          expect.stringContaining('ECONNREFUSED'),
        ])
      })

    it('reports a clock that stands before the last event', async () => {
      const newest = Date.now() + 3_600_000
      await sql`update journal set at = ${newest}`.execute(home.database.db)
      expect((await doctor()).faults).toContain(`✗ ${doctorTexts.database.behind(newest)}`)
    })

    it('reports missing keys, and creates none', async () => {
      rmSync(join(home.folder, 'keys'), { recursive: true })
      for (let twice = 0; twice < 2; twice += 1) {
        expect((await doctor()).faults).toEqual([expect.stringContaining("n'existe pas alors que la base")])
      }
    })

    it('reports the keys of another installation', async () => {
      const other = await testInstallation(engine)
      await other.run(createAdminCommand, firstAdministrator)
      copyFileSync(join(other.folder, 'keys', 'root.key'), join(home.folder, 'keys', 'root.key'))
      await other.close()
      expect((await doctor()).faults).toEqual([keyErrorLine])
    })

    it('reports a wrong setting, and that there is no administrator', async () => {
      expect((await doctor({ TROUSSEAU_PORT: 'x' })).faults).toEqual([
        expect.stringContaining('TROUSSEAU_PORT'),
      ])
      await home.database.db.updateTable('users').set({ state_id: 2 }).execute()
      expect((await doctor()).faults).toEqual([expect.stringContaining('create-admin')])
    })

    it('reports a clock that differs from that of the database, and a pooler that is not there', async () => {
      const found = await checkDatabase(home.database, Date.now() + 40_000)
      const texts = found.filter(({ state }) => state === 'bad').map(({ text }) => text)
      const { faults } = await doctor({ TROUSSEAU_DATABASE_PGBOUNCER: 'on' })
      if (engine === 'sqlite') return expect([texts, faults]).toEqual([[], []])
      expect(texts).toEqual([expect.stringMatching(/^L'horloge .* \d+\ssecondes d'avance/)])
      expect(faults).toEqual([expect.stringContaining('TROUSSEAU_DATABASE_PGBOUNCER')])
    })

    it('reports an untrusted proxy: a private address as a fault, a public one as a question', async () => {
      const value = String(Date.now())
      const rows = ['10.0.1.9', '203.0.113.5'].map((address) => ({
        name: `proxy.untrusted.${address}`,
        value,
      }))
      await home.database.db.insertInto('settings').values(rows).execute()
      const { code, said, faults } = await doctor()
      expect(code).toBe(1)
      expect(faults).toEqual([expect.stringContaining('10.0.1.9')])
      expect(faults[0]).toContain('TROUSSEAU_TRUSTED_PROXIES')
      expect(said).toContainEqual(expect.stringMatching(/^– .*203\.0\.113\.5/))
      expect((await doctor({ TROUSSEAU_TRUSTED_PROXIES: '10.0.1.9,203.0.113.0/24' })).faults).toEqual([])
    })

    it('reports a database that is outdated or from a newer version', async () => {
      const { db } = home.database
      const log = db.withTables<{ migrations: { id: string; applied_at: number } }>()
      await log.insertInto('migrations').values({ id: '9999-tomorrow', applied_at: 1 }).execute()
      expect((await doctor()).faults).toEqual([expect.stringContaining('9999-tomorrow')])
      await log.deleteFrom('migrations').where('id', '>', '0001-first').execute()
      expect((await doctor()).faults).toEqual([expect.stringContaining('trousseau migrate')])
    })

    if (isRunOn(engine, 'embedded'))
      it('reports an empty machine as not installed', async () => {
        const empty = join(home.folder, 'nowhere')
        const { faults } = await doctor({ TROUSSEAU_DATA: empty, DATABASE_URL: '' })
        expect(faults).toEqual([expect.stringContaining(empty), expect.stringContaining('npm start')])
      })
  })

  if (isRunOn(engine, 'doctorOfFiles'))
    it('migrate and the doctor report a data folder that cannot be one', async () => {
      const file = join(home.folder, 'plain')
      writeFileSync(file, '')
      for (const folder of [file, join(file, 'data'), '/proc/nowhere/data']) {
        const env = { TROUSSEAU_DATA: folder, DATABASE_URL: '' }
        await expect(home.run(migrateCommand, { env })).rejects.toThrow('TROUSSEAU_DATA')
      }
      const { faults } = await doctor({ TROUSSEAU_DATA: file, DATABASE_URL: '' })
      expect(faults).toEqual([`✗ ${configTexts.dataFolder(file)}`])
    })

  if (isRunOn(engine, 'embedded'))
    it('migrate updates an empty database, once', async () => {
      const env = { TROUSSEAU_DATA: join(home.folder, 'new'), DATABASE_URL: '' }
      expect((await home.run(migrateCommand, { env })).said[0]).toBe('✓ 0001-first')
      expect((await home.run(migrateCommand, { env })).said).toEqual(['La base est à jour.'])
    })
})
