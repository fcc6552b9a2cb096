import type { ReactNode } from 'react'
import { useQueries } from '@tanstack/react-query'
import { folders } from '#contract/vault/folders.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { countsOf, idsOfElements, type Element } from './rows.ts'

const texts = explorerTexts.remove

export type RemoveDialogProps = {
  elements: readonly Element[]
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** The confirmation before elements are moved to the trash, with the number of contained elements. */
export function RemoveDialog({ elements, onConfirm, onClose }: RemoveDialogProps): ReactNode {
  const [only] = elements
  const isSeveral = elements.length > 1
  const isFolder = only?.type === 'folder'
  const name = only?.name ?? ''
  const { folders: folderIds } = idsOfElements(elements)
  return (
    <ConfirmDialog
      isOpen
      title={
        isSeveral ? texts.titleSeveral(countsOf(elements)) : isFolder ? texts.titleFolder : texts.titleItem
      }
      confirmLabel={texts.submit}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {isSeveral ? texts.several(countsOf(elements)) : isFolder ? texts.folder(name) : texts.item(name)}
      </p>
      {folderIds.length > 0 && <FolderContent folderIds={folderIds} isAlone={!isSeveral} />}
      <p>{isSeveral ? texts.trashSeveral : texts.trash}</p>
    </ConfirmDialog>
  )
}

/** Cached apart from the chest's replies: refreshing those must not request a deleted folder. */
function FolderContent(props: { folderIds: readonly number[]; isAlone: boolean }): ReactNode {
  const asked = useQueries({
    queries: props.folderIds.map((id) => ({
      ...replyQuery(['holds', id], folders.read, { params: { id } }),
      gcTime: 0,
    })),
  })
  const holds = { items: 0, folders: 0 }
  for (const { data, isError } of asked) {
    if (data === undefined) return <p>{isError ? texts.uncounted : '…'}</p>
    holds.items += data.holds.items
    holds.folders += data.holds.folders
  }
  const isEmpty = holds.items + holds.folders === 0
  if (isEmpty) return props.isAlone ? <p>{texts.emptyFolder}</p> : null
  return <p>{props.isAlone ? texts.goesWith(holds) : texts.goesWithThem(holds)}</p>
}
