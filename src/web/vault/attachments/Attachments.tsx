import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Download, Eye, Paperclip, RotateCcw, Trash2, X } from 'lucide-react'
import { attachments } from '#contract/vault/attachments.ts'
import { attachmentMessages, attachmentTexts as texts } from '#texts/vault/attachments.ts'
import { call, callFile } from '#web/platform/api/client.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { useSession } from '#web/platform/shell/session.ts'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { saveFile } from '#web/platform/ui/saveFile.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useIsVisible } from '#web/platform/ui/useIsVisible.ts'
import type { Item } from '#web/vault/items/queries.ts'
import fieldStyles from '#web/vault/element-panel/InlineField.module.css'
import styles from './Attachments.module.css'
import { previewOf, type Preview } from './preview.ts'
import { useFilesGiven } from './useFilesGiven.ts'
import { useUploads, type Upload } from './useUploads.ts'

const PreviewDialog = lazyDialog(() => import('./PreviewDialog.tsx').then((module) => module.PreviewDialog))

type Attached = Item['attachments'][number]
type Props = { item: Item; mayUpdate: boolean; onChanged: () => Promise<void> }

/** The files of an item: they are saved, looked at, removed and restored; new ones are chosen, dropped or pasted. */
export function Attachments({ item, mayUpdate, onChanged }: Props): ReactNode {
  const toasts = useToasts()
  const { attachmentBytes } = useSession()
  const { uploads, add, retry, cancel } = useUploads(item.id, attachmentBytes, onChanged)
  const [preview, setPreview] = useState<{ name: string; shown: Preview } | null>(null)
  /** The file that is being received. */
  const [isReceiving, setReceiving] = useState<number | null>(null)
  const isInSight = useIsVisible()
  const frame = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]) => (mayUpdate && files.length > 0 ? add(files) : undefined)
  const isOver = useFilesGiven(frame, mayUpdate, take, () => toasts.error(texts.folder))

  // The bytes leave the memory with the dialog; the cleanup also runs when the chest locks and its page is hidden.
  useEffect(() => {
    if (preview === null) return undefined
    const close = () => setPreview((present) => (present === preview ? null : present))
    const stop = onApiEvent('veiled', close)
    return () => {
      stop()
      URL.revokeObjectURL(preview.shown.url)
      close()
    }
  }, [preview])

  const receive = async (file: Attached, use: (bytes: Blob) => Promise<void>, failed: string) => {
    if (isReceiving !== null) return
    setReceiving(file.id)
    try {
      await use(await callFile(attachments.read, { params: { id: item.id, attachmentId: file.id } }))
    } catch (error) {
      if (!isCode(error, 'CHEST_LOCKED')) toasts.error(failed)
      if (isCode(error, 'ATTACHMENT_NOT_FOUND')) await onChanged()
    }
    setReceiving(null)
  }
  const save = (file: Attached) =>
    receive(
      file,
      async (bytes) => {
        if (isInSight()) saveFile(file.name, bytes)
      },
      texts.downloadFailed,
    )
  const look = (file: Attached) =>
    receive(
      file,
      async (bytes) => {
        const shown = await previewOf(bytes)
        if (shown === null) toasts.error(texts.previewFailed)
        else if (isInSight()) setPreview({ name: file.name, shown })
        else URL.revokeObjectURL(shown.url)
      },
      texts.previewFailed,
    )
  const change = async (made: 'remove' | 'restore', id: number) => {
    try {
      await call(attachments[made], { params: { id: item.id, attachmentId: id } })
      if (made === 'restore') toasts.success(attachmentMessages.restored)
      else
        toasts.success(attachmentMessages.removed, {
          action: { label: texts.undo, onAction: () => void change('restore', id) },
        })
    } catch {
      toasts.error(texts.changeFailed)
    }
    await onChanged()
    // The row with the button is gone.
    restoreFocus(() => frame.current)
  }

  const { attachments: files, removedAttachments: removed } = item
  return (
    <section
      ref={frame}
      className={`${fieldStyles.field} ${styles.section}`}
      aria-label={texts.title}
      tabIndex={-1}
      data-over={isOver || undefined}
    >
      <div className={styles.head}>
        <span className={fieldStyles.label}>{texts.title}</span>
        {mayUpdate && (
          <Button size="small" look="plain" icon={<Paperclip />} onPress={() => input.current?.click()}>
            {texts.add}
          </Button>
        )}
      </div>
      {mayUpdate && (
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            target.value = ''
          }}
        />
      )}
      {files.length === 0 && uploads.length === 0 && <p className={fieldStyles.none}>{texts.none}</p>}
      {files.length > 0 && (
        <ul className={styles.list} aria-label={texts.title}>
          {files.map((file) => (
            <li key={file.id} className={styles.file}>
              <Words name={file.name} detail={texts.detail(file.size, file.creator)} />
              {isShown(file) && (
                <IconButton
                  size="small"
                  label={texts.previewOf(file.name)}
                  icon={<Eye />}
                  onPress={() => void look(file)}
                />
              )}
              <IconButton
                size="small"
                label={texts.downloadOf(file.name)}
                icon={<Download />}
                isPending={isReceiving === file.id}
                onPress={() => void save(file)}
              />
              {mayUpdate && (
                <IconButton
                  size="small"
                  label={texts.removeOf(file.name)}
                  icon={<Trash2 />}
                  onPress={() => void change('remove', file.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {uploads.length > 0 && (
        <ul className={styles.list}>
          {uploads.map((upload) => (
            <li key={upload.key}>
              <UploadRow upload={upload} onRetry={() => retry(upload)} onCancel={() => cancel(upload.key)} />
            </li>
          ))}
        </ul>
      )}
      {mayUpdate && <p className={styles.hint}>{isOver ? texts.drop : texts.hint(attachmentBytes)}</p>}
      {mayUpdate && removed.length > 0 && (
        <details className={styles.removed}>
          <summary>
            {texts.removed} ({removed.length})
          </summary>
          <p className={styles.hint}>{texts.removedNote}</p>
          <ul className={styles.list}>
            {removed.map((file) => (
              <li key={file.id} className={styles.file}>
                <Words name={file.name} detail={texts.removedDetail(file.removedBy)} />
                <IconButton
                  size="small"
                  label={texts.restoreOf(file.name)}
                  icon={<RotateCcw />}
                  onPress={() => void change('restore', file.id)}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
      {preview !== null && (
        <PreviewDialog name={preview.name} shown={preview.shown} onClose={() => setPreview(null)} />
      )}
    </section>
  )
}

/** Whether the browser shows such a file; one that has no viewer for PDF would save it instead. */
const isShown = ({ preview }: Attached): boolean =>
  preview !== null && (preview !== 'application/pdf' || navigator.pdfViewerEnabled)

const Words = ({ name, detail }: { name: string; detail: string }): ReactNode => (
  <div className={styles.words}>
    {/* A name may hold letters of another direction. */}
    <bdi className={styles.name}>{name}</bdi>
    <span className={styles.detail}>{detail}</span>
  </div>
)

type UploadRowProps = { upload: Upload; onRetry: () => void; onCancel: () => void }

function UploadRow({ upload, onRetry, onCancel }: UploadRowProps): ReactNode {
  const { file, sent, state, problem, mayRetry } = upload
  if (state === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <Words name={file.name} detail={problem ?? texts.failed} />
        {mayRetry && (
          <Button size="small" onPress={onRetry}>
            {texts.retry}
          </Button>
        )}
        <IconButton size="small" label={texts.dismissOf(file.name)} icon={<X />} onPress={onCancel} />
      </div>
    )
  const detail =
    state === 'waiting' ? texts.waiting : sent < file.size ? texts.sent(sent, file.size) : texts.sealing
  return (
    <div className={styles.upload}>
      <ProgressBar
        label={texts.sending(file.name)}
        value={sent}
        total={Math.max(1, file.size)}
        detail={detail}
      />
      <IconButton size="small" label={texts.cancelOf(file.name)} icon={<X />} onPress={onCancel} />
    </div>
  )
}
