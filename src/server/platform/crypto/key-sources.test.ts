import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keySourceOf, type KeySource } from './key-sources.ts'
import { openKeyring } from './keyring.ts'
import { activateKey, newKeyringRecord, publishKey, retireKey } from './rotation.ts'
import { sealKeyring } from './sealed-keyring.ts'
import { Secret } from './secret.ts'

let dataFolder = ''
let path = ''
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'keys-'))
  path = join(dataFolder, 'keys', 'root.key')
})
afterEach(() => rm(dataFolder, { recursive: true }))

const source = (settings: Partial<Parameters<typeof keySourceOf>[0]> = {}): KeySource =>
  keySourceOf(
    { dataFolder, rootKeyFile: null, rootKey: null, unseal: null, ...settings },
    { memory: 64, passes: 1, parallelism: 1 },
  )
const failed = (code: string) => expect.objectContaining({ name: 'KeyError', code })
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('the keyring file', () => {
  it('is created on the first start, for its owner only, and read on the next', async () => {
    const made = await source().load({ mayCreate: true })
    expect(made.active).toBe(1)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataFolder, 'keys'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(dataFolder, 'keys'))).toEqual(['root.key'])
    const read = await source().load({ mayCreate: false })
    expect(openKeyring(read).fingerprint()).toBe(openKeyring(made).fingerprint())
  })

  it('is never created beside a database that holds something', async () => {
    await expect(source().load({ mayCreate: false })).rejects.toThrow(failed('KEYRING_MISSING'))
    await expect(source().change((record) => record)).rejects.toThrow(failed('KEYRING_MISSING'))
    expect(await readdir(dataFolder)).toEqual([])
  })

  it('is the same for all nodes that start concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => source().load({ mayCreate: true })))
    expect(new Set(all.map((record) => openKeyring(record).fingerprint())).size).toBe(1)
    expect(await readdir(join(dataFolder, 'keys'))).toEqual(['root.key'])
  })

  it.each([0o640, 0o604, 0o644, 0o660, 0o666, 0o610])('is refused with rights %o', async (mode) => {
    await source().load({ mayCreate: true })
    await chmod(path, mode)
    const refused = source().load({ mayCreate: true })
    await expect(refused).rejects.toThrow(failed('KEYRING_READABLE'))
    await expect(refused).rejects.toThrow(`chmod 600 ${path}`)
  })

  it('may be read-only, and elsewhere', async () => {
    const elsewhere = join(dataFolder, 'mounted.key')
    await source({ rootKeyFile: elsewhere }).load({ mayCreate: true })
    await chmod(elsewhere, 0o400)
    expect((await source({ rootKeyFile: elsewhere }).load({ mayCreate: false })).active).toBe(1)
  })

  it.each([
    ['empty', ''],
    ['no JSON', 'abc'],
    [
      'another format',
      JSON.stringify({ format: 2, active: 1, keys: [{ version: 1, key: base64(randomBytes(32)) }] }),
    ],
    ['no key', JSON.stringify({ format: 1, active: 1, keys: [] })],
    [
      'a short key',
      JSON.stringify({ format: 1, active: 1, keys: [{ version: 1, key: base64(randomBytes(31)) }] }),
    ],
    [
      'an active key missing',
      JSON.stringify({ format: 1, active: 2, keys: [{ version: 1, key: base64(randomBytes(32)) }] }),
    ],
    [
      'a version twice',
      JSON.stringify({
        format: 1,
        active: 1,
        keys: [1, 1].map((version) => ({ version, key: base64(randomBytes(32)) })),
      }),
    ],
    [
      'a version 0',
      JSON.stringify({ format: 1, active: 0, keys: [{ version: 0, key: base64(randomBytes(32)) }] }),
    ],
  ])('is refused, and left as it is, when it is damaged: %s', async (_name, text) => {
    await mkdir(join(dataFolder, 'keys'))
    await writeFile(path, text, { mode: 0o600 })
    await expect(source().load({ mayCreate: true })).rejects.toThrow(failed('KEYRING_DAMAGED'))
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('whose folder is a file is reported', async () => {
    await writeFile(join(dataFolder, 'plain'), '')
    const inside = source({ rootKeyFile: join(dataFolder, 'plain', 'root.key') })
    await expect(inside.load({ mayCreate: true })).rejects.toThrow(failed('KEYRING_UNREADABLE'))
  })

  it('that is a folder is reported as such, whatever its mode', async () => {
    for (const mode of [0o700, 0o755]) {
      await mkdir(path, { recursive: true })
      await chmod(path, mode)
      await expect(source().load({ mayCreate: true })).rejects.toThrow(failed('KEYRING_NO_FILE'))
    }
  })

  it('whose folder cannot be created is reported immediately', async () => {
    const nowhere = source({ rootKeyFile: '/proc/nowhere/keys/root.key' })
    await expect(nowhere.load({ mayCreate: true })).rejects.toThrow(failed('KEYRING_UNWRITABLE'))
  })
})

describe('a rotation of the keyring file', () => {
  it('publishes, activates and retires, each step stored and repeatable', async () => {
    const first = openKeyring(await source().load({ mayCreate: true }))
    for (let twice = 0; twice < 2; twice += 1) {
      const published = openKeyring(await source().change((record) => publishKey(record, 2)))
      expect([published.active, published.versions]).toEqual([1, [1, 2]])
    }
    for (let twice = 0; twice < 2; twice += 1) await source().change((record) => activateKey(record, 2))
    const activated = openKeyring(await source().load({ mayCreate: false }))
    expect([activated.active, activated.fingerprint(1)]).toEqual([2, first.fingerprint()])
    for (let twice = 0; twice < 2; twice += 1) await source().change((record) => retireKey(record, 1))
    const retired = openKeyring(await source().load({ mayCreate: false }))
    expect([retired.active, retired.versions]).toEqual([2, [2]])
    expect(retired.fingerprint()).toBe(activated.fingerprint())
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(dataFolder, 'keys'))).toEqual(['root.key'])
  })

  it('that is refused leaves the file as it is', async () => {
    await source().load({ mayCreate: true })
    const before = await readFile(path, 'utf8')
    await expect(source().change((record) => retireKey(record, 1))).rejects.toThrow(failed('KEY_ACTIVE'))
    expect(await readFile(path, 'utf8')).toBe(before)
  })
})

describe('the environment variable', () => {
  const [one, two] = [randomBytes(32), randomBytes(32)]

  it.each([
    ['a key alone', base64(one), 1, [1]],
    ['in base64url', one.toString('base64url'), 1, [1]],
    ['a numbered key', `3:${base64(one)}`, 3, [3]],
    ['a list', `1:${base64(one)},2:${base64(two)}*`, 2, [1, 2]],
    ['a list with spaces', ` 1:${base64(one)}* , 2:${base64(two)} `, 1, [1, 2]],
  ])('gives %s', async (_name, rootKey, active, versions) => {
    const opened = source({ rootKey })
    const keyring = openKeyring(await opened.load({ mayCreate: false }))
    expect([keyring.active, keyring.versions]).toEqual([active, versions])
    expect(opened.warning).toContain('TROUSSEAU_ROOT_KEY')
  })

  it.each([
    ['short', base64(randomBytes(31)), 'ENVIRONMENT_FORMAT'],
    ['long', base64(randomBytes(33)), 'ENVIRONMENT_FORMAT'],
    ['hexadecimal', one.toString('hex'), 'ENVIRONMENT_FORMAT'],
    ['numbered 0', `0:${base64(one)}`, 'ENVIRONMENT_FORMAT'],
    ['out of order', `2:${base64(one)}*,1:${base64(two)}`, 'ENVIRONMENT_FORMAT'],
    ['twice the same number', `1:${base64(one)}*,1:${base64(two)}`, 'ENVIRONMENT_FORMAT'],
    ['cut off', `1:${base64(one)}*,`, 'ENVIRONMENT_FORMAT'],
    ['a list without mark', `1:${base64(one)},2:${base64(two)}`, 'ENVIRONMENT_ACTIVE'],
    ['a list with two marks', `1:${base64(one)}*,2:${base64(two)}*`, 'ENVIRONMENT_ACTIVE'],
  ])('is refused when it is %s, without repeating it', async (_name, rootKey, code) => {
    const error: unknown = await source({ rootKey })
      .load({ mayCreate: true })
      .catch((caught: unknown) => caught)
    expect(error).toEqual(failed(code))
    expect(String(error)).not.toContain(base64(one).slice(0, 12))
  })

  it('cannot be changed by Trousseau', async () => {
    const fixed = source({ rootKey: base64(one) })
    await expect(fixed.change((record) => publishKey(record, 2))).rejects.toThrow(failed('ENVIRONMENT_FIXED'))
    expect((await fixed.change((record) => activateKey(record, 1))).active).toBe(1)
  })
})

describe('the passphrase', () => {
  const passphrase = new Secret('Été à la mer, 1987 !')
  const sealed = () => source({ unseal: 'passphrase' })

  it('protects the file, and unseals it with composed or decomposed accents', async () => {
    expect(sealed().startsSealed).toBe(true)
    const made = await sealed().load({ mayCreate: true, passphrase })
    const text = await readFile(path, 'utf8')
    expect(text).not.toContain(base64(made.keys[0]?.key ?? new Uint8Array()))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const typed = new Secret(passphrase.reveal().normalize('NFD'))
    const read = await sealed().load({ mayCreate: false, passphrase: typed })
    expect(openKeyring(read).fingerprint()).toBe(openKeyring(made).fingerprint())
  })

  it('is refused when it is missing, wrong or short', async () => {
    await expect(sealed().load({ mayCreate: true })).rejects.toThrow(failed('PASSPHRASE_REQUIRED'))
    const short = new Secret('14 caractères!')
    await expect(sealed().load({ mayCreate: true, passphrase: short })).rejects.toThrow(
      failed('PASSPHRASE_SHORT'),
    )
    for (const guessable of ['123456789012345', 'azertyazertyazerty', 'OlympiqueMarseille'])
      await expect(
        sealed().load({ mayCreate: true, passphrase: new Secret(guessable) }),
        guessable,
      ).rejects.toThrow(failed('PASSPHRASE_GUESSABLE'))
    const named = new Secret('Vantibulaire-Xylocratique-1987')
    const documents = { facts: { organisation: 'Vantibulaire, Xylocratique' } }
    await expect(
      source({ unseal: 'passphrase', documents }).load({ mayCreate: true, passphrase: named }),
    ).rejects.toThrow(failed('PASSPHRASE_GUESSABLE'))
    await expect(stat(path)).rejects.toThrow('ENOENT')
    await sealed().load({ mayCreate: true, passphrase: named })
    await rm(path)
    await sealed().load({ mayCreate: true, passphrase })
    const wrong = new Secret('Été à la mer, 1988 !')
    await expect(sealed().load({ mayCreate: true, passphrase: wrong })).rejects.toThrow(
      failed('PASSPHRASE_WRONG'),
    )
  })

  it('also protects the file after a rotation, under a new salt', async () => {
    await sealed().load({ mayCreate: true, passphrase })
    const before = await readFile(path, 'utf8')
    await sealed().change((record) => publishKey(record, 2), { passphrase })
    const salt = (text: string) => /"salt": "([^"]+)"/.exec(text)?.[1]
    expect(salt(await readFile(path, 'utf8'))).not.toBe(salt(before))
    expect(openKeyring(await sealed().load({ mayCreate: false, passphrase })).versions).toEqual([1, 2])
  })

  it('that was accepted by a former release still opens the file, and stays after a rotation', async () => {
    const former = new Secret('azertyazertyazerty')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await sealKeyring(newKeyringRecord(), former), { mode: 0o600 })
    await sealed().load({ mayCreate: true, passphrase: former })
    await sealed().change((record) => publishKey(record, 2), { passphrase: former })
    expect(openKeyring(await sealed().load({ mayCreate: false, passphrase: former })).versions).toEqual([
      1, 2,
    ])
  })

  it('is not confused with a plain file, nor the reverse', async () => {
    await sealed().load({ mayCreate: true, passphrase })
    await expect(source().load({ mayCreate: true })).rejects.toThrow(failed('KEYRING_SEALED'))
    await rm(path)
    await source().load({ mayCreate: true })
    await expect(sealed().load({ mayCreate: true, passphrase })).rejects.toThrow(failed('KEYRING_NOT_SEALED'))
  })

  it.each([
    ['no envelope', (file: Sealed) => ({ ...file, sealed: 'AAAA' }), 'KEYRING_DAMAGED'],
    ['no parameters', (file: Sealed) => ({ ...file, argon2id: null }), 'KEYRING_DAMAGED'],
    [
      '16 GiB of memory',
      (file: Sealed) => ({ ...file, argon2id: { ...file.argon2id, memory: 2 ** 24 } }),
      'KEYRING_DAMAGED',
    ],
    [
      'a short salt',
      (file: Sealed) => ({ ...file, argon2id: { ...file.argon2id, salt: 'AAAA' } }),
      'KEYRING_DAMAGED',
    ],
    [
      'other parameters',
      (file: Sealed) => ({ ...file, argon2id: { ...file.argon2id, passes: 2 } }),
      'PASSPHRASE_WRONG',
    ],
  ])('does not open a file with %s', async (_name, change, code) => {
    await sealed().load({ mayCreate: true, passphrase })
    const file = JSON.parse(await readFile(path, 'utf8')) as Sealed
    await writeFile(path, JSON.stringify(change(file)))
    await expect(sealed().load({ mayCreate: true, passphrase })).rejects.toThrow(failed(code))
  })
})

type Sealed = { sealed: string; argon2id: Record<string, unknown> }
