import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Shredder } from 'lucide-react'
import { paging } from '#domain/platform/limits.ts'
import { trashTexts } from '#texts/vault/trash.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { useChest, useRefreshChest, useRights } from '#web/vault/explorer/queries.ts'
import { hrefOf } from '#web/vault/explorer/place.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { useListUpkeep } from '#web/platform/shell/useListUpkeep.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { readTrashPlace, type TrashPlace } from '#web/vault/trash/place.ts'
import { useTrashPage, useTrashSummary, type TrashPage as Page } from '#web/vault/trash/queries.ts'
import { TrashList } from '#web/vault/trash/TrashList.tsx'
import { TrashDialog, type Asked } from '#web/vault/trash/TrashDialog.tsx'
import { Button, ButtonLink } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { ChestGate } from './ChestGate.tsx'
import styles from './Page.module.css'
import own from './TrashPage.module.css'

/** /routes/trash: the trash of the chest in the address, else a redirect to the choice of chests. */
export function TrashPage(): ReactNode {
  const place = readTrashPlace(useSearch({ from: '/routes/trash' }))
  const { chestId } = place
  const navigate = useNavigate()
  useEffect(() => {
    if (chestId === undefined) void navigate({ to: '/routes/manager', replace: true })
  }, [chestId, navigate])
  return chestId === undefined ? null : (
    <ChestGate key={chestId} chestId={chestId}>
      <Trash chestId={chestId} place={place} />
    </ChestGate>
  )
}

function Trash({ chestId, place }: { chestId: number; place: TrashPlace }): ReactNode {
  const navigate = useNavigate()
  const now = useNow(30_000)
  const chest = useChest(chestId)
  const rights = useRights(chestId)
  const refresh = useRefreshChest(chestId)
  const page: Page = {
    older: place.older === true,
    offset: place.offset ?? 0,
    limit: place.limit ?? paging.defaultLimit,
  }
  const query = useTrashPage(chestId, page)
  const { data, error, refetch, isPlaceholderData } = query
  const summary = useTrashSummary(chestId).data
  const [asked, setAsked] = useState<Asked | null>(null)
  useRestoreFocus(asked === null || asked.update === 'empty' ? null : (asked.entries[0]?.id ?? null))
  usePageTitle(trashTexts.title, chest.data?.name)

  const go = (next: TrashPlace) =>
    void navigate({ to: '/routes/trash', search: { chestId, ...next }, replace: true })
  const { offset, limit } = page
  const total = data?.total ?? 0
  const goTo = (last: number) => go({ ...place, offset: last })
  useListUpkeep(query, { offset, limit, total }, { goTo, loadFailed: trashTexts.loadFailed })

  return (
    <div className={styles.page}>
      <div className={`${styles.top} ${own.top}`}>
        <h1 className={styles.title}>
          {chest.data === undefined ? trashTexts.title : trashTexts.of(chest.data.name)}
        </h1>
        <ButtonLink
          href={hrefOf({ chestId })}
          icon={<ArrowLeft />}
          onFollow={() => void navigate({ to: '/routes/explorer', search: { chestId }, replace: true })}
        >
          <span className={own.back}>{trashTexts.back}</span>
        </ButtonLink>
        <div className={`${styles.topActions} ${own.actions}`}>
          <Checkbox
            label={trashTexts.older}
            isSelected={page.older}
            onChange={(older) => go({ ...(older && { older }), ...(place.limit && { limit }) })}
          />
          <Button
            icon={<Shredder />}
            isDisabled={!rights.delete || (summary?.lastId ?? null) === null}
            onPress={() => summary && setAsked({ update: 'empty', summary })}
          >
            {trashTexts.emptyTrash}
          </Button>
        </div>
      </div>
      {error !== null && data === undefined ? (
        <ErrorBlock title={trashTexts.loadFailed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      ) : (
        <TrashList
          key={`${page.older} ${offset} ${limit}`}
          entries={data?.reply ?? null}
          total={total}
          page={page}
          now={now}
          isBusy={isPlaceholderData}
          mayRestore={rights.update}
          mayDelete={rights.delete}
          onAsk={setAsked}
          onPage={(next) => go({ ...place, ...next })}
        />
      )}
      {asked !== null && (
        <TrashDialog chestId={chestId} asked={asked} onSent={refresh} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}
