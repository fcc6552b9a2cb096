import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Download, Plus, Upload } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { ApiError, isPassing } from '#web/platform/api/errors.ts'
import { usePrefetchUserChests } from '#web/vault/chests/queries.ts'
import { rememberRecentChest } from '#web/vault/chests/recentChests.ts'
import { useDuplicate } from '#web/vault/copies/useDuplicate.ts'
import { ExplorerTable, sortOf, type ItemCells } from '#web/vault/explorer/ExplorerTable.tsx'
import { pathTo } from '#web/vault/explorer/treeNodes.ts'
import { viewOf, withMarks, type Place } from '#web/vault/explorer/place.ts'
import {
  useBreadcrumb,
  useChest,
  useExplorerPage,
  noRights,
  useTree,
  usePrefetch,
  useRefreshChest,
  useKnownRights,
  useRights,
} from '#web/vault/explorer/queries.ts'
import { idsOfElements, keyOf, rowsOf, type Element } from '#web/vault/explorer/rows.ts'
import { Sidebar } from '#web/vault/explorer/Sidebar.tsx'
import { useExplorerDrag } from '#web/vault/explorer/useExplorerDrag.tsx'
import { isMarkable, useMarks } from '#web/vault/explorer/useMarks.ts'
import { useSelectWhole } from '#web/vault/explorer/useSelectWhole.ts'
import { useDropMove } from '#web/vault/explorer/useMove.ts'
import type { GoTo } from '#web/vault/explorer/usePlace.ts'
import { InFooter } from '#web/platform/shell/Footer.tsx'
import { usePageKey } from '#web/platform/shell/shortcuts.ts'
import { whenIdle } from '#web/platform/ui/whenIdle.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { useIsReached } from '#web/platform/shell/useServerReach.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Paging } from '#web/platform/ui/Paging.tsx'
import { ScrollToTop } from '#web/platform/ui/ScrollToTop.tsx'
import { findRow, restoreFocus, useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ChestHead } from './ChestHead.tsx'
import styles from './ChestView.module.css'
import {
  DialogOf,
  prepareChooser,
  prepareDialogs,
  prepareNota,
  rowOfDialog,
  type OpenDialog,
} from './DialogOf.tsx'
import { ChestStar, FavouriteChests, FavouriteItems, useItemFavourite } from './Favourites.tsx'
import { LoadProblem } from './LoadProblem.tsx'
import { PanelOf, preparePanels } from './PanelOf.tsx'
import { StaleNote } from './StaleNote.tsx'
import type { MenuEntry } from '#web/platform/ui/Menu.tsx'
import { useArrivalFocus } from './useArrivalFocus.ts'
import { useChestMenu } from './useChestMenu.tsx'
import { useMarkedKeys } from './useMarkedKeys.ts'
import { useReopenedExport } from './useReopenedExport.ts'
import { useOpenedRowKeys } from './useOpenedRowKeys.ts'
import { useRowActions, usesOfRow } from './useRowActions.tsx'
import { useChestNavigation } from './useChestNavigation.ts'
import { useSettledPlace } from './useSettledPlace.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { cacheKeys } from '#web/platform/api/cache.ts'
import type { Session } from '#web/platform/shell/session.ts'
import { AddressCell } from '#web/vault/items/AddressCell.tsx'
import { CategoryIcon } from '#web/vault/items/CategoryIcon.tsx'
import { OtpCell } from '#web/vault/items/OtpCell.tsx'
import { PasswordCell } from '#web/vault/items/PasswordCell.tsx'

export type ChestViewProps = { chestId: number; place: Place; goTo: GoTo; onNewChest: () => void }

/** One chest: its folders on the left, the table, and the panel of the selected element on the right. */
export function ChestView({ chestId, place, goTo, onNewChest }: ChestViewProps): ReactNode {
  const navigate = useNavigate()
  const prefetch = usePrefetch(chestId)
  const prefetchChests = usePrefetchUserChests()
  const chest = useChest(chestId)
  const knownRights = useKnownRights(chestId)
  const rights = useRights(chestId)
  const page = useExplorerPage(chestId, place)
  const breadcrumb = useBreadcrumb(chestId, place)
  const refresh = useRefreshChest(chestId)
  const isReached = useIsReached()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const scroll = useRef<HTMLDivElement>(null)
  useRememberChest(knownRights?.read === true ? chest.data?.id : undefined)
  useActionsHere()
  useReopenedExport(chestId, setDialog)
  const isShown = page.data !== undefined
  useEffect(() => {
    if (!isShown) return undefined
    return whenIdle(() => {
      prepareDialogs()
      preparePanels()
    })
  }, [isShown])
  useSettledPlace(chestId, place, page, goTo)
  useRestoreFocus(rowOfDialog(dialog))

  const walk = useChestNavigation({ chestId, place, goTo, page: page.data, scroll, prefetch })
  const { selection, openFolder, select, clearSelection, open } = walk
  const folderId = page.data?.folderId ?? place.folderId ?? null
  const rows = useMemo(() => (page.data === undefined ? null : rowsOf(page.data)), [page.data])
  // Without a connection the chest stays as it was loaded, with its open panel and what is typed there.
  const isAway = chest.data !== undefined && page.data === undefined && (!isReached || isPassing(page.error))
  const folders = useTree(chestId).data ?? []
  // A folder that was not loaded before the connection was lost still has its place in the tree.
  const crumbs = isAway && folderId !== null ? pathTo(folders, folderId) : (breadcrumb.data?.breadCrumb ?? [])
  const folder = crumbs.find(({ id }) => id === folderId) ?? null
  usePageTitle(explorerTexts.pageTitle, folder?.name ?? chest.data?.name)

  const favourite = useItemFavourite(chestId)
  const shownRows = favourite.isPending || knownRights === undefined ? null : rows
  useArrivalFocus(place, walk.selectedKey, shownRows !== null && !page.isPlaceholderData)
  const onGone = (elements: readonly Element[]) => {
    const unmarked = withMarks(place, [])
    if (elements.some((element) => selection?.type === element.type && selection.id === element.id))
      clearSelection(unmarked)
    else if (place.marked !== undefined) goTo(unmarked)
  }
  const pagination = page.data?.pagination
  const total = pagination !== undefined && pagination.total > pagination.limit ? pagination.total : undefined
  const marks = useMarks(place, goTo, rows)
  const isPageMarked = rows !== null && marks.elements.length === rows.filter(isMarkable).length
  const whole = useSelectWhole(place, goTo, page, rows)
  const duplicate = useDuplicate(chestId, goTo)
  const actions = useRowActions({ rights, favourite, folderId, open, select, setDialog, marks, duplicate })
  const chestMenu = useChestMenu(chest.data ?? noChest, rights)
  const exportEntry: readonly MenuEntry[] = rights.export
    ? [
        {
          id: 'export',
          label: explorerTexts.exportChest,
          icon: <Download />,
          onAction: () => setDialog({ name: 'export', exported: {} }),
        },
      ]
    : []
  const move = useDropMove(chestId)
  const drag = useExplorerDrag({
    folderId,
    mayUpdate: rights.update,
    marks,
    onOpen: open,
    onMove: (made) => {
      onGone(made.elements)
      void move(made)
    },
  })
  const closed = useMemo(
    () => (drag.dragged.length === 0 ? undefined : { ids: idsOfElements(drag.dragged).folders, why: '' }),
    [drag.dragged],
  )
  const escape = marks.elements.length > 0 ? marks.clear : () => clearSelection()
  usePageKey('Escape', escape, (selection !== null || marks.elements.length > 0) && dialog === null)
  usePageKey('Backspace', walk.goUp, folderId !== null && dialog === null)
  useMarkedKeys(marks.elements, isAway ? noRights : rights, folderId, setDialog)
  usePageKey('n', () => setDialog({ name: 'new-item' }), rights.create && !isAway && dialog === null)
  useOpenedRowKeys(
    shownRows?.find(({ key }) => key === walk.selectedKey),
    actions.onKey,
    dialog === null,
  )

  // The chest's own reply tells whether the chest or something in it is missing. A locked guardian chest is
  // left to the gate: the page stays as it is.
  const isSettled = !chest.isPending && knownRights !== undefined
  const problem = problemOf(chest) ?? (isSettled && !isAway ? problemOf(page) : null)
  if (problem !== null) {
    return (
      <LoadProblem
        error={problem}
        onRetry={() => void refresh()}
        onChangeChest={() => void navigate({ to: '/routes/manager', replace: true })}
        onRoot={
          // A manager of the chest may see it without the right to read it.
          knownRights?.read === true && problem instanceof ApiError && problem.status === 404
            ? () => openFolder(null)
            : undefined
        }
      />
    )
  }
  const chestName = chest.data?.name ?? breadcrumb.data?.currentChest.name ?? ''
  const here = { id: chestId, name: chestName }
  const changeChest = {
    onChangeChest: () => setDialog({ name: 'choose-chest' }),
    onChangeIntent: () => {
      prepareChooser()
      prefetchChests()
    },
  }
  return (
    <div className={styles.view} onPointerOver={prepareNota} onKeyDown={prepareNota}>
      <Sidebar
        chest={{ ...here, guardian: chest.data?.guardian ?? false }}
        folderId={folderId}
        isNarrowed={selection !== null}
        onOpen={openFolder}
        onIntent={walk.prepareFolder}
        {...changeChest}
        star={chest.data !== undefined && <ChestStar chest={chest.data} />}
        favourites={<FavouriteChests chestId={chestId} goTo={goTo} />}
        spotOf={drag.dragged.length > 0 ? drag.spotOf : undefined}
        closed={closed}
      />
      <div className={styles.center}>
        <ChestHead
          chest={here}
          crumbs={crumbs}
          // Nothing can be created in a folder that is not shown.
          rights={isAway ? noRights : rights}
          marks={marks}
          total={total}
          whole={isPageMarked ? whole : null}
          drag={drag}
          onOpen={openFolder}
          onChangeChest={changeChest.onChangeChest}
          onFolders={() => setDialog({ name: 'folders' })}
          onMove={() => setDialog({ name: 'move', elements: marks.elements, fromFolderId: folderId })}
          more={actions.elsewhere(marks.elements)}
          onRemove={() => setDialog({ name: 'remove', elements: marks.elements })}
          onExport={() => setDialog({ name: 'export', exported: { elements: marks.elements } })}
          note={chestMenu.note}
          toolbar={{
            isNarrowed: selection !== null,
            isGuarded: chest.data?.guardian ?? false,
            onNewItem: () => setDialog({ name: 'new-item' }),
            onNewFolder: () => setDialog({ name: 'new-folder' }),
            onImport: () => setDialog({ name: 'import' }),
            onNote: () => setDialog({ name: 'note' }),
            ...changeChest,
            more: [...exportEntry, ...chestMenu.entries],
            trashHref: `/routes/trash?chestId=${chestId}`,
            onTrash: () => void navigate({ to: '/routes/trash', search: { chestId }, replace: true }),
          }}
        />
        <VisuallyHidden>
          <p role="status">
            {marks.elements.length > 0 && explorerTexts.selection.count(marks.elements.length, total)}
          </p>
        </VisuallyHidden>
        {!isReached && page.data !== undefined && <StaleNote loadedAt={page.dataUpdatedAt} />}
        <div className={styles.scroll} ref={scroll}>
          {folderId === null && <FavouriteItems chestId={chestId} goTo={goTo} />}
          {isAway ? (
            <ErrorBlock title={explorerTexts.away} onRetry={() => void refresh()}>
              {explorerTexts.awayDetail}
            </ErrorBlock>
          ) : (
            <ExplorerTable
              rows={shownRows}
              sort={sortOf(place)}
              onSort={walk.sortBy}
              selectedKey={walk.selectedKey}
              busyKeys={noKeys}
              cells={itemCells}
              mayCreate={rights.create}
              // Without an action on several rows there is nothing to mark them for.
              selection={
                rights.update || rights.delete || rights.export ? { ...marks.selection, total } : undefined
              }
              dragging={drag.table}
              onOpen={open}
              onIntent={walk.prepare}
              menuOf={actions.menuOf}
              uses={{ of: usesOfRow, on: actions.onUse }}
              onKey={(row, key) => (key === 'g' ? drag.pickUp(row) : actions.onKey(row, key))}
              emptyActions={
                rights.create && (
                  <>
                    <Button icon={<Upload />} onPress={() => setDialog({ name: 'import' })}>
                      {explorerTexts.importItems}
                    </Button>
                    <Button look="primary" icon={<Plus />} onPress={() => setDialog({ name: 'new-item' })}>
                      {explorerTexts.newItem}
                    </Button>
                  </>
                )
              }
            />
          )}
          <ScrollToTop isInside />
        </div>
        {page.data !== undefined && page.data.pagination.total > 0 && (
          <InFooter>
            <div className={styles.foot}>
              <Paging
                {...page.data.pagination}
                isBusy={page.isPlaceholderData}
                onIntent={(shown) => prefetch({ ...place, ...shown })}
                onChange={(shown) => goTo(withMarks({ ...place, ...shown }, []))}
              />
            </div>
          </InFooter>
        )}
        <ScrollToTop isInside />
      </div>
      {selection !== null && (
        <PanelOf
          key={walk.selectedKey}
          chestId={chestId}
          selection={selection}
          editRequest={walk.editRequest}
          rights={rights}
          onChanged={refresh}
          onOpenFolder={openFolder}
          onDialog={setDialog}
          duplicate={duplicate}
          onClose={() => clearSelection()}
        />
      )}
      {chestMenu.dialog}
      {drag.engine}
      {dialog !== null && (
        <DialogOf
          dialog={dialog}
          chest={here}
          folder={folderId === null ? null : { id: folderId, name: folder?.name ?? '' }}
          onChanged={refresh}
          onCreated={(type, id) => {
            setDialog(null)
            // From the button that opened the dialog too: the keys of the new row copy its values.
            restoreFocus(() => findRow(keyOf({ type, id })), 'main, [data-row], main button')
            void refresh()
            goTo({
              chestId,
              ...(folderId !== null && { folderId }),
              ...viewOf(place),
              selectType: type,
              selectId: id,
            })
          }}
          onGone={onGone}
          onOpenChest={(id) => goTo({ chestId: id })}
          goTo={goTo}
          onOpenFolder={openFolder}
          onNewChest={onNewChest}
          onDialog={setDialog}
        />
      )}
    </div>
  )
}

/** Returns the error that prevents showing a reply: a 404, or a failed first load. */
const problemOf = ({ data, error }: { data: unknown; error: Error | null }): Error | null =>
  data === undefined || (error instanceof ApiError && error.status === 404) ? error : null

const noChest = { id: 0, name: '', guardian: false }
const noKeys: ReadonlySet<string> = new Set()

/** Withdraws the undo key of the last move or deletion when its chest is left. */
function useActionsHere(): void {
  const { offered } = useToasts()
  useEffect(
    () => () => {
      offered.current = null
    },
    [offered],
  )
}

/** Stores the chest as the last one: in the cached session, as reading it did on the server, and in the browser. */
function useRememberChest(chestId: number | undefined): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (chestId === undefined) return
    const session = cache.getQueryData<Session>(cacheKeys.session)
    if (session !== undefined) rememberRecentChest(session.user.id, chestId)
    cache.setQueryData<Session>(
      cacheKeys.session,
      (former) => former && { ...former, user: { ...former.user, lastChestId: chestId } },
    )
  }, [cache, chestId])
}

/** The cells of an item in the explorer's table. */
const itemCells: ItemCells = {
  icon: (item) => <CategoryIcon name={item.categoryIcon} />,
  password: (item) => (item.hasPassword ? <PasswordCell item={item} /> : null),
  otp: (item) => (item.hasOtp ? <OtpCell itemId={item.id} name={item.name} look="row" /> : null),
  address: (item) =>
    item.address === '' ? null : <AddressCell address={item.address} level={item.addressDanger} />,
}
