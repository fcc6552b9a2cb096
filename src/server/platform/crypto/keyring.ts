import type { KeyObject } from 'node:crypto'
import { dataKeyFrom, type DataKey } from './data-key.ts'
import { hkdf } from './hkdf.ts'
import { SealError } from './seal-error.ts'

/**
 * The use of each system key: `users` seals password hashes and second factors, `sessions` seals sessions' and unlock
 * rows' contents, `audit` authenticates the journal, `jwt` signs step-1 tokens, `index` is for a stored search index. A
 * label is part of the derivation: renaming one loses what it sealed.
 */
export const systemLabels = ['users', 'sessions', 'audit', 'jwt', 'index'] as const
export type SystemLabel = (typeof systemLabels)[number]

/** The root keys as their source holds them. `keys` are in ascending order of version, `active` among them. */
export type KeyringRecord = {
  readonly active: number
  readonly keys: readonly { readonly version: number; readonly key: Uint8Array }[]
}

/** A key that unseals, or signs values that are not stored; sealing needs a `DataKey`. */
export type HeldKey = { readonly version: number; readonly key: KeyObject; readonly opensOnly: true }

/** The keys of the version that seals. Only `root-keys/sealing-keys.ts` returns them, within a transaction. */
export type SealingKeys = {
  readonly version: number
  /** Wraps chest keys. */
  readonly root: DataKey
  /** A system key, HKDF-SHA256 of the root key; its version is the root key's. */
  system(label: SystemLabel): DataKey
}

/** The installation's root keys R1 … Rn, in memory. */
export type Keyring = {
  /** The version that the keys' source marks as active; the database names the one that seals on all nodes. */
  readonly active: number
  /** All versions that can still unseal, ascending. */
  readonly versions: readonly number[]
  /** The root key that unwraps chest keys. @throws SealError KEY_MISSING if it is not (or no longer) there. */
  root(version: number): HeldKey
  /** A system key, HKDF-SHA256 of a root key; its version is the root key's. @throws as `root`. */
  system(label: SystemLabel, version: number): HeldKey
  /** The keys that seal under a version: use `sealingKeys` (root-keys/), never this. @throws as `root`. */
  sealing(version: number): SealingKeys
  /** 16 hexadecimal digits that distinguish keys and reveal nothing about them. @throws as `root`. */
  fingerprint(version?: number): string
}

/**
 * Returns the keyring of a record. It copies the keys: the caller may wipe the record's.
 * @throws RangeError if the record has no key, two of one version, a key that is not 32 bytes, or an active
 * version that is not among its keys (sources check this first and throw a sentence).
 */
export function openKeyring({ active, keys }: KeyringRecord): Keyring {
  const roots = new Map(keys.map(({ version, key }) => [version, dataKeyFrom(version, key)]))
  if (roots.size !== keys.length) throw new RangeError('two root keys of one version')
  if (!roots.has(active)) throw new RangeError('the active root key is not in the keyring')
  const systems = new Map<string, DataKey>()

  const root = (version: number): DataKey => {
    const found = roots.get(version)
    if (!found) throw new SealError('KEY_MISSING', `root key ${version}`)
    return found
  }
  const system = (label: SystemLabel, version: number): DataKey => {
    const name = `${label} ${version}`
    const known = systems.get(name)
    if (known) return known
    const made = dataKeyFrom(version, hkdf(root(version).key, `trousseau|system|${label}`))
    systems.set(name, made)
    return made
  }
  const fingerprint = (version = active): string =>
    hkdf(root(version).key, 'trousseau|fingerprint', { length: 8 }).toString('hex')

  return {
    active,
    versions: [...roots.keys()].toSorted((a, b) => a - b),
    // The same keys: only the compiler distinguishes them.
    root: (version) => root(version) as unknown as HeldKey,
    system: (label, version) => system(label, version) as unknown as HeldKey,
    sealing: (version) => ({ version, root: root(version), system: (label) => system(label, version) }),
    fingerprint,
  }
}
