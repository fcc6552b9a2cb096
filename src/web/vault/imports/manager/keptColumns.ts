import { anyCsvLabels } from '#texts/vault/import-formats.ts'
import { managerImportTexts, type ColumnTarget } from '#texts/vault/manager-imports.ts'
import { answer, type Answers } from './answers.ts'
import type { Preview } from './usePreview.ts'

/** What the columns of a table hold, as the person said at the last import. */
export type ColumnChoice = {
  readonly targets: readonly ColumnTarget[]
  /** What separates folders; undefined leaves it to the server. */
  readonly separator?: string | undefined
}
/** A choice, and the columns that it is about (`columnsKey`). It has no name of a column and no value. */
type Kept = ColumnChoice & { readonly key: string }
/** Newest first. */
export type KeptColumns = readonly Kept[]

const most = 20
const { targets: targetTexts, separators } = managerImportTexts.mapping

const isTarget = (value: unknown): value is ColumnTarget =>
  typeof value === 'string' && Object.hasOwn(targetTexts, value)

/** Reads what the browser kept; what is none of this release is left out. */
export function readKeptColumns(stored: unknown): KeptColumns {
  const list: unknown[] = Array.isArray(stored) ? stored : []
  return list.flatMap((one): Kept[] => {
    const { key, targets, separator } = (one ?? {}) as Record<string, unknown>
    if (typeof key !== 'string' || !Array.isArray(targets) || !targets.every(isTarget)) return []
    const isKnown = typeof separator === 'string' && Object.hasOwn(separators, separator)
    return [{ key, targets, ...(isKnown && { separator }) }]
  })
}

type Columns = Preview['columns']

/**
 * Returns what stands for the names of a table's columns; null where it has none, since any table of as many columns would
 * match. 32 bits (FNV-1a) tell tables apart. They are too few to confirm a guess at the names, or at the values of an entry
 * that was taken for them.
 */
export function columnsKey(columns: Columns): string | null {
  if (columns === null) return null
  const names = columns.map(({ label }) => label.normalize('NFC').trim().toLowerCase())
  const without = names.map((_, place) => `${anyCsvLabels.column} ${place + 1}`.toLowerCase())
  if (names.every((name, place) => name === without[place])) return null
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify(names)))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}

/** Returns what was chosen for these columns at the last import; null if nothing was. */
export function keptFor(kept: KeptColumns, columns: Columns): ColumnChoice | null {
  const key = columnsKey(columns)
  const found = key === null ? undefined : kept.find((one) => one.key === key)
  return found !== undefined && found.targets.length === columns?.length ? found : null
}

/** Returns what is kept with a choice for these columns, or without one. */
export function withColumns(kept: KeptColumns, columns: Columns, choice: ColumnChoice | null): KeptColumns {
  const key = columnsKey(columns)
  if (key === null) return kept
  const others = kept.filter((one) => one.key !== key)
  return choice === null ? others : [{ key, ...choice }, ...others].slice(0, most)
}

/** Returns the answers with what was chosen for these columns at the last import; null if nothing was, or is answered. */
export function withKept(kept: KeptColumns, columns: Columns, answers: Answers): Answers | null {
  const choice = keptFor(kept, columns)
  if (choice === null || answers.answers['mapping'] !== undefined) return null
  const { targets, separator = answers.answers['separator'] } = choice
  return answer(answers, { mapping: JSON.stringify(targets), separator })
}
