import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { NewExtraField } from '#domain/vault/extra-fields.ts'
import { readExtraFieldParam } from '#domain/vault/history.ts'
import { confirmRight, type InChest } from '#server/access/locate.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { historyOf, type ElementKind } from './history.ts'
import { liveElements } from './moving.ts'
import { unwrapElementKey } from './sealing.ts'
import { unsealVersion, versionById, versionsOf } from './versions.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type OldValueDeps = Pick<VaultDeps, 'db' | 'journal' | 'chestKeys'>
export type OldValueRequest = InChest & {
  readonly params: { readonly id: number; readonly versionId: number }
}
const absent = { folder: 'FOLDER_NOT_FOUND', item: 'ITEM_NOT_FOUND' } as const

/**
 * Returns an old value and its field for use inside the server; nothing is recorded, so it must not be shown.
 */
export async function oldValueOf(
  db: Kysely<Tables>,
  { chestKeys }: Pick<VaultDeps, 'chestKeys'>,
  element: ElementKind,
  { chest, params: { id, versionId } }: Pick<OldValueRequest, 'chest' | 'params'>,
): Promise<{ paramName: string; value: string }> {
  const table = `${element}s` as const
  const [row] = await liveElements(db, table, chest.id, [id])
  if (!row) throw new Refusal(absent[element])
  const version = await versionById(db, { element, id }, versionId)
  const key = unwrapElementKey(await chestKeys.open(db, chest), table, row, row.parent)
  return { paramName: version.field, value: unsealVersion(key, version) }
}

/** Returns an old value and records the reading in one transaction: no record, no value. */
const readOldValue = (deps: OldValueDeps, element: ElementKind, request: OldValueRequest) =>
  deps.db.transaction().execute(async (tx) => {
    const { actor, chest, origin, params } = request
    await confirmRight(tx, chest)
    const old = await oldValueOf(tx, deps, element, request)
    const opened = { version: params.versionId, field: old.paramName }
    await deps.journal.record(tx, actor, origin, {
      chest: chest.id,
      ...(element === 'item'
        ? { action: 'item.version.opened', objects: { item: params.id, ...opened } }
        : { action: 'folder.version.opened', objects: { folder: params.id, ...opened } }),
    })
    return shownOf(old)
  })

/** Returns an old value as replies have it: of an extra field its value, with its label and kind of then. */
function shownOf({ paramName, value }: { readonly paramName: string; readonly value: string }) {
  if (readExtraFieldParam(paramName) === null) return { paramName, value }
  const { label, kind, value: former } = JSON.parse(value) as NewExtraField
  return { paramName, value: former, field: { label, kind } }
}

type Asked = Pick<InChest, 'chest'> & { readonly params: { readonly id: number } }

/** Returns the handlers of what folders and items have in common: their history and old values. */
export const pastHandlers = (deps: OldValueDeps, element: ElementKind) => ({
  history: async ({ chest, params, query }: Asked & { readonly query: { readonly before?: number } }) => {
    await deps.chestKeys.open(deps.db, chest)
    return historyOf(deps.db, element, params.id, query.before)
  },
  versions: async ({ chest, params }: Asked) => {
    await deps.chestKeys.open(deps.db, chest)
    return versionsOf(deps.db, element, params.id)
  },
  openVersion: (request: OldValueRequest) => readOldValue(deps, element, request),
})
