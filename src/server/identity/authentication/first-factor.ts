import { accountKeyOf } from '#domain/platform/user-keys.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay } from '#domain/platform/roles.ts'
import type { Transaction } from 'kysely'
import { openPasswordHash, sealPasswordHash } from '#server/platform/crypto/password-hash.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { Turn } from '#server/platform/crypto/work-bound.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Ticket } from '#server/platform/http/throttle.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { keyedHash } from './keyed-hash.ts'
import { verifyInDirectory, type DirectoryVerdict } from './directory-factor.ts'
import { beginAttempt, undoAttempt, type Subject } from './lockout.ts'
import { carryPending } from './pending-factor.ts'
import { candidateOf, isCurrentHash, reasonToChange, type Candidate } from './candidate.ts'
import { issueStep } from '#server/access/steps.ts'
import { refuseBlocked, refuseWrong, type Refused } from './verdict.ts'
import { wordsOfAccount } from './own-words.ts'
import { sealingKeys, shortLivedKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { PasswordDeps } from '#server/identity/deps.ts'

/** The page where a password is changed. */
const passwordPage = '/auth/password'

type Credentials = { readonly login: string; readonly password: string; readonly type: 'LOCAL' | 'DIST' }

/** What a right password gives: the token for the second factor, and the cookie value that it is bound to. */
export type Accepted = { readonly jwt: string; readonly binding: Secret<string> }

/**
 * Checks a login and a password. Unknown logins, accounts without a local password and inactive ones cost the
 * same work and get the same replies as a wrong password, lockout included.
 * @param onRight runs in the transaction that takes the count of the try back
 * @param beforehand runs before it, once the password is right
 * @returns what `onRight` returns, or a refusal: SIGN_IN_FAILED, ACCOUNT_BLOCKED, or DIRECTORY_PASSWORD_EXPIRED, the try being
 *   uncounted
 * @throws Refusal SERVER_BUSY, the try being uncounted
 */
export async function provePassword<Result>(
  deps: PasswordDeps,
  credentials: Credentials,
  origin: RequestOrigin,
  ticket: Ticket,
  onRight: (tx: Transaction<Tables>, account: Candidate) => Promise<Result>,
  beforehand?: (account: Candidate) => Promise<void>,
): Promise<Result | Refused> {
  const { db, keys, clock, journal, directory } = deps
  const keyring = keys.keyring
  const loginKey = accountKeyOf(credentials.login)
  // Both for any login: a caller cannot time which ones exist.
  const [found, { version }] = await Promise.all([candidateOf(db, loginKey), shortLivedKeys(db, keyring)])
  const subject: Subject = found
    ? { kind: 'account', id: found.id }
    : // Keyed, since people type passwords into that field.
      { kind: 'unknown-login', key: keyedHash(keyring, version, 'unknown-logins', loginKey) }
  const notes = {
    journal,
    origin,
    who: found && { id: found.id, login: found.login },
    step: 'password',
  } as const

  const attempt = await db.transaction().execute(async (tx) => {
    const begun = await beginAttempt(tx, subject, clock())
    return 'blockedUntil' in begun ? refuseBlocked(tx, notes, begun.blockedUntil) : begun
  })
  if ('refusal' in attempt) return attempt

  const password = new Secret(credentials.password)
  let verdict: Verdict
  try {
    const asked = { found, typed: credentials.login, password, turn: ticket.turn }
    verdict =
      credentials.type === 'DIST' && directory
        ? await verifyInDirectory({ ...deps, directory }, asked, origin)
        : await verifyHere(deps, asked, credentials.type)
  } catch (error) {
    await ticket.forgive()
    await db.transaction().execute((tx) => undoAttempt(tx, attempt))
    throw error
  }
  if (!found?.isActive || !verdict.right) {
    const given = found?.isActive ? verdict.refused : undefined
    const judged = await db.transaction().execute(async (tx) => {
      if (found && given) await lockRows(tx, 'users', [found.id])
      const refused = given && (await given.store(tx)) ? given : undefined
      const directoryCode = refused && { directoryCode: refused.code }
      if (!refused?.isToChange) return refuseWrong(tx, { ...notes, ...directoryCode }, attempt, clock())
      // Said to nobody without the right password, which costs no try anywhere else either.
      await undoAttempt(tx, attempt)
      await journal.record(tx, notes.who, origin, {
        action: 'sign-in.password-expired',
        outcome: 'refused',
        objects: { reason: 'directory', ...directoryCode },
      })
      return { refusal: new Refusal('DIRECTORY_PASSWORD_EXPIRED') }
    })
    if (judged.refusal.code === 'DIRECTORY_PASSWORD_EXPIRED') await ticket.forgive()
    return judged
  }
  if (verdict.needsRehash) await raiseHash(deps, found, password, ticket.turn)
  await beforehand?.(found)
  return db.transaction().execute(async (tx) => {
    // A concurrent change of the account commits before this, or after it and then ends the step issued here.
    await lockRows(tx, 'users', [found.id])
    // Ended or changed during the comparison: the password is no longer valid.
    if (!(await verdict.confirm(tx))) return refuseWrong(tx, notes, attempt, clock())
    await undoAttempt(tx, attempt)
    await journal.record(tx, notes.who, origin, { action: 'sign-in.password-accepted' })
    return onRight(tx, found)
  })
}

/**
 * Runs the first step of sign-in. A right password that has to be changed first is refused with a redirect to
 * the page that changes it, where it is required again.
 * @param binding the cookie of the sign-in that the browser left unfinished
 */
export function checkPassword(
  deps: PasswordDeps,
  credentials: Credentials,
  origin: RequestOrigin,
  ticket: Ticket,
  { binding }: { binding: string | undefined },
): Promise<Accepted | Refused> {
  const { keys, randomBytes, clock, config, journal } = deps
  let isGuessable = false
  return provePassword(
    deps,
    credentials,
    origin,
    ticket,
    async (tx, account): Promise<Accepted | Refused> => {
      const { id, login } = account
      const now = clock()
      const rules = { now, maxDays: config.passwordMaxDays, isGuessable }
      const why = reasonToChange(account, credentials.password, rules)
      if (why === null) {
        const { keyring } = keys
        const step = await issueStep(tx, { keyring, random: randomBytes, now }, id)
        await carryPending(tx, keyring, { binding, now, to: { jti: step.jti, userId: id } })
        return step
      }
      await journal.record(tx, { id, login }, origin, {
        action: 'sign-in.password-expired',
        outcome: 'refused',
        // Readers of the journal do not learn whose password is short or guessable.
        objects: { reason: why === 'chosen-by-another' ? why : 'policy' },
      })
      const { role } = await tx
        .selectFrom('users')
        .select('role')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      // Only a caller who has just given the right password learns why, and which rule the next one follows.
      const details = { administers: roleMay(role, 'openBackOffice'), reason: why }
      return { refusal: new Refusal('PASSWORD_EXPIRED', { redirect: passwordPage, details }) }
    },
    async ({ id, hash }) => {
      if (config.asksForPasswordFloor && hash !== null && credentials.type === 'LOCAL')
        isGuessable = await isBelowFloor(deps, id, credentials.password)
    },
  )
}

/** Whether a right password takes fewer guesses than a new one may. A judge that fails keeps nobody out. */
async function isBelowFloor(deps: PasswordDeps, userId: number, password: string): Promise<boolean> {
  const { strength, log } = deps
  try {
    const words = await wordsOfAccount(deps, userId)
    return await strength.isGuessable(password, passwordFloors.account, words)
  } catch (error) {
    log.warn({ err: error }, 'a password was not compared with the floor')
    return false
  }
}

/** The result of a verification. `confirm` checks it again in the transaction that accepts it. */
type Verdict = DirectoryVerdict & { readonly needsRehash?: boolean }
type Asked = { readonly found: Candidate | null; readonly password: Secret<string>; readonly turn: Turn }

/** Verifies a password against the local hash. Without a directory no account has a password of type DIST. */
async function verifyHere(
  { keys, hasher }: PasswordDeps,
  { found, password, turn }: Asked,
  type: Credentials['type'],
): Promise<Verdict> {
  const stored =
    found?.hash && type === 'LOCAL'
      ? openPasswordHash(keys.keyring, found.hash.owner, found.hash.sealed)
      : undefined
  const verdict = await orBusy(() => hasher.verify(stored, password, turn))
  return { ...verdict, confirm: async (tx) => found !== null && isCurrentHash(tx, found) }
}

/** Hashes the password again at today's cost. When the server is busy, the old hash stays valid. */
async function raiseHash(
  { db, keys, hasher, log }: PasswordDeps,
  { id, hash }: Candidate,
  password: Secret<string>,
  turn: Turn,
): Promise<void> {
  if (!hash) return
  try {
    const raised = await hasher.hash(password, turn)
    await db.transaction().execute(async (tx) =>
      tx
        .updateTable('password_hashes')
        .set({ hash: sealPasswordHash(await sealingKeys(tx, keys.keyring), hash.owner, raised) })
        .where('id', '=', hash.id)
        .where('hash', '=', hash.sealed)
        .execute(),
    )
  } catch (error) {
    log.warn({ err: error, user: id }, 'a password hash was not raised')
  }
}
