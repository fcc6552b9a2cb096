import type { ReactNode } from 'react'
import { categoryOfId } from '#domain/platform/categories.ts'
import { categoryTexts } from '#texts/platform/categories.ts'
import { Select } from '#web/platform/ui/Select.tsx'
import { CategoryIcon, iconOfCategory } from './CategoryIcon.tsx'
import { useCategories } from './queries.ts'

export type CategorySelectProps = {
  label: string
  value: number
  onChange: (categoryId: number) => void
  error?: string | null
  isDisabled?: boolean
  autoFocus?: boolean
}

/** The twelve categories under the names given by the installation. */
export function CategorySelect({ value, ...props }: CategorySelectProps): ReactNode {
  const { data } = useCategories()
  // While the names load, the chosen category has its default name, so that nothing shifts.
  const key = categoryOfId(value)
  const known = data ?? (key === null ? [] : [{ id: value, name: categoryTexts[key] }])
  const choices = known.map(({ id, name }) => ({
    id,
    label: name,
    icon: <CategoryIcon name={iconOfCategory(id)} />,
  }))
  return <Select {...props} choices={choices} value={value} />
}
