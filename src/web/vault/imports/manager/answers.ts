import { choicesFor, type ImportChoice, type ImportVerdict } from '#domain/vault/import-plan.ts'

/** What a person answered and chose in the preview. */
export type Answers = {
  /** To the questions of the file, by their id. */
  readonly answers: Readonly<Record<string, string>>
  /** For all entries of a verdict. */
  readonly choices: Readonly<Partial<Record<ImportVerdict, ImportChoice>>>
  /** For single entries, by their number in the plan. */
  readonly rows: Readonly<Record<number, { readonly verdict: ImportVerdict; readonly choice: ImportChoice }>>
  readonly withBin: boolean
  readonly withFormer: boolean
  readonly withFavourites: boolean
}

export const noAnswers: Answers = {
  answers: {},
  choices: {},
  rows: {},
  withBin: false,
  withFormer: false,
  withFavourites: false,
}

/** Returns the choice for the entries of a verdict that have none of their own. */
export const choiceForAll = (
  { choices }: Answers,
  verdict: ImportVerdict,
  mayUpdate: boolean,
): ImportChoice => choices[verdict] ?? choicesFor(verdict, mayUpdate)[0] ?? 'leave'

/** Returns the answers with a choice for all entries of a verdict: it replaces those for single ones. */
export function chooseForAll(answers: Answers, verdict: ImportVerdict, choice: ImportChoice): Answers {
  const rows = Object.fromEntries(Object.entries(answers.rows).filter(([, row]) => row.verdict !== verdict))
  return { ...answers, choices: { ...answers.choices, [verdict]: choice }, rows }
}

/** Returns the answers with a choice for one entry. */
export function chooseForRow(
  answers: Answers,
  { number, verdict }: { readonly number: number; readonly verdict: ImportVerdict },
  choice: ImportChoice,
  mayUpdate: boolean,
): Answers {
  const { [number]: _former, ...others } = answers.rows
  const isSame = choiceForAll(answers, verdict, mayUpdate) === choice
  return { ...answers, rows: isSame ? others : { ...others, [number]: { verdict, choice } } }
}

/**
 * Returns the answers with other ones about the file: its entries may then be others, and the choices for single ones
 * are dropped. An answer without a value is left to the server.
 */
export function answer(answers: Answers, given: Readonly<Record<string, string | undefined>>): Answers {
  const all = { ...answers.answers, ...given }
  const known = Object.entries(all).flatMap(([id, value]) => (value === undefined ? [] : [[id, value]]))
  return { ...answers, answers: Object.fromEntries(known) as Record<string, string>, rows: {} }
}

/** Returns the answers as the calls take them. */
export function optionsOf({ answers, choices, rows, ...more }: Answers): string {
  const ofRows = Object.entries(rows).map(([number, { choice }]) => [number, choice])
  return JSON.stringify({ answers, choices, rows: Object.fromEntries(ofRows), ...more })
}
