import type {
  ClientFolder,
  ClientTemplate,
  TemplateFault,
  TemplateFaultKind,
} from '#domain/office/client-template.ts'

/** A folder of the template while it is edited. Its id stays when it moves. */
export type TemplateNode = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly folders: readonly TemplateNode[]
}
type Nodes = readonly TemplateNode[]
export type MoveWay = 'up' | 'down' | 'in' | 'out'
export type DropPlace = 'before' | 'inside' | 'after'

/** Faults of a folder's content: the tree can show such a template. With others only the text can be corrected. */
const shownFaults: readonly TemplateFaultKind[] = [
  'name-missing',
  'name-refused',
  'too-long',
  'markup',
  'unprintable',
  'name-twice',
]
/** Whether the tree can show a template with these faults. */
export const isTree = (faults: readonly TemplateFault[]): boolean =>
  faults.every(({ kind }) => shownFaults.includes(kind))

let count = 0
export const newNode = (name: string): TemplateNode => ({
  id: `folder-${(count += 1)}`,
  name,
  description: '',
  folders: [],
})

export const nodesOf = (folders: readonly Partial<ClientFolder>[]): Nodes =>
  folders.map(({ name = '', description = '', folders: below = [] }) => ({
    ...newNode(name),
    description,
    folders: nodesOf(below),
  }))

export const templateOf = (nodes: Nodes): ClientTemplate => ({ folders: nodes.map(folderOf) })
const folderOf = ({ name, description, folders }: TemplateNode): ClientFolder => ({
  name,
  ...(description !== '' && { description }),
  ...(folders.length > 0 && { folders: folders.map(folderOf) }),
})

/** A folder, its siblings with it, its place among them, and its parent; null at the top. */
type Found = { node: TemplateNode; siblings: Nodes; index: number; parent: TemplateNode | null }

export function findNode(nodes: Nodes, id: string | null, parent: TemplateNode | null = null): Found | null {
  for (const [index, node] of nodes.entries()) {
    if (node.id === id) return { node, siblings: nodes, index, parent }
    const below = findNode(node.folders, id, node)
    if (below) return below
  }
  return null
}

export const isInside = (node: TemplateNode, id: string): boolean =>
  node.id === id || findNode(node.folders, id) !== null

export const allIds = (nodes: Nodes): string[] => nodes.flatMap(({ id, folders }) => [id, ...allIds(folders)])

/** Changes the list of folders directly below a parent; null for the top. */
function changeBelow(nodes: Nodes, parent: string | null, change: (folders: Nodes) => Nodes): Nodes {
  if (parent === null) return change(nodes)
  return nodes.map((node) =>
    node.id === parent
      ? { ...node, folders: change(node.folders) }
      : { ...node, folders: changeBelow(node.folders, parent, change) },
  )
}

export const changeNode = (
  nodes: Nodes,
  id: string,
  change: Partial<Pick<TemplateNode, 'name' | 'description'>>,
): Nodes =>
  nodes.map((node) =>
    node.id === id ? { ...node, ...change } : { ...node, folders: changeNode(node.folders, id, change) },
  )

export const removeNode = (nodes: Nodes, id: string): Nodes =>
  nodes.flatMap((node) => (node.id === id ? [] : [{ ...node, folders: removeNode(node.folders, id) }]))

export const insertNode = (nodes: Nodes, parent: string | null, index: number, node: TemplateNode): Nodes =>
  changeBelow(nodes, parent, (folders) => folders.toSpliced(index, 0, node))

/** Moves a folder by one place, or by one level. Returns null where that way is closed. */
export function moveNode(nodes: Nodes, id: string, way: MoveWay): Nodes | null {
  const found = findNode(nodes, id)
  if (!found) return null
  const { node, siblings, index, parent } = found
  const rest = removeNode(nodes, id)
  const parentId = parent?.id ?? null
  if (way === 'up') return index === 0 ? null : insertNode(rest, parentId, index - 1, node)
  if (way === 'down')
    return index === siblings.length - 1 ? null : insertNode(rest, parentId, index + 1, node)
  if (way === 'in') {
    const above = siblings[index - 1]
    return above === undefined ? null : insertNode(rest, above.id, above.folders.length, node)
  }
  if (parent === null) return null
  const outer = findNode(nodes, parent.id)
  return outer && insertNode(rest, outer.parent?.id ?? null, outer.index + 1, node)
}

/** Moves a folder beside another one, or inside it. Returns null for a folder and what is below itself. */
export function dropNode(nodes: Nodes, id: string, target: string, place: DropPlace): Nodes | null {
  const node = findNode(nodes, id)?.node
  if (!node || isInside(node, target)) return null
  const rest = removeNode(nodes, id)
  const found = findNode(rest, target)
  if (!found) return null
  if (place === 'inside') return insertNode(rest, target, found.node.folders.length, node)
  return insertNode(rest, found.parent?.id ?? null, found.index + (place === 'after' ? 1 : 0), node)
}

/** Returns a name that no sibling has: « Nouveau dossier », « Nouveau dossier 2 ». */
export function freeName(siblings: Nodes, name: string): string {
  const taken = new Set(siblings.map((one) => one.name.trim()))
  let number = 1
  const tried = () => (number === 1 ? name : `${name} ${number}`)
  while (taken.has(tried())) number += 1
  return tried()
}

/** Returns the kinds of faults by the id of the folder that has them. */
export function faultsById(
  nodes: Nodes,
  faults: readonly TemplateFault[],
): ReadonlyMap<string, readonly TemplateFaultKind[]> {
  const found = new Map<string, TemplateFaultKind[]>()
  for (const { place, kind } of faults) {
    const path = [...place.matchAll(/folders\[(\d+)\]/g)].map(([, index]) => Number(index))
    let node: TemplateNode | undefined
    for (const index of path) node = (node?.folders ?? nodes)[index]
    if (node) found.set(node.id, [...(found.get(node.id) ?? []), kind])
  }
  return found
}
