import type { passkeys } from '#contract/identity/passkeys.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { accountServerTexts } from '#texts/identity/account.ts'
import { requireFreshProof } from '#server/access/proof.ts'
import type { Handlers } from '#server/access/handler.ts'
import { readPattern } from '#server/platform/http/patterns.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { changeCredentials, underFreshProof } from '#server/identity/authentication/proven-change.ts'
import { requestAttestation, insertPasskey } from './registration.ts'
import { relyingPartyOf, type RelyingParty } from './relying-party.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'

type PasskeyDeps = Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'journal' | 'outbox' | 'randomBytes'>

const readName = (name: string): string => readPattern('name', 'REGEX_ITEM_NAME', name)

export const passkeyHandlers = (deps: PasskeyDeps): Handlers<typeof passkeys> => {
  const { db, clock, config, journal, outbox, randomBytes } = deps
  const party = (): RelyingParty => {
    const found = relyingPartyOf(config)
    if (found === null) throw new Refusal('PASSKEYS_NOT_OFFERED')
    return found
  }
  const holderOf = ({ id, sessionId }: { id: number; sessionId: string }) =>
    ({ userId: id, sessionId, purpose: 'register' }) as const

  return {
    ask: ({ actor }) =>
      db.transaction().execute(async (tx) => {
        await requireFreshProof(tx, actor, clock())
        const moment = { random: randomBytes, now: clock() }
        return requestAttestation(tx, party(), holderOf(actor), actor, moment)
      }),

    add: async ({ actor, origin, body }) => {
      const name = readName(body.name)
      const id = await underFreshProof(deps, actor, async (tx, now) => {
        const made = await insertPasskey(tx, party(), holderOf(actor), { ...body, name }, now)
        if (made === null) return null
        const objects = { user: actor.id, passkey: made }
        await journal.record(tx, actor, origin, { action: 'passkey.added', objects })
        await tellAccountChange(tx, outbox, actor.id, 'passkeyAdded', { origin, at: now })
        return made
      })
      // Thrown after the commit: the challenge is used up by a wrong reply too.
      if (id === null) throw new Refusal('PASSKEY_WRONG')
      outbox.wake()
      return { id, message: accountServerTexts.passkeyAdded }
    },

    rename: async ({ actor, origin, params, body }) => {
      const name = readName(body.name)
      await db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('passkeys')
          .set({ name })
          .where('id', '=', params.id)
          .where('user_id', '=', actor.id)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Refusal('PASSKEY_NOT_FOUND')
        const objects = { user: actor.id, passkey: params.id }
        await journal.record(tx, actor, origin, { action: 'passkey.renamed', objects })
      })
      return { message: accountServerTexts.passkeyRenamed }
    },

    // Whoever had that passkey may have signed in with it, so every other session ends.
    remove: async (request) => {
      await changeCredentials(deps, request, 'passkeyRemoved', async (tx) => {
        const [user, passkey] = [request.actor.id, request.params.id]
        const { numDeletedRows } = await tx
          .deleteFrom('passkeys')
          .where('id', '=', passkey)
          .where('user_id', '=', user)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw new Refusal('PASSKEY_NOT_FOUND')
        return { action: 'passkey.removed', objects: { user, passkey } }
      })
      return { message: accountServerTexts.passkeyRemoved }
    },
  }
}
