import type { ReactNode } from 'react'
import { CategoryIcon } from '#web/vault/items/CategoryIcon.tsx'
import { useItemUses, usesOfItem, type UseId } from '#web/vault/items/uses.tsx'
import { GlobalSearch } from '#web/vault/search/GlobalSearch.tsx'
import type { Result } from '#web/vault/search/results.ts'

const iconOfCategory = (name: string): ReactNode => <CategoryIcon name={name} />
const usesOfResult = (result: Result) => (result.kind === 'item' ? usesOfItem(result) : [])

/** The global search, with what its results offer of items. */
export function Search(): ReactNode {
  const use = useItemUses()
  return (
    <GlobalSearch
      iconOf={iconOfCategory}
      uses={{ of: usesOfResult, on: (result, id) => use[id as UseId](result) }}
    />
  )
}
