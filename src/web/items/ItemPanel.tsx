import { useEffect, type ReactNode } from 'react'
import { FolderInput, Trash2 } from 'lucide-react'
import { panelTexts } from '#texts/panel.ts'
import { itemTexts } from '#texts/items.ts'
import { HistoryList } from '#web/panel/HistoryList.tsx'
import { PanelTitle } from '#web/panel/PanelTitle.tsx'
import { useNow } from '#web/shell/useNow.ts'
import { MenuButton } from '#web/ui/Menu.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { useItem } from './queries.ts'

export type ItemPanelProps = {
  chestId: number
  itemId: number
  /** What the caller may do here. */
  mayUpdate: boolean
  mayDelete: boolean
  /** Opens with the name being edited. */
  isEditing: boolean
  onChanged: () => Promise<void>
  onMove: () => void
  onDelete: () => void
  onClose: () => void
}

/** Everything about an item beside its table: what it holds, and what happened to it. */
export function ItemPanel(props: ItemPanelProps): ReactNode {
  const { chestId, itemId, onClose } = props
  const toasts = useToasts()
  const { data: item, isError } = useItem(chestId, itemId)
  const now = useNow(30_000)

  useEffect(() => {
    if (!isError) return
    toasts.error(panelTexts.loadFailed)
    onClose()
  }, [isError, toasts, onClose])

  return (
    <SidePanel
      isOpen
      label={item === undefined ? itemTexts.panelLabel : item.name}
      title={<PanelTitle icon={<CategoryIcon name={item?.categoryIcon ?? ''} />} name={item?.name ?? null} />}
      onClose={onClose}
      actions={
        (props.mayUpdate || props.mayDelete) && (
          <MenuButton
            label={panelTexts.actions}
            entries={[
              {
                id: 'move',
                label: panelTexts.move,
                icon: <FolderInput />,
                isDisabled: !props.mayUpdate,
                onAction: props.onMove,
              },
              {
                id: 'remove',
                label: panelTexts.remove,
                icon: <Trash2 />,
                look: 'danger',
                isDisabled: !props.mayDelete,
                onAction: props.onDelete,
              },
            ]}
          />
        )
      }
    >
      {item === undefined ? (
        <Skeleton lines={10} />
      ) : (
        <Tabs
          label={panelTexts.tabs}
          tabs={[
            {
              id: 'details',
              label: panelTexts.details,
              content: (
                <ItemDetails
                  item={item}
                  now={now}
                  isEditing={props.isEditing}
                  mayUpdate={props.mayUpdate}
                  onChanged={props.onChanged}
                />
              ),
            },
            {
              id: 'activity',
              label: panelTexts.activity,
              content: <HistoryList entries={item.history} now={now} />,
            },
          ]}
        />
      )}
    </SidePanel>
  )
}
