import { useEffect, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Folder, FolderInput, FolderOpen, Trash2 } from 'lucide-react'
import { folders } from '#contract/folders.ts'
import { folderTexts } from '#texts/folders.ts'
import { panelTexts } from '#texts/panel.ts'
import { cacheKeys } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { HistoryList } from '#web/panel/HistoryList.tsx'
import { PanelTitle } from '#web/panel/PanelTitle.tsx'
import { useNow } from '#web/shell/useNow.ts'
import { MenuButton } from '#web/ui/Menu.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { FolderDetails } from './FolderDetails.tsx'

export type FolderPanelProps = {
  chestId: number
  folderId: number
  mayUpdate: boolean
  mayDelete: boolean
  /** Opens with the name being edited. */
  isEditing: boolean
  onChanged: () => Promise<void>
  onOpen: () => void
  onMove: () => void
  onDelete: () => void
  onClose: () => void
}

/** Everything about a folder beside its table. */
export function FolderPanel(props: FolderPanelProps): ReactNode {
  const { chestId, folderId, onClose } = props
  const toasts = useToasts()
  const now = useNow(30_000)
  const { data: folder, isError } = useQuery({
    queryKey: cacheKeys.folder(chestId, folderId),
    queryFn: ({ signal }) => call(folders.read, { params: { id: folderId }, signal }),
  })

  useEffect(() => {
    if (!isError) return
    toasts.error(panelTexts.loadFailed)
    onClose()
  }, [isError, toasts, onClose])

  return (
    <SidePanel
      isOpen
      label={folder?.name ?? folderTexts.panelLabel}
      title={<PanelTitle icon={<Folder />} name={folder?.name ?? null} />}
      onClose={onClose}
      actions={
        <MenuButton
          label={panelTexts.actions}
          entries={[
            { id: 'open', label: folderTexts.open, icon: <FolderOpen />, onAction: props.onOpen },
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
      }
    >
      {folder === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <Tabs
          label={panelTexts.tabs}
          tabs={[
            {
              id: 'details',
              label: panelTexts.details,
              content: (
                <FolderDetails
                  folder={folder}
                  now={now}
                  mayUpdate={props.mayUpdate}
                  isEditing={props.isEditing}
                  onChanged={props.onChanged}
                />
              ),
            },
            {
              id: 'activity',
              label: panelTexts.activity,
              content: <HistoryList entries={folder.history} now={now} />,
            },
          ]}
        />
      )}
    </SidePanel>
  )
}
