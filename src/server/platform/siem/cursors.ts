import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { lastBlock } from '#server/platform/journal/chain.ts'
import type { BoundRows } from '#server/platform/journal/follow.ts'
import type { SiemSettings } from './settings.ts'

export const siemReceivers = ['syslog', 'file'] as const
export type SiemReceiver = (typeof siemReceivers)[number]

/** Returns the receivers that are set. */
export const receiversIn = (settings: SiemSettings): SiemReceiver[] =>
  siemReceivers.filter((receiver) => settings[receiver] !== null)

/** How far a receiver has got. The journal itself is the queue: nothing is copied, and nothing waits in memory. */
export type Cursor = {
  /** The last block that was delivered, 0 before the first, and what it binds. */
  readonly block: number
  readonly mac: string
  readonly at: number
  readonly size: number
  /** The size of the last checkpoint that was delivered. */
  readonly checkpoint: number
  /**
   * After the chain of blocks was begun again, which binds every row once more: older rows than this without a MAC were
   * delivered before.
   */
  readonly oldFrom?: number
}

/** A fault of a receiver, since when it lasts. */
export type SiemFault = { readonly code: string; readonly since: number }

const nameOf = (receiver: SiemReceiver): string => `siem.${receiver}`
const faultName = (receiver: SiemReceiver): string => `siem.${receiver}.fault`

/** How long a row may be missing from the blocks after it was written (`chainLimits.gapMs`). */
const lateMs = 3_600_000

const before: Cursor = { block: 0, mac: '', at: 0, size: 0, checkpoint: 0 }

const textOf = (mac: Uint8Array): string => Buffer.from(mac).toString('base64')

/** Returns the cursor after a block. */
export const afterBlock = (cursor: Cursor, { block, mac, at, size }: Omit<BoundRows, 'rows'>): Cursor => ({
  ...cursor,
  block,
  mac: textOf(mac),
  at,
  size,
})

/** Returns the stored cursor as text, which `moveCursor` compares; a new receiver begins after the last block. */
export async function storedCursor(db: Kysely<Tables>, receiver: SiemReceiver): Promise<string> {
  const known = await valueOf(db, nameOf(receiver))
  if (known !== undefined) return known
  const block = await lastBlock(db)
  const fresh = block
    ? { ...afterBlock(before, { ...block, block: block.number }), checkpoint: block.size }
    : before
  await db
    .insertInto('settings')
    .values({ name: nameOf(receiver), value: JSON.stringify(fresh) })
    .onConflict((other) => other.column('name').doNothing())
    .execute()
  return storedCursor(db, receiver)
}

/** Moves a cursor, unless somebody else has moved it. @returns whether it was moved */
export async function moveCursor(
  db: Kysely<Tables>,
  receiver: SiemReceiver,
  known: string,
  next: Cursor,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: JSON.stringify(next) })
    .where('name', '=', nameOf(receiver))
    .where('value', '=', known)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Returns a cursor as it is in the chain there is. A chain that was begun again, since its key was lost, does not have its
 * block: then every block is read, without the rows that were delivered.
 */
export async function inChain(db: Kysely<Tables>, cursor: Cursor): Promise<Cursor> {
  if (cursor.block === 0) return cursor
  const own = await db
    .selectFrom('journal_blocks')
    .select('mac')
    .where('number', '=', cursor.block)
    .executeTakeFirst()
  // Blocks before may have left the journal with their rows.
  const isThere = own ? textOf(own.mac) === cursor.mac : ((await lastBlock(db))?.number ?? 0) > cursor.block
  return isThere ? cursor : { ...before, oldFrom: cursor.at - lateMs }
}

/** Returns the last block that each of some receivers has got; infinity if none of them waits for anything. */
export async function deliveredBlock(
  db: Kysely<Tables>,
  receivers: readonly SiemReceiver[],
): Promise<number> {
  let reached = Number.POSITIVE_INFINITY
  for (const receiver of receivers) {
    const value = await valueOf(db, nameOf(receiver))
    // Before its first round it begins after the last block.
    if (value !== undefined)
      reached = Math.min(reached, (await inChain(db, JSON.parse(value) as Cursor)).block)
  }
  return reached
}

/**
 * Sets a receiver back to before a moment, so that everything since is delivered once more.
 * @returns how many events will be
 */
export async function setBack(db: Kysely<Tables>, receiver: SiemReceiver, from: number): Promise<number> {
  const block = await db
    .selectFrom('journal_blocks')
    .selectAll()
    .where('at', '<', from)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const cursor = block
    ? { ...afterBlock(before, { ...block, block: block.number }), checkpoint: block.size }
    : before
  const value = JSON.stringify(cursor)
  await db
    .insertInto('settings')
    .values({ name: nameOf(receiver), value })
    .onConflict((known) => known.column('name').doUpdateSet({ value }))
    .execute()
  return ((await lastBlock(db))?.size ?? 0) - cursor.size
}

/** Stores or removes the fault of a receiver, for the administration page and the doctor. */
export async function keepFault(
  db: Kysely<Tables>,
  receiver: SiemReceiver,
  fault: SiemFault | null,
): Promise<void> {
  const name = faultName(receiver)
  if (fault === null) {
    await db.deleteFrom('settings').where('name', '=', name).execute()
    return
  }
  const value = JSON.stringify(fault)
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((known) => known.column('name').doUpdateSet({ value }))
    .execute()
}

/** Returns the stored fault of a receiver; null while it takes events. */
export async function keptFault(db: Kysely<Tables>, receiver: SiemReceiver): Promise<SiemFault | null> {
  const value = await valueOf(db, faultName(receiver))
  return value === undefined ? null : (JSON.parse(value) as SiemFault)
}

async function valueOf(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** What waits for a receiver. */
export type SiemState = {
  readonly receiver: SiemReceiver
  /** Events, and since when the oldest of them waits; null when there is none. */
  readonly waiting: number
  readonly oldestAt: number | null
  readonly fault: SiemFault | null
}

/** Returns what waits for some receivers; changes nothing. */
export async function siemState(
  db: Kysely<Tables>,
  receivers: readonly SiemReceiver[],
): Promise<SiemState[]> {
  const states: SiemState[] = []
  for (const receiver of receivers) {
    const value = await valueOf(db, nameOf(receiver))
    const fault = await keptFault(db, receiver)
    const last = await lastBlock(db)
    const cursor = value === undefined ? null : await inChain(db, JSON.parse(value) as Cursor)
    // Before its first round, a receiver waits for nothing: it begins after the last block.
    const waiting = cursor === null || !last ? 0 : last.size - cursor.size
    const oldest =
      cursor === null || waiting === 0
        ? undefined
        : await db
            .selectFrom('journal_blocks')
            .select('at')
            .where('number', '>', cursor.block)
            .orderBy('number')
            .limit(1)
            .executeTakeFirst()
    states.push({ receiver, waiting, oldestAt: oldest?.at ?? null, fault })
  }
  return states
}
