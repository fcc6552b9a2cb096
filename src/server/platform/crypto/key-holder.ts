import { keyError } from './key-error.ts'
import { keySourceOf, type KeyRequest, type KeySettings, type KeySource } from './key-sources.ts'
import { openKeyring, type Keyring, type KeyringRecord } from './keyring.ts'
import type { Secret } from './secret.ts'
import { createWorkBound } from './work-bound.ts'

/** The keyring of a running node, which may be sealed at first and may change while it runs. */
export type KeyHolder = {
  /** The keys as last read: get them at each use. @throws KeyError SEALED while the node is sealed. */
  readonly keyring: Keyring
  /** Whether the node still waits for its passphrase: it serves only health and unseal. */
  readonly isSealed: boolean
  /**
   * Unseals a sealed node; on an unsealed one, verifies the passphrase and reads the keys again.
   * @throws KeyError PASSPHRASE_WRONG and others; BusyError while another try is under way (128 MiB each).
   */
  unseal(passphrase: Secret<string>): Promise<void>
  /** Reads the keys again, so that a node follows a rotation on another node. @throws KeyError. */
  reload(): Promise<void>
  /** Applies a step of `rotation.ts` to the source and uses the result. @throws KeyError. */
  change(step: (record: KeyringRecord) => KeyringRecord, request?: KeyRequest): Promise<KeyringRecord>
}

/** Compares keys with those that the installation knows. @throws KeyError KEYRING_FOREIGN */
export type ConfirmKeys = (keyring: Keyring) => Promise<void>

/** Where the holder's warning goes: pino's shape. */
export type KeyLog = { warn(sentence: string): void }

/**
 * Reads the keys that the settings name; on a sealed node, the holder waits for the passphrase.
 * @param mayCreate called before missing keys are created: true only if the database holds nothing yet.
 * New keys beside a filled database would decrypt nothing of it and hide that the true ones are lost.
 * @param confirm checks the keys before they are used; throws when they are another installation's.
 * @throws KeyError whose message explains how to correct the fault.
 */
export async function openKeys(
  settings: KeySettings,
  log: KeyLog,
  mayCreate: () => Promise<boolean>,
  confirm?: ConfirmKeys,
): Promise<KeyHolder> {
  const source = keySourceOf(settings)
  if (source.warning !== null) log.warn(source.warning)
  const holder = holderOf(source, mayCreate, confirm)
  if (!source.startsSealed) await holder.reload()
  return holder
}

/** Returns a holder over a source, empty until `reload` or `unseal`. */
export function holderOf(
  source: KeySource,
  mayCreate: () => Promise<boolean>,
  confirm: ConfirmKeys = async () => undefined,
): KeyHolder {
  const tries = createWorkBound({ concurrency: 1, queue: 0 })
  let keyring: Keyring | null = null
  // Stored beside the keys that it unsealed, so that the node can follow a rotation by itself.
  let proof: KeyRequest = {}

  const load = async (request: KeyRequest): Promise<void> => {
    // Once read, the keys exist: they are never created a second time.
    const allowed = keyring === null && (await mayCreate())
    const found = openKeyring(await source.load({ ...request, mayCreate: allowed }))
    await confirm(found)
    keyring = found
    proof = request
  }
  return {
    get keyring() {
      if (keyring === null) throw keyError('SEALED')
      return keyring
    },
    get isSealed() {
      return keyring === null
    },
    unseal: (passphrase) => tries.run(() => load({ passphrase })),
    reload: () => load(proof),
    async change(step, request = proof) {
      const record = await source.change(step, request)
      keyring = openKeyring(record)
      return record
    },
  }
}
