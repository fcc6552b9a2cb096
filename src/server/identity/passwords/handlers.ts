import type { Transaction } from 'kysely'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { passwords } from '#contract/identity/passwords.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay, type Role } from '#domain/platform/roles.ts'
import { passwordTexts } from '#texts/identity/passwords.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { Throttle, Ticket } from '#server/platform/http/throttle.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { takeTicketOrBusy } from '#server/identity/authentication/busy.ts'
import { knownBrowserOf } from '#server/identity/authentication/recognised.ts'
import { provePassword } from '#server/identity/authentication/first-factor.ts'
import { wordsOfPerson } from '#server/identity/authentication/own-words.ts'
import { isCurrentHash } from '#server/identity/authentication/candidate.ts'
import { endSessionsOf } from '#server/identity/authentication/live-sessions.ts'
import type { PasswordDeps } from '#server/identity/deps.ts'
import { hashNewPassword, replacePassword } from './new-password.ts'
import { consumePasswordLink, holderOfLink } from './password-links.ts'

type Change = BodyOf<typeof passwords.change>
type ByOldPassword = Extract<Change, { oldPassword: string }>
type ByLink = Extract<Change, { token: string }>
type Holder = { readonly id: number; readonly login: string; readonly role: Role }
/** Checks again in the writing transaction that the caller may set the password; throws otherwise. */
type Claim = (tx: Transaction<Tables>) => Promise<void>

export const passwordHandlers = (deps: PasswordDeps, throttle: Throttle): Handlers<typeof passwords> => ({
  change: async ({ body, origin, cookies }) => {
    if (body.newPassword !== body.confirmPassword) throw new Refusal('CONFIRMATION_DIFFERS')
    const as = 'token' in body ? null : await knownBrowserOf(deps, cookies.get('device'), body.login)
    await throttle.inTurn(as, async () => {
      const ticket = await takeTicketOrBusy(deps, throttle, { ip: origin.ip, as, type: 'LOCAL' })
      if ('token' in body) await changeByLink(deps, body, origin, ticket)
      else await changeByOldPassword(deps, body, origin, ticket)
    })
    cookies.clear('pre')
    return { message: passwordTexts.changed }
  },

  // The holder of a link may set the password, which would reveal the same.
  rule: async ({ body, origin }) => {
    const ticket = await throttle.take(origin.ip)
    const holder = await holderOfLink(deps.db, body.token, deps.clock())
    if (holder) await ticket.forgive()
    return {
      administers: holder && roleMay(holder.role, 'openBackOffice'),
      words: holder ? await wordsOfPerson(deps, holder.id) : [],
    }
  },
})

/** Verifies the old password as the first step of sign-in does, lockout included. */
async function changeByOldPassword(
  deps: PasswordDeps,
  { login, oldPassword, newPassword }: ByOldPassword,
  origin: RequestOrigin,
  ticket: Ticket,
): Promise<void> {
  const credentials = { login, password: oldPassword, type: 'LOCAL' } as const
  const proven = await provePassword(deps, credentials, origin, ticket, async (tx, account) => ({
    account,
    ...(await tx.selectFrom('users').select('role').where('id', '=', account.id).executeTakeFirstOrThrow()),
  }))
  if ('refusal' in proven) throw proven.refusal
  await ticket.forgive()
  const { account, role } = proven
  await change(deps, { ...account, role }, newPassword, origin, async (tx) => {
    if (!(await isCurrentHash(tx, account))) throw new Refusal('SIGN_IN_FAILED')
  })
}

async function changeByLink(
  deps: PasswordDeps,
  { token, newPassword }: ByLink,
  origin: RequestOrigin,
  ticket: Ticket,
): Promise<void> {
  const holder = await holderOfLink(deps.db, token, deps.clock())
  if (!holder) throw new Refusal('RESET_LINK_WRONG')
  await ticket.forgive()
  await change(deps, holder, newPassword, origin, async (tx) => {
    if (!(await consumePasswordLink(tx, token, deps.clock()))) throw new Refusal('RESET_LINK_WRONG')
  })
}

/** Sets the password of an account, and ends its links, pending sign-ins and sessions. */
async function change(
  deps: PasswordDeps,
  holder: Holder,
  newPassword: string,
  origin: RequestOrigin,
  claim: Claim,
): Promise<void> {
  const { db, clock, journal, outbox } = deps
  const { id, login } = holder
  const hash = await hashNewPassword(deps, holder, newPassword, { person: id })
  await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [id])
    await claim(tx)
    const now = clock()
    const hadOne = await replacePassword(tx, deps, { userId: id, hash, now })
    await endSessionsOf(tx, id, now)
    await journal.record(tx, { id, login }, origin, { action: 'password.changed', objects: { user: id } })
    // No notice for a first password: its owner has just chosen it.
    if (hadOne) await tellAccountChange(tx, outbox, id, 'passwordSet', { origin, at: now })
  })
  outbox.wake()
}
