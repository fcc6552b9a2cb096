/**
 * What stands in the way of linking an account to the entry that its name finds now. `ready`: nothing. `unlinked`: its next
 * sign-in links it by itself. `unchanged`: it is linked to that entry. `missing`: the name finds none. `ambiguous`: it finds
 * several. `taken`: the entry is another account's.
 */
export const linkVerdicts = ['ready', 'unlinked', 'unchanged', 'missing', 'ambiguous', 'taken'] as const
export type LinkVerdict = (typeof linkVerdicts)[number]

/** The greatest lengths, in characters, of what the directory says of an entry. */
export const entryLimits = { name: 200, email: 254 } as const
