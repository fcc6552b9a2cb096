import { lazy, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { cacheKeys } from '#web/platform/api/cache.ts'
import type { Selection } from '#web/vault/explorer/place.ts'
import type { ChestRights } from '#web/vault/explorer/queries.ts'
import type { Item } from '#web/vault/items/queries.ts'
import type { OpenDialog } from './DialogOf.tsx'
import { ItemStar } from './Favourites.tsx'

const loadFolderPanel = () => import('#web/vault/folders/FolderPanel.tsx')
const loadItemPanel = () => import('#web/vault/items/ItemPanel.tsx')
const FolderPanel = lazy(() => loadFolderPanel().then((module) => ({ default: module.FolderPanel })))
const ItemPanel = lazy(() => loadItemPanel().then((module) => ({ default: module.ItemPanel })))

/** Loads the code of the panels before the first one is opened. */
export const preparePanels = (): void => {
  void loadItemPanel().catch(() => undefined)
  void loadFolderPanel().catch(() => undefined)
}

type Folder = { name: string; revision: number; parent: number | null }

export type PanelOfProps = {
  chestId: number
  selection: Selection
  editRequest: number
  rights: ChestRights
  onChanged: () => Promise<void>
  onOpenFolder: (folderId: number) => void
  onDialog: (dialog: OpenDialog) => void
  onClose: () => void
}

/** The panel of the selected item or folder. */
export function PanelOf(props: PanelOfProps): ReactNode {
  const { chestId, selection, rights, onDialog } = props
  const { type, id } = selection
  const cache = useQueryClient()
  /** Returns the element and its folder, as cached when the action is chosen. */
  const read = () => {
    const cached =
      type === 'item'
        ? cache.getQueryData<Item>(cacheKeys.item(chestId, id))
        : cache.getQueryData<Folder>(cacheKeys.folder(chestId, id))
    const { name = '', revision = 0 } = cached ?? {}
    const parent = cached && ('parent' in cached ? cached.parent : cached.folder_id)
    return { elements: [{ type, id, name, revision }], fromFolderId: parent ?? null }
  }
  const shared = {
    chestId,
    mayUpdate: rights.update,
    mayDelete: rights.delete,
    editRequest: props.editRequest,
    onChanged: props.onChanged,
    onClose: props.onClose,
    onMove: () => onDialog({ name: 'move', ...read() }),
    onDelete: () => onDialog({ name: 'remove', elements: read().elements }),
  }
  return type === 'item' ? (
    <ItemPanel {...shared} itemId={id} star={<ItemStar chestId={chestId} itemId={id} />} />
  ) : (
    <FolderPanel {...shared} folderId={id} onOpen={() => props.onOpenFolder(id)} />
  )
}
