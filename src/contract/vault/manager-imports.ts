import { Type } from '#contract/platform/schema.ts'
import { managerImportLimits, masterKeyLimits } from '#domain/platform/limits.ts'
import { importChoices, importVerdicts, type ImportChoice } from '#domain/vault/import-plan.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdOrRoot, Moment, Nullable, Text } from '#contract/platform/fields.ts'

const Count = Type.Integer({ minimum: 0 })
const Choice = Type.Enum([...importChoices])

/** An object of any keys with values of one schema. */
const RecordOf = <Value>(schema: object, keys: object = {}) =>
  Type.Unsafe<Readonly<Record<string, Value>>>({
    type: 'object',
    propertyNames: { maxLength: 40, ...keys },
    additionalProperties: schema,
  })

/** The answers and choices of a person, as JSON in the field `options`. */
export const ImportOptions = Body({
  /** The answers to the questions of the preview, by their id; `mapping`, `separator` and `header` for a CSV of any columns. */
  answers: Type.Optional(RecordOf<string>({ type: 'string', maxLength: 100_000 })),
  /** For all entries of a verdict. */
  choices: Type.Optional(RecordOf<ImportChoice>(Choice, { enum: [...importVerdicts] })),
  /** For single entries, by their number. */
  rows: Type.Optional(RecordOf<ImportChoice>(Choice, { pattern: '^[0-9]{1,6}$' })),
  /** Brings the trash of the other program in, into a folder of its own. */
  withBin: Type.Optional(Type.Boolean()),
  /** Keeps the last ten former passwords of new items as old values. */
  withFormer: Type.Optional(Type.Boolean()),
  /** Marks new items that are favourites in the file as favourites of the caller. */
  withFavourites: Type.Optional(Type.Boolean()),
})

/** In characters: room for a choice for each of ten thousand entries. */
const longestOptions = 400_000
const longestFilePassword = 1024

const given = {
  chestId: Id,
  folderId: Type.Optional(IdOrRoot),
  /** The id of a format; without it, the content of the file decides. */
  format: Type.Optional(Text(40)),
  password: Type.Optional(Text(longestFilePassword)),
  options: Type.Optional(Text(longestOptions)),
  masterkey: Type.Optional(Text(masterKeyLimits.maximum)),
}

const { fileBytes, databaseBytes, archiveBytes } = managerImportLimits
const multipart = {
  file: {
    field: 'file',
    maxBytes: archiveBytes,
    maxBytesByEnding: {
      '.csv': fileBytes,
      '.json': fileBytes,
      '.xml': fileBytes,
      '.kdbx': databaseBytes,
      '.1pif': fileBytes,
      '.pbes2': fileBytes,
      '.txt': fileBytes,
      '.zip': archiveBytes,
      '.1pux': archiveBytes,
      '.trousseau': archiveBytes,
      // The content decides: a name without a known ending is no fault.
      '': fileBytes,
    },
  },
  second: { field: 'keyFile', maxBytes: 1024 * 1024 },
  fieldBytes: longestOptions,
} as const

const access = {
  right: 'create',
  via: { chest: 'body.chestId', folder: 'body.folderId' },
} as const

const Counts = Type.Object(
  Object.fromEntries(importVerdicts.map((verdict) => [verdict, Count])) as Record<
    (typeof importVerdicts)[number],
    typeof Count
  >,
)

export const ImportPreview = Type.Object({
  format: Type.Object({ id: Type.String(), name: Type.String() }),
  /** Names this preview: applying it fails once the file, the choices or the chest are others. */
  plan: Type.String(),
  /** Whether the caller may change items: without it, no entry replaces one. */
  mayUpdate: Type.Boolean(),
  counts: Counts,
  /** Folders that would be created. */
  folders: Count,
  /** What the file holds and an import leaves out: its trash, former passwords, rows without an entry. */
  skipped: Type.Object({ binned: Count, former: Count, lines: Count, attachments: Count }),
  /** Entries that are favourites in the file. */
  favourites: Count,
  questions: Type.Array(
    Type.Object({
      id: Type.String(),
      choices: Type.Array(Type.String()),
      proposed: Type.String(),
      count: Count,
      detail: Type.String(),
    }),
  ),
  /** The columns of a CSV file that no program is known for, with masked examples; null for other files. */
  columns: Nullable(
    Type.Array(
      Type.Object({ label: Type.String(), target: Type.String(), examples: Type.Array(Type.String()) }),
    ),
  ),
  /** Remarks about the whole file. */
  notes: Type.Array(Type.String()),
  rows: Type.Array(
    Type.Object({
      /** Its number in the plan; null for an entry that can only be told. */
      number: Nullable(Count),
      verdict: Type.Enum([...importVerdicts]),
      choice: Choice,
      choices: Type.Array(Choice),
      path: Type.Array(Type.String()),
      name: Type.String(),
      login: Type.String(),
      address: Type.String(),
      password: Type.Boolean(),
      otp: Type.Boolean(),
      fields: Count,
      attachments: Count,
      /** The labels of its extra fields, never their values, and whether a recorded call alone reveals the value. */
      fieldLabels: Type.Array(Type.Object({ label: Type.String(), concealed: Type.Boolean() })),
      /** The names of the files that come in with it. */
      fileNames: Type.Array(Type.String()),
      /** The day of renewal that it brings, yyyy-mm-dd; null without one. */
      renewBefore: Nullable(Type.String()),
      reasons: Type.Array(Type.String()),
    }),
  ),
  pagination: Type.Object({ total: Count, offset: Count, limit: Count }),
})

const Totals = Type.Object({ items: Count, folders: Count, updated: Count })
const NameAndReason = Type.Tuple([Type.String(), Type.String()])

const refusals = [
  'FOLDER_NOT_FOUND',
  'FOLDER_TOO_DEEP',
  'TOO_LARGE',
  'UNSUPPORTED_FORMAT',
  'IMPORT_REFUSED',
  'FILE_PASSWORD_NEEDED',
  'FILE_PASSWORD_WRONG',
  'TOO_MANY_TRIES',
  'CHEST_LOCKED',
  'SERVER_BUSY',
] as const

export const managerImports = {
  formats: endpoint({
    method: 'GET',
    path: '/api/import/formats',
    summary: 'The formats of other managers, with the endings of their files and what opening one needs.',
    access: 'signed-in',
    reply: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        endings: Type.Array(Type.String()),
        needs: Type.Array(Type.Enum(['password', 'keyFile'])),
      }),
    ),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/import/preview',
    summary:
      'What an import of this file would do, entry by entry; nothing is written. No secret is in the reply.',
    access,
    multipart,
    body: Body({
      ...given,
      verdict: Type.Optional(Type.Enum([...importVerdicts])),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: managerImportLimits.entries })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: managerImportLimits.entries })),
    }),
    reply: ImportPreview,
    refusals,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/import/apply',
    summary:
      'Imports the file as its preview says, all or nothing; 409 with the new preview when it has become stale.',
    access,
    creates: true,
    multipart,
    body: Body({ ...given, plan: Text(100, 1) }),
    reply: Type.Object({
      /** Null where nothing was to be written. */
      importId: Nullable(Id),
      success: Type.String(),
      fails: Type.Array(Type.Tuple([Type.Integer(), Type.String()])),
      /** What the numbers of `fails` are: lines of the file, or places among its entries. */
      numbering: Type.Enum(['line', 'entry']),
      counts: Totals,
    }),
    refusals: [...refusals, 'IMPORT_PLAN_STALE', 'ATTACHMENT_QUOTA'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/import/:importId/undo',
    summary:
      'Takes an import back within thirty days: its author with the right to create, or who may delete. What people changed since stays.',
    access: { right: 'read', via: { import: 'params.importId' } },
    params: Body({ importId: Id }),
    reply: Type.Object({
      undone: Count,
      /** What stays, and why: a thousand elements at most. */
      kept: Type.Array(NameAndReason),
      /** How many more stay; absent if none. */
      keptBeyond: Type.Optional(Count),
    }),
    refusals: ['IMPORT_NOT_UNDOABLE', 'RIGHT_REQUIRED', 'CHEST_LOCKED', 'SERVER_BUSY'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/import/',
    summary:
      'The imports of a chest, newest first: the file, who, when, what, and whether the caller may undo it.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: Body({ chestId: Id }),
    reply: Type.Array(
      Type.Object({
        id: Id,
        /** Null for an import of an earlier release, which kept no name. */
        fileName: Nullable(Type.String()),
        format: Type.String(),
        at: Moment,
        user: Type.String(),
        counts: Totals,
        undoable: Type.Boolean(),
        undoneAt: Nullable(Moment),
      }),
    ),
    refusals: ['CHEST_LOCKED'],
  }),
}
