import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Folder, FolderOpen } from 'lucide-react'
import { folders } from '#contract/vault/folders.ts'
import { folderTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { ElementPanel, type PanelProps } from '#web/vault/element-panel/ElementPanel.tsx'
import { elementCalls } from '#web/vault/element-panel/elementCalls.ts'
import { moveAndRemove } from '#web/vault/element-panel/panelEntries.tsx'
import { FolderDetails } from './FolderDetails.tsx'

export function FolderPanel(props: PanelProps & { folderId: number; onOpen: () => void }): ReactNode {
  const { chestId, folderId } = props
  const queryKey = cacheKeys.folder(chestId, folderId)
  const { data, error } = useQuery(replyQuery(queryKey, folders.read, { params: { id: folderId } }))
  return (
    <ElementPanel
      {...props}
      element={data}
      error={error}
      label={folderTexts.panelLabel}
      icon={<Folder />}
      entries={[
        { id: 'open', label: folderTexts.open, icon: <FolderOpen />, onAction: props.onOpen },
        ...moveAndRemove(props),
      ]}
      details={(folder, now, editRequest) => (
        <FolderDetails {...props} folder={folder} now={now} editRequest={editRequest} />
      )}
      calls={elementCalls(folders, queryKey, folderId)}
      readOldValue={(_, text) => ({ text, isSecret: false })}
    />
  )
}
