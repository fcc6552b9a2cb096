import type { Argon2Cost } from './argon2id-input.ts'

/**
 * For guardian chests' master keys, the keyring's passphrase and archives: 128 MiB, 3 passes, 1 lane, above the second
 * recommended option of RFC 9106 §4. One lane: more lanes save time only where idle cores wait, and an attacker has them.
 */
export const masterKeyCost: Argon2Cost = { memory: 131_072, passes: 3, parallelism: 1 }

/** The cost of all locks before each stored its own: RFC 9106 §4, second recommended option. */
export const firstLockCost: Argon2Cost = { memory: 65_536, passes: 3, parallelism: 4 }

/** For sign-in passwords: OWASP Password Storage Cheat Sheet's minimum, 19 MiB, 2 passes, 1 lane. */
export const passwordCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** Beyond these no release of Trousseau wrote the cost, and computing it could exhaust the memory: 1 GiB, 1,000 passes. */
const most = { memory: 1_048_576, passes: 1000, parallelism: 64 } as const

/** Returns the work of a guess in KiB × passes: its memory traffic, which limits an attacker's cards. */
export const workOf = ({ memory, passes }: Argon2Cost): number => memory * passes

/** Whether a guess at one cost is less work than at another. Lanes do not count: they share the same work. */
export const isLowerCost = (one: Argon2Cost, other: Argon2Cost): boolean => workOf(one) < workOf(other)

/** Whether Argon2id accepts a cost (RFC 9106 §3.1: 8 KiB for each lane), and Trousseau may have written it. */
export const isPlausibleCost = (cost: Argon2Cost): boolean =>
  (['memory', 'passes', 'parallelism'] as const).every(
    (name) => Number.isInteger(cost[name]) && cost[name] >= 1 && cost[name] <= most[name],
  ) && cost.memory >= 8 * cost.parallelism

/** Returns a cost with its algorithm as the PHC string format begins: `$argon2id$v=19$m=131072,t=3,p=1`. */
export const encodeCost = ({ memory, passes, parallelism }: Argon2Cost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`

const shape = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})$/

/** Returns the cost that `encodeCost` encoded; null for anything else, other variants and versions of Argon2 included. */
export function decodeCost(text: string): Argon2Cost | null {
  const [, memory, passes, parallelism] = shape.exec(text) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return isPlausibleCost(cost) ? cost : null
}

/**
 * Returns what a cost adds to the field of a seal's place, so that what was sealed at one cost is authentic at no other.
 * Nothing for the first cost: what was sealed before costs were bound has it.
 */
export const boundCost = (cost: Argon2Cost): string =>
  encodeCost(cost) === encodeCost(firstLockCost) ? '' : encodeCost(cost)
