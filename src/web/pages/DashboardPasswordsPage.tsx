import type { ReactNode } from 'react'
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { paging } from '#domain/platform/limits.ts'
import { dashboardTexts, passwordListTexts } from '#texts/office/dashboard.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { PasswordFilters } from '#web/office/dashboard/PasswordFilters.tsx'
import { PasswordTable } from '#web/office/dashboard/PasswordTable.tsx'
import { itemPlace, readPasswordPlace, type PasswordPlace } from '#web/office/dashboard/place.ts'
import { usePasswordList } from '#web/office/dashboard/queries.ts'
import { useListUpkeep } from '#web/platform/shell/useListUpkeep.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import wide from '#web/platform/shell/WidePage.module.css'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button, ButtonLink } from '#web/platform/ui/Button.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { cx } from '#web/platform/ui/given.ts'
import { Paging } from '#web/platform/ui/Paging.tsx'
import styles from './DashboardPage.module.css'

const titleOf = ({ level, concern, changeable }: PasswordPlace): string => {
  const { titles } = passwordListTexts
  if (concern !== undefined) return titles[concern]
  if (level !== undefined) return titles.level(level)
  return changeable === true ? titles.changeable : titles.all
}

/** /routes/dashboard/passwords: the passwords behind a figure that the caller may read. */
export function DashboardPasswordsPage(): ReactNode {
  const place = readPasswordPlace(useSearch({ from: '/routes/dashboard/passwords' }))
  const navigate = useNavigate()
  const { history } = useRouter()
  const isOpenedFromDashboard = useCanGoBack()
  const now = useNow(60_000)
  const query = usePasswordList(place)
  const { data, error, refetch, isPlaceholderData } = query
  const { offset = 0, limit = paging.defaultLimit } = place
  const total = data?.total ?? 0
  const title = titleOf(place)
  usePageTitle(title, dashboardTexts.title)

  const go = (search: PasswordPlace) =>
    void navigate({ to: '/routes/dashboard/passwords', search, replace: true })
  const goTo = (last: number) => go({ ...place, offset: last })
  useListUpkeep(query, { offset, limit, total }, { goTo, loadFailed: dashboardTexts.loadFailed })

  const isFiltered = [place.level, place.concern, place.changeable, place.chestId].some(
    (one) => one !== undefined,
  )
  return (
    <div className={cx(wide.page, styles.page)}>
      <div className={wide.top}>
        <h1 className={wide.title}>{title}</h1>
        <p className={wide.count} role="status">
          {data !== undefined && passwordListTexts.count(total)}
        </p>
        <span className={styles.actions}>
          <ButtonLink
            href="/routes/dashboard"
            icon={<ArrowLeft />}
            onFollow={() =>
              isOpenedFromDashboard
                ? history.back()
                : void navigate({ to: '/routes/dashboard', replace: true })
            }
          >
            {passwordListTexts.back}
          </ButtonLink>
        </span>
      </div>
      {place.from === 'company' && (
        <div className={styles.notice}>
          <Banner>{passwordListTexts.companyNotice}</Banner>
        </div>
      )}
      <PasswordFilters place={place} chests={data?.reply.chests ?? []} onChange={go} />
      {error !== null && data === undefined ? (
        <ErrorBlock title={dashboardTexts.loadFailed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      ) : (
        <div className={wide.card}>
          <PasswordTable
            passwords={data?.reply.passwords ?? null}
            now={now}
            place={place}
            onSort={(sort, order) => {
              const { offset: _offset, ...kept } = place
              go({ ...kept, sort, order })
            }}
            // Pushed, not replaced: the browser's back button restores filters, order and page.
            onOpen={(password) => void navigate({ to: '/routes/explorer', search: itemPlace(password) })}
            emptyActions={
              isFiltered && (
                <Button onPress={() => go({ ...(place.limit && { limit: place.limit }) })}>
                  {passwordListTexts.filters.clear}
                </Button>
              )
            }
          />
          <div className={wide.foot}>
            <Paging
              offset={offset}
              limit={limit}
              total={total}
              isBusy={isPlaceholderData}
              onChange={(page) => go({ ...place, ...page })}
            />
          </div>
        </div>
      )}
    </div>
  )
}
