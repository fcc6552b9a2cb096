import { Type } from '#contract/platform/schema.ts'
import { fieldLimits, masterKeyLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Body,
  Description,
  Id,
  IdOrRoot,
  IdParams,
  Moment,
  Name,
  Nullable,
  Text,
} from '#contract/platform/fields.ts'
import { DueRule, RuleDays } from './due-dates.ts'
import { Changed, HistoryPage, historyCalls, RestoreVersion, Trashed, VersionParams } from './history.ts'

export const FolderReply = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  level: Type.Integer({ minimum: 1 }),
  children: Type.Integer({ minimum: 0 }),
  chestId: Id,
  path: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  creator: Type.String(),
  createAt: Moment,
  ...HistoryPage.properties,
  countItems: Type.Integer({ minimum: 0 }),
  /** Everything below it, at any depth, which is deleted with it. */
  holds: Type.Object({ items: Type.Integer({ minimum: 0 }), folders: Type.Integer({ minimum: 0 }) }),
  parent: Nullable(Id),
  guardian: Type.Boolean(),
  /** Its own rule of renewal, in days; null without one. */
  renewDays: Nullable(RuleDays),
  /** The rule that counts for its content. */
  dueRule: Nullable(DueRule),
  revision: Type.Integer(),
})

export const folders = {
  create: endpoint({
    method: 'POST',
    path: '/api/folder/',
    summary: 'Creates a folder in a folder, or at the root of the chest.',
    access: { right: 'create', via: { chest: 'body.chestId' } },
    status: 201,
    creates: true,
    multipart: {},
    body: Body({
      chestId: Id,
      parentFolderId: Type.Optional(IdOrRoot),
      name: Name,
      description: Type.Optional(Description),
      masterkey: Type.Optional(Text(masterKeyLimits.maximum)),
    }),
    reply: Type.Object({ id: Id, message: Type.String() }),
    refusals: ['FOLDER_NOT_FOUND', 'FOLDER_TOO_DEEP', 'VALUE_REQUIRED', 'PATTERN_MISMATCH', 'CHEST_LOCKED'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/folder/:id',
    summary: 'One folder with its path, counts and history.',
    access: { right: 'read', via: { folder: 'params.id' } },
    params: IdParams,
    reply: FolderReply,
    refusals: ['CHEST_LOCKED'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/folder/:id',
    summary:
      'Changes one field of a folder, or moves it (elementType `folder`). The value of `renewDays` is a number of days, or null.',
    access: { right: 'update', via: { folder: 'params.id' } },
    params: IdParams,
    body: Body({
      elementType: Type.Enum(['name', 'description', 'folder', 'renewDays']),
      elementValue: Type.Union([Text(fieldLimits.description), Type.Integer(), Type.Null()]),
      revision: Type.Optional(Type.Integer()),
    }),
    reply: Changed,
    refusals: [
      'FOLDER_CYCLE',
      'FOLDER_TOO_DEEP',
      'ALREADY_THERE',
      'EDIT_CONFLICT',
      'VALUE_REQUIRED',
      'PATTERN_MISMATCH',
      'CHEST_LOCKED',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/folder/:id',
    summary: 'Moves a folder with its content to the trash, as one entry.',
    access: { right: 'delete', via: { folder: 'params.id' } },
    params: IdParams,
    reply: Trashed,
  }),
  ...historyCalls('folder', 'a folder'),
  restoreVersion: endpoint({
    method: 'POST',
    path: '/api/folder/:id/version/:versionId/restore',
    summary: 'Restores an old value: a change like any other, which stores the value that it replaces.',
    access: { right: 'update', via: { folder: 'params.id' } },
    params: VersionParams,
    body: RestoreVersion,
    reply: Changed,
    refusals: ['VERSION_NOT_FOUND', 'EDIT_CONFLICT', 'VALUE_REQUIRED', 'PATTERN_MISMATCH', 'CHEST_LOCKED'],
  }),
}
