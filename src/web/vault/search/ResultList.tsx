import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { searchTexts } from '#texts/vault/explorer.ts'
import { showWholeText } from '#web/platform/ui/wholeText.ts'
import { ResultRow } from './ResultRow.tsx'
import { UsesOfResult, type ResultUses } from './ResultUses.tsx'
import {
  heights,
  inSight,
  resultAt,
  spanOf,
  type PanelMove,
  type placed,
  type PlacedGroup,
  type Result,
} from './results.ts'
import styles from './SearchPanel.module.css'

export type ResultListProps = {
  id: string
  list: ReturnType<typeof placed>
  words: readonly string[]
  active: number
  iconOf: (name: string) => ReactNode
  uses: ResultUses
  onLeaveUses: (to?: PanelMove) => void
  onActive: (place: number) => void
  onChoose: (result: Result) => void
}

/** The height in pixels assumed before the first layout. */
const presumedHeight = 560

/** The results by group. Only the visible ones are rendered. */
export function ResultList(props: ResultListProps): ReactNode {
  const { id, list, active } = props
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: presumedHeight })
  const follow = () => {
    const { current } = box
    if (current) setView({ top: current.scrollTop, height: current.clientHeight })
  }

  // The active result must be visible, and so rendered, for `aria-activedescendant`.
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const { top, bottom } = spanOf(list.groups, active)
    if (top < current.scrollTop) current.scrollTop = top
    else if (bottom > current.scrollTop + current.clientHeight)
      current.scrollTop = bottom - current.clientHeight
    follow()
  }, [list, active])

  const result = resultAt(list.groups, active)
  const uses = result === undefined ? [] : props.uses.of(result)
  const top = spanOf(list.groups, active).bottom - list.each - view.top
  const isInSight = top >= 0 && top + list.each <= view.height
  return (
    <div className={styles.frame} data-wide={list.each > heights.result || undefined}>
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label={searchTexts.results}
        className={styles.list}
        onScroll={follow}
        onMouseOver={showWholeText}
      >
        {list.groups.map((group) => (
          <div
            key={group.kind}
            role="group"
            aria-label={searchTexts.groups[group.kind]}
            className={styles.group}
            style={{ height: group.height }}
          >
            <div className={styles.heading} role="presentation">
              {searchTexts.group(searchTexts.groups[group.kind], group.results.length)}
            </div>
            <Rows
              {...props}
              useCount={uses.length}
              group={group}
              span={inSight(group, view.top, view.height)}
            />
          </div>
        ))}
      </div>
      {/* Beside the listbox, whose options may not contain buttons. */}
      {result !== undefined && uses.length > 0 && isInSight && (
        <UsesOfResult
          name={result.name}
          uses={uses}
          top={top}
          height={list.each}
          onUse={(use) => props.uses.on(result, use)}
          onLeave={props.onLeaveUses}
        />
      )}
    </div>
  )
}

type RowsProps = ResultListProps & { useCount: number; group: PlacedGroup; span: [number, number] }

function Rows({ group, span: [from, to], ...props }: RowsProps): ReactNode {
  return group.results.slice(from, to).map((result, index) => {
    const within = from + index
    const place = group.first + within
    return (
      <ResultRow
        key={result.id}
        result={result}
        words={props.words}
        icon={result.icon === null ? null : props.iconOf(result.icon)}
        id={`${props.id}-${place}`}
        place={place}
        top={heights.heading + within * group.each}
        height={group.each}
        count={props.list.count}
        isActive={place === props.active}
        useCount={place === props.active ? props.useCount : 0}
        onChoose={props.onChoose}
        onPoint={props.onActive}
      />
    )
  })
}
