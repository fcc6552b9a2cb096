import type { ReactNode } from 'react'
import type { ItemRow } from '#web/vault/explorer/queries.ts'
import { keyOf, type Element } from '#web/vault/explorer/rows.ts'
import { useRemove } from '#web/vault/explorer/useRemove.ts'
import { useReveal } from '#web/vault/items/secrets.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'

const MoveDialog = lazyDialog(() =>
  import('#web/vault/explorer/MoveDialog.tsx').then((module) => module.MoveDialog),
)
const RemoveDialog = lazyDialog(() =>
  import('#web/vault/explorer/RemoveDialog.tsx').then((module) => module.RemoveDialog),
)
const CreateItemDialog = lazyDialog(() =>
  import('#web/vault/items/CreateItemDialog.tsx').then((module) => module.CreateItemDialog),
)
const CategoryDialog = lazyDialog(() =>
  import('#web/vault/items/CategoryDialog.tsx').then((module) => module.CategoryDialog),
)
const CreateFolderDialog = lazyDialog(() =>
  import('#web/vault/folders/CreateFolderDialog.tsx').then((module) => module.CreateFolderDialog),
)
const ImportDialog = lazyDialog(() =>
  import('#web/vault/imports/ImportDialog.tsx').then((module) => module.ImportDialog),
)
const NotaDialog = lazyDialog(() =>
  import('#web/vault/nota/NotaDialog.tsx').then((module) => module.NotaDialog),
)
const ChestChooserDialog = lazyDialog(() =>
  import('../chests/ChooserDialog.tsx').then((module) => module.ChooserDialog),
)

type NotedItem = Pick<ItemRow, 'id' | 'name' | 'login' | 'address' | 'hasPassword' | 'revision'>

export type OpenDialog =
  | { name: 'new-item' }
  | { name: 'new-folder' }
  | { name: 'import' }
  | { name: 'note' }
  | { name: 'item-note'; item: NotedItem }
  | { name: 'choose-chest' }
  | { name: 'category'; item: { id: number; revision: number; categoryId: number } }
  | { name: 'move'; elements: readonly Element[]; fromFolderId: number | null }
  | { name: 'remove'; elements: readonly Element[] }

export type DialogOfProps = {
  dialog: OpenDialog
  chest: { id: number; name: string }
  folder: { id: number; name: string } | null
  onChanged: () => Promise<void>
  onCreated: (type: 'item' | 'folder', id: number) => void
  /** Called with elements that were moved to the trash or to another folder. */
  onGone: (elements: readonly Element[]) => void
  onOpenChest: (chestId: number) => void
  onNewChest: () => void
  onDialog: (dialog: OpenDialog | null) => void
}

/** Returns the key of the row that a dialog concerns, or null. */
export const rowOfDialog = (dialog: OpenDialog | null): string | null => {
  if (dialog === null) return null
  if ('elements' in dialog) return dialog.elements[0] === undefined ? null : keyOf(dialog.elements[0])
  return 'item' in dialog ? keyOf({ type: 'item', id: dialog.item.id }) : null
}

/** The open dialog of the explorer. The page below keeps its place. */
export function DialogOf(props: DialogOfProps): ReactNode {
  const { dialog, chest, folder, onChanged, onDialog } = props
  const close = () => onDialog(null)
  switch (dialog.name) {
    case 'new-item':
      return (
        <CreateItemDialog
          chestId={chest.id}
          folderId={folder?.id ?? null}
          onCreated={(id) => props.onCreated('item', id)}
          onClose={close}
        />
      )
    case 'new-folder':
      return (
        <CreateFolderDialog
          chestId={chest.id}
          folderId={folder?.id ?? null}
          onCreated={() => {
            void onChanged()
            close()
          }}
          onClose={close}
        />
      )
    case 'import':
      return <ImportDialog chest={chest} folder={folder} onImported={onChanged} onClose={close} />
    case 'note':
      return <NotaDialog chestId={chest.id} onClose={close} />
    case 'item-note':
      return <ItemNote chestId={chest.id} item={dialog.item} onClose={close} />
    case 'choose-chest':
      return (
        <ChestChooserDialog
          currentId={chest.id}
          onChoose={props.onOpenChest}
          onCreate={() => {
            close()
            props.onNewChest()
          }}
          onClose={close}
        />
      )
    case 'category':
      return <CategoryDialog item={dialog.item} onChanged={onChanged} onClose={close} />
    case 'move':
      return (
        <MoveDialog chest={chest} {...dialog} onMoved={() => props.onGone(dialog.elements)} onClose={close} />
      )
    case 'remove':
      return <Remove {...props} elements={dialog.elements} onClose={close} />
  }
}

/** The form of a one-time message about an item. Revealing its password is recorded, as in the table. */
function ItemNote(props: { chestId: number; item: NotedItem; onClose: () => void }): ReactNode {
  const { hasPassword, ...item } = props.item
  const reveal = useReveal(item, 'explorer')
  return <NotaDialog {...props} item={{ ...item, reveal: hasPassword ? reveal : null }} />
}

function Remove({
  chest,
  elements,
  onGone,
  onClose,
}: DialogOfProps & { elements: readonly Element[]; onClose: () => void }): ReactNode {
  const remove = useRemove(chest.id)
  return (
    <RemoveDialog
      elements={elements}
      onClose={onClose}
      onConfirm={() => remove(elements, () => onGone(elements))}
    />
  )
}
