import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ElementKind, IdSource, Via } from '#contract/platform/endpoint.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Right, Rights } from '#domain/platform/rights.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { evidenceColumns, rightsAmong, rightsIn, type EvidenceRow } from './proved-rights.ts'
import { isStillOpen, type Unlock } from './unlock.ts'
import type { By } from './session.ts'

/** A chest as the access check and the handlers see it: its state and what the caller may do in it. */
export type LocatedChest = {
  readonly id: number
  readonly name: string
  readonly guardian: boolean
  readonly revision: number
  readonly keyVersion: number
  /** During a renewal: the version of the key under which the rest is still sealed. */
  readonly formerKeyVersion: number | null
  /** Grows with each change of its master key. */
  readonly lockVersion: number
  /** What unlocks a guardian chest for this request; null for a locked one, and for ordinary ones. */
  readonly unlock: Unlock | null
  readonly rights: Rights
  /** The user and the right that were authorised: confirmed again in the transaction of the action. */
  readonly judged: { readonly user: number; readonly right: Right }
}

/** The actor of an action in a chest, and its origin. */
export type InChest = By & { readonly chest: LocatedChest }

/** The lock state of a chest that never had a lock. */
export const neverLocked = { guardian: false, formerKeyVersion: null, lockVersion: 0, unlock: null } as const

type Parts = { params: unknown; query: unknown; body: unknown }

/** Returns the id that a request carries for an endpoint's `via`, and its kind. */
export function idOf(via: Via, parts: Parts): { by: ElementKind; id: number | null } {
  const sources = Object.entries(via) as [ElementKind, IdSource][]
  for (const [by, source] of sources) {
    const id = idIn(source, parts)
    if (id !== null) return { by, id }
  }
  return { by: sources[0]?.[0] ?? 'chest', id: null }
}

/** Returns the id at one place of a request; null when there is none. */
export function idIn(source: IdSource, parts: Parts): number | null {
  const [part, field] = source.split('.') as [keyof Parts, string]
  const value = (parts[part] as Record<string, unknown> | undefined)?.[field]
  return typeof value === 'number' ? value : null
}

type Ids = { id: number; user: number }

/** The chest id that each kind of id leads to; a deleted element is found by its trash entry only. */
const chestIdOf: Record<ElementKind, (id: number) => RawBuilder<number>> = {
  chest: (id) => sql`${id}`,
  folder: (id) => sql`(select chest_id from folders where id = ${id} and deleted_at is null)`,
  item: (id) => sql`(select chest_id from items where id = ${id} and deleted_at is null)`,
  trash: (id) => sql`(select chest_id from trash_entries where id = ${id})`,
  import: (id) => sql`(select chest_id from imports where id = ${id})`,
}

type Row = EvidenceRow & {
  readonly name: string
  readonly guardian: number
  readonly revision: number
  readonly key_version: number
  readonly former_key_version: number | null
  readonly lock_version: number
}

/** Returns those of some chests that a user may read, deleted ones excluded. */
export const readableAmong = async (
  db: Kysely<Tables>,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => new Set((await rightsAmong(db, userId, ids)).keys())

const locateBy = (by: ElementKind) =>
  prepared(
    (db: Kysely<Tables>, params: Params<Ids>) => sql<Row>`
    select c.name, c.guardian, c.revision, c.key_version, c.former_key_version, c.lock_version,
           ${evidenceColumns(db, params('user'))}
      from chests c join users u on u.id = ${params('user')}
     where c.id = ${chestIdOf[by](params('id'))} and c.deleted_at is null`,
    { isQuick: true },
  )

const located = {
  chest: locateBy('chest'),
  folder: locateBy('folder'),
  item: locateBy('item'),
  trash: locateBy('trash'),
  import: locateBy('import'),
}

/**
 * Reads the chest that an id leads to, with the caller's effective rights on it: the union of the direct grant and the
 * grants of the caller's teams. They count only if the chest has no bank or shares an active one with the caller (directly
 * or through a team), by rows that the server wrote. One statement, for a consistent result.
 *
 * @param caller the user, and the right that the endpoint needs, which is not checked here
 * @returns null when the id leads to no chest, to a deleted one, or the caller has no right on it
 */
export async function locateChest(
  db: Kysely<Tables>,
  caller: LocatedChest['judged'],
  by: ElementKind,
  id: number,
): Promise<LocatedChest | null> {
  const first = await located[by].first(db, { id, user: caller.user })
  if (!first || (by === 'chest' && first.id !== id)) return null
  const rights = rightsIn(db, caller.user, first)
  if (!rights.read) return null
  return {
    id: first.id,
    name: first.name,
    guardian: first.guardian === 1,
    revision: first.revision,
    keyVersion: first.key_version,
    formerKeyVersion: first.former_key_version,
    lockVersion: first.lock_version,
    unlock: null,
    rights,
    judged: caller,
  }
}

/**
 * Checks the right on a chest again, inside the transaction of the action. Since the first check the call may have waited,
 * for other writers or for its own work, and lost the right or the unlock (CWE-367).
 *
 * @throws Refusal CHEST_NOT_FOUND without `read`, RIGHT_REQUIRED without the right by which it was let through,
 *   CHEST_LOCKED for a guardian chest that is not, or no longer, unlocked for the call
 */
export async function confirmRight(
  tx: Kysely<Tables>,
  { unlock, ...chest }: Pick<LocatedChest, 'id' | 'judged' | 'unlock'>,
): Promise<void> {
  const now = await confirmRightAlone(tx, chest)
  if (now.guardian && !(await isStillOpen(tx, now, unlock))) throw new Refusal('CHEST_LOCKED')
}

/**
 * Checks only the right again, for calls that are allowed while the chest is locked (`whileLocked` in the contract).
 * @returns the chest as it is now, without an unlock
 * @throws Refusal CHEST_NOT_FOUND, RIGHT_REQUIRED
 */
export async function confirmRightAlone(
  tx: Kysely<Tables>,
  { id, judged }: Pick<LocatedChest, 'id' | 'judged'>,
): Promise<LocatedChest> {
  const now = await locateChest(tx, judged, 'chest', id)
  if (!now?.rights.read) throw new Refusal('CHEST_NOT_FOUND')
  if (!now.rights[judged.right]) throw new Refusal('RIGHT_REQUIRED')
  return now
}
