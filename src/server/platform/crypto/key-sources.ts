import { join } from 'node:path'
import { keyWarningTexts } from '#texts/platform/server.ts'
import { parseEnvironmentKey } from './environment-key.ts'
import { KeyError, keyError } from './key-error.ts'
import { createKeyringFile, readKeyringFile, replaceKeyringFile } from './keyring-file.ts'
import type { KeyringRecord } from './keyring.ts'
import { readPassphraseFile, writePassphraseFile, type PassphraseOptions } from './passphrase-file.ts'
import { newKeyringRecord } from './rotation.ts'
import type { Secret } from './secret.ts'

/** The input of a source. `passphrase` is for sources that need one, and omitted for the others. */
export type KeyRequest = { readonly passphrase?: Secret<string> | undefined }

/** A source of the root keys. A key server's transit engine would be a further one. */
export type KeySource = {
  readonly kind: 'file' | 'environment' | 'passphrase'
  /** Whether the node starts sealed, until a person gives the passphrase. */
  readonly startsSealed: boolean
  /** A sentence for the log at the start, or null. */
  readonly warning: string | null
  /**
   * Reads the keys; creates them if there are none and `mayCreate` is set (for an empty database: elsewhere new keys
   * would decrypt nothing).
   * @throws KeyError; KEYRING_MISSING if there are none and none may be created.
   */
  load(request: KeyRequest & { readonly mayCreate: boolean }): Promise<KeyringRecord>
  /**
   * Reads the keys, applies a step of `rotation.ts`, stores the result if it changed, and returns it.
   * One process at a time: the caller holds the database's lock.
   * @throws KeyError; ENVIRONMENT_FIXED where Trousseau cannot write.
   */
  change(step: (record: KeyringRecord) => KeyringRecord, request?: KeyRequest): Promise<KeyringRecord>
}

/** The settings that choose a source; at most one of the last three is set. */
export type KeySettings = {
  readonly dataFolder: string
  readonly rootKeyFile: string | null
  readonly rootKey: string | null
  readonly unseal: 'passphrase' | null
}

const fileOf = ({ rootKeyFile, dataFolder }: KeySettings): string =>
  rootKeyFile ?? join(dataFolder, 'keys', 'root.key')

/** Returns the file that holds the keys; null when the environment does. */
export const keyFileOf = (settings: KeySettings): string | null =>
  settings.rootKey === null ? fileOf(settings) : null

/** Returns the source that the settings choose; by default the file `keys/root.key` in the data folder. */
export function keySourceOf(settings: KeySettings, options: PassphraseOptions = {}): KeySource {
  const path = fileOf(settings)
  if (settings.rootKey !== null) return environmentSource(settings.rootKey)
  return settings.unseal === 'passphrase' ? passphraseSource(path, options) : fileSource(path, options)
}

function environmentSource(text: string): KeySource {
  return {
    kind: 'environment',
    startsSealed: false,
    warning: keyWarningTexts.ENVIRONMENT,
    load: async () => parseEnvironmentKey(text),
    change: async (step) => {
      const record = parseEnvironmentKey(text)
      if (step(record) !== record) throw keyError('ENVIRONMENT_FIXED')
      return record
    },
  }
}

function fileSource(path: string, { random }: PassphraseOptions): KeySource {
  return storedSource(path, random, { kind: 'file', startsSealed: false }, () => ({
    read: () => readKeyringFile(path),
    create: (record) => createKeyringFile(path, record),
    replace: (record) => replaceKeyringFile(path, record),
  }))
}

function passphraseSource(path: string, options: PassphraseOptions): KeySource {
  return storedSource(path, options.random, { kind: 'passphrase', startsSealed: true }, ({ passphrase }) => {
    if (!passphrase) throw keyError('PASSPHRASE_REQUIRED')
    return {
      read: () => readPassphraseFile(path, passphrase),
      create: (record) => writePassphraseFile(path, passphrase, record, 'create', options),
      replace: (record) => writePassphraseFile(path, passphrase, record, 'replace', options),
    }
  })
}

type Store = {
  read(): Promise<KeyringRecord | undefined>
  create(record: KeyringRecord): Promise<void>
  replace(record: KeyringRecord): Promise<void>
}

/** Returns a source over a file; both kinds of files use it. */
function storedSource(
  path: string,
  random: PassphraseOptions['random'],
  facts: Pick<KeySource, 'kind' | 'startsSealed'>,
  open: (request: KeyRequest) => Store,
): KeySource {
  const existing = async (store: Store): Promise<KeyringRecord> => {
    const record = await store.read()
    if (!record) throw keyError('KEYRING_MISSING', path)
    return record
  }
  return {
    ...facts,
    warning: null,
    async load({ mayCreate, ...request }) {
      const store = open(request)
      if (!mayCreate) return existing(store)
      const found = await store.read()
      if (found) return found
      const made = newKeyringRecord(random)
      try {
        await store.create(made)
        return made
      } catch (error) {
        // Another node started concurrently and was faster: its keys are the installation's.
        if (error instanceof KeyError && error.code === 'KEYRING_EXISTS') return existing(store)
        throw error
      }
    },
    async change(step, request = {}) {
      const store = open(request)
      const record = await existing(store)
      const changed = step(record)
      if (changed !== record) await store.replace(changed)
      return changed
    },
  }
}
