import type { ChestIndex } from './chest-index.ts'

export type TreeNode = { id: number; name: string; level: number; children: TreeNode[] }

/** Folder trees, each built once for each revision of its chest. */
export type Trees = { of(index: ChestIndex): Promise<TreeNode[]> }

/**
 * Returns a cache of trees. An unchanged chest gives the same object, so that repeated replies can reuse it.
 */
export function createTrees(): Trees {
  const kept = new WeakMap<ChestIndex, { readonly revision: number; readonly tree: TreeNode[] }>()
  return {
    async of(index) {
      const { revision } = index
      const last = kept.get(index)
      if (last?.revision === revision) return last.tree
      const tree = await treeOf(index)
      // Not if the chest changed while the tree was built.
      if (index.revision === revision) kept.set(index, { revision, tree })
      return tree
    },
  }
}

/** Returns the folder tree of a chest, each level in French order; folders at the root have level 1. */
async function treeOf(index: ChestIndex): Promise<TreeNode[]> {
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
