import { sql, type Kysely } from 'kysely'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { unsealRowMeta, type ItemMeta } from '#server/vault/contents/sealing.ts'
import type { Place } from './password-order.ts'
import type { ReadableChest } from './readable.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'

const rows = prepared((db: Kysely<Tables>, params: Params<{ ids: string }>) =>
  db
    .selectFrom('items')
    .select([
      'id',
      'chest_id',
      'folder_id',
      'wrapped_key',
      'meta',
      'meta_revision',
      'has_password',
      'password_at',
    ])
    .where(isAmong(db, sql.ref('id'), sql`${params('ids')}`))
    .where('deleted_at', 'is', null),
)

export const idAt = ({ chest, at }: Place): number => chest.summary.ids[at] as number

type ShownDeps = Pick<PlatformDeps, 'db' | 'log'> & { readonly chestKeys: ChestKeys }

/** What of a chest is needed to show its items: it is unlocked in the request if it is a guardian chest. */
type OpenChest = Omit<ReadableChest, 'mayUpdate' | 'summary'>

/** The displayed data of passwords, by item id, as `shownItems`. */
export async function shownPasswords(deps: ShownDeps, places: readonly Place[]) {
  const shown = await shownItems(deps, new Map(places.map((place) => [idAt(place), place.chest])))
  for (const [id, { hasPassword }] of shown) if (!hasPassword) shown.delete(id)
  return shown
}

/**
 * The displayed data of items, by their ids, without those trashed meanwhile and, logged, undecryptable ones.
 * @param chests the chest of each item
 */
export async function shownItems({ db, chestKeys, log }: ShownDeps, chests: ReadonlyMap<number, OpenChest>) {
  const found = chests.size === 0 ? [] : await rows.all(db, { ids: listOf(db, chests.keys()) })
  const opened = new Map<number, ChestKey | null>()
  const keyOf = async (chest: OpenChest): Promise<ChestKey | null> => {
    const known = opened.get(chest.id)
    if (known !== undefined) return known
    const key = await chestKeys.open(db, chest).catch(nullIfRefused)
    opened.set(chest.id, key)
    return key
  }
  const shown = new Map<number, ReturnType<typeof shownOf>>()
  for (const row of found) {
    const chest = chests.get(row.id)
    if (chest?.id !== row.chest_id) continue
    try {
      const ck = await keyOf(chest)
      if (!ck) continue
      const meta = unsealRowMeta(ck, 'items', row, chest.id, row.folder_id)
      shown.set(row.id, shownOf(chest, row, meta))
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      log.error({ err: error, item: row.id, chest: chest.id }, 'an item is left out of a list of passwords')
    }
  }
  return shown
}

/** Null for a chest that was destroyed or became a guardian chest meanwhile. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

const shownOf = (
  chest: OpenChest,
  row: { id: number; folder_id: number | null; has_password: Flag; password_at: number | null },
  { name, login, level }: ItemMeta,
) => ({
  id: row.id,
  name,
  login,
  chest_id: chest.id,
  chest: chest.name,
  folder_id: row.folder_id,
  level: Math.max(1, level) as Exclude<StrengthLevel, 0>,
  hasPassword: row.has_password === 1,
  changedAt: new Date(row.password_at ?? 0).toISOString(),
})
