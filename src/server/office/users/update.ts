import type { Selectable, Transaction } from 'kysely'
import type { BodyOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay, userStates } from '#domain/platform/roles.ts'
import { requireManaged } from '#server/access/scope.ts'
import { requireRoomInBanks } from '#server/office/banks/user-limit.ts'
import {
  changeUser,
  markReleasesRead,
  refuseTaken,
  requireGenuineUser,
  sayingWhichIsTaken,
  textColumns,
} from '#server/access/account-rows.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { unlinkAccount } from '#server/identity/directory/directory-rows.ts'
import { sendNow } from '#server/platform/mail/send-now.ts'
import { unsentMails } from '#server/platform/mail/unsent.ts'
import { resetSecondFactor, endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { endPasswordLinks, resetPassword } from '#server/identity/passwords/password-links.ts'
import { endSessionsOf } from '#server/identity/authentication/live-sessions.ts'
import { officeCaller, type UserDeps } from './create.ts'
import type { By } from '#server/access/session.ts'
import { readDirectory, readSamAccount, readUserText, refuseHigherRole } from './fields.ts'
import { readUser } from './list.ts'

type Update = BodyOf<typeof users.update>['update']
type UserReply = ReplyOf<typeof users.update>
type Row = Selectable<Tables['users']>

/** The changeable columns of a user; those absent from the request keep their value. */
type Changeable = Pick<Row, 'role' | 'type' | 'state_id' | 'ad_id' | 'ad_sam_account' | 'login' | 'email'> &
  Pick<Row, 'first_name' | 'last_name'>

/** Fields whose change ends the user's sessions. */
const endingFields: readonly (keyof Changeable)[] = ['role', 'state_id', 'email', 'ad_id', 'ad_sam_account']
/** Fields whose change links the account to another directory account, or to none. */
const directoryFields: readonly (keyof Changeable)[] = ['ad_id', 'ad_sam_account']
/** Fields whose change ends the user's password links. */
const linkFields: readonly (keyof Changeable)[] = ['state_id', 'email', 'ad_id']

/** Updates the caller's own account: only `readFeatures` is permitted. */
export async function updateSelf(
  { db, clock, config, journal }: UserDeps,
  { actor, origin }: By,
  update: Update,
) {
  if (Object.keys(update).some((field) => field !== 'readFeatures')) {
    throw new Refusal(roleMay(actor.role, 'openBackOffice') ? 'SCOPE_EXCEEDED' : 'ROLE_REQUIRED')
  }
  return db.transaction().execute(async (tx): Promise<UserReply> => {
    await markReleasesRead(tx, actor.id)
    const objects = { user: actor.id, fields: ['readFeatures'] }
    await journal.record(tx, actor, origin, { action: 'user.updated', objects })
    return readUser(tx, actor, { directories: config.directories, now: clock() }, actor.id)
  })
}

const at = 'update/'

/** Updates another user's account: its fields, and the actions written as fields on the wire. */
export async function updateUser(deps: UserDeps, by: By, id: number, update: Update): Promise<UserReply> {
  const { db, clock, outbox } = deps
  const { directories } = deps.config
  if (update.readFeatures)
    throw new Refusal('SCOPE_EXCEEDED', { details: { field: 'body/update/readFeatures' } })
  const resetsFactor = readFactorReset(update)
  const { user, mails } = await db.transaction().execute(async (tx) => {
    // The caller's row is locked too: of two administrators who deactivate each other concurrently, the
    // second one is refused.
    await lockRows(tx, 'users', [by.actor.id, id])
    await requireManaged(tx, by.actor, 'user', id)
    const caller = await officeCaller(tx, by.actor)
    const proved = await requireGenuineUser(tx, id)
    const stored = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const row = { ...stored, ...proved }
    const next = readChange(update, row, directories)
    refuseHigherRole(caller, next.role, at)
    await write(tx, deps, by, row, next)
    if (update.unBlock === false) await unblock(tx, deps, by, id)
    if (resetsFactor) await resetFactor(tx, deps, by, id)
    const sent = await sendMails(tx, deps, by, update, { ...next, id, formerEmail: row.email })
    return { mails: sent, user: await readUser(tx, caller, { directories, now: clock() }, id) }
  })
  if (resetsFactor || update.email !== undefined) outbox.wake()
  if (mails.length === 0) return user
  let isSlow = false
  for (const mail of mails) isSlow = (await sendNow(outbox, mail)) === 'waiting' || isSlow
  const unsent = (await unsentMails(db, [id])).get(id)
  return { ...user, unsentMail: unsent ?? (isSlow ? underWay : null) }
}

/** For a slow mail other than an invitation, absent from the list of unsent mails. */
const underWay = { isInvitation: false, isWaiting: true, reason: null } as const

/** The two fields are valid only together. */
function readFactorReset({ googleAuthenticatorSecret, qrScanned }: Update): boolean {
  const [hasSecret, hasScanned] = [googleAuthenticatorSecret !== undefined, qrScanned !== undefined]
  if (hasSecret === hasScanned) return hasSecret
  const field = `body/update/${hasSecret ? 'qrScanned' : 'googleAuthenticatorSecret'}`
  throw new Refusal('INVALID_REQUEST', { details: { field, rule: 'required' } })
}

const readChange = (
  update: Update,
  row: Row,
  directories: UserDeps['config']['directories'],
): Changeable => ({
  login: update.login === undefined ? row.login : readUserText('login', update.login, at),
  email: update.email === undefined ? row.email : readUserText('email', update.email, at),
  first_name:
    update.firstName === undefined ? row.first_name : readUserText('firstName', update.firstName, at),
  last_name: update.lastName === undefined ? row.last_name : readUserText('lastName', update.lastName, at),
  role: update.role ?? row.role,
  type: update.type ?? row.type,
  state_id: update.stateId ?? row.state_id,
  ad_id: update.adId === undefined ? row.ad_id : readDirectory(directories, update.adId, row.ad_id, at),
  ad_sam_account:
    update.adSamAccount === undefined ? row.ad_sam_account : readSamAccount(update.adSamAccount, at),
})

const countsInLimit = ({ role, state_id: state }: Pick<Changeable, 'role' | 'state_id'>): boolean =>
  role === 'ROLE_INTERVENANT' && state === userStates.active

async function write(
  tx: Transaction<Tables>,
  { clock, journal }: UserDeps,
  { actor, origin }: By,
  row: Row,
  next: Changeable,
): Promise<void> {
  const changed = (Object.keys(next) as (keyof Changeable)[]).filter((field) => next[field] !== row[field])
  if (changed.length === 0) return
  const { first_name: firstName, last_name: lastName, login, email } = next
  await refuseTaken(tx, { login, email }, row.id)
  await sayingWhichIsTaken(async () =>
    changeUser(tx, row.id, { ...next, ...textColumns({ login, email, firstName, lastName }) }, clock()),
  )
  if (changed.some((field) => endingFields.includes(field))) await endSessionsOf(tx, row.id, clock())
  // A password link or pending reset was sent to the former address, would set a password stored in the
  // directory from now on, or would outlive the account's deactivation.
  if (changed.some((field) => linkFields.includes(field))) {
    await endPasswordLinks(tx, row.id, clock())
    await endFactorResets(tx, row.id, clock())
  }
  const linksAnotherAccount = changed.some((field) => directoryFields.includes(field))
  const left = linksAnotherAccount ? await unlinkAccount(tx, row.id, clock()) : []
  if (countsInLimit(next) && !countsInLimit(row)) await requireRoom(tx, row.id)
  await journal.record(tx, actor, origin, {
    action: 'user.updated',
    objects: {
      user: row.id,
      fields: changed,
      ...(left.length > 0 && { left: left.map(String) }),
      ...(next.role !== row.role && { roleBefore: row.role, role: next.role }),
    },
  })
}

async function requireRoom(tx: Transaction<Tables>, userId: number): Promise<void> {
  const links = await tx.selectFrom('bank_users').select('bank_id').where('user_id', '=', userId).execute()
  await requireRoomInBanks(
    tx,
    links.map((link) => link.bank_id),
  )
}

async function unblock(tx: Transaction<Tables>, { journal }: UserDeps, { actor, origin }: By, id: number) {
  await tx
    .updateTable('users')
    .set({ failures: 0, blocks: 0, blocked_until: null })
    .where('id', '=', id)
    .execute()
  await journal.record(tx, actor, origin, { action: 'user.unblocked', objects: { user: id } })
}

async function resetFactor(
  tx: Transaction<Tables>,
  { clock, journal }: UserDeps,
  { actor, origin }: By,
  id: number,
) {
  await resetSecondFactor(tx, id, clock())
  await journal.record(tx, actor, origin, { action: 'user.second-factor-reset', objects: { user: id } })
}

type Addressee = Pick<Changeable, 'login' | 'email' | 'first_name' | 'ad_id'> & {
  readonly id: number
  readonly formerEmail: string
}

/** @returns the mails explicitly requested by the caller; notices are sent in the background */
async function sendMails(
  tx: Transaction<Tables>,
  { clock, journal, outbox, randomBytes }: UserDeps,
  { actor, origin }: By,
  update: Update,
  user: Addressee,
): Promise<number[]> {
  const { id, email: to } = user
  const values = { login: user.login, firstName: user.first_name }
  const asked: number[] = []
  if (update.qrScanned === false) {
    // The former address too: after an account takeover, the current one is the attacker's.
    for (const recipient of new Set([to, user.formerEmail])) {
      await outbox.add(tx, { to: recipient, template: 'secondFactorReset', values })
    }
  }
  if (to !== user.formerEmail) {
    const change = 'emailChanged' as const
    await outbox.add(tx, { to: user.formerEmail, template: 'accountChanged', values: { ...values, change } })
  }
  if (update.resetPassword) {
    if (user.ad_id !== null) {
      const details = { field: 'body/update/resetPassword', rule: 'directory' }
      throw new Refusal('INVALID_REQUEST', { details })
    }
    const { token } = await resetPassword(tx, { userId: id, now: clock(), random: randomBytes })
    const filled = { ...values, token: token.reveal() }
    asked.push(await outbox.add(tx, { to, template: 'passwordReset', values: filled }, id))
    await journal.record(tx, actor, origin, { action: 'user.password-reset', objects: { user: id } })
  }
  if (update.sendLogin) {
    // With the password stored in a directory, the login suffices to sign in, so this mail counts as an
    // invitation.
    const invited = user.ad_id === null ? undefined : id
    asked.push(await outbox.add(tx, { to, template: 'loginReminder', values }, invited))
    await journal.record(tx, actor, origin, { action: 'user.login-sent', objects: { user: id } })
  }
  return asked
}
