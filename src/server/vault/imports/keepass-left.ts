import { keePassParts } from '#texts/vault/import-formats.ts'
import { joinLabels, labelOf } from './csv.ts'
import type { FoundNote } from './formats/found.ts'

type Part = keyof typeof keePassParts

/** Counts what is not imported as it was, so that each kind is told once. */
export type Tally = {
  /** Adds a part without a counterpart. */
  leave(part: Part): void
  /** Adds the labels of what is concealed: standard strings that the file protects, and strings that it shows. */
  conceal(values: { readonly concealed: readonly string[]; readonly secretNames: readonly string[] }): void
  /** Returns the remarks about the file. */
  notes(): FoundNote[]
}

export function createTally(): Tally {
  const [left, concealed] = [new Map<string, number>(), new Map<string, number>()]
  const secret = new Map<string, number>()
  const add = (to: Map<string, number>, label: string): void => void to.set(label, (to.get(label) ?? 0) + 1)
  const listed = (counts: ReadonlyMap<string, number>): string =>
    joinLabels([...counts].map(([label, count]) => `${label} (${count})`))
  return {
    leave(part) {
      add(left, keePassParts[part])
    },
    conceal(values) {
      for (const label of values.concealed) add(concealed, label)
      for (const label of values.secretNames) add(secret, labelOf(label, 0))
    },
    notes: () => [
      ...(concealed.size > 0 ? [{ reason: 'VALUES_CONCEALED', detail: listed(concealed) } as const] : []),
      ...(secret.size > 0 ? [{ reason: 'SECRETS_CONCEALED', detail: listed(secret) } as const] : []),
      ...(left.size > 0 ? [{ reason: 'PARTS_LEFT', detail: listed(left) } as const] : []),
    ],
  }
}
