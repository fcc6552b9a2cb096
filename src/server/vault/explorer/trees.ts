import type { ChestIndex } from './chest-index.ts'

export type TreeNode = { id: number; name: string; level: number; children: TreeNode[] }

/** Folder trees, each made once for a state of its chest. */
export type Trees = { of(index: ChestIndex): Promise<TreeNode[]> }

/** While a chest stays as it is, its tree is the same object, which a reply that repeats makes use of. */
export function createTrees(): Trees {
  const kept = new WeakMap<ChestIndex, { readonly revision: number; readonly tree: TreeNode[] }>()
  return {
    async of(index) {
      const { revision } = index
      const last = kept.get(index)
      if (last?.revision === revision) return last.tree
      const tree = await treeOf(index)
      // Not one that was made while the chest changed.
      if (index.revision === revision) kept.set(index, { revision, tree })
      return tree
    },
  }
}

/** The folder tree of a chest, each level in French order; the folders at the root are of level 1. */
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
