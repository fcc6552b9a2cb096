import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { folders } from '#contract/folders.ts'
import { explorerTexts } from '#texts/explorer.ts'
import { call } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import type { Element } from './rows.ts'

const texts = explorerTexts.remove

export type RemoveDialogProps = {
  element: Element
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before something goes to the trash, and says what goes with it. */
export function RemoveDialog({ element, onConfirm, onClose }: RemoveDialogProps): ReactNode {
  const isFolder = element.type === 'folder'
  return (
    <ConfirmDialog
      isOpen
      title={isFolder ? texts.titleFolder : texts.titleItem}
      confirmLabel={texts.submit}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{isFolder ? texts.folder(element.name) : texts.item(element.name)}</p>
      {isFolder && <FolderContent folderId={element.id} />}
      <p>{texts.trash}</p>
    </ConfirmDialog>
  )
}

/** Asked for outside the chest's own replies: bringing those up to date must not ask for a folder that went. */
function FolderContent({ folderId }: { folderId: number }): ReactNode {
  const folder = useQuery({
    queryKey: ['holds', folderId],
    queryFn: ({ signal }) => call(folders.read, { params: { id: folderId }, signal }),
    gcTime: 0,
  })
  if (folder.data === undefined) return <p>…</p>
  const { holds } = folder.data
  return <p>{holds.items + holds.folders === 0 ? texts.emptyFolder : texts.goesWith(holds)}</p>
}
