import { keePassParts } from '#texts/vault/import-formats.ts'
import type { FoundNote } from './formats/found.ts'

type Part = keyof typeof keePassParts

/** Counts what is not imported as it was, so that each kind is told once. */
export type Tally = {
  /** Adds a part without a counterpart. */
  leave(part: Part): void
  /** Adds the labels of standard strings that are concealed. */
  conceal(labels: readonly string[]): void
  /** Returns the remarks about the file. */
  notes(): FoundNote[]
}

export function createTally(): Tally {
  const [left, concealed] = [new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, label: string): void => void to.set(label, (to.get(label) ?? 0) + 1)
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([label, count]) => `${label} (${count})`).join(', ')
  return {
    leave(part) {
      add(left, keePassParts[part])
    },
    conceal(labels) {
      for (const label of labels) add(concealed, label)
    },
    notes: () => [
      ...(concealed.size > 0 ? [{ reason: 'VALUES_CONCEALED', detail: listed(concealed) } as const] : []),
      ...(left.size > 0 ? [{ reason: 'PARTS_LEFT', detail: listed(left) } as const] : []),
    ],
  }
}
