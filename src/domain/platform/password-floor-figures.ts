/**
 * The fewest guesses of a chosen password, as decimal logarithms: by the judge's own count, dictionaries first. One rented
 * card of 2026 needs some nine years for 10^12 guesses of a master key, and three days for 10^10 of an account's password.
 * Both need the database and the root key (docs/security.md, "What guessing costs").
 */
export const passwordFloors = { account: 10, masterKey: 12 } as const
