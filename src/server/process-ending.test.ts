import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { serverTexts } from '#texts/platform/server.ts'
import type { Engine } from './platform/database/engine.ts'
import { stopLimits } from './stop.ts'
import { foundAndSignIn, newHttpBrowser } from './testing/browser.ts'
import { testedEngines } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import {
  migratedInstallation,
  startServer,
  temporaryFolder,
  until,
  type Later,
  type Outcome,
  type ServerProcess,
  type Settings,
} from './testing/process.ts'
import { openTcpGate, type TcpGate } from './testing/tcp-gate.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** How long supervisors should wait, in milliseconds (docs/operations.md). */
const supervisorMs = 20_000
/** Ends what hangs: far above what a loaded machine needs, in milliseconds. */
const limitMs = 90_000
/** Several servers are started concurrently, in milliseconds. */
const timeout = 180_000

/** The end of a process, or null beyond the time limit. */
const endOf = (ending: Promise<Outcome>): Promise<Outcome | null> =>
  Promise.race([ending, pause(limitMs, null, { ref: false })])

/** An installation whose database a test can make unavailable. */
async function breakable(
  engine: Engine,
  later: Later,
): Promise<{ settings: Settings; gate: TcpGate | null; takeAway: () => void }> {
  const settings = {
    ...(await migratedInstallation(engine, later)),
    // A call fails sooner while the database is away.
    TROUSSEAU_DATABASE_CONNECT_SECONDS: '1',
  } as Settings
  const { TROUSSEAU_DATA: folder = '', DATABASE_URL: address } = settings
  if (address === undefined)
    return { settings, gate: null, takeAway: () => rmSync(join(folder, 'trousseau.db')) }
  const url = new URL(address)
  const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, later)
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

it('the limits of a stop end it before supervisors lose patience', () => {
  // An exit code of 0 shows below that none of them was reached.
  const { stop, log, threads } = stopLimits
  expect(stop + log + threads).toBeLessThan(supervisorMs)
})

describe.concurrent.each(testedEngines)('on %s', (engine) => {
  describe.concurrent.each(['there', 'away'] as const)('with the database %s', (database) => {
    it.for(Object.entries(readers))(
      'every signal ends the server cleanly, with the reader of its log %s',
      { timeout },
      async ([reader, lose], { expect: check, onTestFinished: later }) => {
        const codes = await Promise.all(
          signals.map(async (signal) => {
            const { settings, takeAway } = await breakable(engine, later)
            const server = await startServer(settings, later)
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
        check(codes).toEqual(signals.map((signal) => [signal, 0, false]))
      },
    )
  })
})

describe.runIf(testedEngines.includes('postgres')).concurrent('on PostgreSQL', () => {
  it(
    'a signal ends the server after its connections broke and were replaced',
    async ({ expect: check, onTestFinished: later }) => {
      const settings = await migratedInstallation('postgres', later)
      const server = await startServer(settings, later)
      const browser = await foundAndSignIn(server.url, server.setupToken())
      const other = new Client({ connectionString: settings['DATABASE_URL'] })
      await other.connect()
      let isBreaking = true
      const people = Array.from({ length: 8 }, async () => {
        while (isBreaking) await browser.get('/api/session')
      })
      const connections =
        'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
      for (let round = 0; round < 10; round += 1) {
        const count = async () => (await other.query(`select ${connections}`)).rowCount
        await check.poll(count, { interval: 5, timeout: limitMs }).toBeGreaterThan(0)
        await other.query(`select pg_terminate_backend(pid) ${connections}`)
      }
      isBreaking = false
      await Promise.all(people)
      await other.end()
      const status = async () => (await browser.get('/api/session')).status
      await check.poll(status, { timeout: limitMs }).toBe(200)
      check(await endOf(server.end('SIGTERM'))).toMatchObject({ code: 0 })
    },
    timeout,
  )

  it(
    'a signal ends the server while the database does not answer, with an exit code for the interrupted work',
    async ({ expect: check, onTestFinished: later }) => {
      const { settings, gate } = await breakable('postgres', later)
      // With a shorter limit the call is answered before the stop interrupts it.
      const server = await startServer({ ...settings, TROUSSEAU_DATABASE_CONNECT_SECONDS: '60' }, later)
      gate?.freeze()
      const asked = useDatabase(server).catch(() => undefined)
      // Answered later than the call before it was begun.
      check((await newHttpBrowser(server.url).get('/health/ready')).status).toBe(503)
      const outcome = await endOf(server.end('SIGTERM'))
      check(outcome).toMatchObject({ code: 1 })
      check(outcome?.stdout).toMatch(/"outcome":"\w+","msg":"stopped before everything was closed"/)
      await asked
    },
    timeout,
  )
})

describe.concurrent('a log that cannot be written', () => {
  it('does not stop the server on a full disk: calls are answered, one message is printed, and a signal ends it', async ({
    expect: check,
    onTestFinished: later,
  }) => {
    const full = openSync('/dev/full', 'w')
    const server = await startServer({ TROUSSEAU_DATA: temporaryFolder(later) }, later, full)
    closeSync(full)
    const ready = async () => (await newHttpBrowser(server.url).get('/health/ready')).status
    check(await ready()).toBe(200)
    await until(() => server.stderr().includes(serverTexts.logLost('ENOSPC')))
    for (let call = 0; call < 20; call += 1) check(await ready()).toBe(200)
    // The stop logs lines of its own, which are not written either.
    const outcome = await endOf(server.end('SIGTERM'))
    check(outcome?.code).toBe(0)
    check(outcome?.stderr.split(serverTexts.logLost('ENOSPC'))).toHaveLength(2)
  })

  it(
    'does not stop the server when its reader stalls, and the dropped lines are counted once it reads again',
    async ({ expect: check, onTestFinished: later }) => {
      const settings = { TROUSSEAU_DATA: temporaryFolder(later), TROUSSEAU_LOG: 'trace' }
      const server = await startServer(settings, later)
      const browser = newHttpBrowser(server.url)
      const askMany = async (calls: number): Promise<void> => {
        for (let call = 0; call < calls; call += 50)
          await Promise.all(
            Array.from({ length: 50 }, async () =>
              check((await browser.get('/health/live')).status).toBe(200),
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
      check(Number(note?.[1])).toBeGreaterThan(0)
      // A reader that stays stalled does not delay the end of the server either.
      server.child.stdout?.pause()
      await askMany(3_000)
      server.child.kill('SIGTERM')
      const [code] = (await Promise.race([
        once(server.child, 'exit'),
        pause(limitMs, [null], { ref: false }),
      ])) as [number | null]
      check(code).toBe(0)
    },
    timeout,
  )
})

/** Runs a command in its own process group, which is killed with the test. */
function runInGroup(command: string, args: readonly string[], settings: Settings, later: Later) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings }
  const cwd = join(import.meta.dirname, '../..')
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const group = child.pid
  if (group === undefined) throw new Error(`${command} did not start`)
  later(() => {
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

describe.concurrent('npm start', () => {
  const kills = {
    'npm is killed': ({ child }: ReturnType<typeof runInGroup>) => child.kill('SIGKILL'),
    'npm is told to end': ({ child }: ReturnType<typeof runInGroup>) => child.kill('SIGTERM'),
    'Ctrl-C ends the reader of its log as well': ({ child, group }: ReturnType<typeof runInGroup>) => {
      child.stdout.destroy()
      process.kill(-group, 'SIGINT')
    },
  }
  it.for(Object.entries(kills))(
    'leaves no server running when %s',
    { timeout },
    async ([, kill], { expect: check, onTestFinished: later }) => {
      const port = await freePort()
      const settings = { TROUSSEAU_DATA: temporaryFolder(later), TROUSSEAU_PORT: String(port) }
      const run = runInGroup('npm', ['start', '--silent'], settings, later)
      await check
        .poll(run.stderr, { timeout: 60_000 })
        .toContain(serverTexts.listening(`http://127.0.0.1:${port}`))
      kill(run)
      check(await run.ended()).toBe(true)
    },
  )

  it(
    'leaves no server running when its script is killed',
    async ({ expect: check, onTestFinished: later }) => {
      const port = await freePort()
      const settings = { TROUSSEAU_DATA: temporaryFolder(later), TROUSSEAU_PORT: String(port) }
      const run = runInGroup(process.execPath, ['scripts/start.mjs'], settings, later)
      await check
        .poll(run.stderr, { timeout: 60_000 })
        .toContain(serverTexts.listening(`http://127.0.0.1:${port}`))
      run.child.kill('SIGKILL')
      check(await run.ended()).toBe(true)
    },
    timeout,
  )
})

it(
  'a signal ends a server whose log is read by `head -1`',
  async ({ onTestFinished: later }) => {
    const port = await freePort()
    const settings = { TROUSSEAU_DATA: temporaryFolder(later), TROUSSEAU_PORT: String(port) }
    const main = join(import.meta.dirname, 'main.ts')
    // The shell prints its process id, which the server inherits, on the line that `head` prints.
    const script = `(echo "server $$"; exec '${process.execPath}' '${main}') | head -1 >&2`
    const run = runInGroup('sh', ['-c', script.replace('$$', "$(exec sh -c 'echo $PPID')")], settings, later)
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
