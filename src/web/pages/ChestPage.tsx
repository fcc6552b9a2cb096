import { useEffect, type ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { chests } from '#contract/chests.ts'
import { paging } from '#domain/limits.ts'
import { chestTexts } from '#texts/chests.ts'
import { callPage } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { forget } from '#web/api/storage.ts'
import { ChestTable } from '#web/chests/ChestTable.tsx'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { ErrorBlock } from '#web/ui/EmptyState.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { readListPlace } from './listPlace.ts'
import styles from './Page.module.css'

/** /routes/chest: the chests that one manages, in the table that the server renders for its fragment. */
export function ChestPage(): ReactNode {
  const {
    chestId,
    offset = 0,
    limit = paging.defaultLimit,
  } = readListPlace(useSearch({ from: '/routes/chest' }))
  const navigate = useNavigate()
  // A back office is no place for an open chest's key (SESS-09).
  useEffect(() => forget('mk'), [])
  usePageTitle(chestTexts.table.title)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['managed-chests', offset, limit],
    queryFn: ({ signal }) => callPage(chests.list, { query: { offset, limit }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{chestTexts.table.title}</h1>
      {error !== null && data === undefined ? (
        <ErrorBlock title={chestTexts.loadFailed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      ) : (
        <div className={styles.card}>
          <ChestTable chests={data?.reply ?? null} chosenId={chestId ?? null} />
          <div className={styles.foot}>
            <Paging
              offset={offset}
              limit={limit}
              total={data?.total ?? 0}
              isBusy={isPlaceholderData}
              onChange={(place) => void navigate({ to: '/routes/chest', search: place, replace: true })}
            />
          </div>
        </div>
      )}
    </div>
  )
}
