import { fold } from '#domain/folding.ts'
import type { TreeFolder } from './queries.ts'

/** The folders whose name holds the term, each with the ancestors that lead to it; all of them without a term. */
export function filterTree(folders: readonly TreeFolder[], term: string): TreeFolder[] {
  const sought = fold(term.trim())
  if (sought === '') return [...folders]
  return folders.flatMap((folder) => {
    const children = filterTree(folder.children, term)
    if (fold(folder.name).includes(sought)) return [{ ...folder, children: folder.children }]
    return children.length > 0 ? [{ ...folder, children }] : []
  })
}

/** The ids from the root down to a folder, itself included; empty when it is not there. */
export function pathTo(folders: readonly TreeFolder[], id: number): number[] {
  for (const folder of folders) {
    if (folder.id === id) return [id]
    const below = pathTo(folder.children, id)
    if (below.length > 0) return [folder.id, ...below]
  }
  return []
}

/** All ids of a tree: what is unfolded while one filters. */
export const idsOf = (folders: readonly TreeFolder[]): number[] =>
  folders.flatMap(({ id, children }) => [id, ...idsOf(children)])
