import type { ReactNode } from 'react'
import type { Exported } from '#web/vault/exports/ExportDialog.tsx'
import type { ItemRow } from '#web/vault/explorer/queries.ts'
import type { Deed } from '#web/vault/copies/calls.ts'
import type { Place } from '#web/vault/explorer/place.ts'
import { keyOf, type Element } from '#web/vault/explorer/rows.ts'
import { useRemove } from '#web/vault/explorer/useRemove.ts'
import { useReveal, type UsedFrom } from '#web/vault/items/secrets.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'

const loadIdleParts = () => import('./idleParts.ts')
const MoveDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.MoveDialog))
const RemoveDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.RemoveDialog))
const FoldersDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.FoldersDialog))
const CreateItemDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.CreateItemDialog))
const CategoryDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.CategoryDialog))
const RenewDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.RenewDialog))
const CreateFolderDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.CreateFolderDialog))
const ImportDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.ImportDialog))
const ExportDialog = lazyDialog(() => import('./ProvedExport.tsx').then((module) => module.ProvedExport))
const NotaDialog = lazyDialog(() =>
  import('#web/vault/nota/NotaDialog.tsx').then((module) => module.NotaDialog),
)
const TransferDialog = lazyDialog(() =>
  import('../chests/TransferToChest.tsx').then((module) => module.TransferToChest),
)
const ChestChooserDialog = lazyDialog(() => loadIdleParts().then((parts) => parts.ChooserDialog))

/** Loads the code of the dialogs before the first one is opened. */
export const prepareDialogs = (): void => {
  for (const { prepare } of [
    MoveDialog,
    RemoveDialog,
    FoldersDialog,
    CreateItemDialog,
    CategoryDialog,
    RenewDialog,
    CreateFolderDialog,
    ImportDialog,
    ChestChooserDialog,
  ])
    prepare(true)
}

/** The page of a message shares its code: in a file of its own, loaded at the first movement. */
export const prepareNota = (): void => NotaDialog.prepare(true)

/** Loads the code of the chest chooser, on the intent of opening it. */
export const prepareChooser = ChestChooserDialog.prepare

export type NotedItem = Pick<ItemRow, 'id' | 'name' | 'login' | 'address' | 'hasPassword' | 'revision'>

export type OpenDialog =
  | { name: 'new-item' }
  | { name: 'new-folder' }
  | { name: 'import' }
  | { name: 'export'; exported: Exported }
  | { name: 'note' }
  | { name: 'item-note'; item: NotedItem }
  | { name: 'choose-chest' }
  | { name: 'folders' }
  | { name: 'category'; item: { id: number; revision: number; categoryId: number } }
  | { name: 'renew'; item: { id: number; name: string }; from: UsedFrom }
  | { name: 'move'; elements: readonly Element[]; fromFolderId: number | null }
  | { name: 'transfer'; deed: Deed; elements: readonly Element[]; fromFolderId: number | null }
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
  /** Goes to any place of the explorer. */
  goTo: (place: Place) => void
  onOpenFolder: (folderId: number | null) => void
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
    case 'export':
      return <ExportDialog chest={chest} exported={dialog.exported} onClose={close} />
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
    case 'folders':
      return (
        <FoldersDialog
          chestId={chest.id}
          folderId={folder?.id ?? null}
          onOpen={props.onOpenFolder}
          onClose={close}
        />
      )
    case 'category':
      return <CategoryDialog item={dialog.item} onChanged={onChanged} onClose={close} />
    case 'renew':
      return <RenewDialog chestId={chest.id} {...dialog} onChanged={onChanged} onClose={close} />
    case 'move':
      return (
        <MoveDialog chest={chest} {...dialog} onMoved={() => props.onGone(dialog.elements)} onClose={close} />
      )
    case 'transfer':
      return (
        <TransferDialog
          chest={chest}
          {...dialog}
          goTo={props.goTo}
          onGone={() => props.onGone(dialog.elements)}
          onClose={close}
        />
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
