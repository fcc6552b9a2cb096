import type { Transaction } from 'kysely'
import type { BodyOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { UserTexts } from '#domain/platform/user-keys.ts'
import type { Role, UserType } from '#domain/platform/roles.ts'
import { callerNow } from '#server/access/members.ts'
import { judgeCaller } from '#server/access/policy.ts'
import type { Actor, Caller, By, Creator } from '#server/access/session.ts'
import { requireRoomInBanks } from '#server/office/banks/user-limit.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sendNow } from '#server/platform/mail/send-now.ts'
import { unsentMails } from '#server/platform/mail/unsent.ts'
import { createPasswordLink } from '#server/identity/passwords/password-links.ts'
import { lockCurrentBank } from '#server/access/current-bank.ts'
import { readDirectory, readSamAccount, readUserText, refuseHigherRole } from './fields.ts'
import { readUser } from './list.ts'
import { insertUser } from '#server/access/account-rows.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import type { KeptLists } from '#server/access/kept-lists.ts'

export type UserDeps = Pick<
  IdentityDeps,
  'db' | 'clock' | 'config' | 'journal' | 'outbox' | 'randomBytes'
> & { readonly keptLists: KeptLists }

/** The caller with the current role, which must still permit the back office. */
export async function officeCaller(tx: Transaction<Tables>, actor: Actor): Promise<Caller> {
  const caller = await callerNow(tx, actor)
  const code = judgeCaller({ permission: 'openBackOffice' }, caller)
  if (code !== null) throw new Refusal(code)
  return caller
}

export type Person = UserTexts & {
  readonly role: Role
  readonly type: UserType
  readonly adId: number | null
  readonly adSamAccount: string | null
  readonly bankId: number | null
  readonly teamIds: readonly number[]
}

/**
 * Inserts a user with their bank and team links, and queues the invitation mail. The caller checks the user
 * limit of the bank afterwards.
 * @throws Refusal USER_LOGIN_IS_ALREADY_USED, USER_MAIL_IS_ALREADY_USED
 */
export async function insertInvitedUser(
  tx: Transaction<Tables>,
  { clock, journal, outbox, randomBytes }: UserDeps,
  { actor, origin }: By,
  person: Person,
): Promise<{ id: number; mail: number }> {
  const now = clock()
  const { bankId, teamIds } = person
  const id = await insertUser(tx, { ...person, createdBy: actor.id, at: now })
  if (bankId !== null) await tx.insertInto('bank_users').values({ bank_id: bankId, user_id: id }).execute()
  if (teamIds.length > 0) {
    await tx
      .insertInto('team_users')
      .values(teamIds.map((team) => ({ team_id: team, user_id: id })))
      .execute()
  }
  await journal.record(tx, actor, origin, {
    action: 'user.created',
    objects: { user: id, bank: bankId, teams: teamIds.map(String) },
  })
  const { login, firstName, email: to } = person
  if (person.adId !== null) {
    // The password is stored in the directory, so the mail has no link to set one.
    const mail = await outbox.add(tx, { to, template: 'loginReminder', values: { login, firstName } }, id)
    return { id, mail }
  }
  const link = await createPasswordLink(tx, { userId: id, purpose: 'invitation', now, random: randomBytes })
  const values = { login, firstName, token: link.token.reveal() }
  return { id, mail: await outbox.add(tx, { to, template: 'invitation', values }, id) }
}

/** Creates one user, in the caller's current bank if one is set. */
export async function createUser(
  deps: UserDeps,
  by: Creator,
  body: BodyOf<typeof users.create>,
): Promise<ReplyOf<typeof users.create>> {
  const { db, clock, config, outbox } = deps
  const { directories } = config
  const checked = {
    login: readUserText('login', body.login),
    email: readUserText('email', body.email),
    firstName: readUserText('firstName', body.firstName ?? ''),
    lastName: readUserText('lastName', body.lastName ?? ''),
    role: body.role,
    type: body.type ?? 'STANDARD',
    adId: readDirectory(directories, body.adId ?? null),
    adSamAccount: readSamAccount(body.adSamAccount ?? null),
  } as const
  const { user, mail } = await by.once(async (tx) => {
    const caller = await officeCaller(tx, by.actor)
    refuseHigherRole(caller, checked.role)
    // Locked before the insert: a transaction waiting for this login or e-mail may hold the bank.
    const bank = await lockCurrentBank(tx, { ...caller, lastBankId: by.actor.lastBankId })
    const seats = bank && checked.role === 'ROLE_INTERVENANT' ? [bank.id] : []
    const made = await insertInvitedUser(tx, deps, by, { ...checked, bankId: bank?.id ?? null, teamIds: [] })
    await requireRoomInBanks(tx, seats)
    return { mail: made.mail, user: await readUser(tx, caller, { directories, now: clock() }, made.id) }
  })
  await sendNow(outbox, mail)
  return { ...user, unsentMail: (await unsentMails(db, [user.id])).get(user.id) ?? null }
}
