import { describe, expect, it } from 'vitest'
import { rewrap, unwrapKey, wrapKey } from './chest-key.ts'
import { newKey } from './data-key.ts'
import { asSealed, keyVersionOf } from './envelope.ts'
import type { SealPlace } from './place.ts'
import { seal, sealText, unsealText } from './seal.ts'

const root = newKey(1)
const ck = newKey(5)
const ik = newKey(1)
const chestPlace: SealPlace = { table: 'chest_keys', rowId: 7, field: 'key', parentId: 7, revision: 0 }
const itemPlace: SealPlace = { table: 'items', rowId: 12, field: 'key', parentId: 7, revision: 0 }
const failed = (code: string) => expect.objectContaining({ code })

describe('the key of a chest', () => {
  const wrapped = wrapKey(root, chestPlace, ck)

  it('is unwrapped with its own version, and names the version of the root key', () => {
    const opened = unwrapKey(root, chestPlace, wrapped)
    expect(opened.version).toBe(5)
    expect(opened.key.equals(ck.key)).toBe(true)
    expect(keyVersionOf(wrapped)).toBe(1)
  })

  it('does not unwrap for another chest, nor under another root key', () => {
    expect(() => unwrapKey(root, { ...chestPlace, rowId: 8, parentId: 8 }, wrapped)).toThrow(
      failed('AUTHENTICATION'),
    )
    expect(() => unwrapKey(newKey(1), chestPlace, wrapped)).toThrow(failed('AUTHENTICATION'))
    expect(() => unwrapKey(newKey(2), chestPlace, wrapped)).toThrow(failed('KEY_VERSION'))
  })

  it('is rewrapped under a new root key unchanged, and no longer needs the old one', () => {
    const next = newKey(2)
    const moved = rewrap(root, next, chestPlace, wrapped)
    expect(keyVersionOf(moved)).toBe(2)
    expect(unwrapKey(next, chestPlace, moved)).toMatchObject({ version: 5 })
    expect(unwrapKey(next, chestPlace, moved).key.equals(ck.key)).toBe(true)
    expect(() => unwrapKey(root, chestPlace, moved)).toThrow(failed('KEY_VERSION'))
  })

  it('is refused when an authentic content is no key', () => {
    expect(() => unwrapKey(root, chestPlace, seal(root, chestPlace, new Uint8Array(32)))).toThrow(
      failed('FORMAT'),
    )
  })
})

describe('the key of an item', () => {
  const wrapped = wrapKey(ck, itemPlace, ik)

  it('unwraps under its chest key, whose version it names', () => {
    expect(unwrapKey(ck, itemPlace, wrapped).key.equals(ik.key)).toBe(true)
    expect(keyVersionOf(wrapped)).toBe(5)
  })

  it('does not unwrap in another item or chest, nor under another chest key', () => {
    for (const move of [{ rowId: 13 }, { parentId: 8 }, { table: 'folders' }]) {
      expect(() => unwrapKey(ck, { ...itemPlace, ...move }, wrapped)).toThrow(failed('AUTHENTICATION'))
    }
    expect(() => unwrapKey(newKey(5), itemPlace, wrapped)).toThrow(failed('AUTHENTICATION'))
  })

  it('is rewrapped for another chest while what it seals stays unchanged', () => {
    const meta: SealPlace = { table: 'items', rowId: 12, field: 'meta', parentId: 12, revision: 3 }
    const content = sealText(ik, meta, 'Messagerie')
    const other = newKey(1)
    const there = { ...itemPlace, parentId: 8 }
    const moved = wrapKey(other, there, unwrapKey(ck, itemPlace, wrapped))
    expect(unsealText(unwrapKey(other, there, moved), meta, content)).toBe('Messagerie')
    expect(() => unwrapKey(ck, itemPlace, asSealed(moved))).toThrow(failed('KEY_VERSION'))
  })

  it('is of no use to another item', () => {
    const meta: SealPlace = { table: 'items', rowId: 12, field: 'meta', parentId: 12, revision: 3 }
    expect(() => unsealText(newKey(1), meta, sealText(ik, meta, 'x'))).toThrow(failed('AUTHENTICATION'))
  })
})
