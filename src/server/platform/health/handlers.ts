import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#domain/platform/refusals.ts'
import { KeyError, type KeyErrorCode } from '#server/platform/crypto/key-error.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { BusyError } from '#server/platform/crypto/work-bound.ts'
import { isUnwritable } from '#server/platform/database/problems.ts'
import { createThrottle, throttleLimitsOf } from '#server/platform/http/throttle.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { requireSealingKey } from '#server/platform/root-keys/sealing-keys.ts'

/** What the caller of the unseal learns: the other faults name files of this machine. */
const passphraseFaults: ReadonlySet<KeyErrorCode> = new Set([
  'PASSPHRASE_WRONG',
  'PASSPHRASE_SHORT',
  'PASSPHRASE_GUESSABLE',
])

/** A supervisor gets its reply within a second, whatever the database does. */
const readyLimitMs = 800

type HealthDeps = Pick<PlatformDeps, 'db' | 'pingDatabase' | 'keys' | 'log' | 'clock' | 'config'> & {
  readonly keyNode: { requireRecorded(): void }
  /** Returns whether the clock of this node differs too much from that of the database. */
  readonly watchClock: (databaseMs: number | null) => boolean
  readonly logLoss: (error: unknown) => void
}

/** Handlers for balancers and supervisors: `live` reports that the process answers, `ready` that it can serve. */
export const healthHandlers = ({
  db,
  pingDatabase,
  keys,
  log,
  clock,
  config,
  keyNode,
  watchClock,
  logLoss,
}: HealthDeps) => {
  const throttle = createThrottle({ db, clock }, throttleLimitsOf(config))
  const check = async (): Promise<number | null> => {
    const databaseMs = await pingDatabase()
    await requireSealingKey(db, keys.keyring)
    keyNode.requireRecorded()
    return databaseMs
  }
  /** Shared, so that calls do not queue up behind a database that does not answer. */
  let checking: Promise<number | null> | undefined
  return {
    live: () => ({ status: 'live' as const }),
    ready: async () => {
      if (keys.isSealed) throw new Refusal('SEALED')
      checking ??= check().finally(() => (checking = undefined))
      const late = new AbortController()
      try {
        const databaseMs = await Promise.race([
          checking,
          pause(readyLimitMs, undefined, { signal: late.signal }).then(() => {
            throw new Error('no reply within the limit')
          }),
        ])
        return { status: 'ready' as const, ...(watchClock(databaseMs) && { warnings: ['CLOCK' as const] }) }
      } catch (error) {
        if (error instanceof Refusal) throw error
        logLoss(error)
        throw new Refusal(isUnwritable(error) ? 'DATABASE_UNWRITABLE' : 'DATABASE_AWAY', {
          retryAfterSeconds: 2,
        })
      } finally {
        late.abort()
      }
    },
    unseal: async ({ body, origin }: { body: { passphrase: string }; origin: RequestOrigin }) => {
      // An unsealed node returns 404, as for an unknown call.
      if (!keys.isSealed) throw new Refusal('NOT_FOUND')
      const ticket = await throttle.take(origin.ip)
      try {
        await keys.unseal(new Secret(body.passphrase))
      } catch (error) {
        if (error instanceof BusyError) {
          // Uncounted: no passphrase was verified.
          await ticket.forgive()
          throw new Refusal('SERVER_BUSY', { retryAfterSeconds: 2 })
        }
        if (!(error instanceof KeyError)) throw error
        if (passphraseFaults.has(error.code)) {
          log.warn({ ip: origin.ip, requestId: origin.requestId }, 'a wrong passphrase was given')
          throw new Refusal('PASSPHRASE_WRONG', { sentence: error.message })
        }
        // The sentence names a file of this machine: it is logged, not returned.
        log.error({ code: error.code }, error.message)
        throw new Refusal('SEALED')
      }
      return { status: 'ready' as const }
    },
  }
}
