import type { Kysely, Insertable } from 'kysely'
import type { Actor } from '#server/access/session.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { insertRows } from '#server/vault/contents/insert-rows.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { importUndoMs } from '#domain/vault/import-plan.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'

import { sealFileName, unsealFileName } from './file-names.ts'

/** An element that an import created or changed. */
export type ChangedElement = Omit<Insertable<Tables['import_elements']>, 'import_id'>

/** Returns the record of a created element: its row has its first revision, and no old value. */
export const createdElement = (element: 'folder' | 'item', id: number): ChangedElement => ({
  element,
  element_id: id,
  kind: 'created',
  revision: 1,
  first_version: 0,
})

/** The counts of an import, as its record keeps them. */
export type ImportTotals = { readonly items: number; readonly folders: number; readonly updated: number }

/** Records an import, so that it can be listed and undone. @returns its id */
export async function recordImport(
  writing: ChestWriting,
  {
    actor,
    source,
    fileName,
    outcome: { items, folders, updated },
    changed,
  }: {
    readonly actor: Pick<Actor, 'id'>
    readonly source: string
    readonly fileName: string
    readonly outcome: ImportTotals
    readonly changed: readonly ChangedElement[]
  },
): Promise<number> {
  const { tx, chestId, now } = writing
  const totals: ImportTotals = { items, folders, updated }
  const { id } = await tx
    .insertInto('imports')
    .values({ chest_id: chestId, user_id: actor.id, source, counts: JSON.stringify(totals), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('imports')
    .set({ file_name: sealFileName(await writing.key(), { id, chestId }, fileName) })
    .where('id', '=', id)
    .execute()
  const elements = changed.map((one) => ({ import_id: id, ...one }))
  await insertRows(tx, 'import_elements', elements, createYielder())
  return id
}

/** How many imports of a chest are listed, newest first. */
const listedImports = 100

/** Returns the imports of a chest, newest first. @throws SealError */
export async function importsOf(db: Kysely<Tables>, ck: ChestKey, chestId: number, now: number) {
  const rows = await db
    .selectFrom('imports as i')
    .leftJoin('users as u', 'u.id', 'i.user_id')
    .select([
      'i.id',
      'i.source',
      'i.counts',
      'i.created_at',
      'i.undone_at',
      'i.user_id',
      'i.file_name',
      'u.login',
    ])
    .where('i.chest_id', '=', chestId)
    .orderBy('i.id', 'desc')
    .limit(listedImports)
    .execute()
  return rows.map(({ id, source, counts, created_at, undone_at, user_id, file_name, login }) => ({
    id,
    fileName: file_name && unsealFileName(ck, { id, chestId }, file_name),
    source,
    userId: user_id,
    user: login ?? '',
    at: new Date(created_at).toISOString(),
    counts: JSON.parse(counts) as ImportTotals,
    undoneAt: undone_at === null ? null : new Date(undone_at).toISOString(),
    isRecent: undone_at === null && created_at > now - importUndoMs,
  }))
}

/** Deletes what undoing needs, of imports that can no longer be undone. */
export async function deleteOldImportElements(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('import_elements')
    .where('import_id', 'in', (imports) =>
      imports
        .selectFrom('imports')
        .select('id')
        .where('created_at', '<', now - importUndoMs),
    )
    .execute()
}
