import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growingTree, leafHash } from './merkle.ts'

const sha256 = (...parts: (Uint8Array | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The definition of RFC 9162 §2.1.1, word for word: split at the largest power of two below the size. */
function rootByDefinition(entries: readonly string[]): Buffer {
  const [first = ''] = entries
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return sha256('\0', first)
  let split = 1
  while (split * 2 < entries.length) split *= 2
  return sha256('\u0001', rootByDefinition(entries.slice(0, split)), rootByDefinition(entries.slice(split)))
}

describe('the Merkle tree of RFC 9162', () => {
  it('has the roots of its definition, at each size and from any frontier [PROO-06]', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 70 }), fc.nat(70), (entries, cut) => {
        let tree = growingTree()
        for (const [index, entry] of entries.entries()) {
          if (index === cut) tree = growingTree(tree.size, tree.frontier())
          tree.append(leafHash(entry))
        }
        expect(tree.size).toBe(entries.length)
        expect(tree.root()).toEqual(rootByDefinition(entries))
      }),
    )
  })

  it('of no entry is the hash of nothing (known value)', () => {
    expect(growingTree().root().toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    expect(leafHash('').toString('hex')).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    )
  })

  it('refuses a frontier of another size', () => {
    expect(() => growingTree(3, new Uint8Array(32))).toThrow(RangeError)
    expect(() => growingTree(2, new Uint8Array(33))).toThrow(RangeError)
  })
})
