import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { ChevronRight } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { cx } from './given.ts'
import styles from './Tree.module.css'
import { treeLines, type TreeLine, type TreeReading } from './treeLines.ts'
import { createTypeAhead } from './typeAhead.ts'
import { useVirtualLines } from './useVirtualLines.ts'

/** What a line shows beside its label. */
export type TreeParts = {
  icon?: ReactNode
  /** At the end of the line: a count, a lock, why it is disabled. */
  aside?: ReactNode
  isDisabled?: boolean | undefined
  /** The drop target over it, during a drag. */
  spot?: ReactNode
  /** Replaces the label, while it is renamed. */
  field?: ReactNode
}

export type TreeProps<Node> = TreeReading<Node> & {
  label: string
  nodes: readonly Node[]
  partsOf: (node: Node) => TreeParts
  selectedId: string | null
  /** Called on press or Enter. Arrow keys only move the focus. */
  onSelect: (node: Node) => void
  expandedIds: ReadonlySet<string>
  onExpand: (ids: ReadonlySet<string>) => void
  /** Set if lines can be dragged. */
  dragging?: TreeDragging<Node> | undefined
}

export type TreeDragging<Node> = {
  onDragStart: (node: Node, event: DragEvent) => void
  onDrag: (event: DragEvent) => void
  onDragEnd: (event: DragEvent) => void
}

const lineRem = 2.125
/** Deeper levels are not indented further, to leave room for names. */
const deepest = 8

/**
 * A virtualised tree of selectable nodes. Right and left expand and collapse, letters search (the tree
 * pattern of the ARIA practices).
 */
export function Tree<Node>(props: TreeProps<Node>): ReactNode {
  const { nodes, expandedIds, selectedId, idOf, labelOf, childrenOf, partsOf } = props
  const [typeAhead] = useState(createTypeAhead)
  const [wanted, setWanted] = useState<string | null>(null)
  const lines = useMemo(
    () => treeLines(nodes, { idOf, labelOf, childrenOf }, expandedIds),
    [nodes, idOf, labelOf, childrenOf, expandedIds],
  )
  const { frame, show, ...view } = useVirtualLines(lines.length, lineRem)
  const indexOf = (id: string | null) => (id === null ? -1 : lines.findIndex((line) => line.id === id))
  const active = Math.max(0, [wanted, selectedId].map(indexOf).find((index) => index >= 0) ?? 0)

  const selected = indexOf(selectedId)
  const lastShown = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (selected < 0 || lastShown.current === selectedId) return
    lastShown.current = selectedId
    show(selected)
  })

  const setExpanded = (id: string, isExpanded: boolean) => {
    const next = new Set(expandedIds)
    if (isExpanded) next.add(id)
    else next.delete(id)
    props.onExpand(next)
  }
  const focusOn = (index: number) => {
    const line = lines[Math.min(Math.max(index, 0), lines.length - 1)]
    if (line === undefined) return
    setWanted(line.id)
    show(indexOf(line.id))
    // After rendering: the line may have been outside the viewport.
    requestAnimationFrame(() =>
      frame.current
        ?.querySelector<HTMLElement>(`[data-line="${CSS.escape(line.id)}"]`)
        ?.focus({ preventScroll: true }),
    )
  }
  const select = (line: TreeLine<Node>) => {
    setWanted(line.id)
    if (partsOf(line.node).isDisabled !== true) props.onSelect(line.node)
  }
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + view.page,
    PageUp: active - view.page,
    Home: 0,
    End: lines.length - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[active]
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    if (step !== undefined) focusOn(step)
    else if (event.key === 'ArrowRight') {
      if (line.isExpanded === false) setExpanded(line.id, true)
      else if (line.isExpanded === true) focusOn(active + 1)
    } else if (event.key === 'ArrowLeft') {
      if (line.isExpanded === true) setExpanded(line.id, false)
      else if (line.parent >= 0) focusOn(line.parent)
    } else if (event.key === 'Enter' || event.key === ' ') select(line)
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
      const found = typeAhead(event.key, event.timeStamp, {
        count: lines.length,
        nameAt: (index) => (lines[index] === undefined ? '' : labelOf(lines[index].node)),
        active,
      })
      if (found >= 0) focusOn(found)
    } else return
    event.preventDefault()
  }

  const shown = lines.slice(view.first, view.last).map((line, offset) => [line, view.first + offset] as const)
  const activeLine = lines[active]
  // The tab stop is always rendered.
  if (activeLine !== undefined && (active < view.first || active >= view.last))
    shown.push([activeLine, active])
  return (
    <div ref={frame} className={styles.frame}>
      <div
        role="tree"
        aria-label={props.label}
        className={styles.tree}
        style={{ height: lines.length * view.line }}
        onKeyDown={onKeyDown}
      >
        {shown.map(([line, index]) => (
          <Line
            key={line.id}
            line={line}
            label={labelOf(line.node)}
            parts={partsOf(line.node)}
            top={index * view.line}
            isActive={index === active}
            isSelected={line.id === selectedId}
            dragging={props.dragging}
            onSelect={() => select(line)}
            onToggle={() => setExpanded(line.id, line.isExpanded !== true)}
            onFocus={() => setWanted(line.id)}
          />
        ))}
      </div>
    </div>
  )
}

type LineProps<Node> = {
  line: TreeLine<Node>
  label: string
  parts: TreeParts
  top: number
  isActive: boolean
  isSelected: boolean
  onSelect: () => void
  onToggle: () => void
  onFocus: () => void
  dragging: TreeDragging<Node> | undefined
}

function Line<Node>({
  line,
  label,
  parts,
  top,
  isActive,
  isSelected,
  dragging,
  ...on
}: LineProps<Node>): ReactNode {
  const id = useId()
  return (
    <div
      role="treeitem"
      data-line={line.id}
      // Not by the button that expands it.
      aria-labelledby={`${id}-label ${id}-aside`}
      tabIndex={isActive ? 0 : -1}
      aria-level={line.level}
      aria-posinset={line.place}
      aria-setsize={line.count}
      aria-expanded={line.isExpanded}
      aria-selected={isSelected}
      aria-disabled={parts.isDisabled === true || undefined}
      className={cx(styles.line, isSelected && styles.selected, parts.isDisabled === true && styles.disabled)}
      style={{ top, paddingInlineStart: `${Math.min(line.level - 1, deepest)}rem` }}
      onClick={on.onSelect}
      onFocus={on.onFocus}
      {...(dragging !== undefined &&
        parts.field === undefined && {
          draggable: true,
          onDragStart: (event: DragEvent) => dragging.onDragStart(line.node, event),
          onDrag: dragging.onDrag,
          onDragEnd: dragging.onDragEnd,
        })}
    >
      {line.isExpanded === undefined ? (
        <span className={styles.chevron} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={cx(styles.chevron, line.isExpanded && styles.open)}
          aria-label={uiTexts.toggleFolder}
          onClick={(event) => {
            event.stopPropagation()
            on.onToggle()
          }}
        >
          <ChevronRight aria-hidden="true" />
        </button>
      )}
      {parts.icon}
      <span id={`${id}-label`} className={styles.label} title={parts.field === undefined ? label : undefined}>
        {parts.field ?? label}
      </span>
      {parts.aside !== undefined && (
        <>
          {/* The texts of the line are then those of its name. */}{' '}
          <span id={`${id}-aside`} className={styles.aside}>
            {parts.aside}
          </span>
        </>
      )}
      {parts.spot}
    </div>
  )
}
