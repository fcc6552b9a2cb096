import type { ReactNode } from 'react'
import { useQueries } from '@tanstack/react-query'
import { folders } from '#contract/vault/folders.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import { uiTexts } from '#texts/platform/ui.ts'
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

/**
 * The confirmation before elements are moved to the trash, with the number of contained elements. With more than 20
 * passwords it asks for the folder's name; several elements have none, so it asks for the number of passwords.
 */
export function RemoveDialog({ elements, onConfirm, onClose }: RemoveDialogProps): ReactNode {
  const [only] = elements
  const isSeveral = elements.length > 1
  const isFolder = only?.type === 'folder'
  const name = only?.name ?? ''
  const { folders: folderIds } = idsOfElements(elements)
  const holds = useHolds(folderIds)
  const own = countsOf(elements)
  const items = own.items + (holds === 'unknown' || holds === null ? 0 : holds.items)
  return (
    <ConfirmDialog
      typing={
        items > screenLimits.deletedWithoutTyping
          ? isSeveral
            ? { label: uiTexts.typeToConfirm(texts.number(items)), expected: String(items) }
            : { label: uiTexts.typeToConfirm(texts.folderName), expected: name }
          : undefined
      }
      isWaiting={holds === null}
      isOpen
      title={isSeveral ? texts.titleSeveral(own) : isFolder ? texts.titleFolder : texts.titleItem}
      confirmLabel={texts.submit}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{isSeveral ? texts.several(own) : isFolder ? texts.folder(name) : texts.item(name)}</p>
      {folderIds.length > 0 && <FolderContent holds={holds} own={own} isAlone={!isSeveral} />}
      <p>{isSeveral ? texts.trashSeveral : texts.trash}</p>
    </ConfirmDialog>
  )
}

type Counts = { items: number; folders: number }
/** null while it is counted. */
type Holds = Counts | 'unknown' | null

/**
 * Returns what folders contain, at any depth. Cached apart from the chest's replies: refreshing those must not
 * request a deleted folder.
 */
function useHolds(folderIds: readonly number[]): Holds {
  const asked = useQueries({
    queries: folderIds.map((id) => ({
      ...replyQuery(['holds', id], folders.read, { params: { id } }),
      gcTime: 0,
    })),
  })
  const holds = { items: 0, folders: 0 }
  for (const { data, isError } of asked) {
    if (data === undefined) return isError ? 'unknown' : null
    holds.items += data.holds.items
    holds.folders += data.holds.folders
  }
  return holds
}

/** Tells what goes with the folders, and how many elements that makes in all. */
function FolderContent({ holds, own, isAlone }: { holds: Holds; own: Counts; isAlone: boolean }): ReactNode {
  if (holds === 'unknown') return <p>{texts.uncounted}</p>
  if (holds === null) return <p>…</p>
  const isEmpty = holds.items + holds.folders === 0
  if (isEmpty) return isAlone ? <p>{texts.emptyFolder}</p> : null
  const all = { items: own.items + holds.items, folders: own.folders + holds.folders }
  return (
    <>
      <p>{isAlone ? texts.goesWith(holds) : texts.goesWithThem(holds)}</p>
      {own.items > 0 && <p>{texts.inAll(all)}</p>}
    </>
  )
}
