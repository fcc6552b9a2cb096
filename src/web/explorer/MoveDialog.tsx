import { useState, type ReactNode } from 'react'
import { folders } from '#contract/folders.ts'
import { items } from '#contract/items.ts'
import { explorerTexts } from '#texts/explorer.ts'
import { uiTexts } from '#texts/ui.ts'
import { call } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { FolderTree } from './FolderTree.tsx'
import styles from './MoveDialog.module.css'
import type { Element } from './rows.ts'

const texts = explorerTexts.move

export type MoveDialogProps = {
  chest: { id: number; name: string }
  element: Element
  /** Where it stands now; null at the root. */
  fromFolderId: number | null
  onMoved: () => Promise<void>
  onClose: () => void
}

/** Chooses where an element goes: anywhere in its chest but where it is. */
export function MoveDialog({ chest, element, fromFolderId, onMoved, onClose }: MoveDialogProps): ReactNode {
  const toasts = useToasts()
  const [target, setTarget] = useState<number | null | undefined>(undefined)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const move = async () => {
    setPending(true)
    setProblem(null)
    const body = { elementType: 'folder', elementValue: target ?? '' } as const
    const params = { id: element.id }
    try {
      await (element.type === 'item'
        ? call(items.change, { params, body })
        : call(folders.change, { params, body }))
      toasts.success(element.type === 'item' ? texts.movedItem : texts.movedFolder)
      await onMoved()
      onClose()
    } catch (error) {
      toasts.error(texts.failed)
      setProblem(sentenceOf(error))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={texts.title(element.name)}
      isOpen
      onClose={onClose}
      isBusy={isPending}
      footer={
        <>
          <Button onPress={onClose}>{uiTexts.cancel}</Button>
          <Button
            look="primary"
            isPending={isPending}
            isDisabled={target === undefined || target === fromFolderId}
            onPress={() => void move()}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>{texts.intro}</p>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <FolderTree
        chestId={chest.id}
        chestName={chest.name}
        label={texts.tree}
        filterLabel={texts.filter}
        selected={target}
        disabled={{ id: fromFolderId, why: texts.current }}
        onSelect={setTarget}
        autoFocus
      />
    </Dialog>
  )
}
