import { useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, RotateCcw } from 'lucide-react'
import { chests } from '#contract/vault/chests.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { EmptyState, ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './Dialogs.module.css'

const texts = chestTexts.deletedList
type DeletedChest = ReplyOf<typeof chests.listDeleted>[number]

/** The deleted chests that can be restored, for super administrators. */
export function DeletedChestsDialog(props: {
  onRestored: (chestId: number) => void
  onClose: () => void
}): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const now = useNow(30_000)
  const [busyId, setBusyId] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    ...replyQuery(['deleted-chests'], chests.listDeleted, {}),
    staleTime: 0,
  })
  const restore = async (chest: DeletedChest) => {
    setBusyId(chest.id)
    try {
      await call(chests.restore, { params: { id: chest.id } })
      toasts.success(texts.restored)
      await cache.invalidateQueries({ queryKey: cacheKeys.chests })
      props.onRestored(chest.id)
    } catch {
      toasts.error(texts.restoreFailed)
    }
    setBusyId(null)
    await refetch()
  }
  const columns: readonly Column<DeletedChest>[] = [
    {
      id: 'name',
      label: chestTexts.table.name,
      card: 'title',
      cell: ({ name }) => <span title={name}>{name}</span>,
    },
    {
      id: 'deletedAt',
      label: texts.deletedAt,
      width: 'medium',
      cell: ({ deletedAt }) => <RelativeTime at={deletedAt} now={now} />,
    },
    {
      id: 'erasedAt',
      label: texts.erasedAt,
      width: 'medium',
      cell: ({ erasedAt }) => <RelativeTime at={erasedAt} now={now} />,
    },
    {
      id: 'restore',
      label: texts.restore,
      width: 'medium',
      cell: (chest) => (
        <Button
          size="small"
          icon={<RotateCcw />}
          aria-label={texts.restoreOf(chest.name)}
          isPending={busyId === chest.id}
          isDisabled={busyId !== null && busyId !== chest.id}
          onPress={() => void restore(chest)}
        >
          {texts.restore}
        </Button>
      ),
    },
  ]
  return (
    <Dialog title={texts.title} size="large" isOpen onClose={props.onClose}>
      <p className={styles.quiet}>{texts.detail}</p>
      {error !== null && data === undefined ? (
        <ErrorBlock title={texts.loadFailed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      ) : (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={data ?? null}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          skeletonRows={3}
          empty={<EmptyState title={texts.none} icon={<Archive />} />}
        />
      )}
    </Dialog>
  )
}
