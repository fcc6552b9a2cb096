import { describe, expect, it } from 'vitest'
import { dataKeyFrom, newKey } from './data-key.ts'
import { asSealed, keyVersionOf, type Sealed } from './envelope.ts'
import type { SealPlace } from './place.ts'
import { SealError, type SealErrorCode } from './seal-error.ts'
import {
  seal,
  sealJson,
  sealPassword,
  sealText,
  unseal,
  unsealJson,
  unsealPassword,
  unsealText,
} from './seal.ts'

const key = newKey(3)
const place: SealPlace = { table: 'items', rowId: 12, field: 'password', parentId: 7, revision: 4 }
const sealed = sealText(key, place, 'un mot de passe')

/** Returns the code of the SealError that a call throws; any other error fails the test. */
function refusal(call: () => unknown): SealErrorCode {
  try {
    call()
  } catch (error) {
    if (error instanceof SealError) return error.code
    throw error
  }
  throw new Error('it opened')
}

describe('sealing', () => {
  it('unseals at its own place under its own key', () => {
    expect(unsealText(key, place, sealed)).toBe('un mot de passe')
    expect(keyVersionOf(sealed)).toBe(3)
  })

  it('unseals bytes of either database', () => {
    expect(unsealText(key, place, asSealed(new Uint8Array(sealed)))).toBe('un mot de passe')
    expect(unsealText(key, place, asSealed(Buffer.from(sealed)))).toBe('un mot de passe')
  })

  it('works for empty content, JSON and 100 kB', () => {
    expect(unseal(key, place, seal(key, place, new Uint8Array())).length).toBe(0)
    const value = { name: 'é'.repeat(50_000), level: 3, none: null }
    expect(unsealJson(key, place, sealJson(key, place, value))).toEqual(value)
  })

  it('draws a new IV each time', () => {
    const seen = new Set(
      Array.from({ length: 1000 }, () => Buffer.from(sealText(key, place, 'x')).toString('hex', 6, 18)),
    )
    expect(seen.size).toBe(1000)
  })
})

describe('a sealed value does not unseal', () => {
  const moves: [string, Partial<SealPlace>][] = [
    ['in another row or item', { rowId: 13 }],
    ['in another field', { field: 'otp' }],
    ['in another table', { table: 'folders' }],
    ['under another parent or chest', { parentId: 8 }],
    ['at another revision', { revision: 3 }],
    ['with row and parent swapped', { rowId: 7, parentId: 12 }],
    ['with the border between table and field shifted', { table: 'item', field: 'spassword' }],
    ['in a row 2^32 further', { rowId: 12 + 2 ** 32 }],
  ]
  it.each(moves)('%s', (_name, move) => {
    expect(refusal(() => unsealText(key, { ...place, ...move }, sealed))).toBe('AUTHENTICATION')
  })

  it('under another key of the same version', () => {
    expect(refusal(() => unsealText(newKey(3), place, sealed))).toBe('AUTHENTICATION')
  })

  it('under another version, nor when its version is rewritten to suit', () => {
    const bytes = key.key.export()
    expect(refusal(() => unsealText(dataKeyFrom(2, bytes), place, sealed))).toBe('KEY_VERSION')
    const relabelled = Buffer.from(sealed)
    relabelled.writeUInt32BE(2, 2)
    expect(refusal(() => unsealText(dataKeyFrom(2, bytes), place, asSealed(relabelled)))).toBe(
      'AUTHENTICATION',
    )
  })

  it('with any one bit flipped anywhere', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const flipped = Buffer.from(sealed)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const code = refusal(() => unsealText(key, place, asSealed(flipped)))
      expect(code).toBe(bit < 16 ? 'FORMAT' : bit < 48 ? 'KEY_VERSION' : 'AUTHENTICATION')
    }
  })

  it.each([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])('with its tag truncated to %i bytes', (kept) => {
    const truncated = asSealed(sealed.subarray(0, sealed.length - 16 + kept))
    expect(refusal(() => unsealText(key, place, truncated))).toBe('AUTHENTICATION')
  })

  it.each([4, 8, 12, 15])('with an empty content and a tag of %i bytes', (kept) => {
    const empty = seal(key, place, new Uint8Array())
    expect(refusal(() => asSealed(empty.subarray(0, empty.length - 16 + kept)))).toBe('FORMAT')
  })

  it('truncated at any length, from either end, or lengthened', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      const open = (bytes: Uint8Array) => refusal(() => unsealText(key, place, bytes as Sealed))
      expect(open(sealed.subarray(0, length))).toBe(length < 34 ? 'FORMAT' : 'AUTHENTICATION')
      expect(['FORMAT', 'KEY_VERSION', 'AUTHENTICATION']).toContain(
        open(sealed.subarray(sealed.length - length)),
      )
    }
    expect(refusal(() => unsealText(key, place, asSealed(Buffer.concat([sealed, Buffer.of(0)]))))).toBe(
      'AUTHENTICATION',
    )
  })

  it('with the body cut out of the middle', () => {
    const cut = Buffer.concat([sealed.subarray(0, 20), sealed.subarray(sealed.length - 16)])
    expect(refusal(() => unsealText(key, place, asSealed(cut)))).toBe('AUTHENTICATION')
  })

  it('and its error reveals nothing of the content', () => {
    try {
      unsealText(key, { ...place, rowId: 13 }, sealed)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(SealError)
      expect((error as SealError).message).toBe('AUTHENTICATION: items.password 13')
      expect((error as SealError).cause).toBeUndefined()
    }
  })

  it('as JSON when it is something else, without quoting it', () => {
    try {
      unsealJson(key, place, sealed)
      expect.unreachable()
    } catch (error) {
      expect((error as SealError).message).toBe('FORMAT: items.password 12')
    }
  })
})

describe('a place', () => {
  it.each([
    ['a negative id', { rowId: -1 }],
    ['a fraction', { parentId: 1.5 }],
    ['a number past 2^53', { revision: 2 ** 53 }],
    ['not a number', { rowId: Number.NaN }],
    ['a name that is not ASCII', { table: 'él' }],
    ['a name of 256 characters', { field: 'f'.repeat(256) }],
  ])('with %s is a fault of the caller', (_name, change) => {
    expect(() => sealText(key, { ...place, ...change }, 'x')).toThrow(RangeError)
  })
})

describe('a sealed password', () => {
  it.each([
    '',
    'a',
    'é'.repeat(29),
    'a'.repeat(60),
    'a'.repeat(61),
    'a'.repeat(1000),
    'a\0\0',
    '\0',
    '🔑 clé',
  ])('comes back whole: %j', (password) => {
    expect(unsealPassword(key, place, sealPassword(key, place, password))).toBe(password)
  })

  it('hides its length within a block of 64 bytes', () => {
    const lengths = Array.from(
      { length: 200 },
      (_, length) => sealPassword(key, place, 'x'.repeat(length)).length - 34,
    )
    expect(new Set(lengths)).toEqual(new Set([64, 128, 192, 256]))
    expect(lengths.lastIndexOf(64)).toBe(60)
  })

  it.each([
    ['empty', Buffer.alloc(0)],
    ['not a multiple of 64', Buffer.alloc(63)],
    ['longer than its length says', Buffer.alloc(128)],
    ['shorter than its length says', Buffer.concat([Buffer.of(0, 0, 0, 61), Buffer.alloc(60, 97)])],
    ['padded with other bytes than zeros', Buffer.concat([Buffer.of(0, 0, 0, 1), Buffer.alloc(60, 97)])],
  ])('is refused when its padding is %s', (_name, content) => {
    expect(refusal(() => unsealPassword(key, place, seal(key, place, content)))).toBe('FORMAT')
  })
})
