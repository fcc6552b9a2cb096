import { Type } from '#contract/platform/schema.ts'
import { fieldLimits, masterKeyLimits } from '#domain/platform/limits.ts'
import {
  eachField,
  itemFieldNames,
  itemMetaFields,
  itemTextFields,
  textRuleOf,
} from '#domain/vault/item-fields.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdOrRoot, IdParams, Moment, Name, Nullable, Text } from '#contract/platform/fields.ts'
import { Changed, HistoryPage, historyCalls, RestoreVersion, Trashed, VersionParams } from './history.ts'

export const CategoryReply = Type.Object({ id: Id, name: Type.String() })

/** The current one-time code, the next one, and the seconds left. */
export const OneTimeCode = Type.Object({
  code: Type.String(),
  next: Type.String(),
  otpTime: Type.Integer({ minimum: 0 }),
})

export const ItemReply = Type.Object({
  id: Id,
  ...eachField(itemMetaFields, () => Type.String()),
  addressDanger: Type.Integer({ minimum: 0, maximum: 5 }),
  level: Type.Integer({ minimum: 0, maximum: 5 }),
  category: CategoryReply,
  categoryId: Id,
  categoryIcon: Type.String(),
  password: Type.Boolean(),
  otp: Type.Boolean(),
  otpTime: Nullable(Type.Integer()),
  creator: Type.String(),
  createAt: Moment,
  folder: Nullable(Type.Object({ id: Id, name: Type.String() })),
  chest_id: Id,
  folder_id: Nullable(Id),
  ...HistoryPage.properties,
  guardian: Type.Boolean(),
  revision: Type.Integer(),
})

/**
 * The reply to a change of a field: with the new category and its icon, or the code of a new one-time secret.
 */
export const ItemChanged = Type.Object({
  ...Changed.properties,
  category: Type.Optional(CategoryReply),
  categoryIcon: Type.Optional(Type.String()),
  otp: Type.Optional(Type.Union([OneTimeCode, Type.Null()])),
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
    multipart: {},
    body: Body({
      chestId: Id,
      parentFolderId: Type.Optional(IdOrRoot),
      ...eachField(itemTextFields, (field) => Type.Optional(Text(textRuleOf(field).maximum))),
      name: Name,
      categoryId: Type.Optional(Id),
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
    summary: 'Changes one field of an item, or moves it (elementType `folder`, empty for the root).',
    access: { right: 'update', via: { item: 'params.id' } },
    params: IdParams,
    body: Body({
      elementType: Type.Enum([...itemFieldNames]),
      elementValue: Type.Union([Text(longestText), Type.Integer(), Type.Null()]),
      revision: Type.Optional(Type.Integer()),
    }),
    reply: ItemChanged,
    refusals: [
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
    records: true,
    summary: 'The password as a JSON string; recorded in the same transaction.',
    access: { right: 'read', via: { item: 'params.id' } },
    params: IdParams,
    reply: Type.String(),
    refusals: ['CHEST_LOCKED'],
  }),
  otp: endpoint({
    method: 'GET',
    path: '/api/item/:id/otp',
    records: true,
    summary: 'The current one-time code, the next one and the seconds left; recorded.',
    access: { right: 'read', via: { item: 'params.id' } },
    params: IdParams,
    reply: OneTimeCode,
    refusals: ['OTP_MISSING', 'CHEST_LOCKED'],
  }),
  otpSecret: endpoint({
    method: 'GET',
    path: '/api/item/:id/otp/secret',
    records: true,
    summary: 'The one-time secret, to enrol another device; recorded.',
    access: { right: 'update', via: { item: 'params.id' } },
    params: IdParams,
    reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
    refusals: ['OTP_MISSING', 'CHEST_LOCKED'],
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
      'EDIT_CONFLICT',
      'VALUE_REQUIRED',
      'PATTERN_MISMATCH',
      'ADDRESS_REFUSED',
      'CATEGORY_UNKNOWN',
      'CHEST_LOCKED',
    ],
  }),
}
