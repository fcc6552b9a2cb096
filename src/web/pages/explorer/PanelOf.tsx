import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { MessageSquareLock } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import type { Selection } from '#web/vault/explorer/place.ts'
import type { Item } from '#web/vault/items/queries.ts'
import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import { IconButton } from '#web/platform/ui/Button.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import type { OpenDialog } from './DialogOf.tsx'
import { elementActions, type ActionContext, type ActionTarget } from './elementActions.tsx'
import { ItemStar } from './Favourites.tsx'

const loadParts = () => import('./idleParts.ts')
const FolderPanel = lazyPart(() => loadParts().then((parts) => parts.FolderPanel))
const ItemPanel = lazyPart(() => loadParts().then((parts) => parts.ItemPanel))

/** Loads the code of the panels before the first one is opened. */
export const preparePanels = (): void => {
  for (const { prepare } of [FolderPanel, ItemPanel]) prepare(true)
}

export type PanelOfProps = Pick<ActionContext, 'rights' | 'duplicate'> & {
  chestId: number
  selection: Selection
  editRequest: number
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
  const shared = {
    chestId,
    mayUpdate: rights.update,
    editRequest: props.editRequest,
    onChanged: props.onChanged,
    onClose: props.onClose,
  }
  const actions = (target: Omit<ActionTarget, 'from'>): MenuEntries =>
    elementActions({ ...props, setDialog: onDialog }, { ...target, from: 'edit' }).map((entry) =>
      // The keys are those of a focused row.
      typeof entry === 'object' ? { ...entry, shortcut: undefined } : entry,
    )
  const elementOf = ({ name, revision }: { name: string; revision: number }) => ({ type, id, name, revision })
  return type === 'item' ? (
    <ItemPanel
      {...shared}
      itemId={id}
      star={
        <>
          <ItemStar chestId={chestId} itemId={id} />
          <IconButton
            label={explorerTexts.share}
            icon={<MessageSquareLock />}
            onPress={() => {
              const item = cache.getQueryData<Item>(cacheKeys.item(chestId, id))
              if (item !== undefined) onDialog({ name: 'item-note', item: notedOf(item) })
            }}
          />
        </>
      }
      actionsOf={(item) =>
        actions({
          element: elementOf(item),
          item: { ...notedOf(item), categoryId: item.categoryId },
          exported: { elements: [{ type, id }] },
          fromFolderId: item.folder_id,
        })
      }
    />
  ) : (
    <FolderPanel
      {...shared}
      folderId={id}
      onOpen={() => props.onOpenFolder(id)}
      actionsOf={(folder) =>
        actions({
          element: elementOf(folder),
          item: null,
          exported: { folder: { id, name: folder.name } },
          fromFolderId: folder.parent,
        })
      }
    />
  )
}

const notedOf = (item: Item) => ({ ...item, hasPassword: item.password })
