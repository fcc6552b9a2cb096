import type { Insertable, Kysely } from 'kysely'
import type { JournalAction, JournalEventOf } from '#domain/platform/journal-actions.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Clock } from '#server/platform/sources.ts'

/** From where a request came; what the journal says of it besides the actor. */
export type RequestOrigin = { readonly ip: string; readonly requestId: string; readonly userAgent: string }

/** An event: what was done to which objects, as the row of its action says (`journalActions`). */
export type JournalEvent = JournalEventOf<JournalAction>

/** Who did it; null: the server itself. */
export type JournalActor = { readonly id: number; readonly login: string; readonly sessionId?: string } | null

export type Journal = {
  /** Writes an event in the transaction of what it tells: no record, no deed. */
  record(tx: Kysely<Tables>, who: JournalActor, origin: RequestOrigin, event: JournalEvent): Promise<void>
}

/** Keys in order, so that the same event always gives the same text (for chaining later). */
const canonical = (objects: JournalEvent['objects']): string =>
  JSON.stringify(Object.fromEntries(Object.entries(objects ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))))

type Entry = Omit<Insertable<Tables['journal']>, 'seq'>

const insertEntry = prepared((db: Kysely<Tables>, params: Params<Entry>) =>
  db.insertInto('journal').values({
    at: params('at'),
    actor_id: params('actor_id'),
    actor_name: params('actor_name'),
    session_id: params('session_id'),
    ip: params('ip'),
    action: params('action'),
    outcome: params('outcome'),
    chest_id: params('chest_id'),
    objects: params('objects'),
  }),
)

export const createJournal = ({ clock }: { clock: Clock }): Journal => ({
  async record(tx, who, origin, event) {
    await insertEntry.run(tx, {
      at: clock(),
      actor_id: who?.id ?? null,
      actor_name: who?.login ?? null,
      session_id: who?.sessionId ?? null,
      ip: origin.ip,
      action: event.action,
      outcome: event.outcome ?? 'done',
      chest_id: event.chest ?? null,
      objects: canonical(event.objects),
    })
  },
})
