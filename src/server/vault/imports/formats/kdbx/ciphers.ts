import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { cipherIds, streamIds } from './kdbx-ids.ts'
import { KdbxFault } from './kdbx-fault.ts'
import { salsa20 } from './salsa20.ts'

/** Decrypts or encrypts a text in parts. `end` gives the last part. */
export type PartCipher = { update(part: Uint8Array): Buffer; end(): Buffer }

/** OpenSSL's initial vector of ChaCha20: the counter of the first block, then the nonce of RFC 8439. */
const chachaIv = (nonce: Uint8Array): Buffer => Buffer.concat([Buffer.alloc(4), nonce])

/** Returns the cipher of the whole file. The padding of AES is left on. */
export function outerDecipher(cipher: string, key: Buffer, iv: Buffer): PartCipher {
  const isAes = cipher === cipherIds.aes
  if (!isAes && cipher !== cipherIds.chacha20) throw new KdbxFault('CIPHER_UNSUPPORTED')
  if (iv.length !== (isAes ? 16 : 12)) throw new KdbxFault('CONTENT_BROKEN')
  const decipher = isAes
    ? createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
    : createDecipheriv('chacha20', key, chachaIv(iv))
  return {
    update: (part) => decipher.update(part),
    end: () => {
      try {
        return decipher.final()
      } catch {
        throw new KdbxFault('CONTENT_BROKEN')
      }
    },
  }
}

/** Salsa20's nonce in every KDBX file. */
const salsaNonce = Buffer.from('e830094b97205d2a', 'hex')

/** Returns the cipher of the protected values: it decrypts, or encrypts, them in the order of the document. */
export function innerStream(id: number, key: Uint8Array): (bytes: Uint8Array) => Buffer {
  if (id === streamIds.salsa20) return salsa20(createHash('sha256').update(key).digest(), salsaNonce)
  if (id !== streamIds.chacha20) throw new KdbxFault('CIPHER_UNSUPPORTED')
  const hash = createHash('sha512').update(key).digest()
  const cipher = createCipheriv('chacha20', hash.subarray(0, 32), chachaIv(hash.subarray(32, 44)))
  return (bytes) => cipher.update(bytes)
}
