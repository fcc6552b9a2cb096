import { sql, type Kysely, type Transaction } from 'kysely'
import { signInLimits } from '#domain/platform/limits.ts'
import { userStates } from '#domain/platform/roles.ts'
import { accountKeyOf } from '#domain/platform/user-keys.ts'
import { activeUser, isGenuine, proofColumns } from '#server/access/authority.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { logUnlessAway } from '#server/platform/database/loss-log.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { keyedHash } from '#server/identity/authentication/keyed-hash.ts'
import { createPasswordLink } from '#server/identity/passwords/password-links.ts'
import { hasOnlySso } from '#server/identity/sso/linked-identities.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { shortLivedKeys } from '#server/platform/root-keys/sealing-keys.ts'

/**
 * Requests for a link to set a password. A request runs the same few statements for any address. Only when
 * the mail is written, invisibly to the caller, it matters whether there is an account.
 */
export type ResetRequests = {
  /** Records a request. One that is too soon or too frequent changes nothing, with the same reply. */
  ask(email: string, ip: string): Promise<void>
  /** Writes the mails of the waiting requests that have an account. */
  handleDue(): Promise<void>
  start(): void
  stop(): Promise<void>
}

type RequestDeps = Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'randomBytes' | 'journal' | 'outbox' | 'log'>

const hourMs = 3_600_000
/** How often to poll for requests left by a crashed node, in milliseconds. */
const pollMs = 5_000
const batch = 20

export function createResetRequests(deps: RequestDeps): ResetRequests {
  const { db, keys, outbox, log } = deps
  let turn: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = true

  const handleAll = async (): Promise<void> => {
    while (!keys.isSealed) {
      const rows = await db
        .selectFrom('reset_requests')
        .select('key')
        .where('is_waiting', '=', 1)
        .limit(batch)
        .execute()
      for (const { key } of rows) await db.transaction().execute((tx) => handle(tx, deps, key))
      if (rows.length > 0) outbox.wake()
      if (rows.length < batch) return
    }
  }
  const handleDue = (): Promise<void> => {
    turn ??= handleAll().finally(() => {
      turn = null
    })
    return turn
  }
  const handleQuietly = (): Promise<void> =>
    handleDue().catch(logUnlessAway(log, 'the requests for a link failed'))
  const poll = async (): Promise<void> => {
    await handleQuietly()
    if (!isStopped) timer = setTimeout(() => void poll(), pollMs).unref()
  }

  return {
    async ask(email, ip) {
      await note(db, deps, email, ip)
      if (!isStopped) void handleQuietly()
    },
    handleDue,
    start() {
      isStopped = false
      timer ??= setTimeout(() => void poll(), pollMs).unref()
    },
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await turn?.catch(() => undefined)
    },
  }
}

/** The same statements for known and unknown addresses. */
async function note(
  db: Kysely<Tables>,
  { keys, clock }: Pick<RequestDeps, 'keys' | 'clock'>,
  email: string,
  ip: string,
): Promise<void> {
  const now = clock()
  const emailKey = accountKeyOf(email)
  const { keyring } = keys
  const { version } = await shortLivedKeys(db, keyring)
  const key = keyedHash(keyring, version, 'reset-requests', emailKey)
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const asked = { user_id: user?.id ?? null, is_waiting: 1, ip, asked_at: now } as const
  const isNewHour = sql<boolean>`reset_requests.counted_from <= ${now - hourMs}`
  await db
    .insertInto('reset_requests')
    .values({ key, ...asked, counted_from: now, asked: 1 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          ...asked,
          counted_from: sql`case when ${isNewHour} then ${now} else reset_requests.counted_from end`,
          asked: sql`case when ${isNewHour} then 1 else reset_requests.asked + 1 end`,
        })
        .where('reset_requests.asked_at', '<=', now - signInLimits.resetAgainMs)
        .where((is) => is.or([is('reset_requests.asked', '<', signInLimits.resetsPerHour), isNewHour])),
    )
    .execute()
}

/** Writes the mail of one request, if it has an account. Of two nodes, only one finds the request waiting. */
async function handle(
  tx: Transaction<Tables>,
  { clock, randomBytes, journal, outbox }: RequestDeps,
  key: Uint8Array,
): Promise<void> {
  const request = await tx
    .updateTable('reset_requests')
    .set({ is_waiting: 0 })
    .where('key', '=', key)
    .where('is_waiting', '=', 1)
    .returning(['user_id', 'ip'])
    .executeTakeFirst()
  if (!request || request.user_id === null) return
  await lockRows(tx, 'users', [request.user_id])
  const user = await tx
    .selectFrom('users')
    .select(['first_name', ...proofColumns('users')])
    .where('id', '=', request.user_id)
    .where('state_id', '=', userStates.active)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // A link must not go to an address that somebody wrote into the database.
  if (!user || !isGenuine(tx, 'users', user, { id: request.user_id, ...activeUser })) return
  const { id, login, email: to } = user
  const values = { login, firstName: user.first_name }
  const origin = { ip: request.ip, requestId: 'reset-request', userAgent: 'trousseau' }
  await journal.record(tx, { id, login }, origin, { action: 'password.link-asked', objects: { user: id } })
  // No local password is created for an account that a directory or provider authenticates.
  const elsewhere =
    user.ad_id !== null ? 'passwordElsewhere' : (await hasOnlySso(tx, id)) ? 'passwordOfProvider' : null
  if (elsewhere !== null) {
    await outbox.add(tx, { to, template: elsewhere, values })
    return
  }
  const link = await createPasswordLink(tx, {
    userId: id,
    purpose: 'reset',
    now: clock(),
    random: randomBytes,
    // Otherwise any caller who knows an address could end an invitation.
    keepsOthers: true,
  })
  const mail = { to, template: 'passwordLink', values: { ...values, token: link.token.reveal() } } as const
  await outbox.add(tx, mail, id)
}
