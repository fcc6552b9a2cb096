import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { trash } from '#contract/trash.ts'
import { retentionLimits } from '#domain/limits.ts'
import { trashTexts } from '#texts/trash.ts'
import { cacheKeys } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { useChest, useRefreshChest, useRights } from '#web/explorer/queries.ts'
import { hrefOf, readPlace } from '#web/explorer/place.ts'
import { useNow } from '#web/shell/useNow.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { TrashTable, type TrashEntry } from '#web/trash/TrashTable.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { ErrorBlock } from '#web/ui/EmptyState.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { useFocusBack } from '#web/ui/useFocusBack.ts'
import styles from './Page.module.css'

/** /routes/trash: the trash of the chest in the address; without one, the choice of a chest. */
export function TrashPage(): ReactNode {
  const { chestId } = readPlace(useSearch({ from: '/routes/trash' }))
  const navigate = useNavigate()
  useEffect(() => {
    if (chestId === undefined) void navigate({ to: '/routes/manager', replace: true })
  }, [chestId, navigate])
  return chestId === undefined ? null : <Trash key={chestId} chestId={chestId} />
}

type Asked = { update: 'restore' | 'delete'; entry: TrashEntry }

function Trash({ chestId }: { chestId: number }): ReactNode {
  const navigate = useNavigate()
  const toasts = useToasts()
  const now = useNow(30_000)
  const chest = useChest(chestId)
  const rights = useRights(chestId)
  const refresh = useRefreshChest(chestId)
  const [isOlder, setOlder] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [...cacheKeys.chest(chestId), 'trash'],
    queryFn: ({ signal }) => call(trash.list, { query: { chestId }, signal }),
  })
  usePageTitle(trashTexts.title, chest.data?.name)
  useFocusBack(asked?.entry.id ?? null)

  const cut = now - retentionLimits.recentTrashMs
  const entries = data?.filter(({ deletedAt }) => Date.parse(deletedAt) < cut === isOlder) ?? null
  const isRestoring = asked?.update === 'restore'
  const confirm = async () => {
    if (asked === null) return
    try {
      await call(trash.restore, { params: { id: asked.entry.id }, body: { update: asked.update } })
      toasts.success(isRestoring ? trashTexts.restored : trashTexts.removed)
    } catch {
      toasts.error(isRestoring ? trashTexts.restoreFailed : trashTexts.removeFailed)
    }
    await refresh()
  }
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <h1 className={styles.title}>
          {chest.data === undefined ? trashTexts.title : trashTexts.of(chest.data.name)}
        </h1>
        <div className={styles.topActions}>
          <Checkbox label={trashTexts.older} isSelected={isOlder} onChange={setOlder} />
          <ButtonLink
            href={hrefOf({ chestId })}
            icon={<ArrowLeft />}
            onFollow={() => void navigate({ to: '/routes/explorer', search: { chestId }, replace: true })}
          >
            {trashTexts.back}
          </ButtonLink>
        </div>
      </div>
      {error !== null && data === undefined ? (
        <ErrorBlock title={trashTexts.loadFailed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      ) : (
        <div className={styles.card}>
          <TrashTable
            entries={entries}
            now={now}
            mayRestore={rights.update}
            mayDelete={rights.delete}
            onRestore={(entry) => setAsked({ update: 'restore', entry })}
            onDelete={(entry) => setAsked({ update: 'delete', entry })}
          />
        </div>
      )}
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title={isRestoring ? trashTexts.restoreTitle : trashTexts.removeTitle}
          confirmLabel={isRestoring ? trashTexts.restore : trashTexts.remove}
          look={isRestoring ? 'primary' : 'danger'}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        >
          <p>
            {isRestoring
              ? trashTexts.restoreDetail(asked.entry.name)
              : trashTexts.removeDetail(asked.entry.name)}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
