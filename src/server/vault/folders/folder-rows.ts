import type { Kysely } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

const liveFolder = prepared((db: Kysely<Tables>, params: Params<{ id: number; chest: number }>) =>
  db
    .selectFrom('folders')
    .select([
      'id',
      'parent_id',
      'wrapped_key',
      'meta',
      'meta_revision',
      'revision',
      'created_at',
      'renew_days',
    ])
    .where('id', '=', params('id'))
    .where('chest_id', '=', params('chest'))
    .where('deleted_at', 'is', null),
)

export type FolderRow = NonNullable<Awaited<ReturnType<typeof folderById>>>

/** Returns a folder's row, if it is in this chest and not in the trash. */
export const folderById = (db: Kysely<Tables>, chestId: number, id: number) =>
  liveFolder.first(db, { id, chest: chestId })
