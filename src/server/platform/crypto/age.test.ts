import { randomBytes } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { AgeError, newAgeKey, openAge, readIdentity, readRecipient, sealAge } from './age.ts'

const chunk = 65_536
const sizes = [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 200_001]

async function* inPieces(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const part of parts) read.push(part)
  return Buffer.concat(read)
}

const seal = (recipient: string, bytes: Uint8Array, size?: number) => {
  const key = readRecipient(recipient)
  if (!key) throw new Error('no recipient')
  return all(sealAge(key, inPieces(bytes, size)))
}
const open = (identity: string, bytes: Uint8Array, size?: number) => {
  const key = readIdentity(identity)
  if (!key) throw new Error('no identity')
  return all(openAge(key, inPieces(bytes, size)))
}

it('seals what another implementation of age opens, and opens what it seals [BKUP-02]', async () => {
  const own = newAgeKey()
  expect(await identityToRecipient(own.identity)).toBe(own.recipient)
  const theirs = await generateX25519Identity()
  const decrypter = new Decrypter()
  decrypter.addIdentity(own.identity)
  const encrypter = new Encrypter()
  encrypter.addRecipient(own.recipient)
  // A file for several people has several stanzas.
  encrypter.addRecipient(await identityToRecipient(theirs))
  for (const size of sizes) {
    const bytes = randomBytes(size)
    expect(Buffer.from(await decrypter.decrypt(await seal(own.recipient, bytes))).equals(bytes)).toBe(true)
    expect((await open(own.identity, await encrypter.encrypt(bytes))).equals(bytes)).toBe(true)
  }
})

it('opens a stream however it is cut', async () => {
  const { identity, recipient } = newAgeKey()
  const bytes = randomBytes(2 * chunk + 5)
  const sealed = await seal(recipient, bytes, 1_000_000)
  for (const size of [7_919, 1_000_000])
    expect((await open(`# created\n\n${identity}\n`, sealed, size)).equals(bytes)).toBe(true)
})

it('refuses another key, a changed byte anywhere, and a file that was cut off', async () => {
  const { identity, recipient } = newAgeKey()
  const sealed = await seal(recipient, randomBytes(2 * chunk))
  const codeOf = async (bytes: Uint8Array, by = identity) => {
    const error: unknown = await open(by, bytes).catch((thrown: unknown) => thrown)
    return error instanceof AgeError ? error.code : 'opened'
  }
  expect(await codeOf(sealed)).toBe('opened')
  expect(await codeOf(sealed, newAgeKey().identity)).toBe('KEY')
  for (const at of [60, 120, 180, 230, chunk, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await codeOf(changed), `byte ${at}`).toMatch(/^(?:KEY|DAMAGED|FORMAT)$/)
  }
  // Also exactly between two chunks.
  const head = sealed.length - 2 * (chunk + 16)
  for (const end of [10, head - 5, head, head + chunk + 16, sealed.length - 1])
    expect(await codeOf(sealed.subarray(0, end)), `end ${end}`).toMatch(/^(?:DAMAGED|FORMAT)$/)
  expect(await codeOf(Buffer.concat([sealed, Buffer.of(0)]))).toBe('DAMAGED')
})

it('reads no recipient or identity with a wrong letter', () => {
  const { identity, recipient } = newAgeKey()
  const last = (text: string, letter: string) => `${text.slice(0, -1)}${text.endsWith(letter) ? 'Z' : letter}`
  expect(readRecipient(last(recipient, 'q'))).toBeNull()
  expect(readIdentity(last(identity, 'Q'))).toBeNull()
  expect(readRecipient(identity)).toBeNull()
  expect(readIdentity(recipient)).toBeNull()
  expect(readRecipient('')).toBeNull()
})
