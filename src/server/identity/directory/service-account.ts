import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { hasCome } from '#domain/platform/moments.ts'
import { keyedHash } from '#server/identity/authentication/keyed-hash.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { shortLivedKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { Clock } from '#server/platform/sources.ts'
import { DirectoryAway } from './away.ts'
import { isRefusedAccount, refusalCode, type BindRefusal } from './bind-refusal.ts'
import type { DirectorySettings } from './settings.ts'

/** The binds of the service account. A directory locks an account after a few wrong passwords. */
export type ServiceAccount = {
  /** @throws DirectoryAway paused, while the account is not to bind */
  requireUnpaused(): Promise<void>
  /**
   * Runs one bind of the account, one at a time, and pauses the account when it is refused.
   * @throws DirectoryAway paused, without the bind
   */
  inTurn(bind: () => Promise<BindRefusal | null>): Promise<BindRefusal | null>
}

/** The pause of a service account that the directory refused. */
export type Pause = {
  /** The first refusal of the account in a row, in milliseconds. */
  readonly since: number
  /** The end; the first request after it tries the account. */
  readonly until: number
  /** The result and data code of the last refusal. */
  readonly code: string
}

/** A pause as it is stored, in a row of `settings` that all nodes read. */
type Stored = Pause & {
  readonly refusals: number
  /** A keyed hash of the account and the server: changed settings end the pause. */
  readonly account: string
}

const minute = 60_000
/** After the first refusal, the second, …, in milliseconds; the last one repeats. */
const pauses = [5 * minute, 10 * minute, 20 * minute, 30 * minute]
const longestPauseMs = 30 * minute
/** For how long one node tries the account at the end of a pause, while the others wait. */
const tryMs = minute

const name = 'directory.service-pause'

type PauseDeps = {
  readonly db: Kysely<Tables>
  readonly keys: Pick<KeyHolder, 'keyring'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn' | 'info'>
}

/** An account that binds whenever it is asked to: for commands that an administrator runs. */
export const unguardedAccount: ServiceAccount = {
  requireUnpaused: async () => undefined,
  inTurn: (bind) => bind(),
}

/** Returns the service account of all nodes of an installation. */
export function createServiceAccount(deps: PauseDeps, settings: DirectorySettings): ServiceAccount {
  const { db, clock, log } = deps
  let last: Promise<unknown> = Promise.resolve()

  /** Returns the pause of the account, which may be over, and its row's value. @throws DirectoryAway paused */
  const readEnded = async (): Promise<{ stored: Stored; value: string } | null> => {
    const found = await readStored(db)
    if (found === null || found.stored.account !== (await accountOf(deps, settings))) return null
    if (!hasCome(found.stored.until, longestPauseMs, clock())) throw new DirectoryAway('paused')
    return found
  }

  const write = async (stored: Stored): Promise<void> => {
    const value = JSON.stringify(stored)
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }

  const attempt = async (bind: () => Promise<BindRefusal | null>): Promise<BindRefusal | null> => {
    const ended = await readEnded()
    // One node tries it: a directory counts the tries of all.
    if (ended && !(await claimTry(db, ended, clock() + tryMs))) throw new DirectoryAway('paused')
    let refusal: BindRefusal | null
    try {
      refusal = await bind()
    } catch (error) {
      // The directory said nothing about the account.
      if (ended) await write({ ...ended.stored, until: clock() })
      throw error
    }
    if (refusal !== null && isRefusedAccount(refusal)) {
      const refusals = (ended?.stored.refusals ?? 0) + 1
      const until = clock() + (pauses[refusals - 1] ?? longestPauseMs)
      const code = refusalCode(refusal)
      const since = ended?.stored.since ?? clock()
      await write({ since, until, code, refusals, account: await accountOf(deps, settings) })
      const facts = { directory: settings.id, code, until: new Date(until).toISOString() }
      log.warn(facts, 'the directory refused the service account, which is not tried again until then')
    } else if (ended && refusal === null) {
      await db.deleteFrom('settings').where('name', '=', name).execute()
      log.info({ directory: settings.id }, 'the directory accepts the service account again')
    }
    return refusal
  }

  return {
    async requireUnpaused() {
      await readEnded()
    },
    inTurn(bind) {
      const turn = last.then(() => attempt(bind))
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

/** Returns the pause of the account of these settings, which may be over; null without one. */
export async function pauseOf(
  deps: Pick<PauseDeps, 'db' | 'keys'>,
  settings: DirectorySettings,
): Promise<Pause | null> {
  const found = await readStored(deps.db)
  if (found === null || found.stored.account !== (await accountOf(deps, settings))) return null
  const { since, until, code } = found.stored
  return { since, until, code }
}

/** Ends the pause, so that the next request tries the account. The count of refusals stays, and with it the next pause. */
export async function endPause(db: Kysely<Tables>, now: number): Promise<void> {
  const found = await readStored(db)
  if (found) await replace(db, found.value, { ...found.stored, until: Math.min(found.stored.until, now) })
}

/** Extends an ended pause by the time of one try. @returns false when another node did */
const claimTry = (
  db: Kysely<Tables>,
  { stored, value }: { stored: Stored; value: string },
  until: number,
): Promise<boolean> => replace(db, value, { ...stored, until })

/** Replaces the stored pause. @returns false when it is another by now */
async function replace(db: Kysely<Tables>, before: string, stored: Stored): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: JSON.stringify(stored) })
    .where('name', '=', name)
    .where('value', '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function readStored(db: Kysely<Tables>): Promise<{ stored: Stored; value: string } | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  const stored = row ? parsed(row.value) : null
  return row && stored ? { stored, value: row.value } : null
}

function parsed(value: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(value)
    return isStored(stored) ? stored : null
  } catch {
    return null
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false
  const facts = value as Partial<Record<keyof Stored, unknown>>
  const isWhole = (one: unknown): boolean => Number.isSafeInteger(one)
  return (
    [facts.since, facts.until, facts.refusals].every(isWhole) &&
    typeof facts.account === 'string' &&
    typeof facts.code === 'string' &&
    /^\d{1,5}(?:\/[\da-f]{1,8})?$/.test(facts.code)
  )
}

/** Keyed, since it is of a password: the row alone lets nobody guess it. */
async function accountOf(
  { db, keys }: Pick<PauseDeps, 'db' | 'keys'>,
  { host, port, bindDn, bindPassword }: DirectorySettings,
): Promise<string> {
  const { version } = await shortLivedKeys(db, keys.keyring)
  const text = JSON.stringify([host, port, bindDn, bindPassword.reveal()])
  return Buffer.from(keyedHash(keys.keyring, version, 'directory-account', text)).toString('base64url')
}
