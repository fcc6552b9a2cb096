import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tree as AriaTree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { ChevronRight } from 'lucide-react'
import { uiTexts } from '#texts/ui.ts'
import { cx } from './given.ts'
import styles from './Tree.module.css'

export type TreeNode = {
  id: string
  label: string
  icon?: ReactNode
  /** At the end of the line: a count, a lock. */
  aside?: ReactNode
  isDisabled?: boolean | undefined
  children?: readonly TreeNode[] | undefined
}

export type TreeProps = {
  label: string
  nodes: readonly TreeNode[]
  selectedId: string | null
  /** A press or Enter; arrows only move the focus. */
  onSelect: (id: string) => void
  expandedIds: ReadonlySet<string>
  onExpand: (ids: ReadonlySet<string>) => void
  empty?: ReactNode
}

/** Nested things to choose from. Right and left unfold and fold, letters find. */
export function Tree({
  label,
  nodes,
  selectedId,
  onSelect,
  expandedIds,
  onExpand,
  empty,
}: TreeProps): ReactNode {
  return (
    <AriaTree
      aria-label={label}
      className={styles.tree ?? ''}
      selectionMode="single"
      selectionBehavior="toggle"
      selectedKeys={selectedId === null ? [] : [selectedId]}
      expandedKeys={expandedIds}
      onExpandedChange={(keys) => onExpand(new Set([...keys].map(String)))}
      // A press on the chosen one empties the selection: it is asked for again, not undone.
      onSelectionChange={(keys) => {
        const [chosen] = keys === 'all' ? [] : [...keys]
        const id = chosen === undefined ? selectedId : String(chosen)
        if (id !== null) onSelect(id)
      }}
      renderEmptyState={() => empty}
    >
      {nodes.map((node) => (
        <Branch key={node.id} node={node} />
      ))}
    </AriaTree>
  )
}

function Branch({ node }: { node: TreeNode }): ReactNode {
  return (
    <TreeItem
      id={node.id}
      textValue={node.label}
      className={styles.item ?? ''}
      isDisabled={node.isDisabled === true}
    >
      <TreeItemContent>
        {({ hasChildItems, isExpanded }) => (
          <span className={styles.line}>
            <Button
              slot="chevron"
              className={cx(styles.chevron, !hasChildItems && styles.leaf, isExpanded && styles.open)}
              aria-label={uiTexts.toggleFolder}
            >
              <ChevronRight aria-hidden="true" />
            </Button>
            {node.icon}
            <span className={styles.label} title={node.label}>
              {node.label}
            </span>
            {node.aside !== undefined && <span className={styles.aside}>{node.aside}</span>}
          </span>
        )}
      </TreeItemContent>
      {node.children?.map((child) => (
        <Branch key={child.id} node={child} />
      ))}
    </TreeItem>
  )
}
