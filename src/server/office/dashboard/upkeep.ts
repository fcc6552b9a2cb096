import type { Kysely } from 'kysely'
import { dayNumberOf, figureDays } from '#domain/vault/figures.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { CompanyChest } from './company-rows.ts'
import { keepFigures } from './kept-figures.ts'

type UpkeepDeps = Pick<Deps, 'db' | 'clock' | 'summaries' | 'company'>
type GoOn = () => Promise<boolean>

/**
 * Stores the summaries of ordinary chests that have none, or an old one, so that the first look after a start is quick.
 * Those of guardian chests are stored by the requests that open them.
 */
export async function storeSummaries({ db, summaries }: UpkeepDeps, goOn: GoOn): Promise<void> {
  for (const chest of await chestsToStore(db)) {
    if (!(await goOn())) return
    await summaries.store(chest)
  }
}

async function chestsToStore(db: Kysely<Tables>): Promise<CompanyChest[]> {
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

/** Keeps today's indicators of each scope, and lets go of what is older than a comparison or a chart reaches. */
export async function keepDays(deps: UpkeepDeps, goOn: GoOn): Promise<void> {
  await keepFigures(deps, goOn)
  const first = dayNumberOf(deps.clock()) - figureDays.kept
  for (const table of ['daily_counts', 'kept_figures'] as const) {
    await deps.db.deleteFrom(table).where('day', '<', first).execute()
  }
}
