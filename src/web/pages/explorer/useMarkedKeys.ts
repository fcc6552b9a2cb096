import type { ChestRights } from '#web/vault/explorer/queries.ts'
import type { Element } from '#web/vault/explorer/rows.ts'
import { usePageKey } from '#web/platform/shell/shortcuts.ts'
import type { OpenDialog } from './DialogOf.tsx'
import { deleteKey } from './elementActions.tsx'

/**
 * Lets the keys of a row act on the marked rows where the focus is on none that can be marked: on a button, or on the row
 * to the parent folder, which has the focus on arrival. A row that takes the key itself comes first.
 */
export function useMarkedKeys(
  marked: readonly Element[],
  { update, delete: mayDelete }: Pick<ChestRights, 'update' | 'delete'>,
  folderId: number | null,
  setDialog: (dialog: OpenDialog) => void,
): void {
  const isSome = marked.length > 0
  usePageKey(deleteKey.pressed, () => setDialog({ name: 'remove', elements: marked }), isSome && mayDelete)
  usePageKey(
    'm',
    () => setDialog({ name: 'move', elements: marked, fromFolderId: folderId }),
    isSome && update,
  )
}
