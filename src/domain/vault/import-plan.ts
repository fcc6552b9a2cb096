/**
 * What an import would make of an entry of the file.
 * - `new`: inserted; `identical`: the vault has it already; `moved`: identical, but people put it elsewhere;
 * - `changed`: the file changed since the last import and the vault did not;
 * - `conflict`: both changed, or another entry of that name is there;
 * - `trashed`: imported before, then moved to the trash;
 * - `missing`: imported before, and no longer in the file;
 * - `refused`: beyond a limit.
 */
export const importVerdicts = [
  'new',
  'identical',
  'changed',
  'conflict',
  'trashed',
  'moved',
  'missing',
  'refused',
] as const
export type ImportVerdict = (typeof importVerdicts)[number]

/** What to do with an entry: leave the vault as it is, take the file's content, or keep both. */
export const importChoices = ['leave', 'file', 'both'] as const
export type ImportChoice = (typeof importChoices)[number]

/** The choices that a verdict allows, the proposed one first. One alone leaves nothing to choose. */
export const choicesOf: Readonly<Record<ImportVerdict, readonly ImportChoice[]>> = {
  new: ['file', 'leave'],
  identical: ['leave'],
  changed: ['file', 'leave', 'both'],
  conflict: ['leave', 'file', 'both'],
  trashed: ['leave', 'both'],
  moved: ['leave'],
  missing: ['leave'],
  refused: ['leave'],
}

/** Returns the choices that a verdict offers: taking the file's content changes an item of the vault. */
export const choicesFor = (verdict: ImportVerdict, mayUpdate: boolean): readonly ImportChoice[] =>
  choicesOf[verdict].filter((choice) => mayUpdate || choice !== 'file' || verdict === 'new')

/** The choices of a person: for all entries of a verdict, and for single entries by their number in the plan. */
export type ImportChoices = {
  readonly all: Readonly<Partial<Record<ImportVerdict, ImportChoice>>>
  readonly rows: ReadonlyMap<number, ImportChoice>
}
export const noChoices: ImportChoices = { all: {}, rows: new Map() }

/** Returns the choice for an entry: its own, else that of its verdict, else the proposed one. */
export function choiceFor(choices: ImportChoices, verdict: ImportVerdict, row: number): ImportChoice {
  const allowed = choicesOf[verdict]
  const given = [choices.rows.get(row), choices.all[verdict]].find(
    (choice) => choice !== undefined && allowed.includes(choice),
  )
  return given ?? allowed[0] ?? 'leave'
}

/** In milliseconds: how long an import can be undone. */
export const importUndoMs = 30 * 24 * 3_600_000
