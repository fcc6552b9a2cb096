import type { Kysely } from 'kysely'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { columnOf, rewrapRow, sealedRows, type SealedColumnName } from '#server/root-keys/sealed-columns.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'

/** Small enough that writes of a running server are committed between two batches. */
const batchRows = 200

/**
 * Rewraps all rows of one column under the sealing root key, one transaction for each batch. Values that no
 * key unseals are discarded where they can be regenerated; elsewhere the rotation stops.
 * @returns how many rows were under another key
 * @throws SealError
 */
export async function rewrapAll(
  db: Kysely<Tables>,
  keyring: Keyring,
  name: SealedColumnName,
  { now, limit = batchRows }: { now: number; limit?: number | undefined },
): Promise<number> {
  const { giveUp } = columnOf(name)
  let moved = 0
  for (;;) {
    const found = await db.transaction().execute(async (tx) => {
      const keys = await sealingKeys(tx, keyring)
      const rows = await sealedRows(tx, name, { notUnder: keys.version, limit })
      for (const row of rows) {
        try {
          await rewrapRow(tx, keyring, keys, name, row)
        } catch (error) {
          if (!(error instanceof SealError) || !giveUp) throw error
          await giveUp(tx, row.ids, now)
        }
      }
      return rows.length
    })
    if (found === 0) return moved
    moved += found
  }
}
