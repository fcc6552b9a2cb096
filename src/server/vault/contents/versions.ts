import { sql, type Insertable, type Kysely } from 'kysely'
import { retentionLimits } from '#domain/platform/limits.ts'
import { extraFieldParam, readExtraFieldParam } from '#domain/vault/history.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Actor } from '#server/access/session.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import { sealPassword, sealText, unsealPassword, unsealText } from '#server/platform/crypto/seal.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChestWriting } from './chest-writing.ts'
import type { ImportedOldValue } from './element-source.ts'
import type { ElementKind } from './history.ts'
import { placeOfVersion } from './places.ts'

/** The name of an extra field's old values: each field keeps ten of its own. */
export const extraFieldVersion = (id: number): string => extraFieldParam('field', id)

/** Whether old values are padded like the password in its row, so that neither reveals its length. */
const isPadded = (field: string): boolean => field === 'password' || readExtraFieldParam(field) !== null

export type OldValue = { element: ElementKind; id: number; field: string; value: string }

/** Deletes the oldest values of a field, beyond ten. */
export const pruneVersions = prepared(
  (db: Kysely<Tables>, params: Params<{ element: ElementKind; id: number; field: string }>) =>
    db.deleteFrom('versions').where(
      'id',
      'in',
      db
        .selectFrom('versions')
        .select('id')
        .where('element', '=', params('element'))
        .where('element_id', '=', params('id'))
        .where('field', '=', params('field'))
        .orderBy('id', 'desc')
        // SQLite accepts an offset only with a limit.
        .limit(sql.lit(1_000_000))
        .offset(sql.lit(retentionLimits.versionsPerField)),
    ),
)

const sealVersion = (key: DataKey, versionId: number, { id, field, value }: OldValue): Sealed =>
  (isPadded(field) ? sealPassword : sealText)(key, placeOfVersion(versionId, field, id), value)

/**
 * Stores an old value of a field, sealed under the element's key; beyond ten for a field the oldest are
 * deleted.
 */
export async function storeVersion(
  { tx, now }: ChestWriting,
  actor: Pick<Actor, 'id'>,
  key: DataKey,
  { element, id, field, value }: OldValue,
): Promise<void> {
  const versionId = await nextId(tx, 'versions')
  const row = versionRow({ now }, actor, key, versionId, { element, id, field, value })
  await tx.insertInto('versions').values(row).execute()
  await pruneVersions.run(tx, { element, id, field })
}

/** Returns the row of an old value of this moment, sealed for its id. */
export const versionRow = (
  { now }: Pick<ChestWriting, 'now'>,
  actor: Pick<Actor, 'id'>,
  key: DataKey,
  versionId: number,
  { element, id, field, value }: OldValue,
): Insertable<Tables['versions']> => ({
  id: versionId,
  element,
  element_id: id,
  field,
  sealed: sealVersion(key, versionId, { element, id, field, value }),
  created_by: actor.id,
  created_at: now,
})

/** Returns the row of an old value that is imported with its new element: there are no others to delete. */
export function importedVersionRow(
  { now }: Pick<ChestWriting, 'now'>,
  actor: Pick<Actor, 'id'>,
  key: DataKey,
  of: { readonly versionId: number; readonly element: ElementKind; readonly id: number },
  { field, value, until }: ImportedOldValue,
): Insertable<Tables['versions']> {
  const { versionId, element, id } = of
  const sealed = sealVersion(key, versionId, { element, id, field, value })
  const at = until === null ? now : Math.min(until, now)
  return { id: versionId, element, element_id: id, field, sealed, created_by: actor.id, created_at: at }
}

type Of = { element: ElementKind; id: number }

const kept = prepared((db: Kysely<Tables>, params: Params<Of>) =>
  db
    .selectFrom('versions as v')
    .innerJoin('users as u', 'u.id', 'v.created_by')
    .select(['v.id', 'v.field', 'v.created_at', 'u.login'])
    .where('v.element', '=', params('element'))
    .where('v.element_id', '=', params('id'))
    .orderBy('v.id', 'desc'),
)

/** Returns the old values of an element, latest first: the field, when it was replaced and by whom. */
export async function versionsOf(db: Kysely<Tables>, element: ElementKind, id: number) {
  const rows = await kept.all(db, { element, id })
  return rows.map((row) => ({
    id: row.id,
    paramName: row.field,
    createdAt: new Date(row.created_at).toISOString(),
    user: row.login,
  }))
}

const oneKept = prepared((db: Kysely<Tables>, params: Params<Of & { version: number }>) =>
  db
    .selectFrom('versions')
    .select(['id', 'element_id', 'field', 'sealed'])
    .where('id', '=', params('version'))
    .where('element', '=', params('element'))
    .where('element_id', '=', params('id')),
)

export type VersionRow = { id: number; element_id: number; field: string; sealed: Uint8Array }

/** Returns the row of an old value. @throws Refusal VERSION_NOT_FOUND when it is not one of this element */
export async function versionById(db: Kysely<Tables>, of: Of, version: number): Promise<VersionRow> {
  const row = await oneKept.first(db, { ...of, version })
  if (!row) throw new Refusal('VERSION_NOT_FOUND')
  return row
}

/** Unseals an old value. @param key the element's own key */
export function unsealVersion(key: DataKey, { id, element_id, field, sealed }: VersionRow): string {
  const place = placeOfVersion(id, field, element_id)
  return (isPadded(field) ? unsealPassword : unsealText)(key, place, asSealed(sealed))
}
