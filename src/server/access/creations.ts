import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { dataKeyFrom } from '#server/platform/crypto/data-key.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import { fieldPlace } from '#server/platform/crypto/place.ts'
import { sealText, unsealText } from '#server/platform/crypto/seal.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Runs a creation in a transaction of its own. A repeat with the same key returns the first result and creates nothing.
 * The result must be plain JSON.
 */
export type Once = <Result>(create: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>

/** The header with the caller's key: 128 random bits or more, in base64url. */
export const idempotencyHeader = 'idempotency-key'
const keyPattern = /^[A-Za-z0-9_-]{22,64}$/

/** How long a repeat is recognised, in milliseconds. */
const keptMs = 24 * 3_600_000

const place = fieldPlace('creations', 0, 'result')

/**
 * Returns the row's id and the key that seals its result, both derived from the caller's key, the user and the call.
 * The database stores neither key: only the caller can find the row and unseal it.
 */
function derived(key: string, scope: string) {
  const material = Buffer.from(key)
  return {
    id: hkdf(material, `creation|id|${scope}`).toString('base64url'),
    sealingKey: dataKeyFrom(1, hkdf(material, `creation|result|${scope}`)),
  }
}

/**
 * Returns the function that runs a creation once.
 * @param key the header of the request
 * @param scope the user and the call that the key is for
 * @param now milliseconds since the epoch
 * @throws Refusal INVALID_REQUEST for a malformed key
 */
export function onceOf(db: Kysely<Tables>, key: string | undefined, scope: string, now: number): Once {
  if (key === undefined) return (create) => db.transaction().execute(create)
  if (!keyPattern.test(key))
    throw new Refusal('INVALID_REQUEST', {
      details: { field: `header/${idempotencyHeader}`, rule: 'pattern' },
    })
  const { id, sealingKey } = derived(key, scope)
  return <Result>(create: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (tx) => {
      // On PostgreSQL this waits for a concurrent creation with the same key, and takes its place if that one fails.
      const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
        .insertInto('creations')
        .values({ id, result: null, created_at: now })
        .onConflict((known) => known.doNothing())
        .executeTakeFirstOrThrow()
      const row = () => tx.selectFrom('creations').select('result').where('id', '=', id)
      if (inserted === 0n) {
        const { result } = await row().executeTakeFirstOrThrow()
        // Written in the transaction that inserted the row.
        if (result === null) throw new Error('a creation has no result')
        return JSON.parse(unsealText(sealingKey, place, result)) as Result
      }
      const made = await create(tx)
      const result = sealText(sealingKey, place, JSON.stringify(made))
      await tx.updateTable('creations').set({ result }).where('id', '=', id).execute()
      return made
    })
}

/** Deletes the results of creations that are no longer repeated. */
export async function deleteOldCreations(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('creations')
    .where('created_at', '<', now - keptMs)
    .execute()
}
