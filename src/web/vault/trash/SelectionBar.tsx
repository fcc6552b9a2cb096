import type { ReactNode } from 'react'
import { RotateCcw, Trash2 } from 'lucide-react'
import { trashTexts } from '#texts/vault/trash.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { cx } from '#web/platform/ui/given.ts'
import styles from './Trash.module.css'

export type SelectionBarProps = {
  /** The number of rows on the page, and how many of them are ticked. */
  count: number
  selected: number
  mayRestore: boolean
  mayDelete: boolean
  onSelectAll: (isSelected: boolean) => void
  onRestore: () => void
  onDelete: () => void
}

/**
 * Ticks every row of the page, and acts on the ticked ones. It is always rendered, so that nothing shifts.
 */
export function SelectionBar(props: SelectionBarProps): ReactNode {
  const { count, selected } = props
  return (
    <div className={styles.bar} role="group" aria-label={trashTexts.selectionActions}>
      {/* Cards have no table head with such a checkbox. */}
      <div className={styles.all}>
        <Checkbox
          label={trashTexts.selectAll}
          isLabelHidden
          isSelected={count > 0 && selected === count}
          isIndeterminate={selected > 0 && selected < count}
          isDisabled={count === 0}
          onChange={props.onSelectAll}
        />
      </div>
      <p className={cx(styles.count, selected > 0 && styles.some)} role="status">
        {trashTexts.selected(selected)}
      </p>
      <div className={styles.buttons}>
        <Button
          size="small"
          icon={<RotateCcw />}
          isDisabled={selected === 0 || !props.mayRestore}
          onPress={props.onRestore}
        >
          {trashTexts.restore}
        </Button>
        <Button
          size="small"
          icon={<Trash2 />}
          isDisabled={selected === 0 || !props.mayDelete}
          onPress={props.onDelete}
        >
          {trashTexts.remove}
        </Button>
      </div>
    </div>
  )
}
