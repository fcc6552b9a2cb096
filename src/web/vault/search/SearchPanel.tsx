import { useEffect, useImperativeHandle, useMemo, useState, type ReactNode, type Ref } from 'react'
import { RotateCw, SearchX } from 'lucide-react'
import { searchLimits } from '#domain/platform/limits.ts'
import { termOf, wordsOf } from '#domain/vault/search.ts'
import { searchTexts } from '#texts/vault/explorer.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState, ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ResultList } from './ResultList.tsx'
import { groupsOf, placed, resultAt, type Result } from './results.ts'
import styles from './SearchPanel.module.css'
import { useSearch } from './useSearch.ts'

/** The key presses that the field passes to the panel. */
export type PanelKeys = {
  /** @returns whether there are results to move among */
  move: (to: 'next' | 'previous' | 'first' | 'last') => boolean
  /** @returns false while the typed text has no results yet, or none were found */
  choose: () => boolean
}

export type SearchPanelProps = {
  text: string
  /** While closed, the panel keeps its results, so that the same text is not requested twice. */
  isOpen: boolean
  /** Enter was pressed before the results arrived: choose the first one when they do. */
  isAwaited: boolean
  onAwaited: () => void
  listId: string
  keysRef: Ref<PanelKeys>
  iconOf: (name: string) => ReactNode
  onChoose: (result: Result) => void
  /** Reports the id of the active result for `aria-activedescendant`, null without one. */
  onActive: (id: string | null) => void
  onBusy: (isBusy: boolean) => void
  /** The retry button will unmount: the field takes the focus. */
  onRetry: () => void
}

const noWords: readonly string[] = []

/** The results, in three groups, below the field. */
export function SearchPanel(props: SearchPanelProps): ReactNode {
  const { text, isOpen, isAwaited, listId, onActive, onBusy, onChoose, onAwaited } = props
  const { found, isBusy, isFailed, retry: askAgain } = useSearch(text, isOpen)
  const retry = () => {
    props.onRetry()
    askAgain()
  }
  const list = useMemo(() => placed(found === null ? [] : groupsOf(found.results)), [found])
  const words = useMemo(() => (found === null ? noWords : wordsOf(found.term)), [found])
  const [active, setActive] = useState(0)
  const [known, setKnown] = useState(found)
  // New results: activate the first one.
  if (found !== known) {
    setKnown(found)
    setActive(0)
  }
  const elements = found === null ? 0 : found.results.folders.length + found.results.items.length
  const isIncomplete = found !== null && found.results.incomplete

  const activeId = isOpen && list.count > 0 ? `${listId}-${active}` : null
  useEffect(() => onActive(activeId), [activeId, onActive])
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])

  useImperativeHandle(props.keysRef, () => ({
    move: (to) => {
      const { count } = list
      if (count === 0) return false
      const places = { next: active + 1, previous: active - 1, first: 0, last: count - 1 }
      setActive((places[to] + count) % count)
      return true
    },
    choose: () => {
      const result = resultAt(list.groups, active)
      // The results shown may belong to the previous term.
      if (!result || isBusy) return false
      onChoose(result)
      return true
    },
  }))
  useEffect(() => {
    if (!isAwaited || isBusy) return
    onAwaited()
    const first = resultAt(list.groups, 0)
    if (first) onChoose(first)
  }, [isAwaited, isBusy, list, onAwaited, onChoose])

  if (!isOpen || termOf(text) === null) return null
  return (
    // A press here leaves the focus in the field.
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      <p role="status" className={styles.status}>
        <VisuallyHidden>
          {isBusy ? searchTexts.busy : found === null ? '' : searchTexts.count(list.count)}
          {isIncomplete && !isBusy ? ` ${searchTexts.incomplete}` : ''}
        </VisuallyHidden>
      </p>
      {isFailed && !isBusy ? (
        <ErrorBlock title={searchTexts.failed} onRetry={retry} />
      ) : found === null ? (
        <div className={styles.waiting}>
          <Skeleton lines={4} />
        </div>
      ) : list.count === 0 ? (
        <EmptyState title={searchTexts.none(found.term)} icon={<SearchX />}>
          {searchTexts.noneDetail}
        </EmptyState>
      ) : (
        <ResultList
          id={listId}
          list={list}
          words={words}
          active={active}
          iconOf={props.iconOf}
          onActive={setActive}
          onChoose={onChoose}
        />
      )}
      {isIncomplete && (
        <div className={styles.incomplete}>
          <p>{searchTexts.incomplete}</p>
          <Button look="plain" size="small" icon={<RotateCw />} onPress={retry}>
            {searchTexts.goOn}
          </Button>
        </div>
      )}
      {list.count > 0 && (
        <div className={styles.foot}>
          {elements >= searchLimits.elements ? (
            <p>{searchTexts.refine}</p>
          ) : (
            <p>{searchTexts.count(list.count)}</p>
          )}
          <p className={styles.hints} aria-hidden="true">
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> {searchTexts.hints.move} <Kbd>↵</Kbd> {searchTexts.hints.open}
          </p>
        </div>
      )}
    </div>
  )
}
