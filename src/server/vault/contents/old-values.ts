import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { confirmRight, type InChest } from '#server/access/locate.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ElementKind } from './history.ts'
import { unwrapElementKey } from './sealing.ts'
import { unsealVersion, versionById } from './versions.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'

type OldValueDeps = Pick<PlatformDeps, 'db' | 'journal'> & { readonly chestKeys: ChestKeys }
export type OldValueRequest = InChest & {
  readonly params: { readonly id: number; readonly versionId: number }
}
/** The row of an undeleted element, as needed to unwrap its key. */
type KeyRow = { id: number; wrapped_key: Uint8Array; parentId: number | null }

/** Finds the element whose old values are read. */
export type VersionedElement = {
  element: ElementKind
  rowOf: (db: Kysely<Tables>, chestId: number, id: number) => Promise<KeyRow | undefined>
}
const absent = { folder: 'FOLDER_NOT_FOUND', item: 'ITEM_NOT_FOUND' } as const

/**
 * Returns an old value and its field for use inside the server; nothing is recorded, so it must not be shown.
 */
export async function oldValueOf(
  db: Kysely<Tables>,
  { chestKeys }: { readonly chestKeys: ChestKeys },
  { element, rowOf }: VersionedElement,
  { chest, params }: Pick<OldValueRequest, 'chest' | 'params'>,
): Promise<{ paramName: string; value: string }> {
  const row = await rowOf(db, chest.id, params.id)
  if (!row) throw new Refusal(absent[element])
  const version = await versionById(db, { element, id: params.id }, params.versionId)
  const ck = await chestKeys.open(db, chest)
  const key = unwrapElementKey(ck, `${element}s`, row, row.parentId)
  return { paramName: version.field, value: unsealVersion(key, version) }
}

/** Returns an old value and records the reading in one transaction: no record, no value. */
export const readOldValue = (deps: OldValueDeps, owner: VersionedElement, request: OldValueRequest) =>
  deps.db.transaction().execute(async (tx) => {
    const { actor, chest, origin, params } = request
    await confirmRight(tx, chest)
    const old = await oldValueOf(tx, deps, owner, request)
    const opened = { version: params.versionId, field: old.paramName }
    await deps.journal.record(tx, actor, origin, {
      chest: chest.id,
      ...(owner.element === 'item'
        ? { action: 'item.version.opened', objects: { item: params.id, ...opened } }
        : { action: 'folder.version.opened', objects: { folder: params.id, ...opened } }),
    })
    return old
  })
