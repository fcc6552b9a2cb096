import { useEffect, useImperativeHandle, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { RotateCw, SearchX } from 'lucide-react'
import { searchLimits } from '#domain/platform/limits.ts'
import { termOf, wordsOf } from '#domain/vault/search.ts'
import { searchTexts } from '#texts/vault/explorer.ts'
import { BankChip } from '#web/platform/shell/BankChip.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState, ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useWideText } from '#web/platform/ui/useWideText.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ResultList } from './ResultList.tsx'
import type { ResultUses } from './ResultUses.tsx'
import { groupsOf, heights, placed, resultAt, type PanelMove, type Result } from './results.ts'
import styles from './SearchPanel.module.css'
import { useSearch } from './useSearch.ts'

/** The key presses that the field passes to the panel. */
export type PanelKeys = {
  /** @returns whether there are results to move among */
  move: (to: PanelMove) => boolean
  /** Focuses the buttons of the active result. @returns whether it has any */
  focusUses: () => boolean
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
  /** The current bank, and whether only its chests are searched. */
  bank: { readonly label: string } | null
  isNarrowed: boolean
  onNarrow: (isNarrowed: boolean) => void
  listId: string
  keysRef: Ref<PanelKeys>
  iconOf: (name: string) => ReactNode
  uses: ResultUses
  onLeaveUses: (to?: PanelMove) => void
  onChoose: (result: Result) => void
  /** Reports the id of the active result for `aria-activedescendant`, null without one. */
  onActive: (id: string | null) => void
  onBusy: (isBusy: boolean) => void
  /** The pressed button will unmount: the field takes the focus. */
  onButtonGone: () => void
}

const noWords: readonly string[] = []

/** The results, in three groups, below the field. */
export function SearchPanel(props: SearchPanelProps): ReactNode {
  const { text, isOpen, isAwaited, bank, listId, onActive, onBusy, onChoose, onAwaited } = props
  const isNarrowed = bank !== null && props.isNarrowed
  const { found, isBusy, isFailed, retry: askAgain } = useSearch(text, isOpen, isNarrowed)
  const narrow = (wanted: boolean) => {
    props.onButtonGone()
    props.onNarrow(wanted)
  }
  const retry = () => {
    props.onButtonGone()
    askAgain()
  }
  const letters = useRef<HTMLSpanElement>(null)
  const isWide = useWideText(letters)
  const list = useMemo(
    () => placed(found === null ? [] : groupsOf(found.results), isWide ? heights.wideResult : heights.result),
    [found, isWide],
  )
  const words = useMemo(() => (found === null ? noWords : wordsOf(found.term)), [found])
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
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
    focusUses: () => {
      const first = isBusy ? null : box.current?.querySelector<HTMLElement>('[role="toolbar"] button')
      first?.focus()
      return first != null
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

  const isShown = isOpen && termOf(text) !== null
  return (
    <>
      {/* There before its first message: screen readers ignore a live region that is inserted with it. */}
      <VisuallyHidden>
        <span role="status">
          {!isShown ? '' : isBusy ? searchTexts.busy : found === null ? '' : searchTexts.count(list.count)}
          {isShown && isIncomplete && !isBusy ? ` ${searchTexts.incomplete}` : ''}
        </span>
      </VisuallyHidden>
      <span ref={letters} className={styles.letters} aria-hidden="true" />
      {isShown && (
        // A press here leaves the focus in the field.
        <div ref={box} data-panel="" className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
          {bank !== null && (
            <div className={styles.scope}>
              <BankChip bank={bank} isOn={isNarrowed} onChange={narrow} takesFocus={false} />
            </div>
          )}
          {isFailed && !isBusy ? (
            <ErrorBlock title={searchTexts.failed} onRetry={retry} />
          ) : found === null ? (
            <div className={styles.waiting}>
              <Skeleton lines={4} />
            </div>
          ) : list.count === 0 ? (
            <EmptyState
              title={searchTexts.none(found.term)}
              icon={<SearchX />}
              actions={
                isNarrowed ? (
                  <Button onPress={() => narrow(false)}>{searchTexts.everyBank}</Button>
                ) : undefined
              }
            >
              {searchTexts.noneDetail}
            </EmptyState>
          ) : (
            <ResultList
              id={listId}
              list={list}
              words={words}
              active={active}
              iconOf={props.iconOf}
              uses={props.uses}
              onLeaveUses={props.onLeaveUses}
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
                <Kbd>↑</Kbd> <Kbd>↓</Kbd> {searchTexts.hints.move} <Kbd>↵</Kbd> {searchTexts.hints.open}{' '}
                <Kbd>→</Kbd> {searchTexts.hints.use}
              </p>
            </div>
          )}
        </div>
      )}
    </>
  )
}
