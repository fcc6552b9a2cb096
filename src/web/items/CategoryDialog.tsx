import { useState, type ReactNode } from 'react'
import { itemTexts } from '#texts/items.ts'
import { panelTexts } from '#texts/panel.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { CategorySelect } from './CategorySelect.tsx'
import { changeItem } from './queries.ts'

export type CategoryDialogProps = {
  item: { id: number; revision: number; categoryId: number }
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Changes the category of an item without opening its panel. */
export function CategoryDialog({ item, onChanged, onClose }: CategoryDialogProps): ReactNode {
  const toasts = useToasts()
  const [categoryId, setCategoryId] = useState(item.categoryId)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async () => {
    setPending(true)
    setProblem(null)
    try {
      const { message } = await changeItem(item.id, item.revision, { field: 'category', value: categoryId })
      toasts.success(message)
      onClose()
    } catch (error) {
      toasts.error(panelTexts.updateFailed)
      setProblem(sentenceOf(error))
      setPending(false)
    }
    await onChanged()
  }
  return (
    <FormDialog
      title={itemTexts.categoryTitle}
      size="small"
      submitLabel={itemTexts.save}
      isReady={categoryId !== item.categoryId}
      isPending={isPending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <CategorySelect
        label={itemTexts.fields.category}
        value={categoryId}
        onChange={setCategoryId}
        autoFocus
      />
    </FormDialog>
  )
}
