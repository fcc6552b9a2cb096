/** The accessors of a tree's nodes. */
export type TreeReading<Node> = {
  idOf: (node: Node) => string
  labelOf: (node: Node) => string
  childrenOf: (node: Node) => readonly Node[]
}

/** A visible node: all its ancestors are expanded. */
export type TreeLine<Node> = {
  node: Node
  id: string
  level: number
  /** The position among siblings, from 1, and their number. */
  place: number
  count: number
  /** undefined for a node without children. */
  isExpanded: boolean | undefined
  /** The index of the parent's line; -1 at the top. */
  parent: number
}

/** Returns the visible lines of a tree from top to bottom, without visiting collapsed nodes. */
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
