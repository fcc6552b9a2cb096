import type { ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { tones } from './PreviewTable.tsx'
import { contentText, fieldLines, nameOfRow, pathOfRow } from './rowTexts.ts'
import type { PreviewRow } from './usePreview.ts'
import styles from './ManagerImport.module.css'

export type RowDialogProps = {
  row: PreviewRow
  choice: PreviewRow['choice']
  onChoose: (choice: PreviewRow['choice']) => void
  onClose: () => void
}

/** Everything that the preview says about an entry: a narrow table shows less. */
export function RowDialog({ row, choice, onChoose, onClose }: RowDialogProps): ReactNode {
  const { columns } = texts
  const facts = [
    ...(row.number === null ? [] : [[columns.path, pathOfRow(row)]]),
    [columns.login, row.login],
    [columns.address, row.address],
    [columns.content, contentText(row)],
  ].filter(([, value]) => value !== '')
  return (
    <Dialog
      title={nameOfRow(row)}
      isOpen
      onClose={onClose}
      footer={
        <Button look="primary" autoFocus onPress={onClose}>
          {uiTexts.close}
        </Button>
      }
    >
      <div className={styles.preview}>
        <p>
          <Badge tone={tones[row.verdict]}>{texts.verdicts[row.verdict]}</Badge>
        </p>
        <p>{texts.explanations[row.verdict]}</p>
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <Lines title={texts.fieldLabels} lines={fieldLines(row)} />
        <Lines title={texts.fileNames} lines={row.fileNames} />
        <Lines title={columns.reasons} lines={row.reasons} />
        {row.number !== null && row.choices.length > 1 && (
          <Select
            label={columns.choice}
            choices={row.choices.map((id) => ({ id, label: texts.choices[id] }))}
            value={choice}
            onChange={onChoose}
          />
        )}
      </div>
    </Dialog>
  )
}

/** A titled list; nothing without lines. */
function Lines({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  return (
    lines.length > 0 && (
      <section>
        <h3>{title}</h3>
        <ul className={styles.notes}>
          {lines.map((line, place) => (
            <li key={`${place} ${line}`}>{line}</li>
          ))}
        </ul>
      </section>
    )
  )
}
