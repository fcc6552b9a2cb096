import type { Kysely, Transaction } from 'kysely'
import type { AlertKindName } from '#domain/platform/alert-kinds.ts'
import { alertLimits } from '#domain/platform/limits.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { rangesIn, rangesOf } from '#server/platform/journal/id-ranges.ts'

/** Something that deserves an alert. */
export type Raised = {
  readonly kind: AlertKindName
  readonly at: number
  /** Whom it is about, and the chest that it happened in. */
  readonly person?: number | null
  readonly chest?: number | null
  /** What tells it apart from others of its kind. */
  readonly about?: string
  readonly figure?: number
  /** The entries of the journal that tell it. */
  readonly rows?: readonly number[]
  /** Many readings: what they exceeded, and how many there were in each chest. */
  readonly readings?: { readonly floor: number; readonly byChest: ReadonlyMap<number, number> }
}

/** Makes other changes of alerts wait until the transaction ends, on every node. */
export const lockAlerts = (tx: Transaction<Tables>) =>
  tx
    .selectFrom('alert_cursor')
    .selectAll()
    .where('id', '=', 1)
    .$if(engineOf(tx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()

/** Raises an alert, unless one of its kind about the same was ever raised. Of nodes that do so at once, one raises it. */
export const raiseOnce = (
  db: Kysely<Tables>,
  raised: Pick<Raised, 'kind' | 'at'> & { readonly about: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Another node may be about to raise it: this one waits, then reads.
    await lockAlerts(tx)
    const told = await tx
      .selectFrom('alerts')
      .select('id')
      .where('kind', '=', raised.kind)
      .where('about', '=', raised.about)
      .executeTakeFirst()
    if (!told) await raiseAlert(tx, raised)
  })

/**
 * Raises an alert. If the same one (kind, person, chest and `about`) was raised within the hour and nobody has seen it yet,
 * that one is counted on: a flood is one alert.
 * @returns the id of a new alert; null when one was counted on
 */
export async function raiseAlert(tx: Transaction<Tables>, raised: Raised): Promise<number | null> {
  await lockAlerts(tx)
  const { kind, at, person = null, chest = null, about = null, figure = 0, rows = [], readings } = raised
  const same = await tx
    .selectFrom('alerts')
    .select(['id', 'first_at', 'last_at', 'nb', 'figure', 'rows'])
    .where('kind', '=', kind)
    .where('person_id', 'is not distinct from', person)
    .where('chest_id', 'is not distinct from', chest)
    .where('about', 'is not distinct from', about)
    .where('seen_at', 'is', null)
    .where('first_at', '>', at - alertLimits.sameMs)
    .where('first_at', '<', at + alertLimits.sameMs)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const floor = readings?.floor ?? null
  if (!same) {
    const { id } = await tx
      .insertInto('alerts')
      .values({
        kind,
        person_id: person,
        chest_id: chest,
        about,
        first_at: at,
        last_at: at,
        nb: 1,
        figure,
        floor,
        rows: rangesOf(rows.slice(0, alertLimits.rows)).join(','),
        to_mail: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (readings) await writeReadings(tx, id, readings.byChest)
    return id
  }
  const isMore = readings !== undefined && figure > same.figure
  await tx
    .updateTable('alerts')
    .set({
      last_at: Math.max(same.last_at, at),
      // Readings are told by their figure: each of them is no time more.
      nb: readings ? same.nb : same.nb + 1,
      rows: joined(same.rows, rows),
      ...(!readings && { figure: same.figure + figure }),
      // More people may see it than before.
      ...(isMore && { figure, floor, to_mail: 1 }),
    })
    .where('id', '=', same.id)
    .execute()
  if (isMore) await writeReadings(tx, same.id, readings.byChest)
  return null
}

async function writeReadings(
  tx: Transaction<Tables>,
  alert: number,
  byChest: ReadonlyMap<number, number>,
): Promise<void> {
  await tx.deleteFrom('alert_readings').where('alert_id', '=', alert).execute()
  for (const [chest, nb] of byChest)
    await tx.insertInto('alert_readings').values({ alert_id: alert, chest_id: chest, nb }).execute()
}

function joined(known: string, rows: readonly number[]): string {
  const ids = new Set(
    known === ''
      ? []
      : rangesIn(known).flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, place) => from + place),
        ),
  )
  for (const row of rows) if (ids.size < alertLimits.rows) ids.add(row)
  return rangesOf([...ids]).join(',')
}
