import { randomBytes } from 'node:crypto'
import { keyBytes } from './data-key.ts'
import { keyError } from './key-error.ts'
import type { KeyringRecord } from './keyring.ts'

/**
 * The steps of a rotation of the root keys, each of which may be done twice (the second time changes nothing):
 *
 * 1. publish R(n+1): every node can unseal with it, none seals with it yet;
 * 2. activate it, once every node has read the keyring again: new seals use it;
 * 3. rewrap in batches what the old one wraps (`WHERE key_version = old`): not here, the features' queries do it;
 * 4. retire the old one, once no row names it.
 *
 * `rotationStep` returns how far an interrupted one got.
 */
export type RotationStep =
  /** One key: no rotation is under way. */
  | { readonly step: 'settled'; readonly active: number }
  /** A newer key than the active one waits to be activated. */
  | { readonly step: 'published'; readonly next: number }
  /** The newest is active, older ones wait for the rewrapping and to be retired. */
  | { readonly step: 'activated'; readonly active: number; readonly old: readonly number[] }

/** Returns how far a rotation got. */
export function rotationStep({ active, keys }: KeyringRecord): RotationStep {
  const next = keys.at(-1)?.version ?? active
  if (next > active) return { step: 'published', next }
  const old = keys.map(({ version }) => version).filter((version) => version !== active)
  return old.length > 0 ? { step: 'activated', active, old } : { step: 'settled', active }
}

/** Returns a keyring of one new key, version 1. */
export function newKeyringRecord(): KeyringRecord {
  return { active: 1, keys: [{ version: 1, key: randomBytes(keyBytes) }] }
}

/**
 * Step 1: adds a new random key, not active. Nothing changes if that version is there.
 * @param version above every earlier one, including those that only the database stores: numbers are never reused, since
 *   what a retired key sealed must not be tried with another key.
 * @throws KeyError KEY_OUT_OF_ORDER unless it is there, or is above the newest.
 */
export function publishKey(record: KeyringRecord, version: number): KeyringRecord {
  if (has(record, version)) return record
  const expected = (record.keys.at(-1)?.version ?? 0) + 1
  if (version < expected) throw keyError('KEY_OUT_OF_ORDER', version, expected)
  return { ...record, keys: [...record.keys, { version, key: randomBytes(keyBytes) }] }
}

/** Step 2: makes a key of the keyring the active one. @throws KeyError KEY_UNKNOWN. */
export function activateKey(record: KeyringRecord, version: number): KeyringRecord {
  if (!has(record, version)) throw keyError('KEY_UNKNOWN', version)
  return record.active === version ? record : { ...record, active: version }
}

/**
 * Step 4: removes a key. What it still wraps is lost: count the rows first. Nothing changes if it is already removed.
 * @throws KeyError KEY_ACTIVE for the active key; KEY_NEWER for one above it, whose number would be reused.
 */
export function retireKey(record: KeyringRecord, version: number): KeyringRecord {
  if (record.active === version) throw keyError('KEY_ACTIVE', version)
  if (!has(record, version)) return record
  if (version > record.active) throw keyError('KEY_NEWER', version)
  return { ...record, keys: record.keys.filter((key) => key.version !== version) }
}

function has({ keys }: KeyringRecord, version: number): boolean {
  return keys.some((key) => key.version === version)
}
