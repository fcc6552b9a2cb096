/** The ending of a file's name among those that something takes, whatever its case; null: none of them. */
export function endingOf<Ending extends string>(name: string, endings: readonly Ending[]): Ending | null {
  const lower = name.toLowerCase()
  return endings.find((ending) => lower.endsWith(ending)) ?? null
}
