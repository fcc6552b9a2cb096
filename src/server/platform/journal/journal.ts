import type { Insertable, Kysely } from 'kysely'
import type { JournalAction, JournalEventOf } from '#domain/platform/journal-actions.ts'
import { namedIn } from '#domain/platform/journal-objects.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import type { Clock, RandomBytes } from '#server/platform/sources.ts'
import { createJournalKeys } from './journal-keys.ts'
import { rowMac, type ProvedFields } from './row-proof.ts'

/** From where a request came; what the journal says of it besides the actor. */
export type RequestOrigin = { readonly ip: string; readonly requestId: string; readonly userAgent: string }

/** The origin of what the server does by itself. */
export const byItself: RequestOrigin = { ip: 'local', requestId: 'job', userAgent: 'trousseau' }

/** An event: what was done to which objects, as the row of its action says (`journalActions`). */
export type JournalEvent = JournalEventOf<JournalAction>

/** Who did it; null: the server itself. */
export type JournalActor = { readonly id: number; readonly login: string; readonly sessionId?: string } | null

export type Journal = {
  /** Writes an event in the transaction of what it tells: no record, no deed. */
  record(tx: Kysely<Tables>, who: JournalActor, origin: RequestOrigin, event: JournalEvent): Promise<void>
}

/** Keys in order, so that the same event always gives the same text. */
const canonical = (objects: JournalEvent['objects']): string =>
  JSON.stringify(Object.fromEntries(Object.entries(objects ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))))

type Entry = Omit<Insertable<Tables['journal']>, 'seq'>
/** A number for this process that no other has: 48 random bits. */
const nodeBytes = 6

const entryInto = (db: Kysely<Tables>, params: Params<Entry>) =>
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
    item_id: params('item_id'),
    node: params('node'),
    number: params('number'),
    mac: params('mac'),
  })
const insertEntry = prepared(entryInto)
const insertNumbered = prepared((db: Kysely<Tables>, params: Params<Entry>) =>
  entryInto(db, params).returning('seq'),
)

/** Rows of one statement: each engine limits its parameters. */
const peopleAtOnce = 1_000

export function createJournal({
  clock,
  keys,
  randomBytes,
}: {
  readonly clock: Clock
  readonly keys: KeyHolder
  readonly randomBytes: RandomBytes
}): Journal {
  const keysIn = createJournalKeys(keys)
  const node = Buffer.from(randomBytes(nodeBytes)).readUIntBE(0, nodeBytes)
  let written = 0
  return { record }

  async function record(...[tx, who, origin, event]: Parameters<Journal['record']>): Promise<void> {
    const known = keysIn(tx)
    const { rows: key } = known instanceof Promise ? await known : known
    const objects: Readonly<Record<string, unknown>> = event.objects ?? {}
    // Most events are readings of items, which name nobody.
    const people =
      'user' in objects || 'users' in objects ? namedIn(objects).user.filter((id) => id !== who?.id) : []
    written += 1
    const fields: ProvedFields = {
      at: clock(),
      actor_id: who?.id ?? null,
      actor_name: who?.login ?? null,
      session_id: who?.sessionId ?? null,
      ip: origin.ip,
      action: event.action,
      outcome: event.outcome ?? 'done',
      chest_id: event.chest ?? null,
      objects: canonical(event.objects),
      item_id: typeof objects['item'] === 'number' ? objects['item'] : null,
      node,
      number: written,
    }
    const entry: Entry = { ...fields, mac: rowMac(key, fields) }
    if (people.length === 0) {
      await insertEntry.run(tx, entry)
      return
    }
    const row = await insertNumbered.first(tx, entry)
    if (!row) throw new Error('the journal gave no number')
    for (let at = 0; at < people.length; at += peopleAtOnce) {
      const values = people.slice(at, at + peopleAtOnce).map((id) => ({ user_id: id, seq: row.seq }))
      await tx.insertInto('journal_people').values(values).execute()
    }
  }
}
