import { addressDanger } from '#domain/platform/address-danger.ts'
import { historyActionOf, type HistoryParamName } from '#domain/vault/history.ts'
import { itemFields, itemPlainFields, itemTextsOf, type ItemTextField } from '#domain/vault/item-fields.ts'
import { parseOtpSecret, toOtpUri } from '#domain/platform/one-time-code.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import type { Actor } from '#server/access/session.ts'
import type { ChestWriting } from './chest-writing.ts'
import { sealSource, type ComparedItem, type ElementSource } from './element-source.ts'
import { recordHistory } from './history.ts'
import {
  unwrapElementKey,
  unsealItemOtp,
  unsealItemPassword,
  unsealRowMeta,
  sealItemOtp,
  sealItemPassword,
  sealMeta,
} from './sealing.ts'
import { storeVersion } from './versions.ts'

/**
 * Replaces all fields of an item by those of its entry in an imported file. The replaced values are stored as
 * old versions, and each changed field is recorded in the history.
 */
export async function rewriteItem(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  id: number,
  { content, level, source }: { content: ComparedItem; level: StrengthLevel; source: ElementSource },
): Promise<void> {
  const { tx, chestId, chestRevision, now } = writing
  const row = await tx
    .selectFrom('items')
    .select(['id', 'folder_id', 'wrapped_key', 'meta', 'meta_revision', 'revision'])
    .select(['password', 'password_revision', 'password_at', 'otp', 'otp_revision'])
    .where('id', '=', id)
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const ck = await writing.key()
  const key = unwrapElementKey(ck, 'items', row, row.folder_id)
  const old = unsealRowMeta(ck, 'items', row, chestId, row.folder_id)
  const at = (revision: number) => ({ id, chestId, revision })
  const oldPassword =
    row.password === null ? '' : unsealItemPassword(key, at(row.password_revision), row.password)
  const oldOtp = row.otp === null ? '' : unsealItemOtp(key, at(row.otp_revision), row.otp)

  const { password } = content
  const code = content.otp === null ? null : parseOtpSecret(content.otp)
  const otp = code === null ? '' : toOtpUri(code)
  const danger = addressDanger(content.address).level
  const revision = row.revision + 1
  const changes: readonly {
    field: ItemTextField
    from: string
    to: string
    history: readonly HistoryParamName[]
  }[] = [
    ...itemPlainFields.map((field) => ({
      field,
      from: old[field],
      to: content[field],
      history: itemFields[field].history,
    })),
    {
      field: 'address',
      from: old.address,
      to: content.address,
      history: danger === old.danger ? ['address'] : ['address', 'addressDanger'],
    },
    {
      field: 'password',
      from: oldPassword,
      to: password,
      history: level === old.level ? ['password'] : ['password', 'password_level'],
    },
    { field: 'otp', from: oldOtp, to: otp, history: [otp === '' ? 'otp_delete' : 'otp'] },
  ]
  for (const { field, from, to, history } of changes) {
    if (from === to) continue
    await storeVersion(writing, actor, key, { element: 'item', id, field, value: from })
    for (const param of history)
      await recordHistory(writing, actor, { element: 'item', id }, historyActionOf.change, param)
  }
  const meta = { ...old, ...itemTextsOf(content), level, danger }
  await tx
    .updateTable('items')
    .set({
      meta: sealMeta(key, 'items', id, chestId, revision, meta),
      meta_revision: revision,
      password: password === '' ? null : sealItemPassword(key, at(revision), password),
      password_revision: revision,
      has_password: password === '' ? 0 : 1,
      password_at: password === '' ? null : password === oldPassword ? row.password_at : now,
      otp: otp === '' ? null : sealItemOtp(key, at(revision), otp),
      otp_revision: revision,
      has_otp: otp === '' ? 0 : 1,
      source: sealSource(key, 'items', id, chestId, source),
      revision,
      chest_revision: chestRevision,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}
