import { useState, type ReactNode, type Ref } from 'react'
import { Folder, Archive } from 'lucide-react'
import { debounces } from '#domain/limits.ts'
import { explorerTexts } from '#texts/explorer.ts'
import { EmptyState, ErrorBlock } from '#web/ui/EmptyState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tree, type TreeNode } from '#web/ui/Tree.tsx'
import styles from './FolderTree.module.css'
import { useTree, type TreeFolder } from './queries.ts'
import { filterTree, idsOf, pathTo } from './treeNodes.ts'

/** The id of the chest's own node, which no folder has. */
const rootId = 'root'
const nodeId = (folderId: number | null) => (folderId === null ? rootId : String(folderId))

export type FolderTreeProps = {
  chestId: number
  chestName: string
  label: string
  filterLabel: string
  /** Marked; null is the root, undefined nothing. */
  selected: number | null | undefined
  /** Not to be chosen, and why. */
  disabled?: { id: number | null; why: string } | undefined
  onSelect: (folderId: number | null) => void
  shortcut?: string | undefined
  searchRef?: Ref<HTMLInputElement> | undefined
  autoFocus?: boolean
}

/** The folders of a chest under the chest itself, with a box that narrows them. */
export function FolderTree(props: FolderTreeProps): ReactNode {
  const { chestId, selected, disabled } = props
  const { data, isError, refetch } = useTree(chestId)
  const [term, setTerm] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([rootId]))
  const [shownFor, setShownFor] = useState<number | null | undefined | 'nothing'>('nothing')

  // What one goes to is unfolded, without folding what one unfolded oneself.
  if (data !== undefined && shownFor !== selected) {
    setShownFor(selected)
    const shown = selected ?? disabled?.id
    if (typeof shown === 'number')
      setOpened(new Set([...opened, rootId, ...pathTo(data, shown).slice(0, -1).map(String)]))
  }
  if (isError && data === undefined) {
    return <ErrorBlock title={explorerTexts.tree.failed} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <Skeleton lines={6} />

  const found = filterTree(data, term)
  const expanded = term.trim() === '' ? opened : new Set([rootId, ...idsOf(found).map(String)])
  const nodeOf = (folder: TreeFolder): TreeNode => ({
    id: nodeId(folder.id),
    label: folder.name,
    icon: <Folder aria-hidden="true" />,
    isDisabled: disabled?.id === folder.id,
    aside: disabled?.id === folder.id ? disabled.why : undefined,
    children: folder.children.map(nodeOf),
  })
  const nodes: TreeNode[] = [
    {
      id: rootId,
      label: props.chestName,
      icon: <Archive aria-hidden="true" />,
      isDisabled: disabled?.id === null,
      aside: disabled?.id === null ? disabled.why : undefined,
      children: found.map(nodeOf),
    },
  ]
  const isNothing = term.trim() !== '' && found.length === 0
  return (
    <div className={styles.tree}>
      <SearchField
        label={props.filterLabel}
        placeholder={props.filterLabel}
        value={term}
        onChange={setTerm}
        delay={debounces.treeSearch}
        shortcut={props.shortcut}
        inputRef={props.searchRef}
        autoFocus={props.autoFocus}
      />
      {isNothing ? (
        <EmptyState title={explorerTexts.tree.none} />
      ) : (
        <Tree
          label={props.label}
          nodes={nodes}
          selectedId={selected === undefined ? null : nodeId(selected)}
          onSelect={(id) => props.onSelect(id === rootId ? null : Number(id))}
          expandedIds={expanded}
          onExpand={setOpened}
        />
      )}
    </div>
  )
}
