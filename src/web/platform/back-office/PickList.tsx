import { useRef, type ReactNode } from 'react'
import { LongList } from '#web/platform/ui/LongList.tsx'
import { useRovingRows } from '#web/platform/ui/useRovingRows.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './AttachDialog.module.css'

/** An entry that can be attached. */
export type Pickable = { id: number; name: string; detail?: string | undefined }

export type PickListProps = {
  label: string
  items: readonly Pickable[]
  /** The verb of a press, announced before the name. */
  deed: string
  icon: ReactNode
  onPick: (item: Pickable) => void
  busyIds: ReadonlySet<number>
  /** Shown at the end, such as a button that loads more. */
  tail?: ReactNode
}

/** One pane. A press on a row moves it to the other pane. It is one tab stop, with arrow keys inside. */
export function PickList({ label, items, deed, icon, onPick, busyIds, tail }: PickListProps): ReactNode {
  const body = useRef<HTMLUListElement>(null)
  const roving = useRovingRows(
    body,
    items.map(({ id }) => id),
    null,
  )
  return (
    <div className={styles.scroller}>
      <LongList
        body={body}
        aria-label={label}
        className={styles.list}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
        onBlur={roving.onBlur}
        lines={items}
        lineKey={({ id }) => id}
        kept={roving.active}
      >
        {(item) => (
          <button
            type="button"
            data-row={item.id}
            tabIndex={roving.active === item.id ? 0 : -1}
            className={styles.pick}
            aria-disabled={busyIds.has(item.id) || undefined}
            onClick={() => !busyIds.has(item.id) && onPick(item)}
          >
            <VisuallyHidden>{deed} </VisuallyHidden>
            <span className={styles.words}>
              <span className={styles.itemName}>{item.name}</span>{' '}
              {item.detail !== undefined && item.detail !== '' && (
                <span className={styles.detail}>{item.detail}</span>
              )}
            </span>
            <span className={styles.sign} aria-hidden="true">
              {icon}
            </span>
          </button>
        )}
      </LongList>
      {tail}
    </div>
  )
}
