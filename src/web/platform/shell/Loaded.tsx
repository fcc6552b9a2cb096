import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Dialog, type DialogProps } from '#web/platform/ui/Dialog.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'

export type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** The title of the error that replaces the content. */
  failed: string
  /** The number of lines of the skeleton. */
  lines: number
  children: (data: Data) => ReactNode
}

/** The content of a query, its skeleton while it loads, or an error with a retry. */
export function Loaded<Data>({ query, failed, lines, children }: LoadedProps<Data>): ReactNode {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error === null) return <Skeleton lines={lines} />
  return (
    <ErrorBlock title={failed} onRetry={() => void refetch()}>
      {sentenceOf(error)}
    </ErrorBlock>
  )
}

export type LoadedDialogProps<Data> = LoadedProps<Data> & Pick<DialogProps, 'title' | 'size' | 'onClose'>

/** A dialog that is replaced by another one, with its form, once the query has loaded. */
export function LoadedDialog<Data>({ title, size, onClose, ...content }: LoadedDialogProps<Data>): ReactNode {
  if (content.query.data !== undefined) return <Loaded {...content} />
  return (
    <Dialog title={title} size={size} isOpen onClose={onClose}>
      <Loaded {...content} />
    </Dialog>
  )
}
