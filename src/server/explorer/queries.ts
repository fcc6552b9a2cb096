import type { ChestIndex } from './chest-index.ts'

export type TreeNode = { id: number; name: string; level: number; children: TreeNode[] }

/** The folder tree of a chest, each level in French order; the folders at the root are of level 1. */
export async function treeOf(index: ChestIndex): Promise<TreeNode[]> {
  const childrenOf = async (folderId: number | null, level: number): Promise<TreeNode[]> => {
    // A copy: the index may change while deeper levels are sorted.
    const folders = [...(await index.foldersIn(folderId))]
    const nodes: TreeNode[] = []
    for (const { id, name } of folders) {
      const children = index.countFoldersIn(id) > 0 ? await childrenOf(id, level + 1) : []
      nodes.push({ id, name, level, children })
    }
    return nodes
  }
  return childrenOf(null, 1)
}
