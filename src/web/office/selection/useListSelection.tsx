import { useEffect, useRef, useState, type ReactNode } from 'react'
import { paging } from '#domain/platform/limits.ts'
import { listTexts, selectionTexts as texts } from '#texts/platform/lists.ts'
import type { ListPageState } from '#web/platform/back-office/useListPage.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { findActiveRow, restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import type { RowKey } from '#web/platform/ui/useRovingRows.ts'
import type { TableSelection } from '#web/platform/ui/useRowSelection.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import type { SelectionAct } from './AttachSelection.tsx'
import styles from './Selection.module.css'

const AttachSelection = lazyDialog(() =>
  import('./AttachSelection.tsx').then((module) => module.AttachSelection),
)

/** Absent where the caller manages every row of the list. */
type Row = { id: number; manageable?: boolean }

const isManaged = ({ manageable }: Row): boolean => manageable !== false

/**
 * Returns the selection of a back-office list, the bar with its actions, and the dialog of the chosen one. Only rows that
 * the caller manages can be selected.
 */
export function useListSelection<Of extends Row>(
  list: ListPageState<Of>,
  acts: readonly SelectionAct[],
): { selection: TableSelection<Of>; bar: ReactNode; dialog: ReactNode } {
  const [ticked, setTicked] = useState<ReadonlySet<RowKey>>(new Set())
  const [asked, setAsked] = useState<SelectionAct | null>(null)
  // Rows of another page, and those that no longer exist, are not acted on.
  const managed = (list.rows ?? []).filter(isManaged)
  const chosen = managed.filter(({ id }) => ticked.has(id))
  const total = list.total > list.limit ? list.total : undefined
  const whole = useSelectWhole(list, setTicked)
  return {
    selection: { keys: ticked, onChange: setTicked, isSelectable: isManaged, total },
    bar: (
      <div className={styles.bar} role="group" aria-label={texts.label}>
        <p className={styles.count} role="status">
          {chosen.length > 0 && texts.count(chosen.length, total)}
        </p>
        {chosen.length > 0 && chosen.length === managed.length && whole !== null && (
          <Button look="plain" size="small" onPress={whole}>
            {listTexts.selectRows(list.total, true)}
          </Button>
        )}
        {chosen.length > 0 &&
          acts.map((act) => (
            <Button key={act.id} size="small" icon={act.icon} onPress={() => setAsked(act)}>
              {act.label}
            </Button>
          ))}
      </div>
    ),
    dialog: asked !== null && (
      <AttachSelection
        act={asked}
        ids={chosen.map(({ id }) => id)}
        onChanged={() => list.refresh()}
        onDone={() => setTicked(new Set())}
        onClose={() => setAsked(null)}
      />
    ),
  }
}

/**
 * Returns what selects the rows of all pages; null if this page is the whole list, or if no page can hold it. It
 * shows all of them on one page: what is selected stays in sight.
 */
function useSelectWhole<Of extends Row>(
  list: ListPageState<Of>,
  setTicked: (keys: ReadonlySet<RowKey>) => void,
): (() => void) | null {
  const isWanted = useRef(false)
  const { rows, total, limit, isBusy } = list
  useEffect(() => {
    if (!isWanted.current || rows === null || isBusy || total > limit) return
    isWanted.current = false
    setTicked(new Set(rows.filter(isManaged).map(({ id }) => id)))
    // The button is gone.
    restoreFocus(findActiveRow)
  }, [rows, total, limit, isBusy, setTicked])
  const size = paging.sizes.find((one) => one >= total)
  if (total <= limit || size === undefined) return null
  return () => {
    isWanted.current = true
    list.setPage({ offset: 0, limit: size })
  }
}
