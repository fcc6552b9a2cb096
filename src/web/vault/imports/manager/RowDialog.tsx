import type { ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { tones } from './PreviewTable.tsx'
import { contentText, nameOfRow, pathOfRow } from './rowTexts.ts'
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
        {row.reasons.length > 0 && (
          <section>
            <h3>{columns.reasons}</h3>
            <ul className={styles.notes}>
              {row.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </section>
        )}
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
