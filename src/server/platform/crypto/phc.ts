import type { Argon2Cost } from './argon2id-input.ts'
import { SealError } from './seal-error.ts'

/** An Argon2id hash with all that a verification needs. */
export type PhcHash = { readonly cost: Argon2Cost; readonly salt: Uint8Array; readonly hash: Uint8Array }

const shape = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Encodes a hash in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, base64 unpadded. */
export function encodePhc({ cost: { memory, passes, parallelism }, salt, hash }: PhcHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Decodes a PHC string. @throws SealError FORMAT for anything else, other variants and versions of Argon2 included. */
export function decodePhc(text: string): PhcHash {
  const [, memory, passes, parallelism, salt, hash] = shape.exec(text) ?? []
  if (salt === undefined || hash === undefined) throw new SealError('FORMAT', 'password hash')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
