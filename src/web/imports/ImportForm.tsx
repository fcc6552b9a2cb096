import { useState, type ReactNode } from 'react'
import { FileKey2 } from 'lucide-react'
import { formatKilobytes } from '#texts/format.ts'
import { importTexts } from '#texts/import-dialog.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { importSourceNames, importSources, type ImportSource } from './importSources.ts'
import styles from './ImportDialog.module.css'

export type ImportFormProps = {
  /** In words: the chest's root, or a folder. */
  destination: string
  onSubmit: (source: ImportSource, file: File) => void
  onClose: () => void
}

/** Which source, which file. The size is judged before anything is sent. */
export function ImportForm({ destination, onSubmit, onClose }: ImportFormProps): ReactNode {
  const [source, setSource] = useState<ImportSource>(importSourceNames[0] ?? 'keepass')
  const [file, setFile] = useState<File | null>(null)
  const { endings, maximumBytes } = importSources[source]
  const isTooLarge = file !== null && file.size > maximumBytes

  return (
    <FormDialog
      title={importTexts.title}
      submitLabel={importTexts.submit}
      isReady={file !== null && !isTooLarge}
      onSubmit={() => file !== null && onSubmit(source, file)}
      onClose={onClose}
    >
      <fieldset className={styles.sources}>
        <legend className={styles.legend}>{importTexts.choice}</legend>
        {importSourceNames.map((name) => (
          <label key={name} className={styles.source}>
            <input
              type="radio"
              name="source"
              className={styles.radio}
              checked={source === name}
              onChange={() => {
                setSource(name)
                setFile(null)
              }}
            />
            <FileKey2 aria-hidden="true" />
            <span>
              <span className={styles.sourceName}>{importTexts.sources[name].name}</span>
              <span className={styles.quiet}>{importTexts.sources[name].detail}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FileDrop
        label={importTexts.file}
        endings={endings}
        limit={formatKilobytes(maximumBytes)}
        file={file}
        onChange={setFile}
        autoFocus
        error={isTooLarge ? importTexts.tooLarge(formatKilobytes(maximumBytes)) : null}
      />
      <p>
        <span className={styles.quiet}>{importTexts.destination}</span>
        {destination}
      </p>
      <p className={styles.quiet}>{importTexts.howTo}</p>
    </FormDialog>
  )
}
