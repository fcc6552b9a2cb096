import type { Transaction } from 'kysely'
import {
  directoryReasonOf,
  directoryReasons,
  type DirectoryReason,
} from '#domain/identity/directory-refusals.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { Turn } from '#server/platform/crypto/work-bound.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  directoryAccountOf,
  followGroups,
  isLinked,
  linkAccount,
  mappedGroups,
  noteCut,
  orAway,
  type DirectoryAccount,
} from '#server/identity/directory/directory-rows.ts'
import { forgetAbsences, noteAbsence } from '#server/identity/directory/absence-rows.ts'
import type { EntryKey } from '#server/identity/directory/entries.ts'
import { refusalCode } from '#server/identity/directory/bind-refusal.ts'
import type { Directory, Proven, RefusedPerson } from '#server/identity/directory/directory.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { forgetRefusal, storeRefusal } from '#server/identity/directory/refusal-rows.ts'
import { refreshTexts } from '#server/access/account-rows.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { endSessionsOf } from './live-sessions.ts'
import type { Candidate } from './candidate.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type DirectoryDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal' | 'log'> & {
  readonly directory: Directory
}

/** The directory's verdict on a password, and how to admit the account once it is certain. */
export type DirectoryVerdict = {
  readonly right: boolean
  /** Runs in the transaction that accepts the password. False when the password is no longer valid. */
  readonly confirm: (tx: Transaction<Tables>) => Promise<boolean>
  /** Why the directory refused the person, if it gave a reason other than a wrong password. */
  readonly refused?: Refused
}

/** A reason of the directory for refusing an account. */
type Refused = {
  readonly code: DirectoryReason
  /** Whether the password was right, and has to be changed in the directory first. */
  readonly isToChange: boolean
  /**
   * Stores the reason, in the transaction that refuses the password.
   * @returns false when the account now belongs to another person
   */
  readonly store: (tx: Transaction<Tables>) => Promise<boolean>
}

const wrong: DirectoryVerdict = { right: false, confirm: async () => false }

/**
 * Verifies a password in the directory. For a login that is no active account of this directory it does the
 * same work in vain, so that timing reveals nothing.
 * @param typed the login as typed; the account may have another name in the directory
 */
export async function verifyInDirectory(
  deps: DirectoryDeps,
  {
    found,
    typed,
    password,
    turn,
  }: { found: Candidate | null; typed: string; password: Secret<string>; turn: Turn },
  origin: RequestOrigin,
): Promise<DirectoryVerdict> {
  const { db, directory, log } = deps
  const account = found && (await directoryAccountOf(db, found.id))
  const isKept = account?.directoryId === directory.id && found?.isActive === true
  const question = {
    wanted: account?.key ? { key: account.key } : { name: account?.name ?? typed },
    password,
    isForSomebody: isKept,
    groups: await mappedGroups(db, directory.id),
  }
  const proven = await orAway(log, () => orBusy(() => directory.prove(question, turn)))
  if (proven === null || !account || !found || !isKept) return wrong
  if (proven.person === null) {
    if (proven.refusal !== null) return refusedBy(deps, account, { ...proven, refusal: proven.refusal })
    await noteAbsence(deps, { userId: account.userId, key: proven.key }, 'gone')
    return wrong
  }
  if (!proven.isWhole) {
    log.warn({ user: found.id, directory: directory.id }, 'the directory listed only some groups of a person')
    await noteCut(db, deps.clock())
  }
  return { right: true, confirm: (tx) => admit(tx, deps, { account, login: found.login, proven }, origin) }
}

/** Logs why the directory refused an account, and returns the verdict. */
function refusedBy(
  { clock, log }: DirectoryDeps,
  account: DirectoryAccount,
  { key, refusal }: RefusedPerson,
): DirectoryVerdict {
  const { userId: user, directoryId: directory } = account
  log.warn({ user, directory, code: refusalCode(refusal) }, 'the directory refused an account')
  const code = directoryReasonOf(refusal.data)
  if (code === null) return wrong
  const store = async (tx: Transaction<Tables>): Promise<boolean> => {
    const now = await unchanged(tx, account, key)
    if (now === null || (now.key === null && (await isLinked(tx, now, key)))) return false
    await storeRefusal(tx, user, { code, at: clock() })
    return true
  }
  return { ...wrong, refused: { code, isToChange: directoryReasons[code].isToChange, store } }
}

/** Returns the account, unless it is now of another person than the one that the directory found for it. */
async function unchanged(
  tx: Transaction<Tables>,
  { userId, directoryId, name }: DirectoryAccount,
  key: EntryKey,
): Promise<DirectoryAccount | null> {
  const now = await directoryAccountOf(tx, userId)
  if (now?.directoryId !== directoryId) return null
  const isSame = now.key === null ? now.name === name : now.key === key
  return isSame ? now : null
}

/**
 * Applies what the directory returned: the link to the person at the first sign-in, then names, mail and
 * teams.
 * @returns false when the account now belongs to another person
 */
async function admit(
  tx: Transaction<Tables>,
  { clock, journal, log }: DirectoryDeps,
  { account, login, proven }: { account: DirectoryAccount; login: string; proven: Proven },
  origin: RequestOrigin,
): Promise<boolean> {
  const { userId, directoryId } = account
  const { person } = proven
  const who = { id: userId, login }
  const now = await unchanged(tx, account, person.key)
  if (now === null) return false
  if (now.key === null) {
    if (!(await linkAccount(tx, account, person.key, clock()))) {
      log.warn({ user: userId }, 'a person of the directory has another account already')
      return false
    }
    const objects = { user: userId, directory: directoryId }
    await journal.record(tx, who, origin, { action: 'directory.linked', objects })
  }
  const { changed, kept } = await refreshTexts(tx, userId, person, clock())
  await forgetRefusal(tx, userId)
  await forgetAbsences(tx, [userId])
  // As when an administrator changes it: codes and links are sent to that address.
  if (changed.includes('email')) {
    await endSessionsOf(tx, userId, clock())
    await endFactorResets(tx, userId, clock())
  }
  if (changed.length + kept.length > 0) {
    const objects = { user: userId, fields: changed, kept }
    await journal.record(tx, who, origin, { action: 'directory.refreshed', objects })
  }
  const { joined, left } = await followGroups(tx, account, proven, clock())
  if (joined.length + left.length > 0) {
    const objects = { user: userId, joined: joined.map(String), left: left.map(String) }
    await journal.record(tx, who, origin, { action: 'directory.teams-followed', objects })
  }
  return true
}
