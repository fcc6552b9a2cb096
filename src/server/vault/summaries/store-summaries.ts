import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import type { SummarisedChest } from './summaries.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

/**
 * Stores missing and old summaries of ordinary chests, so that the first request after a start is fast. Those
 * of guardian chests are stored by the requests that unlock them.
 */
export async function storeSummaries(
  { db, summaries }: Pick<VaultDeps, 'db' | 'summaries'>,
  goOn: () => Promise<boolean>,
): Promise<void> {
  for (const chest of await chestsToStore(db)) {
    if (!(await goOn())) return
    await summaries.store(chest)
  }
}

async function chestsToStore(db: Kysely<Tables>): Promise<SummarisedChest[]> {
  const rows = await db
    .selectFrom('chests as c')
    .leftJoin('chest_summaries as s', 's.chest_id', 'c.id')
    .select(['c.id', 'c.revision', 'c.key_version as keyVersion', 'c.former_key_version as formerKeyVersion'])
    .where('c.deleted_at', 'is', null)
    .where('c.guardian', '=', 0)
    .where((is) => is.or([is('s.revision', 'is', null), is('s.revision', '<', is.ref('c.revision'))]))
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({ ...row, guardian: false, unlock: null }))
}
