import { chmodSync, cpSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { configTexts, databaseProblems, keyErrorTexts, serverTexts } from '#texts/platform/server.ts'
import { openDatabase, type DatabaseOptions } from './platform/database/open.ts'
import { foundAndSignIn, newHttpBrowser } from './testing/browser.ts'
import { eachEngine } from './testing/databases.ts'
import {
  emptyInstallation,
  runToEnd,
  startServer,
  temporaryFolder,
  type ServerProcess,
  type Settings,
} from './testing/process.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777

const optionsOf = ({ TROUSSEAU_DATA: folder = '', DATABASE_URL: url }: Settings): DatabaseOptions =>
  url === undefined ? { kind: 'sqlite', file: join(folder, 'trousseau.db') } : { kind: 'postgres', url }

// What a start refuses is decided by functions with tests of their own. Here a process prints it and ends.
describe.concurrent('the server', () => {
  eachEngine((engine) => {
    it('prints its address at each start, and the one-time address until the first account exists; a newer database stops it', async ({
      expect,
      onTestFinished: later,
    }) => {
      const settings = await emptyInstallation(engine, later)
      const expectAddresses = (server: ServerProcess) => {
        expect(server.stderr()).toContain(serverTexts.listening(server.url))
        expect(server.stderr()).toContain(serverTexts.setup(`${server.url}/setup#${server.setupToken()}`))
      }
      // The port of the first start is assigned by the system.
      const first = await startServer({ ...settings, TROUSSEAU_PORT: '0' }, later)
      expectAddresses(first)
      expect((await newHttpBrowser(first.url).get('/health/ready')).body).toEqual({ status: 'ready' })
      await first.end('SIGTERM')

      const second = await startServer(settings, later)
      expect((await newHttpBrowser(second.url).get('/auth')).status).toBeLessThan(500)
      expectAddresses(second)
      expect(second.setupToken()).not.toBeNull()
      expect(second.setupToken()).not.toBe(first.setupToken())
      await foundAndSignIn(second.url, second.setupToken())
      await second.end('SIGTERM')

      const third = await startServer(settings, later)
      expect(third.setupToken()).toBeNull()
      const browser = newHttpBrowser(third.url)
      expect((await browser.get('/setup')).status).toBe(404)
      const unknown = await browser.post('/api/nowhere', {})
      const { status, text } = await browser.post('/api/setup', {
        token: second.setupToken() ?? '',
        login: 'intrus',
        password: 'encore quatre chevaux bleus',
        firstName: 'Jean',
        lastName: 'Valjean',
        email: 'jean@exemple.fr',
      })
      expect({ status, text }).toEqual({ status: 404, text: unknown.text })
      await third.end('SIGTERM')

      const database = await openDatabase<{ migrations: { id: string; applied_at: number } }>(
        optionsOf(settings),
      )
      await database.db.insertInto('migrations').values({ id: '9999-tomorrow', applied_at: 1 }).execute()
      await database.close()
      const { code, stderr } = await runToEnd(settings)
      expect([code, stderr]).toEqual([1, `${databaseProblems.FROM_THE_FUTURE('9999-tomorrow')}\n`])
    })
  })

  describe('beside a running one', () => {
    let folder = ''
    let port = ''
    const cleanups: (() => void | Promise<void>)[] = []
    beforeAll(async () => {
      const later = (work: () => void | Promise<void>) => void cleanups.unshift(work)
      folder = join(temporaryFolder(later), 'data')
      const { url } = await startServer({ TROUSSEAU_DATA: folder }, later)
      port = new URL(url).port
    })
    afterAll(async () => {
      for (const work of cleanups) await work()
    })

    it('has made a root key file for its owner only, in its own folder', async ({ expect }) => {
      expect(modeOf(join(folder, 'keys/root.key'))).toBe(0o600)
      expect(modeOf(join(folder, 'keys'))).toBe(0o700)
      expect(modeOf(folder)).toBe(0o700)
    })

    it('does not start on its data folder', async ({ expect }) => {
      const { code, stderr } = await runToEnd({ TROUSSEAU_DATA: folder, TROUSSEAU_PORT: '1' })
      expect([code, stderr]).toEqual([1, `${databaseProblems.FOLDER_IN_USE(folder)}\n`])
    })

    it('does not start on its port', async ({ expect, onTestFinished: later }) => {
      const settings = { TROUSSEAU_DATA: temporaryFolder(later), TROUSSEAU_PORT: port }
      const { code, stderr } = await runToEnd(settings)
      expect([code, stderr]).toEqual([1, `${configTexts.portTaken(Number(port))}\n`])
    })
  })

  it('does not start when others can read its root key file, nor makes another beside a database with data', async ({
    expect,
    onTestFinished: later,
  }) => {
    const [folder, readable] = [temporaryFolder(later), temporaryFolder(later)]
    const server = await startServer({ TROUSSEAU_DATA: folder }, later)
    await foundAndSignIn(server.url, server.setupToken())
    await server.end('SIGTERM')
    cpSync(folder, readable, { recursive: true })
    const path = join(readable, 'keys/root.key')
    chmodSync(path, 0o640)
    const elsewhere = join(temporaryFolder(later), 'lost.key')
    const [one, other] = await Promise.all([
      runToEnd({ TROUSSEAU_DATA: readable }),
      runToEnd({ TROUSSEAU_DATA: folder, TROUSSEAU_ROOT_KEY_FILE: elsewhere }),
    ])
    expect([one.code, one.stderr]).toEqual([1, `${keyErrorTexts.KEYRING_READABLE(path, '640')}\n`])
    expect([other.code, other.stderr]).toEqual([1, `${keyErrorTexts.KEYRING_MISSING(elsewhere)}\n`])
    expect(existsSync(elsewhere)).toBe(false)
  })

  /** Settings that stop the start, and their sentence; a folder stands for the data folder. */
  const refused: Record<string, (folder: string) => [settings: Settings, sentence: string]> = {
    'a host address of another machine': () => [
      { TROUSSEAU_HOST: '192.0.2.1' },
      configTexts.hostElsewhere('192.0.2.1'),
    ],
    'a data folder that is a file': (folder) => {
      const file = join(folder, 'fichier')
      writeFileSync(file, '')
      return [{ TROUSSEAU_DATA: file }, configTexts.dataFolder(file)]
    },
    'a database file of another format': (folder) => {
      const file = join(folder, 'trousseau.db')
      writeFileSync(file, 'Bonjour, je suis un texte. '.repeat(100))
      return [{}, databaseProblems.FILE_DAMAGED(file)]
    },
    'an unreachable PostgreSQL, without the account of its address': () => [
      {
        DATABASE_URL: 'postgres://alice:tres-secret@127.0.0.1:1/base',
        TROUSSEAU_DATABASE_WAIT_SECONDS: '1',
      },
      databaseProblems.SERVER_UNREACHABLE('127.0.0.1:1/base'),
    ],
    'an unknown setting': () => [{ TROUSSEAU_PROT: '8420' }, configTexts.unknown('TROUSSEAU_PROT')],
    'a root key that is none': () => [
      { TROUSSEAU_ROOT_KEY: 'trop-court' },
      keyErrorTexts.ENVIRONMENT_FORMAT(),
    ],
  }
  it.for(Object.entries(refused))(
    'reports %s, and prints nothing else',
    async ([, prepare], { expect, onTestFinished: later }) => {
      const folder = temporaryFolder(later)
      const [settings, sentence] = prepare(folder)
      const { code, stderr } = await runToEnd({ TROUSSEAU_DATA: folder, ...settings })
      expect([code, stderr]).toEqual([1, `${sentence}\n`])
    },
  )
})
