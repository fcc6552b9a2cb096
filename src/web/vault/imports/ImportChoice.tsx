import type { ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { importSourceNames, type ImportSource } from '#domain/vault/import-sources.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { sourceIcons } from './importSources.ts'
import styles from './ImportDialog.module.css'

export type ImportChoiceProps = {
  /** The source chosen before, when the user returns to change it. */
  former: ImportSource | null
  onChoose: (source: ImportSource) => void
  onClose: () => void
}

/** The choice of the source of an import. */
export function ImportChoice({ former, onChoose, onClose }: ImportChoiceProps): ReactNode {
  return (
    <Dialog
      title={importTexts.title}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{uiTexts.cancel}</Button>}
    >
      <p id="import-choice" className={styles.legend}>
        {importTexts.choice}
      </p>
      <ul className={styles.sources} aria-labelledby="import-choice">
        {importSourceNames.map((source) => {
          const Icon = sourceIcons[source]
          const { name, detail } = importTexts.sources[source]
          return (
            <li key={source}>
              <button
                type="button"
                className={styles.source}
                autoFocus={source === (former ?? importSourceNames[0])}
                onClick={() => onChoose(source)}
              >
                <Icon aria-hidden="true" />
                <span>
                  <span className={styles.sourceName}>{name}</span>
                  <span className={styles.quiet}>{detail}</span>
                </span>
                <ChevronRight aria-hidden="true" className={styles.onward} />
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
