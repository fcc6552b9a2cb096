/** The kind of a character. Spaces are shown, since they count. */
export type SecretKind = 'letter' | 'digit' | 'symbol' | 'space'
export type SecretRun = { kind: SecretKind; text: string }

/** Characters in a group of a long secret. */
const groupSize = 5
/** A secret up to this length needs no groups. */
const shortSecret = 8

const kindOf = (character: string): SecretKind => {
  if (/\p{Nd}/u.test(character)) return 'digit'
  if (/\p{L}|\p{M}/u.test(character)) return 'letter'
  return /\s/u.test(character) ? 'space' : 'symbol'
}

/**
 * Returns a secret as groups of runs of one kind, `size` characters each if given. Characters are graphemes:
 * an accent stays with its letter, an emoji is one. The joined runs are the unchanged secret.
 */
export function secretGroups(secret: string, size?: number): SecretRun[][] {
  const characters = Array.from(new Intl.Segmenter('fr').segment(secret), ({ segment }) => segment)
  const length = size ?? (characters.length > shortSecret ? groupSize : characters.length)
  const groups: SecretRun[][] = []
  characters.forEach((character, index) => {
    if (index % length === 0) groups.push([])
    const group = groups.at(-1)
    const run = group?.at(-1)
    const kind = kindOf(character)
    if (run?.kind === kind) run.text += character
    else group?.push({ kind, text: character })
  })
  return groups
}
