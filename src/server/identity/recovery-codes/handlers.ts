import type { recoveryCodes } from '#contract/identity/recovery-codes.ts'
import { requireFreshProof } from '#server/access/proof.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Handlers } from '#server/access/handler.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type RecoveryDeps = Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'journal' | 'outbox' | 'randomBytes'>

/** The recovery codes of « Mon compte », shown once when they are generated. */
export const recoveryCodeHandlers = (deps: RecoveryDeps): Handlers<typeof recoveryCodes> => ({
  renew: async ({ actor, origin }) => {
    const { db, keys, clock, journal, outbox, randomBytes } = deps
    const codes = await db.transaction().execute(async (tx) => {
      // Of two concurrent calls, the second replaces the whole set of the first.
      await lockRows(tx, 'users', [actor.id])
      await requireFreshProof(tx, actor, clock())
      const draw = { keyring: keys.keyring, random: randomBytes, now: clock() }
      const drawn = await renewRecoveryCodes(tx, draw, actor.id)
      const objects = { user: actor.id }
      await journal.record(tx, actor, origin, { action: 'recovery-codes.renewed', objects })
      await tellAccountChange(tx, outbox, actor.id, 'recoveryCodesRenewed', { origin, at: clock() })
      return drawn
    })
    outbox.wake()
    return { codes }
  },
})
