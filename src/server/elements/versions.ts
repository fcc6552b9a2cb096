import { sql, type Kysely } from 'kysely'
import { retentionLimits } from '#domain/limits.ts'
import type { Actor } from '#server/access/session.ts'
import type { DataKey } from '#server/crypto/data-key.ts'
import { sealPassword, sealText } from '#server/crypto/seal.ts'
import { nextId } from '#server/database/columns.ts'
import { prepared, type Params } from '#server/database/compiled.ts'
import type { Tables } from '#server/database/tables.ts'
import type { ChestWriting } from './chest-writing.ts'
import type { ElementKind } from './history.ts'
import { placeOfVersion } from './places.ts'

export type OldValue = { element: ElementKind; id: number; field: string; value: string }

const prune = prepared(
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
        // SQLite takes an offset only with a limit.
        .limit(sql.lit(1_000_000))
        .offset(sql.lit(retentionLimits.versionsPerField)),
    ),
)

/** Keeps an old value of a field, sealed under the element's key; beyond ten a field the oldest go. */
export async function keepVersion(
  { tx, now }: ChestWriting,
  actor: Pick<Actor, 'id'>,
  key: DataKey,
  { element, id, field, value }: OldValue,
): Promise<void> {
  const versionId = await nextId(tx, 'versions')
  const place = placeOfVersion(versionId, field, id)
  // Padded like the password in its row, so that neither tells its length.
  const sealed = (field === 'password' ? sealPassword : sealText)(key, place, value)
  const origin = { created_by: actor.id, created_at: now }
  await tx
    .insertInto('versions')
    .values({ id: versionId, element, element_id: id, field, sealed, ...origin })
    .execute()
  await prune.run(tx, { element, id, field })
}
