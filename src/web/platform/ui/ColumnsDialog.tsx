import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button, IconButton } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { chosenWidth, isFixed, orderColumns, usualColumns, type ColumnChoice } from './columnChoice.ts'
import { usualWidth } from './columnFit.ts'
import styles from './ColumnsDialog.module.css'
import type { Column } from './dataTableColumns.ts'
import { Dialog } from './Dialog.tsx'

const texts = uiTexts.columns
const pixelsPerRem = 16

export type ColumnsDialogProps<Row> = {
  /** All columns of the table, in their usual order. */
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  /** Called at each change: the table behind shows it. */
  onChange: (choice: ColumnChoice) => void
  onClose: () => void
}

/** The choice of a table's columns: which are shown, in which order, how wide. */
export function ColumnsDialog<Row>(props: ColumnsDialogProps<Row>): ReactNode {
  const { columns, choice, onChange, onClose } = props
  const listed = orderColumns(columns, choice).filter(({ card }) => card !== 'icon')
  const movable = listed.filter((column) => !isFixed(column)).map(({ id }) => id)
  const move = (id: string, step: number) => {
    const place = movable.indexOf(id)
    onChange({ ...choice, order: movable.with(place, movable[place + step] ?? id).with(place + step, id) })
  }
  const show = (id: string, isShown: boolean) => {
    const others = choice.hidden.filter((one) => one !== id)
    onChange({ ...choice, hidden: isShown ? others : [...others, id] })
  }
  return (
    <Dialog
      title={texts.title}
      size="small"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => onChange(usualColumns)}>{texts.reset}</Button>
          <Button look="primary" onPress={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>{texts.intro}</p>
      <ul className={styles.list}>
        {listed.map((column) => {
          const { id, label } = column
          const place = movable.indexOf(id)
          const width = choice.widths[id] ?? usualWidth(column)
          const setWidth = (next: number) => onChange({ ...choice, widths: { ...choice.widths, [id]: next } })
          return (
            <li key={id} className={styles.column}>
              <Checkbox
                label={label}
                isSelected={isFixed(column) || !choice.hidden.includes(id)}
                isDisabled={isFixed(column)}
                onChange={(isShown) => show(id, isShown)}
              />
              {!isFixed(column) && (
                <span className={styles.buttons}>
                  <IconButton
                    size="small"
                    label={texts.up(label)}
                    icon={<ArrowUp />}
                    isDisabled={place === 0}
                    onPress={() => move(id, -1)}
                  />
                  <IconButton
                    size="small"
                    label={texts.down(label)}
                    icon={<ArrowDown />}
                    isDisabled={place === movable.length - 1}
                    onPress={() => move(id, 1)}
                  />
                </span>
              )}
              <span className={styles.buttons}>
                <IconButton
                  size="small"
                  label={texts.narrower(label)}
                  icon={<Minus />}
                  isDisabled={width - chosenWidth.step < leastOf(column)}
                  onPress={() => setWidth(width - chosenWidth.step)}
                />
                <span className={styles.width}>{texts.width(width * pixelsPerRem)}</span>
                <IconButton
                  size="small"
                  label={texts.wider(label)}
                  icon={<Plus />}
                  isDisabled={width + chosenWidth.step > chosenWidth.most}
                  onPress={() => setWidth(width + chosenWidth.step)}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

/** Returns the least width that can be chosen, in rem: of the name, its usual one. */
const leastOf = <Row,>(column: Column<Row>): number =>
  isFixed(column) ? usualWidth(column) : chosenWidth.least
