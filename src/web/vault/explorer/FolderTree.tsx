import { memo, useEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { Folder, Archive } from 'lucide-react'
import { debounces } from '#domain/platform/limits.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { EmptyState, ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { Tree, type TreeParts } from '#web/platform/ui/Tree.tsx'
import styles from './FolderTree.module.css'
import { useChest, useTree } from './queries.ts'
import { filterTree, firstMatch, idsOf, idsUnder, pathTo, type TreeFolderLike } from './treeNodes.ts'

/** The id of the chest's own node. No folder has it. */
const rootId = 'root'
const nodeId = (folderId: number | null) => (folderId === null ? rootId : String(folderId))

export type FolderTreeProps = {
  chestId: number
  chestName: string
  label: string
  filterLabel: string
  /** The marked folder: null for the root, undefined for none. */
  selected: number | null | undefined
  /** A folder that cannot be selected, and why. */
  disabled?: { id: number | null; why: string } | undefined
  /** Folders that cannot be selected, with their descendants, and why. */
  closed?: { ids: readonly number[]; why: string } | undefined
  onSelect: (folderId: number | null) => void
  /** Called on pointer down, to prefetch. */
  onIntent?: ((folderId: number | null) => void) | undefined
  /** Renders the drop target over a folder during a drag. */
  spotOf?: ((folderId: number | null, name: string, onHold: () => void) => ReactNode) | undefined
  shortcut?: string | undefined
  searchRef?: Ref<HTMLInputElement> | undefined
  autoFocus?: boolean
  /** The chest is not the one on screen: reading it would make it the default chest of the next visit. */
  isElsewhere?: boolean
}

const idOf = ({ id }: TreeFolderLike) => nodeId(id)
const labelOf = ({ name }: TreeFolderLike) => name
const childrenOf = ({ children }: TreeFolderLike) => children

/** The folders of a chest below the chest itself, with a filter. Memoised. */
export const FolderTree = memo(FoldersOfChest)

function FoldersOfChest(props: FolderTreeProps): ReactNode {
  const { chestId, chestName, selected, disabled, closed, isElsewhere = false } = props
  const { data, error, refetch } = useTree(chestId)
  const toasts = useToasts()
  const frame = useRef<HTMLDivElement>(null)
  const [term, setTerm] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([rootId]))
  const [shownFor, setShownFor] = useState<number | null | undefined | 'nothing'>('nothing')

  // Expand the path to the selected folder and keep what the user expanded.
  if (data !== undefined && shownFor !== selected) {
    setShownFor(selected)
    const shown = selected ?? disabled?.id
    if (typeof shown === 'number') {
      const parents = pathTo(data, shown).slice(0, -1)
      setOpened(new Set([...opened, rootId, ...parents.map(({ id }) => String(id))]))
    }
  }
  // The page itself shows that a chest is locked or not found (EXPL-21).
  const { data: chest } = useChest(chestId, !isElsewhere)
  const isKnown = isElsewhere || chest !== undefined
  const hasFailed = error !== null && data === undefined && isKnown && !isCode(error, 'CHEST_LOCKED')
  useEffect(() => {
    if (hasFailed) toasts.error(explorerTexts.tree.failed)
  }, [hasFailed, toasts])

  const found = useMemo(() => filterTree(data ?? [], term), [data, term])
  const nodes = useMemo(
    (): readonly TreeFolderLike[] => [{ id: null, name: chestName, children: found }],
    [chestName, found],
  )
  // A filter expands everything. What the user collapses stays collapsed until the term changes.
  const [folded, setFolded] = useState<{ term: string; ids: ReadonlySet<string> }>({
    term: '',
    ids: new Set(),
  })
  const isFiltering = term.trim() !== ''
  const expanded = useMemo(() => {
    if (!isFiltering) return opened
    return folded.term === term ? folded.ids : new Set([rootId, ...idsOf(found).map(String)])
  }, [isFiltering, folded, term, found, opened])
  const shut = useMemo(() => idsUnder(data ?? [], closed?.ids ?? []), [data, closed?.ids])
  const setExpanded = (ids: ReadonlySet<string>) => (isFiltering ? setFolded({ term, ids }) : setOpened(ids))

  if (hasFailed) return <ErrorBlock title={explorerTexts.tree.failed} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={6} />
  const partsOf = ({ id, name }: TreeFolderLike): TreeParts => {
    const why = disabled?.id === id ? disabled.why : id !== null && shut.has(id) ? closed?.why : undefined
    return {
      icon: id === null ? <Archive aria-hidden="true" /> : <Folder aria-hidden="true" />,
      isDisabled: why !== undefined,
      aside: why === '' ? undefined : why,
      spot:
        why === undefined && props.spotOf?.(id, name, () => setExpanded(new Set([...expanded, nodeId(id)]))),
    }
  }
  // Focuses the first folder whose name contains the term, or else the current line, once the filter has run.
  const goOn = () =>
    requestAnimationFrame(() => {
      const lines = [...(frame.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
      const typed = frame.current?.querySelector('input')?.value ?? ''
      const match = firstMatch(data, typed)
      const line =
        lines.find((one) => one.dataset['line'] === String(match)) ?? lines.find((one) => one.tabIndex === 0)
      line?.focus()
    })
  return (
    <div
      className={styles.tree}
      ref={frame}
      onPointerDown={({ target }) => {
        const line = (target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset['line']
        if (line !== undefined) props.onIntent?.(line === rootId ? null : Number(line))
      }}
    >
      <SearchField
        label={props.filterLabel}
        placeholder={props.filterLabel}
        value={term}
        onChange={setTerm}
        delay={debounces.treeSearch}
        shortcut={props.shortcut}
        inputRef={props.searchRef}
        onGoOn={goOn}
        autoFocus={props.autoFocus}
      />
      {isFiltering && found.length === 0 ? (
        <EmptyState title={explorerTexts.tree.none} />
      ) : (
        <Tree
          label={props.label}
          nodes={nodes}
          idOf={idOf}
          labelOf={labelOf}
          childrenOf={childrenOf}
          partsOf={partsOf}
          selectedId={selected === undefined ? null : nodeId(selected)}
          onSelect={({ id }) => props.onSelect(id)}
          expandedIds={expanded}
          onExpand={setExpanded}
        />
      )}
    </div>
  )
}
