import type { account } from '#contract/identity/account.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { sessionTexts } from '#texts/access/sessions.ts'
import { accountServerTexts } from '#texts/identity/account.ts'
import { proofOf } from '#server/access/proof.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Handlers } from '#server/access/handler.ts'
import { readOptionalPattern } from '#server/platform/http/patterns.ts'
import { passkeysOf } from '#server/identity/passkeys/passkey-rows.ts'
import { relyingPartyOf } from '#server/identity/passkeys/relying-party.ts'
import { hasPassword } from '#server/identity/passwords/password-history.ts'
import { recoveryStateOf } from '#server/identity/recovery-codes/recovery-codes.ts'
import { mayChooseMail } from '#server/identity/authentication/methods.ts'
import { isLinked } from '#server/identity/sso/linked-identities.ts'
import { textColumns } from '#server/access/account-rows.ts'
import { proofWayOf } from './proof-way.ts'
import { withdrawSessions } from '#server/access/withdrawn.ts'
import { forgetDevices } from '#server/access/known-devices.ts'
import { activeSessionsOf, endSessionOf } from '#server/identity/authentication/live-sessions.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'

type AccountDeps = Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'journal'>

const momentOf = (at: number): string => new Date(at).toISOString()
const momentOrNull = (at: number | null): string | null => (at === null ? null : momentOf(at))

/** The handlers of « Mon compte »: the caller's own details, names and sessions. */
export const accountHandlers = (deps: AccountDeps): Handlers<typeof account> => {
  const { db, clock, config, journal } = deps
  return {
    read: async ({ actor }) => {
      const user = await db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'email', 'ad_id', 'totp_secret', 'second_factor', 'role'])
        .where('id', '=', actor.id)
        .executeTakeFirstOrThrow()
      const codes = await recoveryStateOf(db, actor.id)
      const passkeys = await passkeysOf(db, actor.id)
      return {
        id: actor.id,
        login: actor.login,
        firstName: user.first_name,
        lastName: user.last_name,
        email: user.email,
        role: actor.role,
        keptByDirectory: user.ad_id !== null,
        hasPassword: await hasPassword(db, actor.id),
        singleSignOn: config.sso && (await isLinked(db, actor.id)) ? config.sso.label : null,
        hasAuthenticator: user.totp_secret !== null,
        factorByMail: user.second_factor === 'mail',
        mayChooseMail: mayChooseMail(user, config.mailCode),
        recoveryCodes: { left: codes.left, createdAt: momentOrNull(codes.createdAt) },
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: momentOf(createdAt),
          lastUsedAt: momentOrNull(lastUsedAt),
        })),
        offersPasskeys: relyingPartyOf(config) !== null,
        provesBy: await proofWayOf(db, config, actor.id),
        provedUntil: momentOrNull(await proofOf(db, actor, clock())),
      }
    },

    rename: async ({ actor, origin, body }) => {
      const firstName = readOptionalPattern('firstName', 'REGEX_FIRST_NAME', body.firstName)
      const lastName = readOptionalPattern('lastName', 'REGEX_LAST_NAME', body.lastName)
      await db.transaction().execute(async (tx) => {
        await lockRows(tx, 'users', [actor.id])
        const user = await tx
          .selectFrom('users')
          .select(['login', 'email', 'first_name', 'last_name', 'ad_id'])
          .where('id', '=', actor.id)
          .executeTakeFirstOrThrow()
        if (user.ad_id !== null) throw new Refusal('KEPT_BY_DIRECTORY')
        const fields = [
          ...(user.first_name === firstName ? [] : ['first_name']),
          ...(user.last_name === lastName ? [] : ['last_name']),
        ]
        if (fields.length === 0) return
        await tx
          .updateTable('users')
          .set(textColumns({ login: user.login, email: user.email, firstName, lastName }))
          .where('id', '=', actor.id)
          .execute()
        const objects = { user: actor.id, fields }
        await journal.record(tx, actor, origin, { action: 'account.renamed', objects })
      })
      return { message: accountServerTexts.renamed }
    },

    sessions: ({ actor }) => activeSessionsOf(db, actor, actor.id, config, clock()),

    endSession: ({ params: { sessionId: session }, actor, origin }) =>
      db.transaction().execute(async (tx) => {
        await endSessionOf(tx, actor.id, session)
        await journal.record(tx, actor, origin, { action: 'session.ended', objects: { session } })
        return { message: sessionTexts.ended }
      }),

    endOtherSessions: ({ actor, origin }) =>
      db.transaction().execute(async (tx) => {
        await withdrawSessions(tx, { user_id: actor.id }, actor.sessionId)
        const { numDeletedRows } = await tx
          .deleteFrom('sessions')
          .where('user_id', '=', actor.id)
          .where('id', '<>', actor.sessionId)
          .executeTakeFirst()
        await forgetDevices(tx, actor.id)
        const ended = Number(numDeletedRows)
        if (ended > 0) {
          await journal.record(tx, actor, origin, { action: 'session.others-ended', objects: { ended } })
        }
        return { ended, message: accountServerTexts.othersEnded }
      }),
  }
}
