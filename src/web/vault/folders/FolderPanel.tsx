import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Folder, FolderOpen } from 'lucide-react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { folders } from '#contract/vault/folders.ts'
import { folderTexts } from '#texts/vault/contents.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { ElementPanel, type PanelProps } from '#web/vault/element-panel/ElementPanel.tsx'
import { elementCalls } from '#web/vault/element-panel/elementCalls.ts'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { FolderDetails } from './FolderDetails.tsx'

export function FolderPanel(
  props: PanelProps & {
    folderId: number
    onOpen: () => void
    actionsOf: (folder: ReplyOf<typeof folders.read>) => MenuEntries
  },
): ReactNode {
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
        ...(data === undefined ? [] : props.actionsOf(data)),
      ]}
      details={(folder, now, editRequest) => (
        <FolderDetails {...props} folder={folder} now={now} editRequest={editRequest} />
      )}
      calls={elementCalls(folders, queryKey, folderId)}
      readOldValue={({ paramName, value }) => ({
        text: paramName === 'renewDays' && value !== '' ? dueTexts.ruleOf(Number(value)) : value,
        isSecret: false,
      })}
    />
  )
}
