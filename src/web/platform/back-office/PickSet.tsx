import { useId, useState, type ReactNode } from 'react'
import { debounces } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './PickSet.module.css'
import type { Pickable } from './PickList.tsx'
import { useCandidates, type Source } from './useCandidates.ts'

/** The number of entries from which there is a search. */
const searchFrom = 6
/** More would be too many tab stops: the search finds the others. */
const most = 20

export type PickSetProps = {
  label: string
  texts: { search: string; noneAvailable: string }
  source: Source
  chosen: readonly Pickable[]
  onChange: (chosen: readonly Pickable[]) => void
  description?: ReactNode
}

/** A choice of several entries in a form, by one press each. */
export function PickSet(props: PickSetProps): ReactNode {
  const { chosen } = props
  const describedBy = useId()
  const [search, setSearch] = useState('')
  const found = useCandidates(props.source, search.trim(), noIds)
  const items = found.items ?? []
  const listed = items.slice(0, most)
  const listedIds = new Set(listed.map(({ id }) => id))
  const chosenIds = new Set(chosen.map(({ id }) => id))
  // What is chosen stays in sight, whatever is searched, and however long the list is.
  const shown = [...chosen.filter(({ id }) => !listedIds.has(id)), ...listed]
  const hasSearch = search !== '' || items.length >= searchFrom || found.hasMore
  const toggle = (item: Pickable, isChosen: boolean) =>
    props.onChange(isChosen ? [...chosen, item] : chosen.filter(({ id }) => id !== item.id))
  return (
    <fieldset
      className={styles.set}
      {...(props.description !== undefined && { 'aria-describedby': describedBy })}
    >
      <legend className={styles.legend}>{props.label}</legend>
      {hasSearch && (
        <SearchField
          label={props.texts.search}
          placeholder={props.texts.search}
          value={search}
          onChange={setSearch}
          delay={debounces.listFilter}
          isBusy={found.isLoading && search !== ''}
        />
      )}
      {found.error !== null ? (
        <ErrorBlock title={officeTexts.picker.loadFailed} onRetry={found.retry}>
          {sentenceOf(found.error)}
        </ErrorBlock>
      ) : found.items === null ? (
        <Skeleton lines={2} />
      ) : (
        <div className={styles.list}>
          {shown.map((item) => (
            <Checkbox
              key={item.id}
              label={
                <span className={styles.name}>
                  {item.name}{' '}
                  {item.detail !== undefined && item.detail !== '' && (
                    <span className={styles.detail}>{item.detail}</span>
                  )}
                </span>
              }
              isSelected={chosenIds.has(item.id)}
              onChange={(isChosen) => toggle(item, isChosen)}
            />
          ))}
          {items.length === 0 && !found.isLoading && (
            <p className={styles.none} role="status">
              {search === '' ? props.texts.noneAvailable : officeTexts.noResult}
            </p>
          )}
        </div>
      )}
      {props.description !== undefined && (
        <div id={describedBy} className={styles.description}>
          {props.description}
        </div>
      )}
    </fieldset>
  )
}

const noIds: ReadonlySet<number> = new Set()
