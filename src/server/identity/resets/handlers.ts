import type { Kysely } from 'kysely'
import type { resets } from '#contract/identity/resets.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay, roleNames, userStates } from '#domain/platform/roles.ts'
import { resetTexts } from '#texts/identity/passwords.ts'
import { reachOf } from '#server/access/scope.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Handlers } from '#server/access/handler.ts'
import { readPattern } from '#server/platform/http/patterns.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { sendAwaited } from '#server/platform/mail/send-now.ts'
import {
  consumeFactorReset,
  createFactorReset,
  resetSecondFactor,
  endUnsentReset,
  holderOfFactorReset,
  type ResetHolder,
} from './factor-resets.ts'
import type { SecondFactorDeps } from '#server/identity/authentication/session-opening.ts'
import type { StepProof } from '#server/identity/authentication/recognised.ts'
import { factorRowOf } from '#server/identity/authentication/methods.ts'
import { refuseDuringBlock, requireStep } from '#server/identity/authentication/verdict.ts'
import type { ResetRequests } from './reset-requests.ts'

type ResetDeps = SecondFactorDeps & { readonly resetRequests: ResetRequests }

const afterRequest = '/auth?message=send_reset_mail_success'
const afterReset = '/auth?message=reset_2fa_success'
const waitingTexts = { waiting: resetTexts.factorWaiting, alone: resetTexts.factorAlone } as const
/** The maximum number of administrators notified of a request that waits for approval. */
const toldAtMost = 20

export const resetHandlers = (deps: ResetDeps, throttle: Throttle): Handlers<typeof resets> => ({
  requestPassword: async ({ body, origin }) => {
    const email = readPattern('email', 'REGEX_EMAIL', body.email)
    await throttle.take(origin.ip)
    // Depends on the mail server only, never on the account, so that the reply reveals nothing.
    if (!(await deps.outbox.isReachable())) throw new Refusal('MAIL_WAS_NOT_SEND')
    await deps.resetRequests.ask(email, origin.ip)
    return { message: resetTexts.mailSent, redirect: afterRequest }
  },

  requestSecondFactor: async ({ body, origin, cookies }) => {
    await sendFactorLink(deps, { jwt: body.jwt, binding: cookies.get('pre') }, origin)
    return { message: resetTexts.mailSent }
  },

  confirmSecondFactor: async ({ body, origin, cookies }) => {
    const ticket = await throttle.take(origin.ip)
    const holder = await holderOfFactorReset(deps.db, body.token, deps.clock())
    if (!holder) throw new Refusal('RESET_LINK_WRONG')
    await ticket.forgive()
    const state = await followFactorLink(deps, holder, body.token, origin)
    if (state === 'done') cookies.clear('pre')
    return state === 'done'
      ? { state, message: resetTexts.factorDone, redirect: afterReset }
      : { state, message: waitingTexts[state], redirect: null }
  },
})

/**
 * Mails the link that resets the second factor of a pending sign-in's account: its mailbox is required
 * besides its password.
 */
async function sendFactorLink(deps: ResetDeps, proof: StepProof, origin: RequestOrigin): Promise<void> {
  const { db, clock, randomBytes, journal, outbox } = deps
  const now = clock()
  const { userId, login } = await requireStep(deps, proof)
  const { mail, token } = await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [userId])
    const user = await factorRowOf(tx, userId)
    refuseDuringBlock(user.blocked_until, now)
    const made = await createFactorReset(tx, { userId, now, random: randomBytes })
    await journal.record(tx, { id: userId, login }, origin, { action: 'second-factor.reset-asked' })
    const values = { login, firstName: user.first_name, token: made.reveal() }
    const id = await outbox.add(tx, { to: user.email, template: 'secondFactorLink', values })
    return { mail: id, token: made }
  })
  await sendAwaited(outbox, mail, () => endUnsentReset(db, token))
}

/** Resets the second factor. For an administrator, notifies those who may approve it instead. */
async function followFactorLink(
  { db, clock, journal, outbox }: ResetDeps,
  holder: ResetHolder,
  token: string,
  origin: RequestOrigin,
): Promise<'done' | 'waiting' | 'alone'> {
  const { id, login } = holder
  const state = await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [id])
    const now = clock()
    // Read again: the account may have been deleted while its row was waited for.
    if (!(await holderOfFactorReset(tx, token, now)) || !(await consumeFactorReset(tx, token, now)))
      throw new Refusal('RESET_LINK_WRONG')
    const user = await factorRowOf(tx, id)
    const values = { login, firstName: user.first_name }
    if (roleMay(user.role, 'openBackOffice')) {
      await journal.record(tx, { id, login }, origin, { action: 'second-factor.reset-confirmed' })
      const asker = `${user.first_name} ${user.last_name} (${login})`.trim()
      const approvers = (await approversOf(tx, id)).filter((approver) => approver.id !== id)
      for (const { email: to, login: name, firstName } of approvers) {
        const words = { login: name, firstName, asker }
        await outbox.add(tx, { to, template: 'secondFactorAsked', values: words })
      }
      return approvers.length > 0 ? 'waiting' : 'alone'
    }
    await resetSecondFactor(tx, id, now)
    await journal.record(tx, { id, login }, origin, { action: 'second-factor.reset' })
    await outbox.add(tx, { to: user.email, template: 'secondFactorDone', values })
    return 'done'
  })
  outbox.wake()
  return state
}

async function approversOf(db: Kysely<Tables>, userId: number) {
  const administering = roleNames.filter((role) => roleMay(role, 'openBackOffice'))
  const people = await db
    .selectFrom('users')
    .select(['id', 'login', 'first_name as firstName', 'email'])
    .where('role', 'in', administering)
    .where('state_id', '=', userStates.active)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const told = []
  for (const person of people) {
    if (told.length >= toldAtMost) break
    if ((await reachOf(db, person.id, 'user', userId)) === 'managed') told.push(person)
  }
  return told
}
