import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { managerImports } from '#contract/vault/manager-imports.ts'
import {
  choicesOf,
  importChoices,
  importVerdicts,
  type ImportChoice,
  type ImportVerdict,
} from '#domain/vault/import-plan.ts'
import { remoteTexts as texts } from '#texts/remote-commands.ts'
import { CommandError, UsageError } from './command.ts'

type Rows = ReplyOf<typeof managerImports.preview>['rows']
type Row = Rows[number]

/** The choices of the command line: for a verdict, and for single entries by number or by path. */
export type GivenChoices = {
  readonly choices: Readonly<Partial<Record<ImportVerdict, ImportChoice>>>
  readonly single: readonly { readonly entry: string; readonly choice: ImportChoice }[]
}

/** Entries that are named one by one, at most. */
const namedEntries = 20

/** Reads `--choice verdict=choice` and `--choice entry=choice`. @throws UsageError */
export function choicesIn(given: readonly string[]): GivenChoices {
  const choices: Partial<Record<ImportVerdict, ImportChoice>> = {}
  const single: { entry: string; choice: ImportChoice }[] = []
  for (const text of given) {
    // The name of an entry may contain an equals sign.
    const at = text.lastIndexOf('=')
    const name = text.slice(0, Math.max(at, 0))
    const choice = importChoices.find((one) => one === text.slice(at + 1))
    if (name === '' || choice === undefined) throw new UsageError(texts.badChoice(text), { needsHelp: false })
    const verdict = importVerdicts.find((one) => one === name)
    if (verdict === undefined) single.push({ entry: name, choice })
    else if (choicesOf[verdict].includes(choice)) choices[verdict] = choice
    else throw new UsageError(texts.choiceNotAllowed(verdict, choicesOf[verdict]), { needsHelp: false })
  }
  return { choices, single }
}

/** The number of an entry as the command prints and reads it: from 1. */
const numberOf = ({ number }: Row): number => (number ?? -1) + 1
const pathOf = ({ path, name }: Row): string => [...path, name].join('/')

/**
 * Returns the choices for single entries by their numbers in the plan.
 * @throws CommandError for an entry that is not in the file, is there more than once, or does not offer the choice
 */
export function rowChoices(rows: Rows, single: GivenChoices['single']): Record<string, ImportChoice> {
  const chosen: Record<string, ImportChoice> = {}
  for (const { entry, choice } of single) {
    const byNumber = rows.filter((row) => row.number !== null && String(numberOf(row)) === entry)
    const found =
      byNumber.length > 0 ? byNumber : rows.filter((row) => row.number !== null && pathOf(row) === entry)
    const [row, ...others] = found
    if (!row) throw new CommandError(texts.noEntry(entry))
    if (others.length > 0) throw new CommandError(texts.manyEntries(entry, found.map(numberOf)))
    if (!row.choices.includes(choice)) throw new CommandError(texts.entryChoices(entry, row.choices))
    chosen[String(row.number)] = choice
  }
  return chosen
}

type Left = {
  readonly verdict: ImportVerdict
  readonly count: number
  readonly choices: readonly ImportChoice[]
  readonly rows: Rows
}

/** Returns the entries that stay out only for want of a choice, by their verdict. */
export function leftIn(rows: Rows): Left[] {
  const byVerdict = Map.groupBy(
    rows.filter(({ choice, choices }) => choice === 'leave' && choices.length > 1),
    ({ verdict }) => verdict,
  )
  return [...byVerdict].map(([verdict, list]) => ({
    verdict,
    count: list.length,
    choices: (list[0]?.choices ?? []).filter((choice) => choice !== 'leave'),
    rows: list,
  }))
}

/** Returns what stays out for want of a choice: how many of a verdict, and each with its number. */
export const linesOfLeft = (rows: Rows): string[] =>
  leftIn(rows).flatMap(({ verdict, count, choices, rows: list }) => [
    texts.left.byChoice(verdict, count, choices),
    ...list.slice(0, namedEntries).map((row) => texts.left.entry(numberOf(row), pathOf(row))),
    ...(count > namedEntries ? [texts.left.moreEntries(count - namedEntries)] : []),
  ])
