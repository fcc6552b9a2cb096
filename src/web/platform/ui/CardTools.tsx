import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { listTexts } from '#texts/platform/lists.ts'
import styles from './CardTools.module.css'
import { AllCheckbox, type DataTableHeadProps } from './DataTableHead.tsx'
import type { Sort } from './dataTableColumns.ts'
import { MenuButton } from './Menu.tsx'

const texts = listTexts.order
const arrows = { ascending: <ArrowUp />, descending: <ArrowDown /> }

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Above a table whose rows are cards: what its head offers otherwise, the box of all rows and the order. */
export function CardTools<Row>({
  columns,
  sort,
  onSort,
  boxes,
}: Pick<DataTableHeadProps<Row>, 'columns' | 'sort' | 'onSort' | 'boxes'>): ReactNode {
  const sortable = onSort === undefined ? [] : columns.filter(({ isSortable }) => isSortable === true)
  const current = sortable.find(({ id }) => id === sort?.column)
  if (boxes === undefined && sortable.length === 0) return null
  const direction = sort?.direction ?? 'ascending'
  const choose = (chosen: Partial<Sort>) => {
    const column = chosen.column ?? current?.id
    if (column !== undefined) onSort?.({ column, direction: chosen.direction ?? 'ascending' })
  }
  return (
    <div className={styles.tools}>
      {boxes !== undefined && <AllCheckbox {...boxes} />}
      {sortable.length > 0 && (
        <div className={styles.order}>
          <MenuButton
            label={current === undefined ? texts.label : texts.by(current.label, direction)}
            size="small"
            icon={current && arrows[direction]}
            entries={[
              ...sortable.map(({ id, label, sortLabel }) => ({
                id,
                label: sortLabel === undefined ? label : capitalised(sortLabel),
                choice: { of: texts.label, isCurrent: id === current?.id },
                onAction: () => choose({ column: id }),
              })),
              'line',
              ...(['ascending', 'descending'] as const).map((one) => ({
                id: `to-${one}`,
                label: texts[one],
                icon: arrows[one],
                choice: { of: texts.direction, isCurrent: current !== undefined && direction === one },
                isDisabled: current === undefined,
                onAction: () => choose({ direction: one }),
              })),
            ]}
          >
            {current?.label ?? texts.label}
          </MenuButton>
        </div>
      )}
    </div>
  )
}
