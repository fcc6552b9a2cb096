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
import { lockCurrentBank, type CurrentBank } from '#server/access/current-bank.ts'
import { requireManaged } from '#server/access/scope.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
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
  readonly bankIds: readonly number[]
  readonly teamIds: readonly number[]
}

/**
 * Inserts a user with their bank and team links, and queues the invitation mail. The caller checks the user
 * limit of the banks afterwards.
 * @throws Refusal USER_LOGIN_IS_ALREADY_USED, USER_MAIL_IS_ALREADY_USED
 */
export async function insertInvitedUser(
  tx: Transaction<Tables>,
  { clock, journal, outbox, randomBytes }: UserDeps,
  { actor, origin }: By,
  person: Person,
): Promise<{ id: number; mail: number }> {
  const now = clock()
  const { bankIds, teamIds } = person
  const id = await insertUser(tx, { ...person, createdBy: actor.id, at: now })
  await journal.record(tx, actor, origin, {
    action: 'user.created',
    objects: {
      user: id,
      banks: bankIds.map(String),
      teams: teamIds.map(String),
      ...(person.role !== 'ROLE_INTERVENANT' && { role: person.role }),
    },
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

/**
 * Locks the banks and teams that new users are attached to, then checks them: a change that the lock awaited may have
 * moved them out of the caller's scope.
 * @throws Refusal BANK_NOT_FOUND, TEAM_NOT_FOUND, SCOPE_EXCEEDED
 */
export async function lockPlaces(
  tx: Transaction<Tables>,
  caller: Caller,
  { banks, teams }: { readonly banks: readonly number[]; readonly teams: readonly number[] },
): Promise<void> {
  await lockRows(tx, 'teams', teams)
  await lockRows(tx, 'banks', banks)
  for (const id of teams) await requireManaged(tx, caller, 'team', id)
  for (const id of banks) await requireManaged(tx, caller, 'bank', id)
}

/** Creates one user, in the given banks and teams; without banks, in the caller's current bank if one is set. */
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
    const teamIds = body.teams ?? []
    // Locked before the insert: a transaction waiting for this login or e-mail may hold the banks.
    await lockPlaces(tx, caller, { banks: body.banks ?? [], teams: teamIds })
    const current = () => lockCurrentBank(tx, { ...caller, lastBankId: by.actor.lastBankId })
    const bankIds = body.banks ?? idsOf(await current())
    const made = await insertInvitedUser(tx, deps, by, { ...checked, bankIds, teamIds })
    if (checked.role === 'ROLE_INTERVENANT') await requireRoomInBanks(tx, bankIds)
    return { mail: made.mail, user: await readUser(tx, caller, { directories, now: clock() }, made.id) }
  })
  await sendNow(outbox, mail)
  return { ...user, unsentMail: (await unsentMails(db, [user.id])).get(user.id) ?? null }
}

const idsOf = (bank: CurrentBank | null): number[] => (bank ? [bank.id] : [])
