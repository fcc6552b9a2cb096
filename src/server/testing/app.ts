import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Engine } from '#server/platform/database/engine.ts'
import { confirmFor } from '../installation.ts'
import { assemble, type Assembled, type Parts } from '../assemble.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Database } from '#server/platform/database/open.ts'
import { masterKeyCost, passwordCost } from '#server/platform/crypto/argon2-cost.ts'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import { openKeys } from '#server/platform/crypto/key-holder.ts'
import { createLog } from '../log.ts'
import { openTestDatabase } from './databases.ts'
import type { ProvedTable } from '#server/access/proved-rows.ts'
import { provingDatabase } from './proving.ts'

/** A reply with its parsed body. */
export type Reply = {
  status: number
  body: unknown
  headers: LightMyRequestResponse['headers']
  text: string
  bytes: Buffer
}

/** Returns the status of a reply and the code of its refusal. */
export const codeOfReply = ({ status, body }: Reply) => [status, (body as { code?: string }).code]

export type Call = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** The session or sign-in cookie header. */
  cookie?: string
  headers?: Record<string, string>
  /** Omits the headers that prove the same origin. */
  foreign?: boolean
}

export type TestApp = {
  readonly deps: Assembled['deps']
  /** The server's own database, for what is written with its proofs. */
  readonly plainDb: Assembled['deps']['db']
  /** The background jobs, run when a test calls them. */
  readonly jobs: Assembled['jobs']
  /** The server of the metrics' own address; null without one. */
  readonly metrics: Assembled['metrics']
  /** Whether a text is the pattern of a route. */
  readonly isRoute: (url: string) => boolean
  /** The clock, set by tests. */
  readonly time: { now: number }
  /** Everything logged so far. */
  readonly logged: () => string
  call(call: Call): Promise<Reply>
  /** Proves what a test has written to the database itself, as each call does first; and more tables, if it wrote SQL. */
  prove(tables?: readonly ProvedTable[]): Promise<void>
  /** Listens on a free port, for tests that need a connection. @returns the origin */
  listen(): Promise<string>
  /**
   * Another node on the same database, with the same keys and clock, closed with this one. PostgreSQL only.
   */
  anotherNode(): Promise<TestApp>
  close(): Promise<void>
}

export const sameOrigin = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }

/** Hashing in about a millisecond, where a test does not depend on its cost. */
const lowCost: Argon2Cost = { memory: 64, passes: 1, parallelism: 1 }
const lowCosts = { password: lowCost, masterKey: lowCost, exports: lowCost, refusalMs: 0 }
/** The costs of a real installation; exported files have that of their format. */
export const realCosts = { password: passwordCost, masterKey: masterKeyCost }

/** A busy machine takes longer than `outboxTimes.patienceMs` for a mail, and the clock of a test never ends the silence. */
const mailPatienceMs = 15_000

/** Starts the whole server on a real database, without a socket: requests are injected. */
export async function startTestApp(
  engine: Engine,
  env: Record<string, string> = {},
  costs: NonNullable<Parts['costs']> = lowCosts,
): Promise<TestApp> {
  const database = await openTestDatabase(engine)
  const time = { now: Date.UTC(2026, 0, 15, 9) }
  const lines: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-app-'))
  const config = readConfig({ TROUSSEAU_PUBLIC_URL: 'http://localhost:8420', TROUSSEAU_DATA: folder, ...env })
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const keys = await openKeys(config, log, async () => true, confirmFor(database, config))
  const start = (on: Database) =>
    assemble({ config, database: on, keys, clock: () => time.now, log, costs, mailPatienceMs })
  const { app, deps, jobs, metrics } = await start(database)
  const proving = provingDatabase(deps.db)
  const nodes: (() => Promise<void>)[] = []
  const shared = { time, logged: () => lines.join('') }
  const test: TestApp = {
    ...shared,
    deps: { ...deps, db: proving.db },
    plainDb: deps.db,
    jobs,
    metrics,
    isRoute: isRouteOf(app),
    call: callerOf(app, proving.settle),
    prove: proving.settle,
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    anotherNode: async () => {
      const own = await openDatabase(database.options)
      await confirmFor(own, config)(keys.keyring)
      const node = await start(own)
      const close = async () => {
        await node.app.close()
        await own.close()
      }
      nodes.push(close)
      return {
        ...shared,
        deps: node.deps,
        plainDb: node.deps.db,
        jobs: node.jobs,
        metrics: node.metrics,
        isRoute: isRouteOf(node.app),
        call: callerOf(node.app, proving.settle),
        prove: proving.settle,
        listen: () => node.app.listen({ host: '127.0.0.1', port: 0 }),
        anotherNode: () => test.anotherNode(),
        close,
      }
    },
    close: async () => {
      for (const close of nodes) await close()
      await app.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return test
}

const isRouteOf =
  (app: FastifyInstance) =>
  (url: string): boolean =>
    (['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const).some((method) =>
      // The router has no trailing slashes.
      app.hasRoute({ method, url: url.replace(/(?<=.)\/$/, '') }),
    )

const callerOf =
  (app: FastifyInstance, settle: () => Promise<void>): TestApp['call'] =>
  async ({ method, path, body, cookie, headers = {}, foreign = false }) => {
    await settle()
    const isForm = body instanceof FormData
    const response = await app.inject({
      method,
      url: path,
      headers: { ...(foreign ? {} : sameOrigin), ...(cookie ? { cookie } : {}), ...headers },
      ...(body === undefined ? {} : { payload: isForm ? body : (body as object) }),
    })
    const text = response.body
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      body: isJson && method !== 'HEAD' ? JSON.parse(text) : text,
      headers: response.headers,
      text,
      bytes: response.rawPayload,
    }
  }
