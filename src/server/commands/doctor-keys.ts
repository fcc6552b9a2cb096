import { commandTexts, doctorTexts } from '#texts/commands.ts'
import { keyErrorTexts } from '#texts/platform/server.ts'
import type { Config } from '../config.ts'
import { KeyError } from '#server/platform/crypto/key-error.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { openKeyring, type Keyring } from '#server/platform/crypto/keyring.ts'
import { rotationStep } from '#server/platform/crypto/rotation.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { lastBlock } from '#server/platform/journal/chain.ts'
import { storedJournalKeys } from '#server/platform/journal/journal-keys.ts'
import type { Database } from '#server/platform/database/open.ts'
import { verifyKeys } from '#server/root-keys/proof.ts'
import { askSecret } from './command.ts'
import type { Finding } from './doctor-database.ts'
import type { Terminal } from './terminal.ts'

/**
 * Checks that the root keys can be read, that no other system account can read them, and that no rotation is
 * unfinished.
 */
export async function checkKeys(
  config: Config,
  terminal: Terminal,
): Promise<{ findings: Finding[]; keyring: Keyring | null }> {
  const source = keySourceOf(config)
  const texts = doctorTexts.keys
  const passphrase = source.startsSealed ? await askSecret(terminal, commandTexts.passphrase) : null
  if (source.startsSealed && !passphrase) {
    return { findings: [{ state: 'unknown', text: texts.sealed }], keyring: null }
  }
  try {
    const record = await source.load({
      mayCreate: false,
      ...(passphrase && { passphrase: new Secret(passphrase) }),
    })
    const findings: Finding[] = [{ state: 'good', text: texts.good(record.keys.length, record.active) }]
    if (source.warning !== null) findings.push({ state: 'unknown', text: source.warning })
    if (rotationStep(record).step !== 'settled') findings.push({ state: 'bad', text: texts.unfinished })
    return { findings, keyring: openKeyring(record) }
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return { findings: [{ state: 'bad', text: error.message }], keyring: null }
  }
}

/**
 * Checks that the keys belong to this installation and are up to date with its database. With others the
 * server refuses to start.
 */
export async function checkOwnKeys(database: Database, keyring: Keyring): Promise<Finding[]> {
  const { missing, foreign, misnamed } = await verifyKeys(database.db, keyring)
  const sentences = [
    ...missing.map(keyErrorTexts.KEYRING_INCOMPLETE),
    ...foreign.map(keyErrorTexts.KEYRING_FOREIGN),
    ...misnamed.map(doctorTexts.keys.misnamed),
  ]
  return sentences.map((text) => ({ state: 'bad', text }))
}

/** Reports how many rows of the journal are proved, and the public key that others verify its checkpoints with. */
export async function checkJournal({ db }: Database, keyring: Keyring): Promise<Finding[]> {
  const { journal } = doctorTexts
  try {
    const own = await storedJournalKeys(db, { keyring })
    const block = await lastBlock(db)
    if (!own || !block) return [{ state: 'unknown', text: journal.empty }]
    return [{ state: 'good', text: journal.good(block.size, own.signer.verifierKey) }]
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    return [{ state: 'unknown', text: journal.closed }]
  }
}
