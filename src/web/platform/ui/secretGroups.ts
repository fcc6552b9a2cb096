/** What a character of a secret is; spaces are shown, as they count. */
export type SecretKind = 'letter' | 'digit' | 'symbol' | 'space'
export type SecretRun = { kind: SecretKind; text: string }

/** Characters in a group of a long secret. */
const groupSize = 5
/** Up to here a secret is read at a glance and needs no groups. */
const shortSecret = 8

const kindOf = (character: string): SecretKind => {
  if (/\p{Nd}/u.test(character)) return 'digit'
  if (/\p{L}|\p{M}/u.test(character)) return 'letter'
  return /\s/u.test(character) ? 'space' : 'symbol'
}

/**
 * A secret as groups of runs of one kind, of `size` characters when told. Characters are what a person counts (an accent stays with its
 * letter, an emoji is one). Joined again, the runs give the secret unchanged.
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
