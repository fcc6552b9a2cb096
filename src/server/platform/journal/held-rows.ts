import { dayNumberOf } from '#domain/platform/days.ts'
import { raiseAlert } from '#server/platform/alerts/raise.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { deliveredBlock, receiversIn } from '#server/platform/siem/cursors.ts'
import type { SiemSettings } from '#server/platform/siem/settings.ts'
import type { ArchiveRecord } from './archives.ts'

/** The name of the setting that keeps the day on which rows that wait for a SIEM were told of last. */
const setting = 'journal.held'

type HoldDeps = Pick<PlatformDeps, 'db' | 'clock' | 'log'> & {
  readonly config: { readonly siem: SiemSettings }
}

/**
 * Returns the archives whose rows every receiver of the settings has got: what one of them still waits for stays in the
 * database, whatever its age. While it does, the log and an alert say so once a day.
 * @param isDue whether rows of an archive are old enough to leave
 */
export async function deliveredArchives(
  { db, clock, log, config }: HoldDeps,
  records: readonly ArchiveRecord[],
  isDue: (record: ArchiveRecord) => boolean,
): Promise<readonly ArchiveRecord[]> {
  const reached = await deliveredBlock(db, receiversIn(config.siem))
  const delivered = records.filter(({ anchor }) => anchor.block <= reached)
  const held = records.filter((record) => record.anchor.block > reached && isDue(record))
  if (held.length === 0) {
    await db.deleteFrom('settings').where('name', '=', setting).execute()
    return delivered
  }
  const at = clock()
  const value = String(dayNumberOf(at))
  const isNew = await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('settings')
      .values({ name: setting, value })
      .onConflict((known) => known.column('name').doUpdateSet({ value }).where('settings.value', '<>', value))
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows > 0n) await raiseAlert(tx, { kind: 'journal-held', at })
    return numInsertedOrUpdatedRows > 0n
  })
  if (isNew)
    log.error(
      { archives: held.map(({ file }) => file) },
      'rows older than the retention stay in the journal: the SIEM has not taken them',
    )
  return delivered
}
