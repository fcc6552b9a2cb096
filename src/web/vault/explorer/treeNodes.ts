import { fold } from '#domain/platform/folding.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { chests } from '#contract/vault/chests.ts'

export type TreeFolder = ReplyOf<typeof chests.tree>[number]

/** A folder of the tree, or the chest itself, which has no id. */
export type TreeFolderLike = { id: number | null; name: string; children: readonly TreeFolder[] }

/** Folded names, cached for each tree object: the filter runs at every pause in typing. */
const foldedNames = new WeakMap<TreeFolder, string>()
const foldedName = (folder: TreeFolder): string => {
  const known = foldedNames.get(folder)
  if (known !== undefined) return known
  const made = fold(folder.name)
  foldedNames.set(folder, made)
  return made
}

/** Returns the folders whose name contains the term, with their ancestors; all of them without a term. */
export function filterTree(folders: readonly TreeFolder[], term: string): TreeFolder[] {
  const sought = fold(term.trim())
  return sought === '' ? [...folders] : narrowed(folders, sought)
}

function narrowed(folders: readonly TreeFolder[], sought: string): TreeFolder[] {
  return folders.flatMap((folder) => {
    if (foldedName(folder).includes(sought)) return [folder]
    const children = narrowed(folder.children, sought)
    return children.length > 0 ? [{ ...folder, children }] : []
  })
}

/** Returns the first folder, from the top, whose name contains the term, or null. */
export function firstMatch(folders: readonly TreeFolder[], term: string): number | null {
  const sought = fold(term.trim())
  if (sought === '') return null
  for (const folder of folders) {
    const found = foldedName(folder).includes(sought) ? folder.id : firstMatch(folder.children, term)
    if (found !== null) return found
  }
  return null
}

/** Returns the folders from the root to a folder, itself included; empty when it is not found. */
export function pathTo(folders: readonly TreeFolder[], id: number): TreeFolder[] {
  for (const folder of folders) {
    if (folder.id === id) return [folder]
    const below = pathTo(folder.children, id)
    if (below.length > 0) return [folder, ...below]
  }
  return []
}

/** Returns all ids of a tree. */
export function idsOf(folders: readonly TreeFolder[], found: number[] = []): number[] {
  for (const { id, children } of folders) {
    found.push(id)
    idsOf(children, found)
  }
  return found
}

/** Returns the ids of these folders and their descendants. */
export function idsUnder(folders: readonly TreeFolder[], ids: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>()
  if (ids.length === 0) return found
  const look = (siblings: readonly TreeFolder[], isInside: boolean) => {
    for (const { id, children } of siblings) {
      const isIn = isInside || ids.includes(id)
      if (isIn) found.add(id)
      look(children, isIn)
    }
  }
  look(folders, false)
  return found
}
