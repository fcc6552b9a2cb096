import { keyError } from './key-error.ts'
import { decodeKey, isAscending, isVersion } from './keyring-format.ts'
import type { KeyringRecord } from './keyring.ts'

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
