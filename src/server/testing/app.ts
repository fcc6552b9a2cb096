import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Engine } from '#server/platform/database/engine.ts'
import { assemble, type Assembled, type Parts } from '../assemble.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Database } from '#server/platform/database/open.ts'
import { masterKeyCost, passwordCost } from '#server/platform/crypto/argon2id.ts'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import { openKeys } from '#server/platform/crypto/key-holder.ts'
import { createLog } from '../log.ts'
import { confirmKeys } from '#server/root-keys/proof.ts'
import { openTestDatabase } from './databases.ts'

/** A reply with its parsed body. */
export type Reply = {
  status: number
  body: unknown
  headers: LightMyRequestResponse['headers']
  text: string
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
  /** The background jobs, run when a test calls them. */
  readonly jobs: Assembled['jobs']
  /** The clock, set by tests. */
  readonly time: { now: number }
  /** Everything logged so far. */
  readonly logged: () => string
  call(call: Call): Promise<Reply>
  /**
   * Another node on the same database, with the same keys and clock, closed with this one. PostgreSQL only.
   */
  anotherNode(): Promise<TestApp>
  close(): Promise<void>
}

export const sameOrigin = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }

/** Hashing in about a millisecond, where a test does not depend on its cost. */
const lowCost: Argon2Cost = { memory: 64, passes: 1, parallelism: 1 }
const lowCosts = { password: lowCost, masterKey: lowCost, refusalMs: 0 }
/** The costs of a real installation. */
export const realCosts = { password: passwordCost, masterKey: masterKeyCost }

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
  const keys = await openKeys(
    config,
    log,
    async () => true,
    (keyring) => confirmKeys(database, keyring),
  )
  const start = (on: Database) => assemble({ config, database: on, keys, clock: () => time.now, log, costs })
  const { app, deps, jobs } = await start(database)
  const nodes: (() => Promise<void>)[] = []
  const shared = { time, logged: () => lines.join('') }
  const test: TestApp = {
    ...shared,
    deps,
    jobs,
    call: callerOf(app),
    anotherNode: async () => {
      const own = await openDatabase(database.options)
      const node = await start(own)
      const close = async () => {
        await node.app.close()
        await own.close()
      }
      nodes.push(close)
      return {
        ...shared,
        deps: node.deps,
        jobs: node.jobs,
        call: callerOf(node.app),
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

const callerOf =
  (app: FastifyInstance): TestApp['call'] =>
  async ({ method, path, body, cookie, headers = {}, foreign = false }) => {
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
    }
  }
