/** How a tree reads its nodes, whatever they are. */
export type TreeReading<Node> = {
  idOf: (node: Node) => string
  labelOf: (node: Node) => string
  childrenOf: (node: Node) => readonly Node[]
}

/** A node that is in sight because those above it are unfolded. */
export type TreeLine<Node> = {
  node: Node
  id: string
  level: number
  /** Its place among its siblings, from 1, and how many they are. */
  place: number
  count: number
  /** Undefined of a node that holds nothing. */
  isExpanded: boolean | undefined
  /** The line that it stands under; -1 at the top. */
  parent: number
}

/** The lines of a tree from top to bottom: what is folded away costs nothing. */
export function treeLines<Node>(
  nodes: readonly Node[],
  { idOf, childrenOf }: TreeReading<Node>,
  expandedIds: ReadonlySet<string>,
): TreeLine<Node>[] {
  const lines: TreeLine<Node>[] = []
  const add = (siblings: readonly Node[], level: number, parent: number) => {
    for (const [index, node] of siblings.entries()) {
      const id = idOf(node)
      const children = childrenOf(node)
      const isExpanded = children.length === 0 ? undefined : expandedIds.has(id)
      lines.push({ node, id, level, place: index + 1, count: siblings.length, isExpanded, parent })
      if (isExpanded === true) add(children, level + 1, lines.length - 1)
    }
  }
  add(nodes, 1, -1)
  return lines
}

/** The next line after one whose label begins with what was typed, going round. */
export function lineStarting<Node>(
  lines: readonly TreeLine<Node>[],
  after: number,
  typed: string,
  labelOf: (node: Node) => string,
): number {
  const sought = typed.toLocaleLowerCase('fr')
  for (let step = 0; step < lines.length; step += 1) {
    const index = (after + step) % lines.length
    const line = lines[index]
    if (line !== undefined && labelOf(line.node).toLocaleLowerCase('fr').startsWith(sought)) return index
  }
  return -1
}
