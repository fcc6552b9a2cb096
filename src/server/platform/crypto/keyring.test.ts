import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openKeyring, systemLabels } from './keyring.ts'

const keys = [2, 1].map((version) => ({ version, key: randomBytes(32) }))
const keyring = openKeyring({ active: 2, keys })

describe('the keyring', () => {
  it('returns the active root key, and older ones by version', () => {
    expect(keyring.active).toBe(2)
    expect(keyring.versions).toEqual([1, 2])
    expect(keyring.sealing(2).root).toBe(keyring.root(2))
    expect(keyring.root(1).key.equals(keyring.root(2).key)).toBe(false)
  })

  it('derives a separate key for each label and version, once', () => {
    const all = systemLabels.flatMap((label) => [keyring.system(label, 1), keyring.system(label, 2)])
    expect(
      new Set([...all, keyring.root(1), keyring.root(2)].map(({ key }) => key.export().toString('hex'))).size,
    ).toBe(12)
    expect(keyring.sealing(2).system('jwt')).toBe(keyring.system('jwt', 2))
    expect(keyring.system('jwt', 1).version).toBe(1)
  })

  it('refuses a version that it lacks', () => {
    const refused = expect.objectContaining({ code: 'KEY_MISSING' })
    expect(() => keyring.root(3)).toThrow(refused)
    expect(() => keyring.system('users', 3)).toThrow(refused)
    expect(() => keyring.fingerprint(3)).toThrow(refused)
    expect(() => keyring.sealing(3)).toThrow(refused)
  })

  it('keeps its keys when the record is wiped', () => {
    const key = randomBytes(32)
    const copy = Buffer.from(key)
    const opened = openKeyring({ active: 1, keys: [{ version: 1, key }] })
    key.fill(0)
    expect(opened.root(1).key.export().equals(copy)).toBe(true)
  })

  it('has a fingerprint per root key', () => {
    expect(keyring.fingerprint()).toMatch(/^[0-9a-f]{16}$/)
    expect(keyring.fingerprint(1)).not.toBe(keyring.fingerprint(2))
  })

  it('never prints a key', () => {
    const printed =
      inspect(keyring, { depth: 9, showHidden: true }) +
      JSON.stringify([keyring, keyring.root(1), keyring.sealing(2).root])
    for (const { key } of keys) {
      expect(printed).not.toContain(key.toString('hex').slice(0, 16))
      expect(printed).not.toContain(key.toString('base64').slice(0, 16))
    }
  })

  it.each([
    ['no key', { active: 1, keys: [] }],
    ['an active version without key', { active: 3, keys }],
    ['two keys of one version', { active: 1, keys: [...keys, ...keys] }],
    ['a short key', { active: 1, keys: [{ version: 1, key: randomBytes(31) }] }],
  ])('does not open with %s', (_name, record) => {
    expect(() => openKeyring(record)).toThrow(RangeError)
  })
})
