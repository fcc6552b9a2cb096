import { useMemo, useState, type ReactNode } from 'react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FolderTree } from './FolderTree.tsx'
import styles from './MoveDialog.module.css'
import { countsOf, idsOfElements, type Element } from './rows.ts'
import { useMove } from './useMove.ts'

const texts = explorerTexts.move

export type MoveDialogProps = {
  chest: { id: number; name: string }
  elements: readonly Element[]
  /** The current folder; null at the root. */
  fromFolderId: number | null
  onMoved: () => void
  onClose: () => void
}

/**
 * The choice of a target folder: any in the chest except the current one, the elements and their descendants.
 */
export function MoveDialog({ chest, elements, fromFolderId, onMoved, onClose }: MoveDialogProps): ReactNode {
  const move = useMove(chest.id)
  const [target, setTarget] = useState<number | null | undefined>(undefined)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [only] = elements
  const closed = useMemo(() => ({ ids: idsOfElements(elements).folders, why: texts.inside }), [elements])

  const submit = async () => {
    if (target === undefined) return
    setPending(true)
    setProblem(null)
    try {
      await move({ elements, from: fromFolderId, to: target })
      onMoved()
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={elements.length > 1 ? texts.titleSeveral(countsOf(elements)) : texts.title(only?.name ?? '')}
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
            onPress={() => void submit()}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>{texts.intro}</p>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className={styles.tree}>
        <FolderTree
          chestId={chest.id}
          chestName={chest.name}
          label={texts.tree}
          filterLabel={texts.filter}
          selected={target}
          disabled={{ id: fromFolderId, why: texts.current }}
          closed={closed}
          onSelect={setTarget}
          autoFocus
        />
      </div>
    </Dialog>
  )
}
