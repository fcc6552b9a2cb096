import type { ReactNode } from 'react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FolderTree } from './FolderTree.tsx'
import styles from './MoveDialog.module.css'

export type FoldersDialogProps = {
  chestId: number
  /** The current folder; null at the root. */
  folderId: number | null
  onOpen: (folderId: number | null) => void
  onClose: () => void
}

/** The folders of a chest, where the screen has no room for the column. */
export function FoldersDialog({ chestId, folderId, onOpen, onClose }: FoldersDialogProps): ReactNode {
  return (
    <Dialog title={explorerTexts.tree.label} isOpen onClose={onClose}>
      <div className={styles.tree}>
        <FolderTree
          chestId={chestId}
          chestName={explorerTexts.root}
          label={explorerTexts.tree.label}
          filterLabel={explorerTexts.tree.filter}
          selected={folderId}
          onSelect={(id) => {
            onClose()
            onOpen(id)
          }}
        />
      </div>
    </Dialog>
  )
}
