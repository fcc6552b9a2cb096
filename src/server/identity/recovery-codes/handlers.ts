import type { recoveryCodes } from '#contract/identity/recovery-codes.ts'
import { underFreshProof } from '#server/identity/authentication/proven-change.ts'
import type { Handlers } from '#server/access/handler.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type RecoveryDeps = Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'journal' | 'outbox' | 'randomBytes'>

/** The recovery codes of « Mon compte », shown once when they are generated. */
export const recoveryCodeHandlers = (deps: RecoveryDeps): Handlers<typeof recoveryCodes> => ({
  renew: async ({ actor, origin }) => {
    const { keys, journal, outbox, randomBytes: random } = deps
    // Of two concurrent calls, the second replaces the whole set of the first.
    const codes = await underFreshProof(deps, actor, async (tx, now) => {
      const drawn = await renewRecoveryCodes(tx, { keyring: keys.keyring, random, now }, actor.id)
      const objects = { user: actor.id }
      await journal.record(tx, actor, origin, { action: 'recovery-codes.renewed', objects })
      await tellAccountChange(tx, outbox, actor.id, 'recoveryCodesRenewed', { origin, at: now })
      return drawn
    })
    outbox.wake()
    return { codes }
  },
})
