import { keyBytes } from './data-key.ts'
import { greatestKeyVersion } from './envelope.ts'
import { keyError, type KeyError } from './key-error.ts'
import type { KeyringRecord } from './keyring.ts'

/** The version of the keyring file's own format. */
export const keyringFormat = 1

/**
 * Returns the text of a keyring, as in the file or inside the sealed one:
 * `{ "format": 1, "active": 2, "keys": [{ "version": 1, "key": "<base64>" }, …] }`
 */
export function encodeKeyring({ active, keys }: KeyringRecord): string {
  const lines = keys.map(({ version, key }) => ({ version, key: Buffer.from(key).toString('base64') }))
  return `${JSON.stringify({ format: keyringFormat, active, keys: lines }, null, 2)}\n`
}

/** Parses a file's text as an object of our format. @throws KeyError KEYRING_DAMAGED. */
export function parseKeyringFile(text: string, path: string): Record<string, unknown> {
  const parsed = parsedJson(text)
  if (!isRecord(parsed) || parsed['format'] !== keyringFormat) throw keyError('KEYRING_DAMAGED', path)
  return parsed
}

/** Returns the keyring in such an object. @param path named in the error. @throws KeyError KEYRING_DAMAGED. */
export function decodeKeyring(file: Record<string, unknown>, path: string): KeyringRecord {
  const { active, keys } = file
  const damaged = (): KeyError => keyError('KEYRING_DAMAGED', path)
  if (typeof active !== 'number' || !Array.isArray(keys)) throw damaged()
  const record = keys.map((entry: unknown) => {
    if (!isRecord(entry) || typeof entry['key'] !== 'string') throw damaged()
    const key = decodeKey(entry['key'])
    const { version } = entry
    if (!key || !isVersion(version)) throw damaged()
    return { version, key }
  })
  if (!isAscending(record.map(({ version }) => version))) throw damaged()
  if (!record.some(({ version }) => version === active)) throw damaged()
  return { active, keys: record }
}

/**
 * Parses the keyring of `TROUSSEAU_ROOT_KEY`: 32 bytes in base64 (version 1), or `version:base64` separated by commas,
 * versions ascending, the active one marked by a `*` at its end (optional for a single one).
 * @throws KeyError ENVIRONMENT_FORMAT, ENVIRONMENT_ACTIVE (several keys, and none or several marked).
 */
export function parseEnvironmentKey(text: string): KeyringRecord {
  const alone = decodeKey(text.trim())
  if (alone) return { active: 1, keys: [{ version: 1, key: alone }] }
  const entries = text.split(',').map(parseEntry)
  if (!isAscending(entries.map(({ version }) => version))) throw keyError('ENVIRONMENT_FORMAT')
  const marked = entries.filter((entry) => entry.marked)
  const [active, second] = entries.length === 1 ? entries : marked
  if (!active || second) throw keyError('ENVIRONMENT_ACTIVE')
  return { active: active.version, keys: entries.map(({ version, key }) => ({ version, key })) }
}

function parseEntry(entry: string): { version: number; key: Uint8Array; marked: boolean } {
  const [, number, text = '', mark] = /^\s*(\d{1,10}):([^*]+?)(\*?)\s*$/.exec(entry) ?? []
  const version = Number(number)
  const key = decodeKey(text)
  if (!key || !isVersion(version)) throw keyError('ENVIRONMENT_FORMAT')
  return { version, key, marked: mark === '*' }
}

/** Decodes 32 bytes of base64 or base64url, padded or not; undefined for anything else. */
function decodeKey(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length === keyBytes ? key : undefined
}

/** Whether a value is a version of a root key: they are numbered from 1. */
function isVersion(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= greatestKeyVersion
}

/** Whether versions ascend without repetition; false for none. */
function isAscending(versions: readonly number[]): boolean {
  return (
    versions.length > 0 &&
    versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0))
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
