import {
  isOtherService,
  oneTimeCodes,
  storedOtp,
  toKeyUri,
  type OtpSettings,
} from '#domain/platform/one-time-code.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { confirmRight, type InChest } from '#server/access/locate.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import {
  unwrapElementKey,
  unsealItemOtp,
  unsealItemPassword,
  unsealItemSecrets,
} from '#server/vault/contents/sealing.ts'
import { secretsById, type SecretsRow } from './stored-items.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type SecretDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys'>
type Request = InChest & { readonly params: { readonly id: number }; readonly isHead: boolean }

/**
 * Reads a secret and records it in one transaction, so that no secret is returned without a record. The reply
 * is sent after the commit. A HEAD, whose reply is empty, is not recorded.
 */
const readRecorded = <Result>(
  { db, chestKeys, journal }: SecretDeps,
  { actor, chest, origin, params, isHead }: Request,
  action: 'item.copied' | 'item.code.read' | 'item.otp.read' | { readonly field: number },
  read: (row: SecretsRow, key: DataKey) => Result,
): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    // Sent together; a refusal rolls the record back.
    const [row] = await Promise.all([
      secretsById(tx, chest.id, params.id),
      confirmRight(tx, chest),
      isHead ||
        journal.record(tx, actor, origin, {
          chest: chest.id,
          ...(typeof action === 'string'
            ? { action, objects: { item: params.id } }
            : { action: 'item.field.read', objects: { item: params.id, field: action.field } }),
        }),
    ])
    if (!row) throw new Refusal('ITEM_NOT_FOUND')
    const ck = await chestKeys.open(tx, chest)
    return read(row, unwrapElementKey(ck, 'items', row, row.folder_id))
  })

/** Returns the password; an empty text if the item has none. */
export const copyPassword = (deps: SecretDeps, request: Request): Promise<string> =>
  readRecorded(deps, request, 'item.copied', (row, key) => unsealItemPassword(key, row, request.chest.id))

/** Returns the value of a concealed extra field. @throws Refusal FIELD_NOT_FOUND for another one */
export const readField = (
  deps: SecretDeps,
  request: Request & { readonly params: { readonly fieldId: number } },
): Promise<string> => {
  const { fieldId } = request.params
  return readRecorded(deps, request, { field: fieldId }, (row, key) => {
    const value = unsealItemSecrets(key, row, request.chest.id).get(fieldId)
    if (value === undefined) throw new Refusal('FIELD_NOT_FOUND')
    return value
  })
}

/** Returns the current code, the next one and the seconds left. */
export const readCode = (deps: SecretDeps, request: Request) =>
  readRecorded(deps, request, 'item.code.read', (row, key) => {
    const settings = settingsOf(request.chest.id, row, key)
    // Stored by an older version: its codes would look right and be wrong.
    if (isOtherService(settings)) throw new Refusal('OTP_SECRET_INVALID')
    return oneTimeCodes(settings, deps.clock())
  })

/**
 * Returns the one-time secret, bare and as an otpauth URI, with the item's name if the URI names no account.
 */
export async function readOtpSecret(deps: SecretDeps & Pick<VaultDeps, 'indexes'>, request: Request) {
  const index = await deps.indexes.of(request.chest)
  const name = index.find('items', request.params.id)?.texts.name ?? ''
  return readRecorded(deps, request, 'item.otp.read', (row, key) => {
    const settings = settingsOf(request.chest.id, row, key)
    const account = settings.account === '' ? name : settings.account
    return { secret: settings.secret, uri: toKeyUri({ ...settings, account }) }
  })
}

function settingsOf(chestId: number, row: SecretsRow, key: DataKey): OtpSettings {
  const settings = storedOtp(unsealItemOtp(key, row, chestId))
  if (!settings) throw new Refusal('OTP_MISSING')
  return settings
}
