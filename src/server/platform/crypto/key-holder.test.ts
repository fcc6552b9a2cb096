import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holderOf, openKeys } from './key-holder.ts'
import { keySourceOf, type KeySettings } from './key-sources.ts'
import { activateKey, publishKey } from './rotation.ts'
import { Secret } from './secret.ts'

let dataFolder = ''
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'holder-'))
})
afterEach(() => rm(dataFolder, { recursive: true }))

const settings = (change: Partial<KeySettings> = {}): KeySettings => ({
  dataFolder,
  rootKeyFile: null,
  rootKey: null,
  unseal: null,
  ...change,
})
const silent = { warn: () => undefined }
const empty = async () => true
const full = async () => false
const failed = (code: string) => expect.objectContaining({ code })

describe('the keys of a node', () => {
  it('are created for an empty database only', async () => {
    await expect(openKeys(settings(), silent, full)).rejects.toThrow(failed('KEYRING_MISSING'))
    const made = await openKeys(settings(), silent, empty)
    expect(made.isSealed).toBe(false)
    expect((await openKeys(settings(), silent, full)).keyring.fingerprint()).toBe(made.keyring.fingerprint())
  })

  it('are not created again when the file disappears while the node runs', async () => {
    const holder = await openKeys(settings(), silent, empty)
    const before = holder.keyring.fingerprint()
    await rm(join(dataFolder, 'keys'), { recursive: true })
    await expect(holder.reload()).rejects.toThrow(failed('KEYRING_MISSING'))
    expect(holder.keyring.fingerprint()).toBe(before)
  })

  it('from the environment cause a warning', async () => {
    const said: string[] = []
    const rootKey = randomBytes(32).toString('base64')
    await openKeys(settings({ rootKey }), { warn: (sentence) => said.push(sentence) }, full)
    expect(said.join()).toContain('TROUSSEAU_ROOT_KEY')
    expect(said.join()).not.toContain(rootKey)
  })

  it('follow a rotation made by another node', async () => {
    const [one, two] = [await openKeys(settings(), silent, empty), await openKeys(settings(), silent, full)]
    await one.change((record) => activateKey(publishKey(record, 2), 2))
    expect([one.keyring.active, two.keyring.active]).toEqual([2, 1])
    await two.reload()
    expect(two.keyring.active).toBe(2)
    expect(two.keyring.fingerprint()).toBe(one.keyring.fingerprint())
  })
})

describe('a node with a passphrase', () => {
  const passphrase = new Secret('une phrase assez longue')
  const sealed = () =>
    holderOf(
      keySourceOf(settings({ unseal: 'passphrase' }), { memory: 64, passes: 1, parallelism: 1 }),
      empty,
    )

  it('starts sealed, stays so after a wrong passphrase, and is unsealed by the right one', async () => {
    await sealed().unseal(passphrase)
    const holder = sealed()
    expect(holder.isSealed).toBe(true)
    expect(() => holder.keyring).toThrow(failed('SEALED'))
    await expect(holder.unseal(new Secret('une autre assez longue'))).rejects.toThrow(
      failed('PASSPHRASE_WRONG'),
    )
    expect(holder.isSealed).toBe(true)
    await holder.unseal(passphrase)
    expect(holder.isSealed).toBe(false)
    expect(holder.keyring.active).toBe(1)
  })

  it('accepts one try at a time', async () => {
    const holder = sealed()
    const tries = await Promise.allSettled([holder.unseal(passphrase), holder.unseal(passphrase)])
    expect(tries).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'BUSY' } }])
  })

  it('is sealed from the start by its setting', async () => {
    expect((await openKeys(settings({ unseal: 'passphrase' }), silent, empty)).isSealed).toBe(true)
  })
})
