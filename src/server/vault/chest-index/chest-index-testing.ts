import { allRights } from '#domain/platform/rights.ts'
import { noItemTexts, type IndexedText } from '#domain/vault/item-fields.ts'
import { neverLocked, type LocatedChest } from '#server/access/locate.ts'
import { writeToChest } from '#server/vault/contents/chest-writing.ts'
import type { ContentWorld } from '#server/vault/contents/content-testing.ts'
import { insertElements, type Insertion } from '#server/vault/contents/insert-elements.ts'
import type { Element } from './element.ts'

export type Texts = { readonly name: string } & Partial<Record<IndexedText, string>>

const common = { createdBy: 1, revision: 1, level: 0, danger: 0, hasPassword: false, hasOtp: false } as const

export const folderOf = (id: number, name: string, parentId: number | null, description = ''): Element => ({
  ...common,
  table: 'folders',
  id,
  parentId,
  categoryId: 0,
  texts: { ...noItemTexts, fields: '', name, description },
})

export const itemOf = (id: number, texts: Texts, parentId: number | null = null): Element => ({
  ...common,
  table: 'items',
  id,
  parentId,
  categoryId: 6,
  texts: { ...noItemTexts, fields: '', ...texts },
})

const insertedTexts = { ...noItemTexts, password: '', otp: null, fields: [] }
/** A folder with so many items. */
export const batchOf = (count: number): Insertion => ({
  folders: [{ name: 'Lot', description: '', place: { existing: null } }],
  items: Array.from({ length: count }, (_, number) => ({
    item: { ...insertedTexts, name: `Compte ${number}` },
    place: { inserted: 0 },
  })),
})

/** Returns helpers that fill chests of a world, which may begin later. */
export function chestsIn(world: () => ContentWorld) {
  const located = async (id: number): Promise<LocatedChest> => {
    const at = world()
    const row = await at.app.deps.db
      .selectFrom('chests')
      .select(['id', 'name', 'revision', 'key_version as keyVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { ...row, ...neverLocked, rights: allRights, judged: { user: at.owner.id, right: 'create' } }
  }
  /** @param folder null: items go to the root */
  const insert = async (chestId: number, batch: Insertion, folder: 0 | null): Promise<void> => {
    const at = world()
    const { deps } = at.app
    const chest = await located(chestId)
    const items = batch.items.map((each) => (folder === null ? { ...each, place: { existing: null } } : each))
    await deps.db.transaction().execute(async (tx) => {
      await insertElements(await writeToChest(tx, deps, chest), at.owner, { ...batch, items }, new Map())
    })
  }
  const chestOf = async (count: number): Promise<LocatedChest> => {
    const at = world()
    const { id } = await at.world.addChest('Plein', at.owner)
    await insert(id, batchOf(count), 0)
    return located(id)
  }

  return { located, insert, chestOf }
}
