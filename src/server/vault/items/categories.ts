import type { items } from '#contract/vault/items.ts'
import { fold } from '#domain/platform/folding.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { requirePermission } from '#server/access/members.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { readCategories } from '#server/vault/contents/categories.ts'
import type { HandlerRequest } from '#server/access/handler.ts'
import { readPattern } from '#server/platform/http/patterns.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/**
 * Renames a category. Chest indexes hold category names, on every node: raising the revision of every chest
 * refreshes them. Chests are locked by ascending id, as everywhere.
 *
 * @throws Refusal NOT_FOUND, CATEGORY_NAME_USED when another category has the same name but for accents and
 * case
 */
export const renameCategory = (
  { db, journal }: Pick<PlatformDeps, 'db' | 'journal'>,
  { actor, body, origin, params }: HandlerRequest<typeof items.renameCategory>,
) => {
  const name = readPattern('update/name', 'REGEX_NAME', body.update.name)
  return db.transaction().execute(async (tx) => {
    await requirePermission(tx, actor, 'renameCategories', 'ROLE_REQUIRED')
    // Locks all categories, so that a concurrent renaming waits before the names are compared.
    await lockRows(tx, 'categories', 'all')
    const categories = await readCategories(tx)
    const own = categories.find(({ id }) => id === params.id)
    if (!own) throw new Refusal('NOT_FOUND')
    if (own.name === name) return own
    if (categories.some((other) => other.id !== own.id && fold(other.name) === fold(name))) {
      throw new Refusal('CATEGORY_NAME_USED', { details: { field: 'body/update/name' } })
    }
    const changed = { id: own.id, name }
    await tx.updateTable('categories').set({ name }).where('id', '=', own.id).execute()
    await lockRows(tx, 'chests', 'all')
    await tx
      .updateTable('chests')
      .set((column) => ({ revision: column('revision', '+', 1) }))
      .execute()
    await journal.record(tx, actor, origin, { action: 'category.renamed', objects: { category: own.id } })
    return changed
  })
}
