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

/** The result of verifying a password. `needsRehash` is set only for a right one: hash it again, and store that. */
type PasswordVerdict = { readonly right: boolean; readonly needsRehash: boolean }

export type PasswordHasher = {
  /** Returns a new hash under a new salt, as a PHC string. @throws BusyError when too many are under way. */
  hash(password: Secret<string>, turn?: Turn): Promise<Secret<string>>
  /**
   * Verifies a password against a stored hash. `undefined` stands for an unknown login: it does the same work and fails,
   * so that the time does not reveal which logins exist.
   * @throws BusyError when too many are under way; SealError FORMAT if the stored hash is no PHC string.
   */
  verify(stored: Secret<string> | undefined, password: Secret<string>, turn?: Turn): Promise<PasswordVerdict>
  /** Whether a verification would be refused now. */
  isFull(turn: Turn): boolean
}

/**
 * Returns the hasher of sign-in passwords: Argon2id (RFC 9106) at OWASP's minimum or above, off the main thread, within a
 * bound. Passwords are normalised to NFKC. Stored hashes keep their cost; raising `cost` makes each one `needsRehash` at
 * its owner's next success.
 * @param bound shared by all hashing for unauthenticated callers.
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
      // No account's hash: random bytes, which no password gives.
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

/** Whether a stored hash (a PHC string) has another cost than the present one. @throws SealError FORMAT. */
export function needsRehash(stored: Secret<string>, cost: Argon2Cost = passwordCost): boolean {
  return isOtherCost(decodePhc(stored.reveal()).cost, cost)
}

function isOtherCost(one: Argon2Cost, other: Argon2Cost): boolean {
  return one.memory !== other.memory || one.passes !== other.passes || one.parallelism !== other.parallelism
}

/**
 * Seals a password hash under the system key `users`, bound to its user. With the database alone, an attacker can neither
 * guess passwords nor give one user another's hash.
 */
export function sealPasswordHash(keys: SealingKeys, userId: number, hash: Secret<string>): Sealed {
  return sealText(keys.system('users'), placeOfPasswordHash(userId), hash.reveal())
}

/** Unseals what `sealPasswordHash` sealed, also under an older root key. @throws SealError. */
export function openPasswordHash(keyring: Keyring, userId: number, sealed: Sealed): Secret<string> {
  return new Secret(
    unsealText(keyring.system('users', keyVersionOf(sealed)), placeOfPasswordHash(userId), sealed),
  )
}

/** Returns the place of a password hash. */
export function placeOfPasswordHash(userId: number): SealPlace {
  return { table: 'users', rowId: userId, field: 'password_hash', parentId: 0, revision: 0 }
}
