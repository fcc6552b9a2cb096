import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Folder, FolderOpen } from 'lucide-react'
import { folders } from '#contract/vault/folders.ts'
import { folderTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { ElementPanel, type PanelProps } from '#web/vault/element-panel/ElementPanel.tsx'
import { moveAndRemove } from '#web/vault/element-panel/panelEntries.tsx'
import { FolderDetails } from './FolderDetails.tsx'

export function FolderPanel(props: PanelProps & { folderId: number; onOpen: () => void }): ReactNode {
  const { chestId, folderId } = props
  const {
    data: folder,
    isError,
    error,
  } = useQuery({
    queryKey: cacheKeys.folder(chestId, folderId),
    queryFn: ({ signal }) => call(folders.read, { params: { id: folderId }, signal }),
  })
  return (
    <ElementPanel
      element={folder}
      isError={isError && !isCode(error, 'CHEST_LOCKED')}
      label={folderTexts.panelLabel}
      icon={<Folder />}
      entries={[
        { id: 'open', label: folderTexts.open, icon: <FolderOpen />, onAction: props.onOpen },
        ...moveAndRemove(props),
      ]}
      editRequest={props.editRequest}
      details={(shown, now, editRequest) => (
        <FolderDetails
          folder={shown}
          now={now}
          editRequest={editRequest}
          mayUpdate={props.mayUpdate}
          onChanged={props.onChanged}
        />
      )}
      activity={{
        queryKey: [...cacheKeys.folder(chestId, folderId), 'history'],
        page: (before, signal) =>
          call(folders.history, {
            params: { id: folderId },
            query: before === undefined ? {} : { before },
            signal,
          }),
      }}
      oldValues={
        props.mayUpdate
          ? (shown) => ({
              queryKey: [...cacheKeys.folder(chestId, folderId), 'versions'],
              list: (signal) => call(folders.versions, { params: { id: folderId }, signal }),
              open: (versionId) => call(folders.openVersion, { params: { id: folderId, versionId } }),
              restore: (versionId) =>
                call(folders.restoreVersion, {
                  params: { id: folderId, versionId },
                  body: { revision: shown.revision },
                }),
              read: (_, text) => ({ text, isSecret: false }),
              onChanged: props.onChanged,
            })
          : undefined
      }
      onClose={props.onClose}
    />
  )
}
