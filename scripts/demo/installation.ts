import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { assemble, type Assembled } from '#server/assemble.ts'
import { readConfig } from '#server/config.ts'
import { openKeys } from '../../src/server/platform/crypto/key-holder.ts'
import { hashToken, newToken } from '../../src/server/platform/crypto/token.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { migrations } from '../../src/server/platform/database/migrations/all.ts'
import type { Database } from '../../src/server/platform/database/open.ts'
import { serveBuiltPages } from '../../src/server/platform/http/pages.ts'
import { insertSession } from '#server/access/session.ts'
import { confirmFor, databaseOf } from '#server/installation.ts'
import { createLog } from '#server/log.ts'
import { markerOf } from './marked-pages.ts'
import { serveAccounts, type ShownAccount } from './accounts.ts'

const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url))
const sameOrigin = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** A user of the demonstration, who makes the same calls as a browser. */
export type Worker = { readonly id: number; readonly login: string; readonly cookie: string }

export type Demonstration = {
  readonly app: FastifyInstance
  readonly deps: Assembled['deps']
  /** The server's background jobs. */
  readonly jobs: Assembled['jobs']
  readonly url: string
  /** Shown on the sign-in page. */
  readonly accounts: ShownAccount[]
  /** Sets the clock to a time in the past; null resumes the present. */
  readonly at: (moment: number | null) => Promise<void>
  /** Opens a session, as a sign-in does. */
  readonly session: (user: { id: number; login: string }) => Promise<Worker>
  readonly call: <Reply = { id: number }>(
    who: Worker,
    method: Method,
    path: string,
    body?: object,
  ) => Promise<Reply>
  /** Stops, and deletes the data folder. */
  readonly remove: () => Promise<void>
}

/** Opens an empty installation on a temporary data folder, on SQLite whatever the environment. */
export async function openDemonstration(port: number): Promise<Demonstration> {
  const folder = mkdtempSync(join(scratch(), 'trousseau-demo-'))
  // Deletes the data however the process ends.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({
    TROUSSEAU_DATA: folder,
    TROUSSEAU_PORT: String(port),
    TROUSSEAU_LOG: 'warn',
    TROUSSEAU_ORGANISATION: 'Armor Infogérance (organisation fictive)',
    TROUSSEAU_ORGANISATION_ADDRESS: '12 quai des Brumes, 29000 Quimper',
    TROUSSEAU_CONTACT: 'support@armor-infogerance.example',
    TROUSSEAU_PUBLISHER: 'Claire Moreau',
    TROUSSEAU_HOSTING: "l'organisation elle-même, sur ses propres serveurs",
    TROUSSEAU_VENDOR_URL: 'https://trousseau.example',
    TROUSSEAU_EXTENSION_URL: 'https://trousseau.example/extension',
  })
  const log = createLog(config.logLevel, process.stdout)
  const database = await databaseOf(config)
  await migrate(database, migrations)
  const keys = await openKeys(config, log, async () => true, confirmFor(database, config))
  let moment: number | null = null
  // A set time goes on by a millisecond a look: two changes at one moment would have the same proof, and the second would be
  // taken for the first, put back.
  const clock = () => (moment === null ? Date.now() : moment++)
  const accounts: ShownAccount[] = []
  const { app, deps, jobs } = await assemble({
    config,
    database,
    keys,
    log,
    clock,
    // Marks the pages as a demonstration; an installation serves them unchanged.
    servePages: async (server, visitors) => {
      serveAccounts(server, { config, database, clock }, accounts)
      serveBuiltPages(server, builtPages, visitors, markerOf(builtPages))
    },
  })

  return {
    app,
    deps,
    jobs,
    url: config.publicUrl,
    accounts,
    at: async (next) => {
      moment = next
      if (next === null) await database.db.deleteFrom('sessions').execute()
      else await database.db.updateTable('sessions').set({ last_seen_at: next }).execute()
    },
    session: (user) => openSession(database, user, clock()),
    call: async <Reply>(who: Worker, method: Method, path: string, body?: object): Promise<Reply> => {
      const { statusCode, body: text } = await app.inject({
        method,
        url: path,
        headers: { ...sameOrigin, cookie: who.cookie, 'user-agent': 'Firefox' },
        remoteAddress: `192.0.2.${who.id + 10}`,
        ...(body && { payload: body }),
      })
      if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`)
      return JSON.parse(text) as Reply
    },
    remove: async () => {
      await app.close()
      await database.close()
    },
  }
}

/** Returns a folder in memory where the system has one: temporary data need not wait for a disk. */
function scratch(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

async function openSession(
  { db }: Database,
  { id, login }: { id: number; login: string },
  now: number,
): Promise<Worker> {
  const secret = newToken()
  const sessionId = `demonstration-${String(id).padStart(6, '0')}`
  await insertSession(
    db,
    {
      id: sessionId,
      secret_hash: hashToken(secret),
      user_id: id,
      // Before and after every time that the clock is set to: a session of the future is not believed.
      created_at: 0,
      expires_at: Date.now() + 3_600_000,
    },
    { now, ip: '192.0.2.1', userAgent: 'Firefox' },
  )
  return { id, login, cookie: `sid=${sessionId}.${secret.reveal()}` }
}
