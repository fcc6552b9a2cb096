import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeCost, firstLockCost } from '#server/platform/crypto/argon2-cost.ts'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import { wrapKey } from '#server/platform/crypto/chest-key.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import {
  kekOf,
  newMasterKeySalt,
  stretchMasterKey,
  unwrapGuardianKey,
} from '#server/platform/crypto/master-key.ts'
import { seal } from '#server/platform/crypto/seal.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { realCosts } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { meet } from '#server/testing/two-transactions.ts'
import { firstLockVersion, placeOfChestKey } from '#server/vault/chests/chest-keys.ts'
import { goodKey, otherKey, startGuardianWorld, type GuardianWorld } from './testing.ts'

const present: Argon2Cost = { memory: 128, passes: 1, parallelism: 1 }
const former: Argon2Cost = { memory: 64, passes: 1, parallelism: 1 }

eachEngine((engine) => {
  let at: GuardianWorld
  beforeAll(async () => {
    at = await startGuardianWorld(engine, { ...realCosts, masterKey: present })
  })
  afterAll(() => at.app.close())

  const rowOf = (id: number) =>
    at.app.deps.db
      .selectFrom('chest_keys')
      .select(['wrapped', 'root_version', 'salt', 'cost'])
      .where('chest_id', '=', id)
      .executeTakeFirstOrThrow()

  /** Stretches the good key for a chest that has never changed its lock. */
  const kekAt = async (chestId: number, salt: Uint8Array, cost: Argon2Cost) =>
    kekOf(await stretchMasterKey(new Secret(goodKey), { salt, cost }), { chestId, version: firstLockVersion })

  /** Gives a chest the lock that a release with another cost has written. */
  async function writeLock(id: number, cost: Argon2Cost): Promise<void> {
    const { wrapped, root_version, salt } = await rowOf(id)
    const { keyring } = at.app.deps.keys
    const { root } = keyring.sealing(root_version)
    const place = placeOfChestKey(id, 1)
    const kek = await kekAt(id, salt ?? new Uint8Array(), present)
    const key = unwrapGuardianKey(root, { kek, cost: present }, place, asSealed(wrapped))
    const otherSalt = newMasterKeySalt()
    const field = `wrapped.guardian${cost === firstLockCost ? '' : encodeCost(cost)}`
    const inner = wrapKey(await kekAt(id, otherSalt, cost), { ...place, field }, key)
    await at.app.deps.db
      .updateTable('chest_keys')
      .set({ wrapped: seal(root, place, inner), salt: otherSalt, cost: encodeCost(cost) })
      .where('chest_id', '=', id)
      .execute()
  }
  const raised = async () => (await at.actions()).filter((action) => action === 'masterkey.raised').length
  const newChest = async (name: string): Promise<number> => {
    const id = await at.guardian(name)
    await at.item(id, await at.open(id), { name })
    return id
  }

  describe('a lock of a former cost', () => {
    it('opens, and has the present cost from then on, recorded once', async () => {
      const id = await newChest('Paie')
      const elsewhere = { cookie: await at.world.session(at.owner) }
      const handle = await at.open(id, elsewhere.cookie)
      await writeLock(id, former)
      const before = await raised()
      expect(await at.names(id, { handle: await at.open(id) })).toEqual(['Paie'])
      expect(await rowOf(id)).toMatchObject({ cost: encodeCost(present) })
      expect(await raised()).toBe(before + 1)
      expect(await at.names(id, { handle: await at.open(id) })).toEqual(['Paie'])
      expect(await raised()).toBe(before + 1)
      // The chest keeps its key: what was unlocked before stays so.
      expect(await at.names(id, { ...elsewhere, handle })).toEqual(['Paie'])
      expect((await at.verify(id, otherKey)).status).toBe(422)
    })

    it('is raised as well by a call that carries the master key', async () => {
      const id = await newChest('Ressources')
      await writeLock(id, former)
      const before = await raised()
      const made = { chestId: id, name: 'X', password: 'y', masterkey: goodKey }
      expect((await at.call('POST', '/api/item/', made)).status).toBe(201)
      expect(await rowOf(id)).toMatchObject({ cost: encodeCost(present) })
      expect(await raised()).toBe(before + 1)
    })

    it('stays as it is after a wrong master key', async () => {
      const id = await newChest('Marchés')
      await writeLock(id, former)
      const before = await rowOf(id)
      expect((await at.verify(id, otherKey)).status).toBe(422)
      expect(await rowOf(id)).toEqual(before)
      expect((await at.verify(id, goodKey)).status).toBe(200)
    })

    it('is raised once by two who unlock at once', async () => {
      const id = await newChest('Police')
      await writeLock(id, former)
      const before = await raised()
      const cookies = [await at.world.session(at.owner), await at.world.session(at.owner)]
      const handles = await Promise.all(cookies.map((cookie) => at.open(id, cookie)))
      for (const [place, handle] of handles.entries())
        expect(await at.names(id, { handle, cookie: cookies[place] ?? '' })).toEqual(['Police'])
      expect(await raised()).toBe(before + 1)
    })

    it('is not raised over what another change has written meanwhile', async () => {
      const id = await newChest('Archives')
      await writeLock(id, former)
      const before = await raised()
      const { wrapped } = await rowOf(id)
      const other = Buffer.from(wrapped)
      other.writeUInt8(other.readUInt8(other.length - 1) ^ 1, other.length - 1)
      await meet(
        at.app.plainDb,
        (tx) =>
          tx
            .updateTable('chest_keys')
            .set({ wrapped: asSealed(other) })
            .where('chest_id', '=', id)
            .execute(),
        () => at.verify(id, goodKey),
      )
      const after = await rowOf(id)
      expect(Buffer.from(after.wrapped).equals(other)).toBe(true)
      expect(after.cost).toBe(encodeCost(former))
      expect(await raised()).toBe(before)
    })
  })

  it('a lock of the release before costs were stored opens; one above the present cost is not lowered', async () => {
    const id = await newChest('Direction générale')
    await writeLock(id, firstLockCost)
    const before = await raised()
    expect(await at.names(id, { handle: await at.open(id) })).toEqual(['Direction générale'])
    expect(await rowOf(id)).toMatchObject({ cost: encodeCost(firstLockCost) })
    expect(await raised()).toBe(before)
  })

  it('a lock whose cost was changed in the database does not open, and counts as a wrong key', async () => {
    const id = await newChest('Élections')
    const { cost } = await rowOf(id)
    const write = (text: string | null) =>
      at.app.deps.db.updateTable('chest_keys').set({ cost: text }).where('chest_id', '=', id).execute()
    for (const changed of [encodeCost(former), encodeCost({ ...present, parallelism: 2 }), 'x']) {
      await write(changed)
      const cookie = await at.world.session(at.owner)
      expect(await at.verify(id, goodKey, cookie), changed).toMatchObject({ status: 422 })
    }
    await write(cost)
    expect((await at.verify(id, goodKey)).status).toBe(200)
  })
})
