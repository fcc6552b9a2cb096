import { createSecretKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { firstLockCost } from './argon2-cost.ts'
import { argon2d, argon2id } from './argon2id.ts'
import { dataKeyFrom } from './data-key.ts'
import { asSealed } from './envelope.ts'
import { hkdf } from './hkdf.ts'
import { hs256 } from './jwt.ts'
import { openKeyring, type SystemLabel } from './keyring.ts'
import { kekOf, stretchMasterKey } from './master-key.ts'
import { createPasswordHasher } from './password-hash.ts'
import { additionalData } from './place.ts'
import { seal, unseal } from './seal.ts'
import { Secret } from './secret.ts'
import vectors from './vectors.json' with { type: 'json' }
import { createWorkBound } from './work-bound.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')

/** Installations hold data in these formats: a change that breaks a vector loses it. */
describe('the known answers are unchanged', () => {
  it.each(vectors.seal)(
    'sealing $name',
    ({ key, keyVersion, iv, place, plaintext, additionalData: data, sealed }) => {
      const dataKey = dataKeyFrom(keyVersion, bytes(key))
      expect(hex(additionalData(place, keyVersion))).toBe(data)
      expect(hex(seal(dataKey, place, bytes(plaintext), () => bytes(iv)))).toBe(sealed)
      expect(hex(unseal(dataKey, place, asSealed(bytes(sealed))))).toBe(plaintext)
    },
  )

  it.each(vectors.systemKeys)('the system key $label', ({ root, label, key }) => {
    const keyring = openKeyring({ active: 1, keys: [{ version: 1, key: bytes(root) }] })
    expect(hex(keyring.system(label as SystemLabel, 1).key.export())).toBe(key)
  })

  it('the key of a master key', async () => {
    const { masterKey, chestId, version, salt, key } = vectors.masterKey
    const stretched = await stretchMasterKey(new Secret(masterKey), {
      salt: bytes(salt),
      cost: firstLockCost,
    })
    const kek = kekOf(stretched, { chestId, version })
    expect(hex(kek.key.export())).toBe(key)
  })

  it('a stored password', async () => {
    const hasher = createPasswordHasher({ bound: createWorkBound({ concurrency: 1, queue: 0 }) })
    const { phc, password } = vectors.passwordHash
    expect(await hasher.verify(new Secret(phc), new Secret(password))).toEqual({
      right: true,
      needsRehash: false,
    })
  })

  it.each(vectors.hkdf)('HKDF-SHA256, $source', ({ key, salt, info, derived }) => {
    const length = derived.length / 2
    expect(hex(hkdf(bytes(key), bytes(info), { salt: bytes(salt), length }))).toBe(derived)
  })

  it('Argon2id and Argon2d, RFC 9106 5.3 and 5.1', async () => {
    const { message, salt, secret, associatedData, memory, passes, parallelism, hash } = vectors.argon2id
    const input = {
      message: bytes(message),
      salt: bytes(salt),
      secret: bytes(secret),
      associatedData: bytes(associatedData),
      memory,
      passes,
      parallelism,
      length: hash.length / 2,
    }
    expect(hex(await argon2id(input))).toBe(hash)
    expect(hex(await argon2d(input))).toBe(vectors.argon2id.argon2d)
  })

  it('HS256, RFC 7515 A.1', () => {
    const { key, signed, signature } = vectors.hs256
    expect(hs256(createSecretKey(key, 'base64url'), signed).toString('base64url')).toBe(signature)
  })
})
