import type { ReactNode } from 'react'
import { ChevronRight, History, PackageOpen } from 'lucide-react'
import { importSourceNames, type ImportSource } from '#domain/vault/import-sources.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { managerImportTexts } from '#texts/vault/manager-imports.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { sourceIcons } from './importSources.ts'
import styles from './ImportDialog.module.css'

export type ImportChoiceProps = {
  /** The source chosen before, when the user returns to change it. */
  former: ImportSource | null
  onChoose: (source: ImportSource) => void
  /** Opens the import from another manager. */
  onOther: () => void
  /** Shows the imports of the chest. */
  onList: () => void
  onClose: () => void
}

/** The choice of the source of an import. */
export function ImportChoice({ former, onChoose, onOther, onList, onClose }: ImportChoiceProps): ReactNode {
  return (
    <Dialog
      title={importTexts.title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button look="plain" icon={<History />} onPress={onList}>
            {explorerTexts.imports}
          </Button>
          <Button onPress={onClose}>{uiTexts.cancel}</Button>
        </>
      }
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
      <div className={styles.other}>
        <button type="button" className={styles.source} onClick={onOther}>
          <PackageOpen aria-hidden="true" />
          <span>
            <span className={styles.sourceName}>{managerImportTexts.entry.name}</span>
            <span className={styles.quiet}>{managerImportTexts.entry.detail}</span>
          </span>
          <ChevronRight aria-hidden="true" className={styles.onward} />
        </button>
      </div>
    </Dialog>
  )
}
