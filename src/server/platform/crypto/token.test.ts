import { describe, expect, it } from 'vitest'
import { Secret } from './secret.ts'
import { hashToken, matchesToken, newToken, sameBytes } from './token.ts'

describe('a random token', () => {
  it('is 256 bits in base64url, new each time', () => {
    const tokens = Array.from({ length: 100 }, () => newToken().reveal())
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(new Set(tokens).size).toBe(100)
  })

  it('is recognised by its SHA-256', () => {
    const abc = new Secret('abc')
    // FIPS 180-4, the example "abc".
    const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(Buffer.from(hashToken(abc)).toString('hex')).toBe(hash)
    expect(matchesToken(abc, Buffer.from(hash, 'hex'))).toBe(true)
    expect(matchesToken(new Secret('abd'), Buffer.from(hash, 'hex'))).toBe(false)
    expect(matchesToken(abc, Buffer.from(hash, 'hex').subarray(0, 16))).toBe(false)
  })

  it('compares bytes of any lengths', () => {
    expect(sameBytes(Buffer.from('ab'), Buffer.from('ab'))).toBe(true)
    expect(sameBytes(Buffer.from('ab'), Buffer.from('ac'))).toBe(false)
    expect(sameBytes(Buffer.from('ab'), Buffer.from('a'))).toBe(false)
    expect(sameBytes(new Uint8Array(), new Uint8Array())).toBe(true)
  })
})
