import type { Insertable, Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type InChest = { id: number; chest: number }

const liveItem = prepared((db: Kysely<Tables>, params: Params<InChest>) =>
  db
    .selectFrom('items as i')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .innerJoin('categories as c', 'c.id', 'i.category_id')
    .select(['i.id', 'i.folder_id', 'i.wrapped_key', 'i.meta', 'i.meta_revision', 'i.revision'])
    .select(['i.category_id', 'i.has_password', 'i.has_otp', 'i.created_at'])
    .select(['i.password', 'i.password_revision', 'i.otp', 'i.otp_revision', 'i.password_at'])
    .select(['i.secrets', 'i.secrets_revision', 'i.renew_before'])
    .select(['u.login as creator', 'c.name as category_name'])
    .where('i.id', '=', params('id'))
    .where('i.chest_id', '=', params('chest'))
    .where('i.deleted_at', 'is', null),
)

export type ItemRow = Awaited<ReturnType<typeof itemById>>

/** Returns an item's row, sealed parts included. @throws Refusal ITEM_NOT_FOUND for one in the trash too */
export async function itemById(db: Kysely<Tables>, chestId: number, id: number) {
  const row = await liveItem.first(db, { id, chest: chestId })
  if (!row) throw new Refusal('ITEM_NOT_FOUND')
  return row
}

const secretsOf = prepared((db: Kysely<Tables>, params: Params<InChest>) =>
  db
    .selectFrom('items')
    .select(['id', 'folder_id', 'wrapped_key', 'password', 'password_revision', 'otp', 'otp_revision'])
    .select(['secrets', 'secrets_revision'])
    .where('id', '=', params('id'))
    .where('chest_id', '=', params('chest'))
    .where('deleted_at', 'is', null),
)

export type SecretsRow = NonNullable<Awaited<ReturnType<typeof secretsById>>>

/** Returns only the sealed secrets of an item, for copying and for codes. */
export const secretsById = (db: Kysely<Tables>, chestId: number, id: number) =>
  secretsOf.first(db, { id, chest: chestId })

const insertion = prepared((db: Kysely<Tables>, params: Params<Insertable<Tables['items']>>) =>
  db.insertInto('items').values({
    id: params('id'),
    chest_id: params('chest_id'),
    wrapped_key: params('wrapped_key'),
    meta: params('meta'),
    meta_revision: params('meta_revision'),
    revision: params('revision'),
    chest_revision: params('chest_revision'),
    created_by: params('created_by'),
    created_at: params('created_at'),
    updated_at: params('updated_at'),
    deleted_at: params('deleted_at'),
    trash_id: params('trash_id'),
    folder_id: params('folder_id'),
    category_id: params('category_id'),
    has_password: params('has_password'),
    has_otp: params('has_otp'),
    password: params('password'),
    password_revision: params('password_revision'),
    otp: params('otp'),
    otp_revision: params('otp_revision'),
    secrets: params('secrets'),
    secrets_revision: params('secrets_revision'),
    password_at: params('password_at'),
    renew_before: params('renew_before'),
  }),
)

export const insertItem = (tx: Kysely<Tables>, row: Insertable<Tables['items']>) => insertion.run(tx, row)
