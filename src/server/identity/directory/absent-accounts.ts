import type { Kysely } from 'kysely'
import type { AbsenceReason } from '#domain/identity/directory-absences.ts'
import { userStates } from '#domain/platform/roles.ts'
import { elapsedSince } from '#domain/platform/moments.ts'
import { changeUser, requireGenuineUser } from '#server/access/account-rows.ts'
import { endSessionsOf } from '#server/identity/authentication/live-sessions.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { endPasswordLinks } from '#server/identity/passwords/password-links.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { BusyError } from '#server/platform/crypto/work-bound.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { byItself } from '#server/platform/journal/journal.ts'
import { claimDeactivation, dueForDeactivation, forgetAbsences, noteAbsence } from './absence-rows.ts'
import { DirectoryAway } from './away.ts'
import type { Directory } from './directory.ts'
import { directoryAccountOf } from './directory-rows.ts'
import type { EntryKey } from './entries.ts'

type LookDeps = Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'journal' | 'log'> & {
  readonly directory: Directory | null
}

/** The row of `settings` with the end of the last look, in milliseconds. */
const lookedName = 'directory.looked'
/** Between two looks: once a night, and some hours for one that the directory did not answer. */
const everyMs = 20 * 3_600_000
/** Accounts that one connection looks for. */
const perConnection = 200
const dayMs = 24 * 3_600_000
/** How old the last look may be, for accounts to be deactivated by what it found. */
const freshMs = 2 * dayMs

type Linked = { readonly userId: number; readonly key: EntryKey }

/** Returns the accounts of a directory that are linked to an entry, after one of them. */
async function linkedAfter(db: Kysely<Tables>, directoryId: number, after: number): Promise<Linked[]> {
  const rows = await db
    .selectFrom('directory_links as l')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'l.user_id').onRef('u.ad_id', '=', 'l.ad_id'))
    .select(['l.user_id', 'l.entry_key'])
    .where('l.ad_id', '=', directoryId)
    .where('u.deleted_at', 'is', null)
    .where('l.user_id', '>', after)
    .orderBy('l.user_id')
    .limit(perConnection)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, key: row.entry_key }))
}

/**
 * Looks once a night for the entries of all linked accounts, and stores which are gone or disabled. Where the directory
 * shows none of several, a setting is wrong, and nothing is stored.
 */
export async function lookForAbsent(deps: LookDeps, goOn: () => Promise<boolean>): Promise<void> {
  const { db, clock, directory, log } = deps
  if (directory === null || !(await isDue(db, clock()))) return
  const absent: { readonly account: Linked; readonly reason: AbsenceReason }[] = []
  const present: number[] = []
  try {
    let accounts = await linkedAfter(db, directory.id, 0)
    while (accounts.length > 0) {
      const { entries, isWhole } = await directory.findEntries(accounts.map(({ key }) => key))
      for (const account of accounts) {
        const entry = entries.get(account.key)
        if (entry?.isDisabled === false) present.push(account.userId)
        else if (entry || isWhole) absent.push({ account, reason: entry ? 'disabled' : 'gone' })
      }
      if (!(await goOn())) return
      accounts = await linkedAfter(db, directory.id, accounts.at(-1)?.userId ?? 0)
    }
  } catch (error) {
    if (!(error instanceof DirectoryAway || error instanceof BusyError)) throw error
    log.warn({ directory: directory.id }, 'the directory was not asked for the entries of its accounts')
    return
  }
  const gone = absent.filter(({ reason }) => reason === 'gone').length
  if (gone > 1 && gone === absent.length && present.length === 0) {
    log.warn({ directory: directory.id, accounts: gone }, 'the directory has no entry of any account')
    return
  }
  for (const { account, reason } of absent) await noteAbsence(deps, account, reason)
  for (let from = 0; from < present.length; from += perConnection)
    await forgetAbsences(db, present.slice(from, from + perConnection))
  await storeLook(db, clock())
}

/** Returns when the last look ended, in milliseconds; null when there was none. */
async function lastLook(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', lookedName)
    .executeTakeFirst()
  const at = Number(row?.value ?? Number.NaN)
  return Number.isSafeInteger(at) ? at : null
}

async function isDue(db: Kysely<Tables>, now: number): Promise<boolean> {
  const at = await lastLook(db)
  return at === null || elapsedSince(at, now) >= everyMs
}

async function storeLook(db: Kysely<Tables>, now: number): Promise<void> {
  const value = String(now)
  await db
    .insertInto('settings')
    .values({ name: lookedName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Deactivates the accounts whose entry is gone or disabled for as many days as the settings say; without them, none. One
 * that an administrator activates again stays active until the entry is there and goes again. While no look succeeds nobody
 * is: an entry may be back since.
 */
export async function deactivateAbsent(
  { db, clock, config, journal }: LookDeps,
  goOn: () => Promise<boolean>,
): Promise<void> {
  const { directory } = config
  if (directory === null || directory.deactivateAfterDays === null) return
  const looked = await lastLook(db)
  if (looked === null || elapsedSince(looked, clock()) > freshMs) return
  const since = clock() - directory.deactivateAfterDays * dayMs
  for (const userId of await dueForDeactivation(db, directory.id, since)) {
    await db.transaction().execute(async (tx) => {
      await lockRows(tx, 'users', [userId])
      const account = await directoryAccountOf(tx, userId)
      if (account === null || account.key === null) return
      await requireGenuineUser(tx, userId)
      const now = clock()
      if (!(await claimDeactivation(tx, userId, { since, now }))) return
      await changeUser(tx, userId, { state_id: userStates.inactive }, now)
      await endSessionsOf(tx, userId, now)
      await endPasswordLinks(tx, userId, now)
      await endFactorResets(tx, userId, now)
      const objects = { user: userId }
      await journal.record(tx, null, byItself, { action: 'directory.account-deactivated', objects })
    })
    if (!(await goOn())) return
  }
}
