import { useState, type ReactNode } from 'react'
import { itemTexts, panelTexts } from '#texts/vault/contents.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { CategorySelect } from './CategorySelect.tsx'
import { changeItem, type Item } from './queries.ts'

const texts = panelTexts.conflict

export type CategoryDialogProps = {
  item: { id: number; revision: number; categoryId: number }
  onChanged: () => Promise<void>
  onClose: () => void
}

/** The form that changes an item's category without its panel. */
export function CategoryDialog({ item, onChanged, onClose }: CategoryDialogProps): ReactNode {
  const toasts = useToasts()
  const [categoryId, setCategoryId] = useState(item.categoryId)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** The current item after another user chose another category. */
  const [theirs, setTheirs] = useState<Item | null>(null)

  const send = async (revision: number, known: number): Promise<void> => {
    try {
      const { message } = await changeItem(item.id, revision, { field: 'category', value: categoryId })
      toasts.success(message)
      onClose()
    } catch (error) {
      if (!isCode(error, 'EDIT_CONFLICT')) throw error
      const fresh = error.details as Item
      // A change of another field is no conflict: retry from the current revision.
      if (fresh.categoryId === known) return send(fresh.revision, known)
      toasts.error(panelTexts.updateFailed)
      setTheirs(fresh)
    }
    return undefined
  }
  const save = async () => {
    setPending(true)
    setProblem(null)
    try {
      await send(theirs?.revision ?? item.revision, theirs?.categoryId ?? item.categoryId)
    } catch (error) {
      toasts.error(panelTexts.updateFailed)
      setProblem(sentenceOf(error))
    }
    setPending(false)
    await onChanged()
  }
  const by = theirs?.history.find(({ paramName }) => paramName === 'category')?.user ?? ''
  return (
    <FormDialog
      title={itemTexts.categoryTitle}
      size="small"
      submitLabel={theirs === null ? itemTexts.save : texts.keepMine}
      isReady={categoryId !== (theirs?.categoryId ?? item.categoryId)}
      isPending={isPending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {theirs !== null && (
        <Banner
          tone="attention"
          isLive
          title={texts.title(by)}
          actions={
            <Button size="small" onPress={onClose}>
              {texts.takeTheirs}
            </Button>
          }
        >
          {texts.theyHave(by, theirs.category.name)}
        </Banner>
      )}
      <CategorySelect
        label={theirs === null ? itemTexts.fields.category : texts.mine}
        value={categoryId}
        onChange={setCategoryId}
        autoFocus
      />
    </FormDialog>
  )
}
