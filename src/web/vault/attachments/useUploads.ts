import { use, useEffect, useRef, useState } from 'react'
import { attachmentMessages, attachmentRefusals, attachmentTexts } from '#texts/vault/attachments.ts'
import { ApiError, sentenceOf } from '#web/platform/api/errors.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { UnsavedContext } from '#web/vault/element-panel/unsaved.ts'
import { sendFile } from './sendFile.ts'

/** A file on its way. `problem`: why it was not attached. */
export type Upload = {
  readonly key: string
  readonly file: File
  readonly sent: number
  readonly state: 'waiting' | 'sending' | 'failed'
  readonly problem: string | null
  readonly mayRetry: boolean
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

function failureOf(error: unknown): Pick<Upload, 'state' | 'problem' | 'mayRetry'> {
  const failed = (problem: string, mayRetry: boolean) => ({ state: 'failed', problem, mayRetry }) as const
  if (error instanceof DOMException) return failed(attachmentTexts.interrupted, true)
  if (!(error instanceof ApiError)) return failed(sentenceOf(error), true)
  // What no second try would change is not offered again.
  return error.status === 0
    ? failed(attachmentTexts.offline, true)
    : failed(error.message, ![404, 413, 415].includes(error.status))
}

/**
 * Sends files one after the other, with their progress. Closing the panel asks for confirmation while some are left. When
 * it closes, or its chest locks, the one under way is cancelled.
 * @param onChanged refreshes the item
 */
export function useUploads(itemId: number, maximum: number, onChanged: () => Promise<void>) {
  const toasts = useToasts()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef<{ key: string; file: File }[]>([])
  const running = useRef<{ key: string; controller: AbortController } | null>(null)
  const count = use(UnsavedContext)
  const isBusy = uploads.some(({ state }) => state !== 'failed')
  const patch = (key: string, change: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))
  const drop = (key: string) => setUploads((before) => before.filter((upload) => upload.key !== key))

  useEffect(() => {
    if (!isBusy) return undefined
    count(1)
    return () => count(-1)
  }, [isBusy, count])
  useEffect(() => () => running.current?.controller.abort(), [])

  const send = async ({ key, file }: { key: string; file: File }) => {
    const controller = new AbortController()
    running.current = { key, controller }
    patch(key, { state: 'sending', sent: 0, problem: null })
    const onSent = (bytes: number) => patch(key, { sent: bytes })
    try {
      await sendFile({ itemId, file, key, onSent, signal: controller.signal })
      drop(key)
      toasts.success(attachmentMessages.added, { detail: file.name })
      await onChanged()
    } catch (error) {
      patch(key, failureOf(error))
    }
  }
  const work = async () => {
    if (running.current !== null) return
    for (let next = queue.current.shift(); next !== undefined; next = queue.current.shift()) await send(next)
    running.current = null
  }

  return {
    uploads,
    add: (files: readonly File[]) => {
      const added = files.map((file): Upload => {
        const upload = { key: newKey(), file, sent: 0, mayRetry: false }
        return file.size > maximum
          ? { ...upload, state: 'failed', problem: attachmentRefusals.tooLarge(maximum) }
          : { ...upload, state: 'waiting', problem: null }
      })
      setUploads((before) => [...before, ...added])
      queue.current.push(...added.filter(({ state }) => state === 'waiting'))
      void work()
    },
    retry: ({ key, file }: Upload) => {
      patch(key, { state: 'waiting', problem: null })
      queue.current.push({ key, file })
      void work()
    },
    /** Cancels a file, or takes a failed one off the list. */
    cancel: (key: string) => {
      drop(key)
      queue.current = queue.current.filter((waiting) => waiting.key !== key)
      if (running.current?.key === key) running.current.controller.abort()
    },
  }
}
