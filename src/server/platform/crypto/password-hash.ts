import { randomBytes, timingSafeEqual } from 'node:crypto'
import { decodeCost, encodeCost, isLowerCost, passwordCost, workOf } from './argon2-cost.ts'
import { argon2id, normalised, saltBytes } from './argon2id.ts'
import type { Argon2Cost } from './argon2id-input.ts'
import { keyVersionOf, type Sealed } from './envelope.ts'
import type { Keyring, SealingKeys } from './keyring.ts'
import { ownPlace, type Owner, type SealPlace } from './place.ts'
import { SealError } from './seal-error.ts'
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
   * so that the time does not reveal which logins exist. A hash of a lower cost than today's takes the rest of the work too.
   * @throws BusyError when too many are under way; SealError FORMAT if the stored hash is no PHC string.
   */
  verify(stored: Secret<string> | undefined, password: Secret<string>, turn?: Turn): Promise<PasswordVerdict>
  /** Whether a verification would be refused now. */
  isFull(turn: Turn): boolean
}

/**
 * Returns the hasher of sign-in passwords: Argon2id (RFC 9106) at OWASP's minimum or above, off the main thread, within a
 * bound. Passwords are normalised to NFKC. Stored hashes keep their cost; raising `cost` makes each lower one `needsRehash`
 * at its owner's next success. None is lowered: nodes of two releases would rehash each other's in turns.
 * @param bound shared by all hashing for unauthenticated callers.
 * @param argon2 `argon2id`; another one to see what is computed.
 */
export function createPasswordHasher({
  bound,
  cost = passwordCost,
  argon2 = argon2id,
}: {
  bound: WorkBound
  cost?: Argon2Cost
  argon2?: typeof argon2id
}): PasswordHasher {
  const digest = (
    password: Secret<string>,
    salt: Uint8Array,
    { cost: at, length, turn }: { cost: Argon2Cost; length: number; turn: Turn | undefined },
  ) =>
    bound.run(async () => {
      const hash = await argon2({ message: normalised(password.reveal()), salt, length, ...at })
      const rest = missingCost(at, cost)
      if (rest) await argon2({ message: randomBytes(hashBytes), salt, length, ...rest })
      return hash
    }, turn)

  return {
    isFull: (turn) => bound.isFull(turn),
    async hash(password, turn) {
      const salt = randomBytes(saltBytes)
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
      } = stored
        ? decodePhc(stored.reveal())
        : { cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) }
      const given = await digest(password, salt, { cost: at, length: hash.length, turn })
      const right = timingSafeEqual(given, hash) && stored !== undefined
      return { right, needsRehash: right && isLowerCost(at, cost) }
    },
  }
}

/** Returns the cost of the work that one cost lacks beside another; null where it lacks none. */
function missingCost(one: Argon2Cost, other: Argon2Cost): Argon2Cost | null {
  const memory = Math.floor((workOf(other) - workOf(one)) / other.passes)
  return memory < 8 * other.parallelism ? null : { ...other, memory }
}

/**
 * Seals a password hash under the system key `users`, bound to its user. With the database alone, an attacker can neither
 * guess passwords nor give one user another's hash.
 */
export function sealPasswordHash(keys: SealingKeys, owner: Owner, hash: Secret<string>): Sealed {
  return sealText(keys.system('users'), placeOfPasswordHash(owner), hash.reveal())
}

/** Unseals what `sealPasswordHash` sealed, also under an older root key. @throws SealError. */
export function openPasswordHash(keyring: Keyring, owner: Owner, sealed: Sealed): Secret<string> {
  return new Secret(
    unsealText(keyring.system('users', keyVersionOf(sealed)), placeOfPasswordHash(owner), sealed),
  )
}

/** Returns the place of a password hash. */
export const placeOfPasswordHash = (owner: Owner): SealPlace => ownPlace('users', owner, 'password_hash')

/** An Argon2id hash with all that a verification needs. */
type PhcHash = { readonly cost: Argon2Cost; readonly salt: Uint8Array; readonly hash: Uint8Array }

const shape = /^(\$argon2id\$v=19\$[a-z0-9=,]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Encodes a hash in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, base64 unpadded. */
function encodePhc({ cost, salt, hash }: PhcHash): string {
  return `${encodeCost(cost)}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Decodes a PHC string. @throws SealError FORMAT for anything else, other variants and versions of Argon2 included. */
function decodePhc(text: string): PhcHash {
  const [, at = '', salt, hash] = shape.exec(text) ?? []
  const cost = decodeCost(at)
  if (!cost || salt === undefined || hash === undefined) throw new SealError('FORMAT', 'password hash')
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
