import type { ReactNode } from 'react'
import { CalendarClock, ChevronDown, KeyRound, Paperclip, TextCursorInput, Timer } from 'lucide-react'
import type { ImportVerdict } from '#domain/vault/import-plan.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { Badge, type Tone } from '#web/platform/ui/Badge.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { blankCell, type Column } from '#web/platform/ui/dataTableColumns.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { MenuButton } from '#web/platform/ui/Menu.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { contentText, nameOfRow, pathOfRow } from './rowTexts.ts'
import type { PreviewRow } from './usePreview.ts'
import styles from './ManagerImport.module.css'

export const tones: Readonly<Record<ImportVerdict, Tone>> = {
  new: 'success',
  identical: 'neutral',
  changed: 'info',
  conflict: 'attention',
  trashed: 'neutral',
  moved: 'neutral',
  missing: 'neutral',
  refused: 'danger',
}

type Numbered = PreviewRow & { key: string }

export type PreviewTableProps = {
  rows: readonly PreviewRow[]
  offset: number
  /** False while the rows are those of one verdict. */
  hasVerdict: boolean
  isBusy: boolean
  choiceOf: (row: PreviewRow) => PreviewRow['choice']
  onChoose: (row: PreviewRow, choice: PreviewRow['choice']) => void
  /** Shows everything about an entry. */
  onOpen: (row: PreviewRow) => void
}

/** A page of the entries of a preview. */
export function PreviewTable({ rows, offset, hasVerdict, isBusy, ...props }: PreviewTableProps): ReactNode {
  const numbered = rows.map((row, index): Numbered => ({
    ...row,
    key: String(row.number ?? `t${offset + index}`),
  }))
  const { columns: labels } = texts
  const verdict: Column<Numbered> = {
    id: 'verdict',
    label: labels.verdict,
    width: 'roomy',
    cell: (row) => <Badge tone={tones[row.verdict]}>{texts.verdicts[row.verdict]}</Badge>,
  }
  const columns: readonly Column<Numbered>[] = [
    { id: 'name', label: labels.name, card: 'title', cell: nameOfRow },
    ...(hasVerdict ? [verdict] : []),
    {
      id: 'path',
      label: labels.path,
      width: 'medium',
      hideBelow: 'medium',
      cell: (row) => (row.number === null ? blankCell : pathOfRow(row)),
    },
    {
      id: 'login',
      label: labels.login,
      width: 'medium',
      hideBelow: 'medium',
      cell: (row) => row.login || blankCell,
    },
    {
      id: 'address',
      label: labels.address,
      width: 'medium',
      hideBelow: 'xlarge',
      card: 'hidden',
      cell: (row) => row.address.replace(/^https?:\/\//i, '') || blankCell,
    },
    {
      id: 'content',
      label: labels.content,
      width: 'small',
      hideBelow: 'large',
      cell: (row) => <Content row={row} />,
    },
    {
      id: 'reasons',
      label: labels.reasons,
      width: 'roomy',
      hideBelow: 'large',
      cell: (row) => row.reasons.join(' ') || blankCell,
    },
    {
      id: 'choice',
      label: labels.choice,
      width: 'roomy',
      cell: (row) => <Choice row={row} choice={props.choiceOf(row)} onChoose={props.onChoose} />,
    },
  ]
  return (
    <div aria-busy={isBusy}>
      <DataTable
        label={texts.rows}
        rows={numbered}
        rowKey={({ key }) => key}
        rowName={nameOfRow}
        columns={columns}
        onRowAction={props.onOpen}
        empty={<EmptyState title={texts.noRows} />}
      />
    </div>
  )
}

/** What an entry holds besides its texts, as icons with numbers. */
function Content({ row }: { row: PreviewRow }): ReactNode {
  const text = contentText(row)
  if (text === '') return blankCell
  return (
    <span className={styles.content} title={text}>
      <span aria-hidden="true">
        {row.password && <KeyRound />}
        {row.otp && <Timer />}
        {row.fields > 0 && (
          <>
            <TextCursorInput />
            {row.fields}
          </>
        )}
        {row.attachments > 0 && (
          <>
            <Paperclip />
            {row.attachments}
          </>
        )}
        {row.renewBefore !== null && <CalendarClock />}
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

/** The choice for an entry: a button with its menu, or words where there is nothing to choose. */
function Choice({
  row,
  choice,
  onChoose,
}: {
  row: PreviewRow
  choice: PreviewRow['choice']
  onChoose: PreviewTableProps['onChoose']
}): ReactNode {
  if (row.number === null || row.choices.length < 2) return texts.choices.leave
  return (
    <span data-no-row-action="">
      <MenuButton
        label={texts.chosen(texts.choices[choice], nameOfRow(row))}
        size="small"
        look="quiet"
        icon={<ChevronDown />}
        entries={row.choices.map((one) => ({
          id: one,
          label: texts.choices[one],
          choice: { of: texts.choiceOf(nameOfRow(row)), isCurrent: one === choice },
          onAction: () => onChoose(row, one),
        }))}
      >
        {texts.choices[choice]}
      </MenuButton>
    </span>
  )
}
