import { hashOnThread } from './argon2id-threads.ts'
import type { Argon2Cost, Argon2Input } from './argon2id-input.ts'

/** For guardian chests' master keys and the keyring's passphrase: RFC 9106 §4, second recommended option. */
export const masterKeyCost: Argon2Cost = { memory: 65_536, passes: 3, parallelism: 4 }

/** For sign-in passwords: OWASP Password Storage Cheat Sheet's minimum, 19 MiB, 2 passes, 1 lane. */
export const passwordCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** RFC 9106 §3.1: a salt of 16 bytes is recommended for password hashing. */
export const saltBytes = 16

/**
 * Argon2id version 1.3 (RFC 9106), on a thread of its own: the event loop stays free meanwhile. Each call takes
 * `memory` KiB for its time, so callers that strangers can trigger go through a work bound.
 */
export async function argon2id(input: Argon2Input): Promise<Buffer> {
  return Buffer.from(await hashOnThread(input))
}

/**
 * What is hashed of a typed secret: its UTF-8 in Unicode's form NFKC, so that é typed as one character or as
 * two, on any keyboard or system, is the same secret.
 */
export function normalised(typed: string): Buffer {
  return Buffer.from(typed.normalize('NFKC'), 'utf8')
}
