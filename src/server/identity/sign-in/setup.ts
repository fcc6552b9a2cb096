import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { setup } from '#contract/identity/setup.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { hadAccounts, markAccounts } from '#server/access/authority.ts'
import { newToken } from '#server/platform/crypto/token.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'
import type { Handlers } from '#server/access/handler.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import {
  checkAccountPassword,
  checkedIdentity,
  insertAccount,
} from '#server/identity/authentication/account.ts'
import { wordsOfIdentity } from '#server/identity/authentication/own-words.ts'
import { openGuide } from './first-start.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** One row for each token, with its SHA-256: several nodes may each print one. */
const tokenPrefix = 'setup.token.'
/** Only one transaction can insert this row. */
const doneName = 'setup.done'
const keptTokens = 10

const tokenName = (token: string): string =>
  tokenPrefix + createHash('sha256').update(token, 'utf8').digest('hex')

type SetupPlace = { readonly db: Kysely<Tables>; readonly config: Pick<PlatformSettings, 'dataFolder'> }
type SetupConfig = { readonly config: Pick<PlatformSettings, 'dataFolder' | 'documents'> }

/**
 * Whether the installation has no account yet: only then do the set-up page and its call exist. Whoever deletes every account
 * from the database does not become its first user.
 */
export async function isSetupOpen({ db, config }: SetupPlace): Promise<boolean> {
  if (hadAccounts(config.dataFolder)) return false
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (user) return false
  const done = await db.selectFrom('settings').select('name').where('name', '=', doneName).executeTakeFirst()
  return done === undefined
}

/**
 * Generates the token of the one-time set-up address, at each start.
 * @returns null when the set-up is over
 */
export async function prepareSetup({
  db,
  config,
  clock,
  randomBytes,
}: Pick<PlatformDeps, 'clock' | 'randomBytes'> & SetupPlace): Promise<string | null> {
  if (!(await isSetupOpen({ db, config }))) return null
  const token = newToken(randomBytes).reveal()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ name: tokenName(token), value: String(clock()).padStart(16, '0') })
      .execute()
    const tokens = await tx
      .selectFrom('settings')
      .select('name')
      .where('name', 'like', `${tokenPrefix}%`)
      .orderBy('value', 'desc')
      .execute()
    // The one just drawn stays, also after starts by a clock that was ahead.
    const others = tokens.map((row) => row.name).filter((name) => name !== tokenName(token))
    const old = others.slice(keptTokens - 1)
    if (old.length > 0) await tx.deleteFrom('settings').where('name', 'in', old).execute()
  })
  return token
}

/**
 * Ends the set-up, in the transaction that inserts the first account: a concurrent call waits for its commit.
 * @returns false when it had ended already
 */
export async function endSetup(tx: Transaction<Tables>, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('settings')
    .values({ name: doneName, value: String(now) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  await tx.deleteFrom('settings').where('name', 'like', `${tokenPrefix}%`).execute()
  return numInsertedOrUpdatedRows === 1n
}

type SetupDeps = Pick<PlatformDeps, 'keys' | 'clock' | 'journal' | 'hasher' | 'strength'> &
  SetupPlace &
  SetupConfig

export const setupHandlers = (deps: SetupDeps): Handlers<typeof setup> => ({
  create: async ({ body, origin }) => {
    const { db, clock, journal, hasher } = deps
    if (!(await isSetupOpen(deps))) throw new Refusal('NOT_FOUND')
    // Looked up by its hash, so that the query's duration reveals only the hash.
    const token = await db
      .selectFrom('settings')
      .select('name')
      .where('name', '=', tokenName(body.token))
      .executeTakeFirst()
    // A set-up that ended meanwhile has deleted every token.
    if (!token) throw new Refusal((await isSetupOpen(deps)) ? 'SETUP_TOKEN_WRONG' : 'NOT_FOUND')
    const role = 'ROLE_SUPER_ADMINISTRATOR'
    const identity = checkedIdentity(body)
    const words = wordsOfIdentity(deps, identity)
    const choice = { password: body.password, login: identity.login, role, words } as const
    await checkAccountPassword(deps.strength.isGuessable, choice)
    // Hashed before the transaction, so that no writer waits for 19 MiB of work.
    const passwordHash = await orBusy(() => hasher.hash(new Secret(body.password), { lane: 'known' }))
    const id = await db.transaction().execute(async (tx) => {
      const isFirst = await endSetup(tx, clock())
      const user = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
      if (!isFirst || user) throw new Refusal('NOT_FOUND')
      const account = { ...identity, role, type: 'STANDARD', passwordHash, createdBy: null } as const
      const made = await insertAccount(tx, deps, account)
      await openGuide(tx, made)
      const who = { id: made, login: identity.login }
      await journal.record(tx, who, origin, { action: 'setup.done', objects: { user: made } })
      return made
    })
    markAccounts(deps.config.dataFolder)
    return { id, login: identity.login }
  },
})

/**
 * Refuses the set-up's call as an unknown path once an account exists: before the origin and the body are
 * checked, so that no malformed request reveals the path.
 */
export function hideSetup(app: FastifyInstance, isSetupOpen: () => Promise<boolean>): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === setup.create.path && !(await isSetupOpen()))
      throw new Refusal('NOT_FOUND')
  })
}
