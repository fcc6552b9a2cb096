import { useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { columnsOfFit, fitColumns } from './columnFit.ts'
import type { Column } from './dataTableColumns.ts'
import { isSpaced } from './useWideText.ts'

const isServer = typeof window === 'undefined'
const useBrowserLayoutEffect = isServer ? useEffect : useLayoutEffect

const pixelsPerRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/**
 * Returns the columns for which a table has room, and whether its rows are cards. Until it is measured, which happens
 * before the first paint, its rows need not be rendered: they would be rendered twice.
 * @param extra the width of checkboxes and menus, in rem
 */
export function useColumnFit<Row>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  extra: number,
): { shown: readonly Column<Row>[]; areCards: boolean; isMeasured: boolean } {
  const [width, setWidth] = useState<number | null>(isServer ? Number.POSITIVE_INFINITY : null)
  const [screen, setScreen] = useState(Number.POSITIVE_INFINITY)
  const [hasWideText, setHasWideText] = useState(false)
  useBrowserLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = () => {
      const measured = element.clientWidth / pixelsPerRem()
      setScreen(window.innerWidth / pixelsPerRem())
      setHasWideText(isSpaced(element))
      // A hidden table has no width.
      setWidth((former) => (measured > 0 ? measured : (former ?? Number.POSITIVE_INFINITY)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Letters whose width follows the spaces between them, which a reader's style sheet may change at any time.
    const letters = element.querySelector(':scope > [data-letters]')
    if (letters !== null) observer.observe(letters)
    return () => observer.disconnect()
  }, [frame])
  // Cards cut no text, so wide text makes cards as a small width does.
  const room = hasWideText ? 0 : (width ?? Number.POSITIVE_INFINITY)
  const { gone, narrow, areCards } = fitColumns(columns, extra, room, screen)
  // Unchanged while no column comes or goes, so that no row renders again.
  const [without, slim] = [gone.join(), narrow.join()]
  const shown = useMemo(
    () => columnsOfFit(columns, { gone: without.split(','), narrow: slim.split(',') }),
    [columns, without, slim],
  )
  return { shown, areCards, isMeasured: width !== null }
}
