import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { CircleAlert, FileText, Upload, X } from 'lucide-react'
import { endingOf } from '#domain/platform/file-endings.ts'
import { listTexts } from '#texts/platform/lists.ts'
import { IconButton } from './Button.tsx'
import styles from './FileDrop.module.css'
import { cx } from './given.ts'

export type FileDropProps = {
  label: string
  /** Extensions with their dot: ['.xml']. The default is CSV. */
  endings?: readonly string[]
  maximumBytes?: number | undefined
  /** The size limit as text, if the page checks the size itself. */
  limit?: string | undefined
  /** The accepted files as text, if each extension has its own limit. */
  accepted?: string | undefined
  file: File | null
  onChange: (file: File | null) => void
  /** The server's refusal. */
  error?: string | null | undefined
  isDisabled?: boolean | undefined
  autoFocus?: boolean | undefined
}

const sizeOf = (bytes: number) =>
  bytes < 1_048_576 ? listTexts.files.kilobytes(bytes) : listTexts.files.megabytes(bytes)

/** A field for one file, dropped or chosen. Extension and size are checked before anything is sent. */
export function FileDrop({
  label,
  endings = ['.csv'],
  maximumBytes,
  limit = maximumBytes === undefined ? undefined : sizeOf(maximumBytes),
  accepted = listTexts.files.accepted(endings.join(', '), limit),
  file,
  onChange,
  error,
  isDisabled,
  autoFocus,
}: FileDropProps): ReactNode {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const judge = (files: readonly File[]): string | null => {
    const [first] = files
    if (first === undefined) return null
    if (files.length > 1) return listTexts.files.single
    if (endingOf(first.name, endings) === null) return listTexts.files.wrongType(endings.join(', '))
    if (maximumBytes !== undefined && first.size > maximumBytes) return listTexts.files.tooLarge(limit ?? '')
    return null
  }
  const take = (files: readonly File[]) => {
    const found = judge(files)
    setFault(found)
    onChange(found === null ? (files[0] ?? null) : null)
    if (input.current !== null) input.current.value = ''
  }
  const onDrag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isInside && isDisabled !== true)
  }
  const wrong = fault ?? error ?? null
  return (
    <div className={styles.frame}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div
        className={cx(
          styles.zone,
          isOver && styles.over,
          wrong !== null && styles.wrong,
          file !== null && styles.full,
        )}
        onDragEnter={onDrag(true)}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={(event) => {
          onDrag(false)(event)
          if (isDisabled !== true) take([...event.dataTransfer.files])
        }}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className={styles.input}
          accept={endings.join(',')}
          disabled={isDisabled}
          autoFocus={autoFocus}
          aria-invalid={wrong !== null || undefined}
          aria-describedby={`${id}-text`}
          onChange={(event) => take([...(event.target.files ?? [])])}
        />
        {file === null ? (
          <>
            <Upload aria-hidden="true" />
            <p>
              {listTexts.files.drop} <span className={styles.choose}>{listTexts.files.choose}</span>
            </p>
            <p className={styles.hint}>{accepted}</p>
          </>
        ) : (
          <>
            <FileText aria-hidden="true" />
            <p className={styles.name}>{file.name}</p>
            <p className={styles.hint}>{sizeOf(file.size)}</p>
            <span className={styles.remove}>
              <IconButton
                size="small"
                label={listTexts.files.remove}
                icon={<X />}
                isDisabled={isDisabled}
                onPress={() => take([])}
              />
            </span>
          </>
        )}
      </div>
      <p id={`${id}-text`} className={styles.error} role={wrong === null ? undefined : 'alert'}>
        {wrong !== null && <CircleAlert aria-hidden="true" />}
        {wrong}
      </p>
    </div>
  )
}
