import type { ChestIndex } from '#server/vault/chest-index/chest-index.ts'

export type TreeNode = { id: number; name: string; level: number; children: TreeNode[] }

/** Folder trees, each built once for each revision of its chest. */
export type Trees = { of(index: ChestIndex): TreeNode[] }

/**
 * Returns a cache of trees. An unchanged chest gives the same object, so that repeated replies can reuse it.
 */
export function createTrees(): Trees {
  const kept = new WeakMap<ChestIndex, { readonly revision: number; readonly tree: TreeNode[] }>()
  return {
    of(index) {
      const { revision } = index
      const last = kept.get(index)
      if (last?.revision === revision) return last.tree
      const tree = treeOf(index, null, 1)
      kept.set(index, { revision, tree })
      return tree
    },
  }
}

/** Returns the folder tree below a folder, each level in French order; folders at the root have level 1. */
const treeOf = (index: ChestIndex, folderId: number | null, level: number): TreeNode[] =>
  index
    .foldersIn(folderId)
    .map(({ id, name }) => ({ id, name, level, children: treeOf(index, id, level + 1) }))
