const separators = /[\s,;]+/

/** In `Marie Durand <marie@exemple.fr>`, as mail programs copy it, only the address counts. */
const bracketed = /<([^<>\s]+)>/

/**
 * Returns the logins and e-mails of a pasted list, unique ignoring case: one a line, or separated by commas,
 * semicolons or spaces.
 */
export function entriesOf(text: string): string[] {
  const found = new Map<string, string>()
  for (const part of text.split(/[\n,;]+/)) {
    const address = bracketed.exec(part)?.[1]
    for (const entry of address === undefined ? part.split(separators) : [address])
      if (entry !== '') found.set(entry.toLowerCase(), found.get(entry.toLowerCase()) ?? entry)
  }
  return [...found.values()]
}

/** Returns a pasted list without some of its entries, one a line. */
export function withoutEntries(text: string, dropped: readonly string[]): string {
  const gone = new Set(dropped.map((entry) => entry.toLowerCase()))
  return entriesOf(text)
    .filter((entry) => !gone.has(entry.toLowerCase()))
    .join('\n')
}
