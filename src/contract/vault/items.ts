import { Type } from '#contract/platform/schema.ts'
import { extraFieldKindNames, longestExtraValue } from '#domain/vault/extra-fields.ts'
import { extraFieldLimits, fieldLimits, masterKeyLimits } from '#domain/platform/limits.ts'
import {
  eachField,
  itemFieldNames,
  itemMetaFields,
  itemTextFields,
  textRuleOf,
} from '#domain/vault/item-fields.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Day, Id, IdOrRoot, IdParams, Moment, Name, Nullable, Text } from '#contract/platform/fields.ts'
import { ItemAttachments } from './attachments.ts'
import { Due } from './due-dates.ts'
import { Changed, HistoryPage, historyCalls, RestoreVersion, Trashed, VersionParams } from './history.ts'

export const CategoryReply = Type.Object({ id: Id, name: Type.String() })

/** The current one-time code, the next one, and the seconds left. */
export const OneTimeCode = Type.Object({
  code: Type.String(),
  next: Type.String(),
  otpTime: Type.Integer({ minimum: 0 }),
})

const ExtraKind = Type.Enum([...extraFieldKindNames])
const Label = Text(extraFieldLimits.label)
const ExtraValue = Text(longestExtraValue)
const FieldId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** An extra field as replies have it; the value of a concealed one is `true`. */
export const ExtraFieldReply = Type.Object({
  id: FieldId,
  label: Type.String(),
  kind: ExtraKind,
  value: Type.Union([Type.String(), Type.Literal(true)]),
})

/** An extra field of a new item. */
const NewExtraField = Body({ label: Label, kind: ExtraKind, value: ExtraValue })

/**
 * A change of one extra field. Without `id` it is added at the end; with `value` null it is deleted. Without
 * `value` the present one stays, unless the change conceals the field or the reverse: that needs a value.
 */
const ExtraFieldChange = Body({
  id: Type.Optional(FieldId),
  label: Label,
  kind: ExtraKind,
  value: Type.Optional(Nullable(ExtraValue)),
})

/** The longest JSON text of extra fields in a form, in bytes: as large as a JSON body. */
const fieldsBytes = 256 * 1024

export const ItemReply = Type.Object({
  id: Id,
  ...eachField(itemMetaFields, () => Type.String()),
  fields: Type.Array(ExtraFieldReply),
  addressDanger: Type.Integer({ minimum: 0, maximum: 5 }),
  level: Type.Integer({ minimum: 0, maximum: 5 }),
  category: CategoryReply,
  categoryId: Id,
  categoryIcon: Type.String(),
  password: Type.Boolean(),
  otp: Type.Boolean(),
  otpTime: Nullable(Type.Integer()),
  /** The item's own date. It wins over the rule of a folder or of the chest. */
  renewBefore: Nullable(Day),
  due: Nullable(Due),
  creator: Type.String(),
  createAt: Moment,
  folder: Nullable(Type.Object({ id: Id, name: Type.String() })),
  chest_id: Id,
  folder_id: Nullable(Id),
  ...HistoryPage.properties,
  guardian: Type.Boolean(),
  revision: Type.Integer(),
  ...ItemAttachments,
})

/**
 * The reply to a change of a field: with the new category and its icon, the code of a new one-time secret, or
 * the id of the extra field.
 */
export const ItemChanged = Type.Object({
  ...Changed.properties,
  category: Type.Optional(CategoryReply),
  categoryIcon: Type.Optional(Type.String()),
  otp: Type.Optional(Type.Union([OneTimeCode, Type.Null()])),
  fieldId: Type.Optional(FieldId),
})

const longestText = Math.max(...itemTextFields.map((field) => textRuleOf(field).maximum))

export const items = {
  categories: endpoint({
    method: 'GET',
    path: '/api/category/',
    summary: 'The twelve categories.',
    access: 'signed-in',
    reply: Type.Array(CategoryReply),
  }),
  renameCategory: endpoint({
    method: 'PATCH',
    path: '/api/category/:id',
    summary: 'Renames a category; its id, its icon and its rules stay.',
    access: { permission: 'renameCategories' },
    params: IdParams,
    body: Body({ update: Body({ name: Text(fieldLimits.categoryName, 1) }) }),
    reply: CategoryReply,
    refusals: ['NOT_FOUND', 'VALUE_REQUIRED', 'PATTERN_MISMATCH', 'CATEGORY_NAME_USED'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/item/',
    summary: 'Creates an item in a folder, or at the root of the chest.',
    access: { right: 'create', via: { chest: 'body.chestId' } },
    status: 201,
    creates: true,
    multipart: { fieldBytes: fieldsBytes },
    body: Body({
      chestId: Id,
      parentFolderId: Type.Optional(IdOrRoot),
      ...eachField(itemTextFields, (field) => Type.Optional(Text(textRuleOf(field).maximum))),
      name: Name,
      categoryId: Type.Optional(Id),
      /** Empty: none. */
      renewBefore: Type.Optional(Text(10)),
      /** A form has the list as JSON. */
      fields: Type.Optional(
        Type.Union([Type.Array(NewExtraField, { maxItems: extraFieldLimits.fields }), Text(fieldsBytes)]),
      ),
      masterkey: Type.Optional(Text(masterKeyLimits.maximum)),
    }),
    reply: Type.Object({ id: Id, message: Type.String() }),
    refusals: [
      'FOLDER_NOT_FOUND',
      'ADDRESS_REFUSED',
      'OTP_SECRET_INVALID',
      'CATEGORY_UNKNOWN',
      'VALUE_REQUIRED',
      'PATTERN_MISMATCH',
      'CHEST_LOCKED',
    ],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/item/:id',
    summary: 'One item without its secrets, with its history.',
    access: { right: 'read', via: { item: 'params.id' } },
    params: IdParams,
    reply: ItemReply,
    refusals: ['CHEST_LOCKED'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/item/:id',
    summary:
      'Changes one field of an item, or moves it (elementType `folder`, empty for the root). The value of `renewBefore` is a day, `YYYY-MM-DD`, or empty. With elementType `field` the value is an extra field: without id it is added, with value null it is deleted, without value the present one stays. With `fields` it is the order of the extra fields, as their ids.',
    access: { right: 'update', via: { item: 'params.id' } },
    params: IdParams,
    body: Body({
      elementType: Type.Enum([...itemFieldNames, 'field', 'fields']),
      elementValue: Type.Union([
        Text(longestText),
        Type.Integer(),
        Type.Null(),
        ExtraFieldChange,
        Type.Array(FieldId, { maxItems: extraFieldLimits.fields }),
      ]),
      revision: Type.Optional(Type.Integer()),
    }),
    reply: ItemChanged,
    refusals: [
      'FIELD_NOT_FOUND',
      'TOO_MANY_FIELDS',
      'FOLDER_NOT_FOUND',
      'ALREADY_THERE',
      'EDIT_CONFLICT',
      'ADDRESS_REFUSED',
      'OTP_SECRET_INVALID',
      'CATEGORY_UNKNOWN',
      'VALUE_REQUIRED',
      'PATTERN_MISMATCH',
      'CHEST_LOCKED',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/item/:id',
    summary: 'Moves an item to the trash.',
    access: { right: 'delete', via: { item: 'params.id' } },
    params: IdParams,
    reply: Trashed,
  }),
  copy: endpoint({
    method: 'GET',
    path: '/api/item/:id/copy',
    records: 'GET',
    summary: 'The password as a JSON string; recorded in the same transaction.',
    access: { right: 'read', via: { item: 'params.id' } },
    params: IdParams,
    reply: Type.String(),
    refusals: ['CHEST_LOCKED'],
  }),
  otp: endpoint({
    method: 'GET',
    path: '/api/item/:id/otp',
    records: 'GET',
    summary: 'The current one-time code, the next one and the seconds left; recorded.',
    access: { right: 'read', via: { item: 'params.id' } },
    params: IdParams,
    reply: OneTimeCode,
    refusals: ['OTP_MISSING', 'OTP_SECRET_INVALID', 'CHEST_LOCKED'],
  }),
  otpSecret: endpoint({
    method: 'GET',
    path: '/api/item/:id/otp/secret',
    records: 'GET',
    summary: 'The one-time secret, to enrol another device; recorded.',
    access: { right: 'update', via: { item: 'params.id' } },
    params: IdParams,
    reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
    refusals: ['OTP_MISSING', 'CHEST_LOCKED'],
  }),
  readField: endpoint({
    method: 'GET',
    path: '/api/item/:id/field/:fieldId',
    records: 'GET',
    summary: 'The value of a concealed extra field as a JSON string; recorded in the same transaction.',
    access: { right: 'read', via: { item: 'params.id' } },
    params: Body({ id: Id, fieldId: FieldId }),
    reply: Type.String(),
    refusals: ['FIELD_NOT_FOUND', 'CHEST_LOCKED'],
  }),
  ...historyCalls('item', 'an item'),
  restoreVersion: endpoint({
    method: 'POST',
    path: '/api/item/:id/version/:versionId/restore',
    summary: 'Restores an old value: a change like any other, which stores the value that it replaces.',
    access: { right: 'update', via: { item: 'params.id' } },
    params: VersionParams,
    body: RestoreVersion,
    reply: ItemChanged,
    refusals: [
      'VERSION_NOT_FOUND',
      'TOO_MANY_FIELDS',
      'EDIT_CONFLICT',
      'VALUE_REQUIRED',
      'PATTERN_MISMATCH',
      'ADDRESS_REFUSED',
      'CATEGORY_UNKNOWN',
      'CHEST_LOCKED',
    ],
  }),
}
