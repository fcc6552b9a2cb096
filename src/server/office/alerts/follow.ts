import type { Kysely } from 'kysely'
import { alertLimits } from '#domain/platform/limits.ts'
import { lockAlerts, raiseAlert } from '#server/platform/alerts/raise.ts'
import { dayNumberOf } from '#domain/platform/days.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { rowsAfterBlock } from '#server/platform/journal/follow.ts'
import { alertsOf, isWatched } from './rules.ts'
import { watchReadings } from './readings.ts'

/**
 * Looks at the next block of the journal. Its alerts and the cursor are written in one transaction, which other nodes wait
 * for: no entry is missed or counted twice, whatever crashes.
 * @param fewest readings that raise no alert, whatever is usual
 * @returns the ids of new alerts; null when there is no further block
 */
export async function followBlock(db: Kysely<Tables>, fewest: number): Promise<number[] | null> {
  if (!(await hasNext(db))) return null
  return db.transaction().execute(async (tx) => {
    const cursor = await lockAlerts(tx)
    const next = await rowsAfterBlock(tx, cursor.block)
    if (!next) return null
    const rows = next.rows.filter(({ seq }) => seq > cursor.after_seq)
    const raised: number[] = []
    for (const row of rows.filter(isWatched))
      for (const alert of await alertsOf(tx, row)) {
        const id = await raiseAlert(tx, alert)
        if (id !== null) raised.push(id)
      }
    raised.push(...(await watchReadings(tx, rows, fewest)))
    const seen_seq = Math.max(cursor.seen_seq, ...next.rows.map(({ seq }) => seq))
    await tx.updateTable('alert_cursor').set({ block: next.block, seen_seq }).where('id', '=', 1).execute()
    return raised
  })
}

async function hasNext(db: Kysely<Tables>): Promise<boolean> {
  const found = await db
    .selectFrom('journal_blocks')
    .select('number')
    .where('number', '>', (row) => row.selectFrom('alert_cursor').select('block').where('id', '=', 1))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const recentMs = 2 * alertLimits.sameMs

/** Deletes alerts after a year, and what is not computed from any more. */
export async function deleteOldAlerts(db: Kysely<Tables>, now: number): Promise<void> {
  const day = dayNumberOf(now)
  await db
    .deleteFrom('alerts')
    .where('last_at', '<', now - alertLimits.keptMs)
    .execute()
  await db
    .deleteFrom('recent_readings')
    .where('minute', '<', Math.floor((now - recentMs) / 60_000))
    .execute()
  await db
    .deleteFrom('reading_peaks')
    .where('day', '<', day - alertLimits.usualDays)
    .execute()
  await db
    .deleteFrom('sign_in_places')
    .where('last_at', '<', now - alertLimits.keptMs)
    .execute()
}
