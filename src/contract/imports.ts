import { Type } from './schema.ts'
import { importStages } from '#domain/import-stages.ts'
import { importLimits, masterKeyLimits } from '#domain/limits.ts'
import { endpoint } from './endpoint.ts'
import { Body, Id, IdOrRoot, Nullable, Text } from './fields.ts'

/** Several types under one `type`: what writes replies takes no union of schemas inside a tuple. */
const LineOrName = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

export const imports = {
  keepass: endpoint({
    method: 'POST',
    path: '/api/import/keepass',
    summary: 'Brings in a KeePass 2 XML export, all or nothing.',
    access: { right: 'create', via: { chest: 'body.chestId', folder: 'body.folderId' } },
    multipart: { file: { field: 'file', maxBytes: importLimits.xmlBytes } },
    body: Body({
      chestId: Type.Optional(Id),
      folderId: Type.Optional(IdOrRoot),
      masterkey: Type.Optional(Text(masterKeyLimits.maximum)),
    }),
    reply: Type.Object({
      success: Type.String(),
      fails: Type.Array(Type.Tuple([LineOrName, Type.String()])),
    }),
    refusals: [
      'FOLDER_NOT_FOUND',
      'FOLDER_TOO_DEEP',
      'TOO_LARGE',
      'UNSUPPORTED_FORMAT',
      'IMPORT_REFUSED',
      'CHEST_LOCKED',
      'SERVER_BUSY',
    ],
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/import/progress/',
    summary:
      "How far one's own import is, in entries; stage null while a file is read, without one, and on another node.",
    access: 'signed-in',
    reply: Type.Object({
      stage: Nullable(Type.Enum(importStages)),
      done: Type.Integer({ minimum: 0 }),
      total: Type.Integer({ minimum: 0 }),
    }),
    refusals: [],
  }),
}
