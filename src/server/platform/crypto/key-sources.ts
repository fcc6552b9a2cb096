import { join } from 'node:path'
import { keyWarningTexts } from '#texts/platform/server.ts'
import type { Argon2Cost } from './argon2id-input.ts'
import { KeyError, keyError } from './key-error.ts'
import { decodeKeyring, encodeKeyring, parseEnvironmentKey, parseKeyringFile } from './keyring-format.ts'
import type { KeyringRecord } from './keyring.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import { newKeyringRecord } from './rotation.ts'
import { checkNewPassphrase, sealKeyring, unsealKeyring } from './sealed-keyring.ts'
import type { Secret } from './secret.ts'

/** The input of a source. `passphrase` is for sources that need one, and omitted for the others. */
export type KeyRequest = { readonly passphrase?: Secret<string> | undefined }

/** A source of the root keys. A key server's transit engine would be a further one. */
export type KeySource = {
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
  /** The organisation's name counts as guessed first in a new passphrase. */
  readonly documents?: { readonly facts: { readonly organisation: string | null } }
}

const fileOf = ({ rootKeyFile, dataFolder }: KeySettings): string =>
  rootKeyFile ?? join(dataFolder, 'keys', 'root.key')

/** Returns the file that holds the keys; null when the environment does. */
export const keyFileOf = (settings: KeySettings): string | null =>
  settings.rootKey === null ? fileOf(settings) : null

/**
 * Returns the source that the settings choose; by default the file `keys/root.key` in the data folder.
 * @param cost of the passphrase's hash, for tests only
 */
export function keySourceOf(settings: KeySettings, cost?: Argon2Cost): KeySource {
  if (settings.rootKey !== null) return environmentSource(settings.rootKey)
  const path = fileOf(settings)
  if (settings.unseal === null) return fileSource(path, false, () => plainFormat(path))
  const { organisation = null } = settings.documents?.facts ?? {}
  return fileSource(path, true, ({ passphrase }) => {
    if (!passphrase) throw keyError('PASSPHRASE_REQUIRED')
    return {
      // A rotation keeps the passphrase: one that was accepted once stays.
      approveNew: () => checkNewPassphrase(passphrase, organisation === null ? [] : [organisation]),
      encode: (record) => sealKeyring(record, passphrase, cost),
      decode: (text) => unsealKeyring(text, passphrase, path),
    }
  })
}

function environmentSource(text: string): KeySource {
  return {
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

/** How a file holds the keys. */
type Format = {
  /** Refuses what may not protect new keys. */
  readonly approveNew?: () => Promise<void>
  readonly encode: (record: KeyringRecord) => Promise<string>
  readonly decode: (text: string) => Promise<KeyringRecord>
}

const plainFormat = (path: string): Format => ({
  encode: async (record) => encodeKeyring(record),
  decode: async (text) => {
    const file = parseKeyringFile(text, path)
    if ('sealed' in file) throw keyError('KEYRING_SEALED', path)
    return decodeKeyring(file, path)
  },
})

function fileSource(
  path: string,
  startsSealed: boolean,
  formatOf: (request: KeyRequest) => Format,
): KeySource {
  const read = async ({ decode }: Format): Promise<KeyringRecord | undefined> => {
    const text = await readPrivateFile(path)
    return text === undefined ? undefined : decode(text)
  }
  const existing = async (format: Format): Promise<KeyringRecord> => {
    const record = await read(format)
    if (!record) throw keyError('KEYRING_MISSING', path)
    return record
  }
  return {
    startsSealed,
    warning: null,
    async load({ mayCreate, ...request }) {
      const format = formatOf(request)
      if (!mayCreate) return existing(format)
      const found = await read(format)
      if (found) return found
      await format.approveNew?.()
      const made = newKeyringRecord()
      try {
        await writePrivateFile(path, await format.encode(made), 'create')
        return made
      } catch (error) {
        // Another node started concurrently and was faster: its keys are the installation's.
        if (error instanceof KeyError && error.code === 'KEYRING_EXISTS') return existing(format)
        throw error
      }
    },
    async change(step, request = {}) {
      const format = formatOf(request)
      const record = await existing(format)
      const changed = step(record)
      if (changed !== record) await writePrivateFile(path, await format.encode(changed), 'replace')
      return changed
    },
  }
}
