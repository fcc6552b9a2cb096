import { type ReactNode } from 'react'
import { ListFilter, X } from 'lucide-react'
import { debounces, fieldLimits } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { usePageKey } from '#web/platform/shell/shortcuts.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Paging } from '#web/platform/ui/Paging.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import styles from './ListPage.module.css'
import type { ListPageState } from './useListPage.ts'

export type ListPageProps = {
  title: string
  list: Omit<ListPageState<never>, 'rows' | 'change'> & { rows: readonly unknown[] | null }
  /** For example `312 groupes`, beside the title. */
  count: (total: number) => string
  /** The label and placeholder of the search field. */
  searchLabel: string
  /** The debounce of the search, in milliseconds. */
  searchDelay?: number | undefined
  /** Buttons at the end of the title's line, the primary one last. */
  actions?: ReactNode
  /** Shown between the tools and the table. */
  notice?: ReactNode
  /** The panel on the right of the list, if open. */
  panel?: ReactNode
  children: ReactNode
}

/** A list of a back office: title and count, filter, table and pager. */
export function ListPage(props: ListPageProps): ReactNode {
  const { list } = props
  usePageTitle(props.title)
  usePageKey('Escape', () => list.setPanel(null), list.panelId !== null)
  return (
    <div className={styles.frame}>
      <div className={styles.scroll}>
        <div className={styles.page}>
          <div className={styles.top}>
            <h1 className={styles.title}>{props.title}</h1>
            <p className={styles.count} role="status">
              {list.rows !== null && props.count(list.total)}
            </p>
            {props.actions !== undefined && <div className={styles.actions}>{props.actions}</div>}
          </div>
          <div className={styles.tools}>
            <div className={styles.search}>
              <SearchField
                label={props.searchLabel}
                placeholder={props.searchLabel}
                value={list.search}
                onChange={list.setSearch}
                delay={props.searchDelay ?? debounces.listFilter}
                isBusy={list.isBusy && list.search !== ''}
                maxLength={fieldLimits.search}
              />
            </div>
            <BankFilter list={list} />
          </div>
          {props.notice}
          {list.error !== null ? (
            <ErrorBlock title={list.loadFailed} onRetry={() => void list.refresh()}>
              {sentenceOf(list.error)}
            </ErrorBlock>
          ) : (
            <div className={styles.card}>
              {props.children}
              <div className={styles.foot}>
                <Paging
                  offset={list.offset}
                  limit={list.limit}
                  total={list.total}
                  isBusy={list.isBusy}
                  onChange={list.setPage}
                />
              </div>
            </div>
          )}
        </div>
      </div>
      {props.panel}
    </div>
  )
}

/** The filter by the current bank, which can be removed and restored. */
function BankFilter({ list }: Pick<ListPageProps, 'list'>): ReactNode {
  const { bank, isFiltered, setFiltered } = list
  if (bank === null) return null
  if (!isFiltered) {
    return (
      <Button look="plain" size="small" icon={<ListFilter />} onPress={() => setFiltered(true)}>
        {officeTexts.keepBank(bank.label)}
      </Button>
    )
  }
  return (
    <span className={styles.chip}>
      <span className={styles.chipText} title={bank.label}>
        {officeTexts.bankFilter(bank.label)}
      </span>
      <button
        type="button"
        className={styles.chipButton}
        aria-label={officeTexts.dropBank(bank.label)}
        title={officeTexts.dropBank(bank.label)}
        onClick={() => setFiltered(false)}
      >
        <X aria-hidden="true" />
      </button>
    </span>
  )
}
