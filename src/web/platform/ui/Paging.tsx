import { useState, type ReactNode } from 'react'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { paging } from '#domain/platform/limits.ts'
import {
  clampPage,
  offsetOfPage,
  pageCount,
  pageOfOffset,
  pagerElements,
  type PagerElement,
} from '#domain/platform/paging.ts'
import { listTexts } from '#texts/platform/lists.ts'
import { cx } from './given.ts'
import styles from './Paging.module.css'
import { useOverlaysLater } from './overlays.ts'

export type PagingProps = {
  /** The number of rows before the first one shown. */
  offset: number
  limit: number
  total: number
  onChange: (place: { offset: number; limit: number }) => void
  /** Called for a page that may be opened soon, to prefetch. */
  onIntent?: ((place: { offset: number; limit: number }) => void) | undefined
  /** Offers a choice of the rows per page; true by default. */
  hasSizes?: boolean | undefined
  /** A page is loading. */
  isBusy?: boolean | undefined
}

const icons = {
  first: <ChevronFirst aria-hidden="true" />,
  previous: <ChevronLeft aria-hidden="true" />,
  next: <ChevronRight aria-hidden="true" />,
  last: <ChevronLast aria-hidden="true" />,
}

/** Below a list: the count, the rows per page, and the pager if there is more than one page. */
export function Paging(props: PagingProps): ReactNode {
  const { offset, limit, total, onChange, onIntent, hasSizes = true, isBusy } = props
  const overlays = useOverlaysLater(hasSizes && total > paging.sizes[0])
  const elements = pagerElements({ offset, limit, total })
  if (elements === null) {
    console.error('Pagination error')
    return null
  }
  if (total === 0) return null
  const pages = pageCount(total, limit)
  const current = pageOfOffset(offset, limit)
  const placeOf = (page: number) => ({ offset: offsetOfPage(clampPage(page, pages), limit), limit })
  const goTo = (page: number) => onChange(placeOf(page))
  const sizes = paging.sizes.map((size) => ({ id: size, label: String(size) }))
  return (
    <div className={cx(styles.paging, isBusy === true && styles.busy)}>
      <p className={styles.range} role="status">
        {listTexts.paging.range(offset + 1, Math.min(offset + limit, total), total)}
      </p>
      {hasSizes && total > paging.sizes[0] && (
        <div className={styles.size}>
          <span aria-hidden="true">{listTexts.paging.perPage}</span>
          {overlays === null ? (
            <span className={styles.sizeWaiting}>{limit}</span>
          ) : (
            <overlays.Select
              label={listTexts.paging.perPage}
              isLabelHidden
              size="small"
              choices={sizes}
              value={limit}
              onChange={(size) => onChange({ offset: Math.floor(offset / size) * size, limit: size })}
            />
          )}
        </div>
      )}
      {elements.length > 0 && (
        <nav className={styles.pager} aria-label={listTexts.paging.label}>
          {elements.map((element) => (
            <PagerButton
              key={`${element.kind}-${element.page}`}
              element={element}
              isFar={isFar(element, current, pages)}
              onPress={() => goTo(element.page)}
              onIntent={() => onIntent?.(placeOf(element.page))}
            />
          ))}
          <Jump onJump={goTo} />
        </nav>
      )}
    </div>
  )
}

/** Returns whether a number is hidden in a narrow pager, so that the page field stays on its line. */
function isFar({ kind, page }: PagerElement, current: number, pages: number): boolean {
  const reach = current === 1 || current === pages ? 2 : 1
  return kind === 'number' && Math.abs(page - current) > reach
}

type PagerButtonProps = {
  element: PagerElement
  isFar: boolean
  onPress: () => void
  onIntent: () => void
}

function PagerButton({ element, isFar: goes, onPress, onIntent }: PagerButtonProps): ReactNode {
  const isCurrent = element.kind === 'number' && element.current
  const label =
    element.kind === 'number' ? listTexts.paging.page(element.page) : listTexts.paging[element.kind]
  return (
    <button
      type="button"
      className={cx(styles.button, isCurrent && styles.current, goes && styles.far)}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      title={element.kind === 'number' ? undefined : label}
      onPointerDown={() => !isCurrent && onIntent()}
      onClick={() => !isCurrent && onPress()}
    >
      {element.kind === 'number' ? element.page : icons[element.kind]}
    </button>
  )
}

/** The field for a page number, clamped to the first and the last page. */
function Jump({ onJump }: { onJump: (page: number) => void }): ReactNode {
  const [typed, setTyped] = useState('')
  return (
    <input
      className={styles.jump}
      inputMode="numeric"
      aria-label={listTexts.paging.jump}
      placeholder={listTexts.paging.jumpHint}
      value={typed}
      onChange={(event) => setTyped(event.target.value.replace(/(?!^-)\D/g, '').slice(0, 6))}
      onBlur={() => setTyped('')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !/\d/.test(typed)) return
        event.preventDefault()
        onJump(Number(typed))
        setTyped('')
      }}
    />
  )
}
