/** Returns the ending of a file's name, ignoring case, or null when it is none of the given ones. */
export function endingOf<Ending extends string>(name: string, endings: readonly Ending[]): Ending | null {
  const lower = name.toLowerCase()
  return endings.find((ending) => lower.endsWith(ending)) ?? null
}
