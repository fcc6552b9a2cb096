import { describe, expect, it } from 'vitest'
import { firstLockCost } from './argon2-cost.ts'
import { rewrap, unwrapKey, wrapKey } from './chest-key.ts'
import { newKey } from './data-key.ts'
import { asSealed } from './envelope.ts'
import {
  kekOf,
  newMasterKeySalt,
  stretchMasterKey,
  unwrapGuardianKey,
  wrapGuardianKey,
} from './master-key.ts'
import type { SealPlace } from './place.ts'
import { seal, unseal } from './seal.ts'
import { Secret } from './secret.ts'

/** Light, so that the tests are quick; the true cost stands in vectors.json. */
const cost = { memory: 64, passes: 1, parallelism: 1 }
const setting = { chestId: 7, version: 2, salt: newMasterKeySalt() }
const place: SealPlace = { table: 'chest_keys', rowId: 7, field: 'key', parentId: 7, revision: 0 }
const derive = async (masterKey: string, other = {}) => {
  const { salt, ...lock } = { ...setting, ...other }
  return { kek: kekOf(await stretchMasterKey(new Secret(masterKey), { salt, cost }), lock), cost }
}
const failed = (code: string) => expect.objectContaining({ code })

const root = newKey(1)
const ck = newKey(5)
const lock = await derive('Été à la mer, 1987 !')
const wrapped = wrapGuardianKey(root, lock, place, ck)

describe("a guardian chest's key", () => {
  it('unwraps with the master key', async () => {
    const opened = unwrapGuardianKey(root, await derive('Été à la mer, 1987 !'), place, wrapped)
    expect(opened.version).toBe(5)
    expect(opened.key.equals(ck.key)).toBe(true)
  })

  it('unwraps with the same master key typed with decomposed accents', async () => {
    const typed = await derive('Été à la mer, 1987 !'.normalize('NFD'))
    expect(unwrapGuardianKey(root, typed, place, wrapped).key.equals(ck.key)).toBe(true)
  })

  it('does not unwrap with a wrong master key, salt, chest or version', async () => {
    const wrong = [
      await derive('Été à la mer, 1988 !'),
      await derive('Été à la mer, 1987 !', { salt: newMasterKeySalt() }),
      await derive('Été à la mer, 1987 !', { chestId: 8 }),
    ]
    for (const other of wrong) {
      expect(() => unwrapGuardianKey(root, other, place, wrapped)).toThrow(failed('AUTHENTICATION'))
    }
    const newer = await derive('Été à la mer, 1987 !', { version: 3 })
    expect(() => unwrapGuardianKey(root, newer, place, wrapped)).toThrow(failed('KEY_VERSION'))
  })

  it('is bound to the cost of its lock: the same key at another cost does not unwrap it', () => {
    for (const other of [firstLockCost, { ...cost, parallelism: 2 }])
      expect(() => unwrapGuardianKey(root, { ...lock, cost: other }, place, wrapped)).toThrow(
        failed('AUTHENTICATION'),
      )
  })

  it('unwraps as it was wrapped before costs were bound, at the cost of that time only', () => {
    const former = seal(root, place, wrapKey(lock.kek, { ...place, field: 'key.guardian' }, ck))
    const opened = unwrapGuardianKey(root, { ...lock, cost: firstLockCost }, place, former)
    expect(opened.key.equals(ck.key)).toBe(true)
    expect(() => unwrapGuardianKey(root, lock, place, former)).toThrow(failed('AUTHENTICATION'))
  })

  it('does not unwrap with the root key alone', () => {
    expect(() => unwrapKey(root, place, wrapped)).toThrow(failed('FORMAT'))
    const inner = asSealed(unseal(root, place, wrapped))
    expect(() => unwrapKey({ ...root, version: 2 }, place, inner)).toThrow(failed('AUTHENTICATION'))
    expect(Buffer.from(inner).includes(ck.key.export())).toBe(false)
  })

  it('does not unwrap with the master key alone, nor for another chest', () => {
    expect(() => unwrapGuardianKey(newKey(1), lock, place, wrapped)).toThrow(failed('AUTHENTICATION'))
    expect(() => unwrapGuardianKey(root, lock, { ...place, rowId: 8 }, wrapped)).toThrow(
      failed('AUTHENTICATION'),
    )
  })

  it('is rewrapped under a new root key without its master key', () => {
    const next = newKey(2)
    const moved = rewrap(root, next, place, wrapped)
    expect(unwrapGuardianKey(next, lock, place, moved).key.equals(ck.key)).toBe(true)
  })
})
