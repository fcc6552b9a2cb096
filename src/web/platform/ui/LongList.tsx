import { Fragment, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { isLong } from './rowView.ts'
import type { RowKey } from './useRovingRows.ts'
import { useVirtualRows } from './useVirtualRows.ts'

export type LongListProps<Line> = Omit<ComponentProps<'ul'>, 'children' | 'ref'> & {
  lines: readonly Line[]
  lineKey: (line: Line) => RowKey
  children: (line: Line) => ReactNode
  lineClass?: string | undefined
  isOrdered?: boolean | undefined
  /** The ref of the list, for callers that need it. */
  body?: RefObject<HTMLUListElement | null> | undefined
  /** The key of a line that is always rendered. */
  kept?: RowKey | null | undefined
  /** Shown as the last line. */
  tail?: ReactNode
}

/** A virtualised list: only the lines near the viewport are rendered, or all of a short one. */
export function LongList<Line>(props: LongListProps<Line>): ReactNode {
  const { lines, lineKey, children, lineClass, isOrdered = false, body, kept = null, tail, ...list } = props
  const own = useRef<HTMLUListElement>(null)
  const ref = body ?? own
  const { made, spaceOf } = useVirtualRows(ref, lines, lineKey, {
    isWhole: false,
    kept: kept === null ? [] : [lines.findIndex((line) => lineKey(line) === kept)],
  })
  const end = (made.at(-1) ?? -1) + 1
  const isPart = isLong(lines.length)
  const Tag = isOrdered ? ('ol' as 'ul') : 'ul'
  return (
    <Tag {...list} ref={ref}>
      {made.map((index, place) => {
        const line = lines[index]
        if (line === undefined) return null
        const key = lineKey(line)
        const before = (made[place - 1] ?? -1) + 1
        return (
          <Fragment key={key}>
            {before < index && <Gap height={spaceOf(before, index)} />}
            <li
              data-line={key}
              className={lineClass}
              aria-setsize={isPart ? lines.length : undefined}
              aria-posinset={isPart ? index + 1 : undefined}
            >
              {children(line)}
            </li>
          </Fragment>
        )
      })}
      {end < lines.length && <Gap height={spaceOf(end, lines.length)} />}
      {tail !== undefined && tail !== false && <li>{tail}</li>}
    </Tag>
  )
}

/** Replaces lines that are not rendered. */
function Gap({ height }: { height: string }): ReactNode {
  return <li aria-hidden="true" style={{ height }} />
}
