import type { Kysely, Transaction } from 'kysely'
import { accountLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { changeSession, genuineSession } from './session.ts'

/**
 * Requires a fresh proof inside the transaction of the action that needs one: both factors were given again within the
 * last minutes. A stolen cookie or an open browser is thus not enough to change passwords or second factors.
 *
 * @throws Refusal PROOF_REQUIRED; SESSION_EXPIRED when the session ended or was locked while the call waited
 */
export async function requireFreshProof(
  tx: Transaction<Tables>,
  { sessionId }: { readonly sessionId: string },
  now: number,
): Promise<void> {
  const session = await genuineSession(tx, sessionId)
  if (!session || session.locked_at !== null) throw new Refusal('SESSION_EXPIRED')
  if (endOfProof(session.proved_at, now) === null) throw new Refusal('PROOF_REQUIRED')
}

/** Returns until when the proof of a session is fresh, in milliseconds; null when there is none. */
export async function proofOf(
  db: Kysely<Tables>,
  { sessionId }: { readonly sessionId: string },
  now: number,
): Promise<number | null> {
  const session = await genuineSession(db, sessionId)
  return endOfProof(session?.proved_at ?? null, now)
}

/** Records a fresh proof of a session. */
export async function markProved(
  tx: Transaction<Tables>,
  { sessionId }: { readonly sessionId: string },
  now: number,
): Promise<void> {
  await changeSession(tx, sessionId, { proved_at: now }, now)
}

function endOfProof(provedAt: number | null, now: number): number | null {
  const end = provedAt === null ? 0 : provedAt + accountLimits.proofMs
  return end > now ? end : null
}
