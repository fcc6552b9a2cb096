import { keyError } from './key-error.ts'
import { decodeKeyring, encodeKeyring, parseKeyringFile } from './keyring-format.ts'
import type { KeyringRecord } from './keyring.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

/**
 * Reads the keyring file.
 * @returns the keys, or undefined if there is no file.
 * @throws KeyError KEYRING_READABLE, KEYRING_UNREADABLE, KEYRING_DAMAGED; KEYRING_SEALED if it needs a passphrase.
 */
export async function readKeyringFile(path: string): Promise<KeyringRecord | undefined> {
  const text = await readPrivateFile(path)
  if (text === undefined) return undefined
  const file = parseKeyringFile(text, path)
  if ('sealed' in file) throw keyError('KEYRING_SEALED', path)
  return decodeKeyring(file, path)
}

/** Creates the keyring file, 0600. @throws KeyError KEYRING_EXISTS, KEYRING_UNWRITABLE. */
export async function createKeyringFile(path: string, record: KeyringRecord): Promise<void> {
  await writePrivateFile(path, encodeKeyring(record), 'create')
}

/** Replaces the keyring file atomically. @throws KeyError KEYRING_UNWRITABLE. */
export async function replaceKeyringFile(path: string, record: KeyringRecord): Promise<void> {
  await writePrivateFile(path, encodeKeyring(record), 'replace')
}
