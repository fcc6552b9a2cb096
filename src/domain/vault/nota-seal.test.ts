import { createCipheriv, createHash, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldLimits } from '#domain/platform/limits.ts'
import {
  hashNotaProof,
  isSealedNota,
  longestSealedNota,
  NotaSealError,
  notaProof,
  openNota,
  sealNota,
} from './nota-seal.ts'

/**
 * A key, and what the header comment of nota-seal.ts derives from it, computed with Node's own primitives.
 */
const key = Buffer.alloc(32, 7)
const derived = (use: string) =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `trousseau/nota/1/${use}`, 32))
const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/** Returns a sealed message with one bit flipped. */
const bent = (sealed: string, at: number): string => {
  const bytes = bytesOf(sealed)
  const place = at % bytes.length
  bytes[place] = (bytes[place] ?? 0) ^ 1
  return bytes.toString('base64url')
}

describe('a one-time message', () => {
  it('is unsealed unchanged, whatever its text', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u0000', '\ufeffx', 'é'.repeat(300)),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { sealed, key: secret } = await sealNota(text)
        expect(isSealedNota(sealed)).toBe(true)
        expect(await openNota(sealed, secret)).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  it('is sealed by AES-256-GCM under a key from HKDF, readable by other programs', async () => {
    const padded = Buffer.alloc(256)
    padded.writeUInt32BE(5)
    padded.write('Salut', 4)
    const nonce = Buffer.alloc(12, 1)
    const cipher = createCipheriv('aes-256-gcm', derived('enc'), nonce)
    const sealed = Buffer.concat([nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()])
    expect(await openNota(sealed.toString('base64url'), key.toString('base64url'))).toBe('Salut')
  })

  it('is proved by another derived key, of which only the hash is stored', async () => {
    const proof = await notaProof(key.toString('base64url'))
    expect(bytesOf(proof)).toEqual(derived('auth'))
    const kept = createHash('sha256').update(derived('auth')).digest('base64url')
    expect(await hashNotaProof(proof)).toBe(kept)
    const { key: fresh, proofHash } = await sealNota('x')
    expect(await hashNotaProof(await notaProof(fresh))).toBe(proofHash)
  })

  it('is not unsealed after a flipped bit or with another key', async () => {
    const { sealed, key: secret } = await sealNota('Le code est 4512')
    for (const at of [0, 11, 12, 100, 283])
      await expect(openNota(bent(sealed, at), secret)).rejects.toThrow(NotaSealError)
    await expect(openNota(sealed, (await sealNota('')).key)).rejects.toThrow(NotaSealError)
    await expect(openNota(sealed.slice(0, -4), secret)).rejects.toThrow(NotaSealError)
    for (const wrong of ['', secret.slice(1), `${secret}A`, '!'.repeat(43)])
      await expect(openNota(sealed, wrong)).rejects.toThrow(NotaSealError)
  })

  it('reveals of its length only the number of 256-byte blocks', async () => {
    const lengthOf = async (text: string) => bytesOf((await sealNota(text)).sealed).length
    expect(await lengthOf('')).toBe(await lengthOf('a'.repeat(252)))
    expect(await lengthOf('a'.repeat(253))).toBe((await lengthOf('')) + 256)
  })

  it('fits the limit at its longest, in characters of three bytes', async () => {
    const { sealed } = await sealNota('€'.repeat(fieldLimits.notaMessage))
    expect(sealed.length).toBeLessThanOrEqual(longestSealedNota)
    expect(isSealedNota(sealed)).toBe(true)
    expect(isSealedNota(`${sealed}${'A'.repeat(344)}`)).toBe(false)
  })

  it('is distinguished from other texts by its form', () => {
    for (const text of ['', 'Bonjour', 'A'.repeat(100), '=='.repeat(190)])
      expect(isSealedNota(text)).toBe(false)
  })

  it('never repeats a key or a nonce', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => sealNota('x')))
    expect(new Set(made.map((one) => one.key)).size).toBe(50)
    expect(new Set(made.map(({ sealed }) => sealed.slice(0, 16))).size).toBe(50)
  })
})
