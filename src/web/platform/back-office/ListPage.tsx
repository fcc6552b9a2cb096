import { type ReactNode } from 'react'
import { debounces, fieldLimits } from '#domain/platform/limits.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { BankChip } from '#web/platform/shell/BankChip.tsx'
import { usePageKey } from '#web/platform/shell/shortcuts.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import wide from '#web/platform/shell/WidePage.module.css'
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
  /** The page's own filters, which replace the one by the current bank. */
  filters?: ReactNode
  /** The meaning of signs in the table, at the end of the filters' line. */
  legend?: ReactNode
  /** Buttons at the end of the title's line, the primary one last. */
  actions?: ReactNode
  /** Shown between the tools and the table. */
  notice?: ReactNode
  /** The panel on the right of the list, if open. */
  panel?: ReactNode
  /** What can be done with the selected rows, above the pager. */
  selection?: ReactNode
  children: ReactNode
}

/** A list of a back office: title and count, filter, table and pager. */
export function ListPage(props: ListPageProps): ReactNode {
  const { list } = props
  usePageTitle(props.title)
  usePageKey('Escape', () => list.setPanel(null), list.panelId !== null)
  return (
    <div className={wide.frame}>
      <div className={wide.scroll}>
        <div className={wide.page}>
          <div className={wide.top}>
            <h1 className={wide.title}>{props.title}</h1>
            <p className={wide.count} role="status">
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
            {props.filters ??
              (list.bank !== null && (
                <BankChip bank={list.bank} isOn={list.isFiltered} onChange={list.setFiltered} />
              ))}
            {props.legend !== undefined && list.rows !== null && list.rows.length > 0 && (
              <div className={styles.legend}>{props.legend}</div>
            )}
          </div>
          {props.notice}
          {list.error !== null ? (
            <ErrorBlock title={list.loadFailed} onRetry={() => void list.refresh()}>
              {sentenceOf(list.error)}
            </ErrorBlock>
          ) : (
            <div className={wide.card}>
              {props.children}
              {props.selection}
              <div className={wide.foot}>
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
