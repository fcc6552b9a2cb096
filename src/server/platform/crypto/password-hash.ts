import { randomBytes, timingSafeEqual } from 'node:crypto'
import { argon2id, normalised, passwordCost, saltBytes } from './argon2id.ts'
import type { Argon2Cost } from './argon2id-input.ts'
import type { RandomBytes } from './data-key.ts'
import { keyVersionOf, type Sealed } from './envelope.ts'
import type { Keyring, SealingKeys } from './keyring.ts'
import { decodePhc, encodePhc } from './phc.ts'
import type { SealPlace } from './place.ts'
import { sealText, unsealText } from './seal.ts'
import { Secret } from './secret.ts'
import type { Turn, WorkBound } from './work-bound.ts'

const hashBytes = 32

/** What comparing a password gave. `needsRehash` is set only when it was right: hash it anew, and store that. */
type PasswordVerdict = { readonly right: boolean; readonly needsRehash: boolean }

export type PasswordHasher = {
  /** A new hash under a new salt, as a PHC string. @throws BusyError when too many are under way. */
  hash(password: Secret<string>, turn?: Turn): Promise<Secret<string>>
  /**
   * Compares a password with a stored hash. `undefined` stands for an unknown login: the same work is done,
   * and the answer is no, so that the time taken does not tell which logins exist.
   * @throws BusyError when too many are under way; SealError FORMAT if the stored hash is no PHC string.
   */
  verify(stored: Secret<string> | undefined, password: Secret<string>, turn?: Turn): Promise<PasswordVerdict>
  /** Whether a comparison would be refused now. */
  isFull(turn: Turn): boolean
}

/**
 * Hashing of sign-in passwords: Argon2id (RFC 9106) at OWASP's minimum or above, off the main thread, within
 * a bound. Passwords are compared in NFKC. Stored hashes keep the cost they were made at; raising `cost`
 * makes each one `needsRehash` at its owner's next success.
 * @param bound shared by everything that hashes on behalf of strangers.
 */
export function createPasswordHasher({
  bound,
  cost = passwordCost,
  random = randomBytes,
}: {
  bound: WorkBound
  cost?: Argon2Cost
  random?: RandomBytes
}): PasswordHasher {
  const digest = (
    password: Secret<string>,
    salt: Uint8Array,
    { cost: at, length, turn }: { cost: Argon2Cost; length: number; turn: Turn | undefined },
  ) => bound.run(() => argon2id({ message: normalised(password.reveal()), salt, length, ...at }), turn)

  return {
    isFull: (turn) => bound.isFull(turn),
    async hash(password, turn) {
      const salt = random(saltBytes)
      return new Secret(
        encodePhc({ cost, salt, hash: await digest(password, salt, { cost, length: hashBytes, turn }) }),
      )
    },
    async verify(stored, password, turn) {
      // Nobody's hash: random bytes, which no password gives.
      const {
        cost: at,
        salt,
        hash,
      } = stored ? decodePhc(stored.reveal()) : { cost, salt: random(saltBytes), hash: random(hashBytes) }
      const given = await digest(password, salt, { cost: at, length: hash.length, turn })
      const right = timingSafeEqual(given, hash) && stored !== undefined
      return { right, needsRehash: right && isOtherCost(at, cost) }
    },
  }
}

/** Whether a stored hash (a PHC string) was made at another cost than today's. @throws SealError FORMAT. */
export function needsRehash(stored: Secret<string>, cost: Argon2Cost = passwordCost): boolean {
  return isOtherCost(decodePhc(stored.reveal()).cost, cost)
}

function isOtherCost(one: Argon2Cost, other: Argon2Cost): boolean {
  return one.memory !== other.memory || one.passes !== other.passes || one.parallelism !== other.parallelism
}

/**
 * A password hash as it is stored: sealed under the system key `users`, bound to its user. Whoever has the
 * database alone cannot try passwords, nor give one user another's hash.
 */
export function sealPasswordHash(keys: SealingKeys, userId: number, hash: Secret<string>): Sealed {
  return sealText(keys.system('users'), placeOfPasswordHash(userId), hash.reveal())
}

/** Opens what `sealPasswordHash` sealed, also under an older root key. @throws SealError. */
export function openPasswordHash(keyring: Keyring, userId: number, sealed: Sealed): Secret<string> {
  return new Secret(
    unsealText(keyring.system('users', keyVersionOf(sealed)), placeOfPasswordHash(userId), sealed),
  )
}

/** Where a password hash stands. */
export function placeOfPasswordHash(userId: number): SealPlace {
  return { table: 'users', rowId: userId, field: 'password_hash', parentId: 0, revision: 0 }
}
