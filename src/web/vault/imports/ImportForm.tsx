import { useState, type ReactNode } from 'react'
import { Download } from 'lucide-react'
import { imports } from '#contract/vault/imports.ts'
import { importBytes, importSources, type ImportSource } from '#domain/vault/import-sources.ts'
import { fileTooLarge } from '#texts/platform/lists.ts'
import { formatKilobytes } from '#texts/platform/format.ts'
import { importTexts, csvTemplate } from '#texts/vault/imports.ts'
import { callText } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FileDrop } from '#web/platform/ui/FileDrop.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { saveFile } from '#web/platform/ui/saveFile.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { maximumBytesOf, sourceIcons } from './importSources.ts'
import styles from './ImportDialog.module.css'

export type ImportFormProps = {
  source: ImportSource
  /** The target as text: the chest's root or a folder. */
  destination: string
  onSubmit: (file: File) => void
  onChangeSource: () => void
  onClose: () => void
}

/** The choice of the file. Its size is checked before anything is sent. */
export function ImportForm(props: ImportFormProps): ReactNode {
  const { source } = props
  const [file, setFile] = useState<File | null>(null)
  const maximumBytes = maximumBytesOf(source, file?.name ?? '')
  const isTooLarge = file !== null && file.size > maximumBytes
  const endings = importSources[source]
  const limits = endings.map((ending) => importTexts.limit(ending, formatKilobytes(importBytes[ending])))
  const { name, howTo } = importTexts.sources[source]
  const Icon = sourceIcons[source]

  return (
    <FormDialog
      title={importTexts.title}
      submitLabel={importTexts.submit}
      isReady={file !== null && !isTooLarge}
      onSubmit={() => file !== null && props.onSubmit(file)}
      onClose={props.onClose}
    >
      <div className={styles.chosen}>
        <Icon aria-hidden="true" />
        <span className={styles.sourceName}>{name}</span>
        <Button look="plain" size="small" onPress={props.onChangeSource}>
          {importTexts.changeSource}
        </Button>
      </div>
      <p>{howTo}</p>
      {source === 'csv' && <TemplateButton />}
      <FileDrop
        label={importTexts.file}
        endings={endings}
        accepted={limits.join(', ')}
        file={file}
        onChange={setFile}
        autoFocus
        error={isTooLarge ? fileTooLarge(maximumBytes) : null}
      />
      <p>
        <span className={styles.quiet}>{importTexts.destination}</span>
        {props.destination}
      </p>
      <p className={styles.quiet}>{importTexts.afterwards}</p>
    </FormDialog>
  )
}

function TemplateButton(): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const text = await callText(imports.template, {})
      // Decoding a text strips the byte order mark, which spreadsheets need.
      saveFile(csvTemplate.name, new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      toasts.error(sentenceOf(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <p>
      <Button size="small" icon={<Download />} isPending={isPending} onPress={() => void save()}>
        {importTexts.template}
      </Button>
    </p>
  )
}
