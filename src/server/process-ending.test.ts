import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, it } from 'vitest'
import { serverTexts } from '#texts/platform/server.ts'
import type { Engine } from './platform/database/engine.ts'
import { expectStatus, foundAndSignIn, newHttpBrowser } from './testing/browser.ts'
import { eachEngine, testedEngines } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import {
  migratedInstallation,
  processEnv,
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
const limitMs = 20_000

/** The end of a process, or null beyond the time limit. */
const endOf = (ending: Promise<Outcome>): Promise<Outcome | null> =>
  Promise.race([ending, pause(limitMs, null, { ref: false })])

/** An installation whose database a test can make unavailable. */
async function breakable(
  engine: Engine,
  later: Later,
): Promise<{ settings: Settings; gate: TcpGate | null; takeAway: () => void }> {
  const settings = await migratedInstallation(engine, later)
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

const loseReader = (server: ServerProcess): void => void server.child.stdout?.destroy()
/** A dying reader is like `tee` on Ctrl-C, which the signal to the server ends too. */
const readers = ['alive', 'dead', 'dying'] as const

/** Half of the endings: each on one engine, and each two of signal, database and reader on both engines. */
const endingsOn = (engine: Engine) =>
  signals.flatMap((signal, row) =>
    readers.map((reader, column) => {
      const isAway = (row + column) % 2 === (engine === 'postgres' ? 0 : 1)
      return { signal, reader, database: isAway ? 'away' : 'there' }
    }),
  )

// They wait most of the time.
describe.concurrent('a server that is sent a signal', () => {
  eachEngine((engine) => {
    it.for(endingsOn(engine))(
      '$signal ends it within 20 s, with its database $database and the reader of its log $reader',
      async ({ signal, reader, database }, { expect, onTestFinished: later }) => {
        const { settings, takeAway } = await breakable(engine, later)
        const server = await startServer(settings, later)
        await useDatabase(server)
        if (reader === 'dead') loseReader(server)
        if (database === 'away') {
          takeAway()
          await useDatabase(server)
        }
        const ending = server.end(signal)
        if (reader === 'dying') loseReader(server)
        const outcome = await endOf(ending)
        expect([outcome?.code, /\n\s+at /.test(outcome?.stderr ?? '')]).toEqual([0, false])
      },
    )
  })
})

describe.runIf(testedEngines.includes('postgres')).concurrent('on PostgreSQL', () => {
  it('a signal ends the server while the database does not answer, with an exit code for the interrupted work', async ({
    expect,
    onTestFinished: later,
  }) => {
    const { settings, gate } = await breakable('postgres', later)
    // With a shorter limit the call is answered before the stop interrupts it.
    const server = await startServer({ ...settings, TROUSSEAU_DATABASE_CONNECT_SECONDS: '60' }, later)
    gate?.freeze()
    const asked = useDatabase(server).catch(() => undefined)
    // Answered later than the call before it was begun.
    expect((await newHttpBrowser(server.url).get('/health/ready')).status).toBe(503)
    const outcome = await endOf(server.end('SIGTERM'))
    expect(outcome).toMatchObject({ code: 1 })
    expect(outcome?.stdout).toContain('stopped before everything was closed')
    await asked
  })

  it('a signal ends the server after its connections broke and were replaced', async ({
    expect,
    onTestFinished: later,
  }) => {
    const settings = await migratedInstallation('postgres', later)
    const server = await startServer(settings, later)
    const browser = await foundAndSignIn(server.url, server.setupToken())
    const other = new Client({ connectionString: settings['DATABASE_URL'] })
    await other.connect()
    let isBreaking = true
    const people = Array.from({ length: 4 }, async () => {
      while (isBreaking) await browser.get('/api/session')
    })
    const connections = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    const open = async () => (await other.query(`select ${connections}`)).rowCount
    for (let round = 0; round < 8; round += 1) {
      await expect.poll(open, { interval: 5 }).toBeGreaterThan(0)
      await other.query(`select pg_terminate_backend(pid) ${connections}`)
    }
    isBreaking = false
    await Promise.all(people)
    await other.end()
    await expect.poll(async () => (await browser.get('/api/session')).status, { interval: 20 }).toBe(200)
    expect(await endOf(server.end('SIGTERM'))).toMatchObject({ code: 0 })
  })
})

/** Makes the server log more lines than it gathers before it writes them. */
async function makeItLog(url: string): Promise<void> {
  for (let call = 0; call < 60; call += 1) expectStatus(await newHttpBrowser(url).get('/health/ready'), 200)
}

describe.concurrent('a log that cannot be written', () => {
  it('does not stop the server on a full disk: calls are answered, one message is printed, and a signal ends it', async ({
    expect,
    onTestFinished: later,
  }) => {
    const full = openSync('/dev/full', 'w')
    const server = await startServer({ TROUSSEAU_DATA: temporaryFolder(later) }, later, full)
    closeSync(full)
    await until(() => server.stderr().includes(serverTexts.logLost('ENOSPC')))
    await makeItLog(server.url)
    const outcome = await endOf(server.end('SIGTERM'))
    expect(outcome?.code).toBe(0)
    expect(outcome?.stderr.split(serverTexts.logLost('ENOSPC'))).toHaveLength(2)
  })

  it('does not stop the server when its reader stalls, and the dropped lines are counted once it reads again', async ({
    expect,
    onTestFinished: later,
  }) => {
    const server = await startServer(
      { TROUSSEAU_DATA: temporaryFolder(later), TROUSSEAU_LOG: 'trace' },
      later,
    )
    const askMany = async (calls: number): Promise<void> => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      const call = 'GET /health/live HTTP/1.1\r\nhost: x\r\n'
      socket.write(`${`${call}\r\n`.repeat(calls - 1)}${call}connection: close\r\n\r\n`)
      expect((await text(socket)).split('HTTP/1.1 200 ')).toHaveLength(calls + 1)
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
  })
})

/** Runs a command in its own process group until its server listens; the group is killed with the test. */
async function runInGroup(command: string, args: readonly string[], later: Later) {
  const port = await freePort()
  const env = {
    ...processEnv,
    HOME: process.env['HOME'],
    TROUSSEAU_DATA: temporaryFolder(later),
    TROUSSEAU_PORT: String(port),
  }
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
  const url = `http://127.0.0.1:${port}`
  await until(() => stderr.includes(serverTexts.listening(url)))
  return {
    child,
    group,
    url,
    stderr: () => stderr,
    ended: () => Promise.race([ended, pause(limitMs, false, { ref: false })]),
  }
}

type Run = Awaited<ReturnType<typeof runInGroup>>

describe.concurrent('npm start', () => {
  const kills = {
    'npm is killed': ({ child }: Run) => child.kill('SIGKILL'),
    'npm is told to end': ({ child }: Run) => child.kill('SIGTERM'),
    'Ctrl-C ends the reader of its log as well': ({ child, group }: Run) => {
      child.stdout.destroy()
      process.kill(-group, 'SIGINT')
    },
  }
  it.for(Object.entries(kills))(
    'leaves no server running when %s',
    async ([, kill], { expect, onTestFinished: later }) => {
      const run = await runInGroup('npm', ['start', '--silent'], later)
      kill(run)
      expect(await run.ended()).toBe(true)
    },
  )

  it('leaves no server running when its script is killed', async ({ expect, onTestFinished: later }) => {
    const run = await runInGroup(process.execPath, ['scripts/start.mjs'], later)
    run.child.kill('SIGKILL')
    expect(await run.ended()).toBe(true)
  })
})

it.concurrent('a signal ends a server whose log is read by `head -1`', async ({
  expect,
  onTestFinished: later,
}) => {
  const main = join(import.meta.dirname, 'main.ts')
  // The shell prints its process id, which the server inherits, on the line that `head` prints.
  const script = `(echo "server $$"; exec '${process.execPath}' '${main}') | head -1 >&2`
  const run = await runInGroup('sh', ['-c', script.replace('$$', "$(exec sh -c 'echo $PPID')")], later)
  const server = Number(/server (\d+)/.exec(run.stderr())?.[1])
  await makeItLog(run.url)
  process.kill(server, 'SIGTERM')
  expect(await run.ended()).toBe(true)
})
