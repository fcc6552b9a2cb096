import { useState } from 'react'
import type { TemplateNode } from './templateNodes.ts'

type Nodes = readonly TemplateNode[]
type History = {
  readonly past: readonly Nodes[]
  readonly present: Nodes
  readonly future: readonly Nodes[]
  /** The field that is being typed: its next characters are the same step. */
  readonly typing: string | null
}
/** More steps than anybody undoes; a template has at most 500 folders. */
const steps = 100

/** Returns the folders that are edited, with undo and redo. */
export function useTemplateHistory(first: Nodes) {
  const [history, setHistory] = useState<History>({ past: [], present: first, future: [], typing: null })
  const { past, present, future, typing } = history
  return {
    nodes: present,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** @param field names the field that is being typed */
    change: (nodes: Nodes, field: string | null = null) =>
      setHistory({
        past: field !== null && field === typing ? past : [...past.slice(1 - steps), present],
        present: nodes,
        future: [],
        typing: field,
      }),
    /** Returns the folders of the step before, which are now edited; null without one. */
    undo: (): Nodes | null => {
      const before = past.at(-1)
      if (before === undefined) return null
      setHistory({ past: past.slice(0, -1), present: before, future: [present, ...future], typing: null })
      return before
    },
    redo: (): Nodes | null => {
      const [next, ...rest] = future
      if (next === undefined) return null
      setHistory({ past: [...past, present], present: next, future: rest, typing: null })
      return next
    },
    reset: (nodes: Nodes) => setHistory({ past: [], present: nodes, future: [], typing: null }),
  }
}
export type TemplateHistory = ReturnType<typeof useTemplateHistory>
