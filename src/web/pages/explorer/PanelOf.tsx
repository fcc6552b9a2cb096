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
  const cache = useQueryClient()
  const shared = {
    chestId,
    mayUpdate: rights.update,
    mayDelete: rights.delete,
    editRequest: props.editRequest,
    onChanged: props.onChanged,
    onClose: props.onClose,
  }
  const { id } = selection
  if (selection.type === 'item') {
    const read = () => cache.getQueryData<Item>(cacheKeys.item(chestId, id))
    const element = () => ({
      type: 'item' as const,
      id,
      name: read()?.name ?? '',
      revision: read()?.revision ?? 0,
    })
    return (
      <ItemPanel
        {...shared}
        itemId={id}
        star={<ItemStar chestId={chestId} itemId={id} />}
        onMove={() =>
          onDialog({ name: 'move', elements: [element()], fromFolderId: read()?.folder_id ?? null })
        }
        onDelete={() => onDialog({ name: 'remove', elements: [element()] })}
      />
    )
  }
  const read = () => cache.getQueryData<Folder>(cacheKeys.folder(chestId, id))
  const element = () => ({
    type: 'folder' as const,
    id,
    name: read()?.name ?? '',
    revision: read()?.revision ?? 0,
  })
  return (
    <FolderPanel
      {...shared}
      folderId={id}
      onOpen={() => props.onOpenFolder(id)}
      onMove={() => onDialog({ name: 'move', elements: [element()], fromFolderId: read()?.parent ?? null })}
      onDelete={() => onDialog({ name: 'remove', elements: [element()] })}
    />
  )
}
