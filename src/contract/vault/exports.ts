import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, Text } from '#contract/platform/fields.ts'
import { exportLimits, masterKeyLimits } from '#domain/platform/limits.ts'
import { exportFormatNames } from '#domain/vault/export-formats.ts'

const Ids = Type.Array(Id, { minItems: 1, maxItems: exportLimits.items })

export const exports = {
  download: endpoint({
    method: 'POST',
    path: '/api/export',
    summary:
      'The content of a chest, of a folder or of a selection as a file of another manager. A reading of each item, recorded as such; nothing is kept. The header `export-remarks` counts the items that KeePass would read in another way, as JSON.',
    access: { right: 'export', via: { chest: 'body.chestId' } },
    body: Body({
      chestId: Id,
      /** Exports what this folder holds. Without it and without a selection, the whole chest. */
      folderId: Type.Optional(Id),
      /** A selection: these items, and what these folders hold. */
      itemIds: Type.Optional(Ids),
      folderIds: Type.Optional(Ids),
      format: Type.Enum([...exportFormatNames]),
      /** Protects the file, in the formats that have a password: twelve characters at least. */
      password: Type.Optional(Text(exportLimits.longestPassword)),
      /** Adds former passwords, in the formats that keep them. */
      includeOld: Type.Optional(Type.Boolean()),
      masterkey: Type.Optional(Text(masterKeyLimits.maximum)),
    }),
    produces: 'application/octet-stream',
    reply: Type.Unsafe<AsyncIterable<Uint8Array>>({ type: 'string', format: 'binary' }),
    refusals: [
      'PROOF_REQUIRED',
      'CLEAR_EXPORT_FORBIDDEN',
      'VALUE_REQUIRED',
      'FOLDER_NOT_FOUND',
      'ITEM_NOT_FOUND',
      'TOO_LARGE',
      'CHEST_LOCKED',
      'SERVER_BUSY',
    ],
  }),
}
