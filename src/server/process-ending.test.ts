import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serverTexts } from '#texts/platform/server.ts'
import type { Engine } from './platform/database/engine.ts'
import { foundAndSignIn, newHttpBrowser } from './testing/browser.ts'
import { eachEngine, testedEngines } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import {
  emptyInstallation,
  startServer,
  temporaryFolder,
  until,
  type Outcome,
  type ServerProcess,
  type Settings,
} from './testing/process.ts'
import { openTcpGate, type TcpGate } from './testing/tcp-gate.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** How long supervisors should wait, in milliseconds (docs/operations.md). */
const limitMs = 20_000
/**
 * Starting several servers concurrently takes a small machine longer than vitest's default, in milliseconds.
 */
const timeout = 120_000

/** The end of a process, or null beyond the time limit. */
const endOf = (ending: Promise<Outcome>): Promise<Outcome | null> =>
  Promise.race([ending, pause(limitMs, null, { ref: false })])

/** An installation whose database a test can make unavailable. */
async function breakable(
  engine: Engine,
): Promise<{ settings: Settings; gate: TcpGate | null; takeAway: () => void }> {
  const settings = await emptyInstallation(engine)
  const { TROUSSEAU_DATA: folder = '', DATABASE_URL: address } = settings
  if (address === undefined)
    return { settings, gate: null, takeAway: () => rmSync(join(folder, 'trousseau.db')) }
  const url = new URL(address)
  const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, onTestFinished)
  url.host = `127.0.0.1:${gate.port}`
  return { settings: { ...settings, DATABASE_URL: url.href }, gate, takeAway: () => gate.shut() }
}

/** Makes the server read and write, whatever it replies. */
async function useDatabase({ url }: ServerProcess): Promise<void> {
  const browser = newHttpBrowser(url)
  const credentials = { login: 'personne', password: 'quatre chevaux', type: 'LOCAL', source: 'web' }
  await Promise.all([browser.get('/health/ready'), browser.post('/api/auth/step1', credentials)])
}

const readers = {
  alive: () => undefined,
  dead: (server: ServerProcess) => void server.child.stdout?.destroy(),
  // Like `tee` on Ctrl-C, which the signal to the server ends too.
  dying: (server: ServerProcess) => void server.child.stdout?.destroy(),
}

eachEngine((engine) => {
  describe.each(['there', 'away'] as const)('with the database %s', (database) => {
    it.each(Object.entries(readers))(
      'every signal ends the server within 20 s, with the reader of its log %s',
      async (reader, lose) => {
        const codes = await Promise.all(
          signals.map(async (signal) => {
            const { settings, takeAway } = await breakable(engine)
            const server = await startServer(settings)
            await useDatabase(server)
            if (reader === 'dead') lose(server)
            if (database === 'away') {
              takeAway()
              await useDatabase(server)
            }
            const ending = server.end(signal)
            if (reader === 'dying') lose(server)
            const outcome = await endOf(ending)
            return [signal, outcome?.code, /\n\s+at /.test(outcome?.stderr ?? '')]
          }),
        )
        expect(codes).toEqual(signals.map((signal) => [signal, 0, false]))
      },
      timeout,
    )
  })
})

describe.runIf(testedEngines.includes('postgres'))('on PostgreSQL', () => {
  it(
    'a signal ends the server after its connections broke and were replaced',
    async () => {
      const settings = await emptyInstallation('postgres')
      const server = await startServer(settings)
      const browser = await foundAndSignIn(server.url, server.setupToken())
      const other = new Client({ connectionString: settings['DATABASE_URL'] })
      await other.connect()
      let isBreaking = true
      const people = Array.from({ length: 8 }, async () => {
        while (isBreaking) await browser.get('/api/session')
      })
      for (let round = 0; round < 20; round += 1) {
        await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
        await pause(20)
      }
      isBreaking = false
      await Promise.all(people)
      await other.end()
      while ((await browser.get('/api/session')).status !== 200) await pause(20)
      expect(await endOf(server.end('SIGTERM'))).toMatchObject({ code: 0 })
    },
    timeout,
  )

  it(
    'a signal ends the server while the database does not answer, with an exit code for the interrupted work',
    async () => {
      const { settings, gate } = await breakable('postgres')
      // With a shorter limit the call is answered before the stop interrupts it.
      const server = await startServer({ ...settings, TROUSSEAU_DATABASE_CONNECT_SECONDS: '60' })
      gate?.freeze()
      const asked = useDatabase(server).catch(() => undefined)
      // Answered later than the call before it was begun.
      expect((await newHttpBrowser(server.url).get('/health/ready')).status).toBe(503)
      const outcome = await endOf(server.end('SIGTERM'))
      expect(outcome).toMatchObject({ code: 1 })
      expect(outcome?.stdout).toContain('stopped before everything was closed')
      await asked
    },
    timeout,
  )
})

describe('a log that cannot be written', () => {
  it('does not stop the server on a full disk: calls are answered, one message is printed, and a signal ends it', async () => {
    const full = openSync('/dev/full', 'w')
    const server = await startServer({ TROUSSEAU_DATA: temporaryFolder() }, onTestFinished, full)
    closeSync(full)
    for (let call = 0; call < 20; call += 1) {
      expect((await newHttpBrowser(server.url).get('/health/ready')).status).toBe(200)
      await pause(20)
    }
    const outcome = await endOf(server.end('SIGTERM'))
    expect(outcome?.code).toBe(0)
    expect(outcome?.stderr.split(serverTexts.logLost('ENOSPC'))).toHaveLength(2)
  })

  it(
    'does not stop the server when its reader stalls, and the dropped lines are counted once it reads again',
    async () => {
      const server = await startServer({ TROUSSEAU_DATA: temporaryFolder(), TROUSSEAU_LOG: 'trace' })
      const browser = newHttpBrowser(server.url)
      const askMany = async (calls: number): Promise<void> => {
        for (let call = 0; call < calls; call += 50)
          await Promise.all(
            Array.from({ length: 50 }, async () =>
              expect((await browser.get('/health/live')).status).toBe(200),
            ),
          )
      }
      server.child.stdout?.pause()
      // Lines of about 200 bytes: more than a socket and the server's own limit of one mebibyte hold.
      await askMany(9_000)
      server.child.stdout?.resume()
      await askMany(50)
      await until(() => server.stdout().includes('"msg":"log lines were dropped"'))
      const note = /\{[^\n]*"dropped":(\d+)[^\n]*\}/.exec(server.stdout())
      expect(Number(note?.[1])).toBeGreaterThan(0)
      // A reader that stays stalled does not delay the end of the server either.
      server.child.stdout?.pause()
      await askMany(3_000)
      server.child.kill('SIGTERM')
      const [code] = (await Promise.race([
        once(server.child, 'exit'),
        pause(limitMs, [null], { ref: false }),
      ])) as [number | null]
      expect(code).toBe(0)
    },
    timeout,
  )
})

/** Runs a command in its own process group, which is killed with the test. */
function runInGroup(command: string, args: readonly string[], settings: Settings) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings }
  const cwd = join(import.meta.dirname, '../..')
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const group = child.pid
  if (group === undefined) throw new Error(`${command} did not start`)
  onTestFinished(() => {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // No process of the group is left.
    }
  })
  let stderr = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // Closed when the last process with these pipes has ended, in whatever generation.
  const ended = once(child, 'close').then(() => true)
  return {
    child,
    group,
    stderr: () => stderr,
    ended: () => Promise.race([ended, pause(limitMs, false, { ref: false })]),
  }
}

describe('npm start', () => {
  const kills = {
    'npm is killed': ({ child }: ReturnType<typeof runInGroup>) => child.kill('SIGKILL'),
    'npm is told to end': ({ child }: ReturnType<typeof runInGroup>) => child.kill('SIGTERM'),
    'Ctrl-C ends the reader of its log as well': ({ child, group }: ReturnType<typeof runInGroup>) => {
      child.stdout.destroy()
      process.kill(-group, 'SIGINT')
    },
  }
  it.each(Object.entries(kills))(
    'leaves no server running when %s',
    async (_, kill) => {
      const port = await freePort()
      const settings = { TROUSSEAU_DATA: temporaryFolder(), TROUSSEAU_PORT: String(port) }
      const run = runInGroup('npm', ['start', '--silent'], settings)
      await expect
        .poll(run.stderr, { timeout: 60_000 })
        .toContain(serverTexts.listening(`http://127.0.0.1:${port}`))
      kill(run)
      expect(await run.ended()).toBe(true)
    },
    timeout,
  )

  it(
    'leaves no server running when its script is killed',
    async () => {
      const port = await freePort()
      const settings = { TROUSSEAU_DATA: temporaryFolder(), TROUSSEAU_PORT: String(port) }
      const run = runInGroup(process.execPath, ['scripts/start.mjs'], settings)
      await expect
        .poll(run.stderr, { timeout: 60_000 })
        .toContain(serverTexts.listening(`http://127.0.0.1:${port}`))
      run.child.kill('SIGKILL')
      expect(await run.ended()).toBe(true)
    },
    timeout,
  )
})

it(
  'a signal ends a server whose log is read by `head -1`',
  async () => {
    const port = await freePort()
    const settings = { TROUSSEAU_DATA: temporaryFolder(), TROUSSEAU_PORT: String(port) }
    const main = join(import.meta.dirname, 'main.ts')
    // The shell prints its process id, which the server inherits, on the line that `head` prints.
    const script = `(echo "server $$"; exec '${process.execPath}' '${main}') | head -1 >&2`
    const run = runInGroup('sh', ['-c', script.replace('$$', "$(exec sh -c 'echo $PPID')")], settings)
    await expect
      .poll(run.stderr, { timeout: 60_000 })
      .toContain(serverTexts.listening(`http://127.0.0.1:${port}`))
    const server = Number(/server (\d+)/.exec(run.stderr())?.[1])
    for (let call = 0; call < 20; call += 1) {
      expect((await newHttpBrowser(`http://127.0.0.1:${port}`).get('/health/ready')).status).toBe(200)
      await pause(20)
    }
    process.kill(server, 'SIGTERM')
    expect(await run.ended()).toBe(true)
  },
  timeout,
)
