import type { TProperties } from 'typebox'
import { Type } from '#contract/platform/schema.ts'
import { importStages } from '#domain/vault/import-stages.ts'
import {
  importBytes,
  importSources,
  type ImportEnding,
  type ImportSource,
} from '#domain/vault/import-sources.ts'
import { masterKeyLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdOrRoot, Nullable, Text } from '#contract/platform/fields.ts'

/** Several types in one `type`: the serialiser does not support a union of schemas inside a tuple. */
const LineOrName = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

const Result = Type.Object({
  success: Type.String(),
  fails: Type.Array(Type.Tuple([LineOrName, Type.String()])),
})

/**
 * Returns the import call of a source. The three differ in the files that they accept, and in how they are
 * read.
 */
const importFrom = <const Source extends ImportSource, const More extends TProperties>(
  source: Source,
  summary: string,
  more: More,
) => {
  const endings: readonly ImportEnding[] = importSources[source]
  const maxBytesByEnding = Object.fromEntries(endings.map((ending) => [ending, importBytes[ending]]))
  const maxBytes = Math.max(...Object.values(maxBytesByEnding))
  return endpoint({
    method: 'POST',
    path: `/api/import/${source}`,
    summary,
    access: { right: 'create', via: { chest: 'body.chestId', folder: 'body.folderId' } },
    creates: true,
    multipart: { file: { field: 'file', maxBytes, maxBytesByEnding } },
    body: Body({
      chestId: Type.Optional(Id),
      folderId: Type.Optional(IdOrRoot),
      masterkey: Type.Optional(Text(masterKeyLimits.maximum)),
      ...more,
    }),
    reply: Result,
    refusals: [
      'FOLDER_NOT_FOUND',
      'FOLDER_TOO_DEEP',
      'TOO_LARGE',
      'UNSUPPORTED_FORMAT',
      'IMPORT_REFUSED',
      'CHEST_LOCKED',
      'SERVER_BUSY',
    ],
  })
}

/** How far long work is: stage null before its first stage, and without such work. */
export const Progress = Type.Object({
  stage: Nullable(Type.Enum(importStages)),
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
})

export const imports = {
  lockself: importFrom(
    'lockself',
    'Brings in an export of LockSelf (CSV, or what its XML is), all or nothing; with foldersOnly, its categories alone.',
    { foldersOnly: Type.Optional(Type.Boolean()) },
  ),
  keepass: importFrom('keepass', 'Brings in an XML export of KeePass 1 or 2, all or nothing.', {}),
  csv: importFrom('csv', 'Brings in a CSV file whose first row names its columns, all or nothing.', {}),
  template: endpoint({
    method: 'GET',
    path: '/api/import/csv/template',
    summary: 'A CSV file to fill in; it can be imported as it is.',
    access: 'signed-in',
    produces: 'text/csv',
    reply: Type.String(),
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/import/progress/',
    summary:
      "The progress of the caller's import, in entries; stage null while a file is read, without an import, and on another node.",
    access: 'signed-in',
    reply: Progress,
  }),
}
