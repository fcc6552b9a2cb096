import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Folder, TriangleAlert } from 'lucide-react'
import { templateFaults } from '#domain/office/client-template.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { Tree, type TreeParts } from '#web/platform/ui/Tree.tsx'
import { useDragging } from '#web/platform/ui/useDragging.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import {
  allIds,
  changeNode,
  dropNode,
  faultsById,
  findNode,
  freeName,
  insertNode,
  isInside,
  moveNode,
  newNode,
  removeNode,
  templateOf,
  type DropPlace,
  type MoveWay,
  type TemplateNode,
} from './templateNodes.ts'
import { TemplateToolbar } from './TemplateToolbar.tsx'
import styles from './TemplateTreeView.module.css'
import type { TemplateHistory } from './useTemplateHistory.ts'

const texts = administrationTexts.template.tree
type Nodes = readonly TemplateNode[]

const idOf = ({ id }: TemplateNode) => id
const labelOf = ({ name }: TemplateNode) => name
const childrenOf = ({ folders }: TemplateNode) => folders

const ways: Readonly<Record<string, MoveWay>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}
const places: readonly DropPlace[] = ['before', 'inside', 'after']

type Renamed = {
  readonly id: string
  /** Escape removes a folder that was just added. */ readonly isNew: boolean
}

/** The folders of a template as a tree that is edited: by pointer, by touch and by keyboard alone. */
export function TemplateTreeView(props: {
  history: TemplateHistory
  /** Called with the folders of each step. */
  onChange: (nodes: Nodes) => void
}): ReactNode {
  const { history } = props
  const { nodes } = history
  const frame = useRef<HTMLDivElement>(null)
  const [selectedId, setSelected] = useState<string | null>(null)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [renamed, setRenamed] = useState<Renamed | null>(null)
  const [said, setSaid] = useState('')
  const faults = faultsById(nodes, templateFaults(templateOf(nodes)))
  const selected = findNode(nodes, selectedId)
  const dragging = useDragging<TemplateNode>(([node]) => node?.name ?? '')
  const [dragged] = dragging.dragged

  // Focused as soon as it is rendered: the next key may follow immediately.
  const wanted = useRef<string | null | undefined>(undefined)
  const focusWanted = () => {
    const id = wanted.current
    if (id === undefined) return
    const which = id === null ? '[data-line][tabindex="0"]' : `[data-line="${CSS.escape(id)}"]`
    const line = frame.current?.querySelector<HTMLElement>(which)
    if (!line) return
    wanted.current = undefined
    line.focus()
  }
  useLayoutEffect(focusWanted)
  const focus = (id: string | null) => {
    wanted.current = id
    requestAnimationFrame(focusWanted)
  }
  const change = (next: Nodes, field: string | null = null) => {
    history.change(next, field)
    props.onChange(next)
  }
  const expand = (id: string | undefined) => {
    if (id === undefined || !collapsed.has(id)) return
    setCollapsed(new Set([...collapsed].filter((one) => one !== id)))
  }
  const goTo = (id: string | null) => {
    setSelected(id)
    focus(id)
  }

  const add = (isChild: boolean) => {
    const parent = isChild ? selected?.node : selected?.parent
    const siblings = isChild ? (selected?.node.folders ?? nodes) : (selected?.siblings ?? nodes)
    const node = newNode(freeName(siblings, texts.newName))
    const index = isChild || !selected ? siblings.length : selected.index + 1
    change(insertNode(nodes, parent?.id ?? null, index, node))
    expand(parent?.id)
    setSelected(node.id)
    setRenamed({ id: node.id, isNew: true })
    setSaid(texts.done.added(node.name))
  }
  const remove = () => {
    if (!selected) return
    const { node, siblings, index, parent } = selected
    change(removeNode(nodes, node.id))
    setSaid(texts.done.removed(node.name))
    goTo((siblings[index + 1] ?? siblings[index - 1] ?? parent)?.id ?? null)
  }
  /** Applies a move, and keeps the moved folder selected and in view. */
  const settle = (moved: Nodes | null, id: string) => {
    if (moved === null) return
    const place = findNode(moved, id)
    change(moved)
    expand(place?.parent?.id)
    setSaid(texts.done.moved(place?.node.name ?? '', place?.parent?.name ?? null))
    goTo(id)
  }
  const move = (way: MoveWay) => {
    if (selected) settle(moveNode(nodes, selected.node.id, way), selected.node.id)
  }
  const step = (turn: 'undo' | 'redo') => {
    const next = history[turn]()
    if (next === null) return
    props.onChange(next)
    setSaid(turn === 'undo' ? texts.done.undone : texts.done.redone)
    if (findNode(next, selectedId) === null) setSelected(null)
    focus(null)
  }
  const endRename = (name: string | null, isByKey: boolean) => {
    if (renamed === null) return
    const { id, isNew } = renamed
    setRenamed(null)
    if (name === null && isNew) {
      step('undo')
      return
    }
    const former = findNode(nodes, id)?.node.name
    if (name !== null && name.trim() !== former) change(changeNode(nodes, id, { name: name.trim() }))
    // A pointer has put the focus elsewhere.
    if (isByKey) focus(id)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, shiftKey } = event
    // The field of a new name has keys of its own.
    if (event.target instanceof HTMLInputElement) return
    const isControl = event.ctrlKey || event.metaKey
    const way = ways[key]
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset['line']
    const current = line === undefined ? null : findNode(nodes, line)
    const act = (): (() => void) | undefined => {
      if (isControl && key.toLowerCase() === 'z') return () => step(shiftKey ? 'redo' : 'undo')
      if (isControl && key.toLowerCase() === 'y') return () => step('redo')
      if (isControl && key === 'Enter') return () => add(shiftKey)
      if (!current) return undefined
      if (altKey && way !== undefined)
        return () => settle(moveNode(nodes, current.node.id, way), current.node.id)
      if (isControl || altKey) return undefined
      if (key === 'F2' || key === 'Enter') return () => setRenamed({ id: current.node.id, isNew: false })
      return key === 'Delete' ? remove : undefined
    }
    const found = act()
    if (found === undefined) return
    event.preventDefault()
    event.stopPropagation()
    found()
  }

  const partsOf = (node: TemplateNode): TreeParts => {
    const [fault] = faults.get(node.id) ?? []
    const mayDrop = dragged !== undefined && !isInside(dragged, node.id)
    return {
      icon: <Folder aria-hidden="true" />,
      ...(renamed?.id === node.id && { field: <NameField name={node.name} onEnd={endRename} /> }),
      ...(fault !== undefined && {
        aside: (
          <span className={styles.fault}>
            <TriangleAlert aria-hidden="true" />
            {texts.faults[fault]}
          </span>
        ),
      }),
      ...(mayDrop && {
        spot: places.map((place) => (
          <span key={place} className={styles[place]}>
            {dragging.spot({
              label: texts.drop[place](node.name),
              onDrop: () =>
                dragging.settle(() => settle(dropNode(nodes, dragged.id, node.id, place), dragged.id)),
            })}
          </span>
        )),
      }),
    }
  }
  const mayMove = (way: MoveWay) => selected !== null && moveNode(nodes, selected.node.id, way) !== null
  const faulty = [...faults].map(([id, kinds]) => ({ id, kinds, name: findNode(nodes, id)?.node.name ?? '' }))
  return (
    <>
      <TemplateToolbar
        hasChoice={selected !== null}
        mayMove={mayMove}
        history={history}
        onAdd={add}
        onRename={() => selected && setRenamed({ id: selected.node.id, isNew: false })}
        onMove={move}
        onRemove={remove}
        onStep={step}
      />
      {faulty.length > 0 && (
        <Banner tone="danger" title={texts.faultTitle(faulty.length)} isLive>
          <ul className={styles.faults}>
            {faulty.map(({ id, kinds, name }) => (
              <li key={id}>
                <button type="button" className={styles.toFault} onClick={() => goTo(id)}>
                  {texts.showFault(name)}
                </button>
                {` : ${kinds.map(texts.faultWords).join(', ')}`}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles.panes}>
        <div
          ref={frame}
          className={styles.tree}
          onKeyDownCapture={onKeyDown}
          // What the buttons act on is the line that had the focus last.
          onFocus={({ target }) => {
            const line = target.closest<HTMLElement>('[data-line]')?.dataset['line']
            if (line !== undefined) setSelected(line)
          }}
          onDoubleClick={(event) => {
            const line = (event.target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset['line']
            if (line !== undefined && renamed?.id !== line) setRenamed({ id: line, isNew: false })
          }}
        >
          {nodes.length === 0 ? (
            <EmptyState title={texts.empty}>{texts.emptyDetail}</EmptyState>
          ) : (
            <Tree
              label={texts.label}
              nodes={nodes}
              idOf={idOf}
              labelOf={labelOf}
              childrenOf={childrenOf}
              partsOf={partsOf}
              selectedId={selectedId}
              onSelect={({ id }) => setSelected(id)}
              expandedIds={new Set(allIds(nodes).filter((id) => !collapsed.has(id)))}
              onExpand={(ids) => setCollapsed(new Set(allIds(nodes).filter((id) => !ids.has(id))))}
              dragging={{
                onDragStart: (node, event) => {
                  setSelected(node.id)
                  dragging.onDragStart([node], event)
                },
                onDrag: dragging.onDrag,
                onDragEnd: dragging.onDragEnd,
              }}
            />
          )}
          {dragging.engine}
        </div>
        <section className={styles.details} aria-label={texts.selected}>
          {selected ? (
            <>
              <TextField
                label={texts.name}
                value={selected.node.name}
                onChange={(name) =>
                  change(changeNode(nodes, selected.node.id, { name }), `${selectedId} name`)
                }
                error={(faults.get(selected.node.id) ?? []).map(texts.faultWords).join(', ')}
              />
              <TextArea
                label={texts.description}
                rows={2}
                value={selected.node.description}
                onChange={(description) =>
                  change(changeNode(nodes, selected.node.id, { description }), `${selectedId} description`)
                }
              />
            </>
          ) : (
            <p className={styles.none}>{texts.none}</p>
          )}
          <h3 className={styles.keysTitle}>{texts.keys}</h3>
          <dl className={styles.keys}>
            {texts.shortcuts.map(([keys, what]) => (
              <div key={keys}>
                <dt>
                  <Kbd>{keys}</Kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  )
}

/** The name of a folder, edited in its line. Enter and leaving it keep the name, Escape does not. */
function NameField({
  name,
  onEnd,
}: {
  name: string
  onEnd: (name: string | null, isByKey: boolean) => void
}): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const hasEnded = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (value: string | null, isByKey: boolean) => {
    if (hasEnded.current) return
    hasEnded.current = true
    onEnd(value, isByKey)
  }
  return (
    <input
      ref={field}
      className={styles.name}
      aria-label={texts.renameOf(name)}
      defaultValue={name}
      autoComplete="off"
      spellCheck={false}
      onClick={(event) => event.stopPropagation()}
      onBlur={(event) => end(event.currentTarget.value, false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') end(event.currentTarget.value, true)
        else if (event.key === 'Escape') end(null, true)
        else return
        event.preventDefault()
      }}
    />
  )
}
