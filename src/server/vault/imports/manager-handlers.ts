import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { BodyOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { ImportOptions, type managerImports } from '#contract/vault/manager-imports.ts'
import {
  choicesFor,
  importVerdicts,
  type ImportChoices,
  type ImportVerdict,
} from '#domain/vault/import-plan.ts'
import { isConcealed } from '#domain/vault/extra-fields.ts'
import { filePasswordLimits } from '#domain/platform/limits.ts'
import { endingOf } from '#domain/platform/file-endings.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { importFailText, importFaultText } from '#texts/vault/imports.ts'
import type { HandlerRequest, Handlers } from '#server/access/handler.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import { paced } from '#server/vault/attachments/store.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { countApart, giveBackApart } from '#server/platform/http/tries-apart.ts'
import { checkerOf } from '#server/platform/http/validate.ts'
import { applyImport, plan, type ApplyDeps, type ImportRequest } from './apply.ts'
import { formats, readFile, type ReadFile } from './formats/formats.ts'
import type { FoundNote } from './formats/found.ts'
import { digestOfFile } from './formats/found-files.ts'
import { otherWaysOf } from './formats/other-ways.ts'
import { toContent, type ManagerContent } from './formats/to-content.ts'
import { resultOf } from './handlers.ts'
import { nameInKey } from './identity.ts'
import type { ImportFail, ImportRefused } from './model.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import type { ImportPlan } from './plan.ts'
import { importsOf } from './records.ts'
import { undoImport } from './undo.ts'

type ManagerDeps = ApplyDeps
type Preview = ReplyOf<typeof managerImports.preview>
type PreviewRow = Preview['rows'][number]
type Calling = Omit<HandlerRequest<typeof managerImports.preview>, 'once' | 'body'> & {
  readonly body: Pick<
    BodyOf<typeof managerImports.preview>,
    'chestId' | 'folderId' | 'format' | 'password' | 'options' | 'verdict' | 'offset' | 'limit'
  >
}

/** Files that are read and planned at once on a node: each may hold a hundred megabytes of memory. */
const readAtOnce = { concurrency: 2, queue: 8 } as const
/** Rows of a preview's page, unless the call asks for others. */
const usualRows = 200

const checkOptions = checkerOf(ImportOptions, 'body/options')

/** Returns the handlers that import files of other managers: preview, application, undoing. */
export const managerImportHandlers = (
  deps: ManagerDeps,
  oneAtATime: OneAtATime,
): Handlers<typeof managerImports> => {
  const { db, clock } = deps
  const bound = createWorkBound(readAtOnce)
  const inTurn = <Result>(person: number, work: () => Promise<Result>) =>
    orBusy(() => bound.run(work, { person }))

  return {
    formats: () =>
      formats.map(({ id, name, endings, needs }) => ({ id, name, endings: [...endings], needs: [...needs] })),

    preview: (request) =>
      oneAtATime.run(request, 'preview', () =>
        inTurn(request.actor.id, async () => {
          const prepared = await prepare(deps, request)
          const { actor, chest, origin } = request
          await deps.journal.record(db, actor, origin, {
            action: 'import.checked',
            chest: chest.id,
            objects: { format: prepared.read.format.id, entries: prepared.plan.rows.length },
          })
          return previewOf(prepared, request.body)
        }),
      ),

    apply: (request) =>
      oneAtATime.run(request, 'apply', (tell) =>
        inTurn(request.actor.id, async () => {
          const { body, actor, chest, origin, once } = request
          const prepared = await prepare(deps, request)
          const stale = (): never => {
            throw new Refusal('IMPORT_PLAN_STALE', { details: { preview: previewOf(prepared, body) } })
          }
          const { content, read, choices, folderId, isFavourite } = prepared
          const asked: ImportRequest = {
            actor,
            chest,
            folderId,
            origin,
            once,
            choices,
            isFavourite,
            source: { format: read.format.id },
            fileName: request.file?.name ?? '',
            requirePlan: ({ isFresh, chestRevision }) => {
              if (!isFresh || prepared.markAt(chestRevision) !== body.plan) stale()
            },
          }
          const outcome = await applyImport(deps, asked, content, (stage, done, total) =>
            tell({ stage, done, total }),
          )
          const { items, folders, updated, importId } = outcome
          return {
            ...resultOf(content, outcome),
            numbering: read.hasLines ? ('line' as const) : ('entry' as const),
            importId,
            counts: { items, folders, updated },
          }
        }),
      ),

    undo: (request) =>
      oneAtATime.run(request, 'undo', () => undoImport(deps, request, request.params.importId)),

    list: async ({ actor, chest, query }) => {
      const ck = await deps.chestKeys.open(db, chest)
      const rows = await importsOf(db, ck, query.chestId, clock())
      return rows.map(({ id, fileName, source, userId, user, at, counts, undoneAt, isRecent }) => ({
        id,
        fileName,
        format: source,
        at,
        user,
        counts,
        undoable: isRecent && (chest.rights.delete || (chest.rights.create && userId === actor.id)),
        undoneAt,
      }))
    },
  }
}

type Prepared = {
  readonly read: ReadFile
  readonly content: ManagerContent
  readonly isFavourite: NonNullable<ImportRequest['isFavourite']>
  readonly choices: ImportChoices
  readonly folderId: number | null
  readonly plan: ImportPlan
  readonly mayUpdate: boolean
  /** The revision of the chest that the plan was made at. */
  readonly chestRevision: number
  /** Returns the name of the plan at a revision of the chest. */
  readonly markAt: (chestRevision: number) => string
}

/** Reads the file and compares it with the chest. */
async function prepare(deps: ManagerDeps, request: Calling): Promise<Prepared> {
  const { db, chestKeys } = deps
  const { body, chest, file, second } = request
  if (!file) throw new Refusal('INVALID_REQUEST', { details: { field: 'body/file', rule: 'required' } })
  // Refuses a locked chest before reading the file.
  const ck = await chestKeys.open(db, chest)
  const {
    answers = {},
    choices: all = {},
    rows = {},
    withBin = false,
    withFormer = false,
    withFavourites = false,
  } = optionsOf(body.options)
  const reading = {
    ...(body.format !== undefined && { format: body.format }),
    ...(body.password !== undefined && { password: new Secret(body.password) }),
    ...(second && { keyFile: second.bytes }),
    answers,
  }
  const read = await readCounted(deps, request, { bytes: file.bytes, ...reading })
  const other = otherEnding(file.name, read)
  const told = other === null ? read.found : { ...read.found, notes: [other, ...read.found.notes] }
  const content = await toContent(told, read.format.family, {
    withBin,
    withFormer,
    fileBytes: deps.config.attachmentBytes.file,
    otherWays: await otherWaysOf(file.bytes, read, reading),
  })
  if (!content.ok) throw refusalOfFault(content)
  const choices: ImportChoices = {
    all,
    rows: new Map(Object.entries(rows).map(([number, choice]) => [Number(number), choice])),
  }
  const folderId = typeof body.folderId === 'number' ? body.folderId : null
  const { revision: chestRevision } = await db
    .selectFrom('chests')
    .select('revision')
    .where('id', '=', chest.id)
    .executeTakeFirstOrThrow()
  const planned = await plan(deps, db, ck, { chest, folderId, choices }, content)
  const marked = createHash('sha256')
    .update(await digestOfFile(paced(file.bytes)))
    .update(JSON.stringify([body.format ?? '', folderId, chest.id, chest.rights.update]))
    .update(body.options ?? '')
    // The room for files also depends on other chests.
    .update(JSON.stringify([...planned.files.values()].map(({ added }) => added.length)))
    .digest('base64url')
  return {
    read,
    content,
    isFavourite: (item) => withFavourites && content.foundOf.get(item)?.isFavourite === true,
    choices,
    folderId,
    chestRevision,
    plan: planned,
    mayUpdate: chest.rights.update,
    markAt: (revision) => `${revision}.${marked}`,
  }
}

/** Endings that say what a file is. */
const sayingEndings = ['.csv', '.json', '.xml', '.kdbx', '.1pif', '.zip', '.1pux', '.trousseau', '.pbes2']
const refusedEndings = ['.kdb', '.xlsx', '.xls', '.sqlite', '.pdf']

/** Returns the remark about a file whose name says that it is something else. */
function otherEnding(name: string, { format, isPacked }: ReadFile): FoundNote | null {
  const ending = endingOf(name, [...sayingEndings, ...refusedEndings])
  const isRight = ending === null || format.endings.includes(ending) || (isPacked && ending === '.zip')
  return isRight ? null : { reason: 'ENDING_OTHER', detail: `${ending} ${format.name}` }
}

function optionsOf(text: string | undefined): Static<typeof ImportOptions> {
  if (text === undefined || text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('INVALID_REQUEST', { details: { field: 'body/options', rule: 'json' } })
  }
  return checkOptions(value)
}

/** Reads a file; wrong passwords of files are counted for each person, so that nobody guesses them here. */
async function readCounted(
  { db, clock }: ManagerDeps,
  { actor }: Calling,
  { bytes, ...reading }: Parameters<typeof readFile>[1] & { readonly bytes: Uint8Array },
): Promise<ReadFile> {
  const who = `import|${actor.id}`
  const isTry = reading.password !== undefined || reading.keyFile !== undefined
  const since = isTry ? await countApart(db, who, clock(), filePasswordLimits) : 0
  if (since === null)
    throw new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: filePasswordLimits.windowMs / 1000 })
  const read = await readFile(bytes, reading)
  // A key file alone that does not open the file may also lack a password: it was tried all the same.
  const isWrong = 'ok' in read && /^FILE_PASSWORD_(?:WRONG|NEEDED)$/.test(read.code)
  if (isTry && !isWrong) await giveBackApart(db, who, since)
  if ('ok' in read) throw refusalOfFault(read)
  return read
}

function refusalOfFault(fault: ImportRefused): Refusal {
  const sentence = importFaultText(fault)
  if (fault.code === 'FILE_PASSWORD_WRONG' || fault.code === 'FILE_PASSWORD_NEEDED')
    return new Refusal(fault.code, { sentence })
  return new Refusal('IMPORT_REFUSED', { details: { fault: fault.code }, sentence })
}

/** Builds a page of the preview. It holds no secret, and no value of a field but name, login and address. */
function previewOf(
  { read, content, plan: planned, mayUpdate, chestRevision, markAt }: Prepared,
  { verdict, offset = 0, limit = usualRows }: Calling['body'],
): Preview {
  const { found, format } = read
  const fails = [...content.fails, ...planned.fails]
  const reasonsOf = Map.groupBy(fails, placeOfFail)
  const told = (is: 'missing' | 'refused', name: string, reasons: () => string[]) => ({
    verdict: is,
    row: (): PreviewRow => ({
      number: null,
      verdict: is,
      choice: 'leave',
      choices: ['leave'],
      path: [],
      name,
      login: '',
      address: '',
      password: false,
      otp: false,
      fields: 0,
      attachments: 0,
      fieldLabels: [],
      fileNames: [],
      renewBefore: null,
      reasons: reasons(),
    }),
  })
  // The rows of a page only are made: ten thousand take 20 ms.
  const rows: { readonly verdict: ImportVerdict; readonly row: () => PreviewRow }[] = [
    ...planned.rows.map(({ item, path, verdict: is, choice }, number) => ({
      verdict: is,
      row: (): PreviewRow => {
        const { name, login, address, fields, files = [] } = item
        return {
          number,
          verdict: is,
          choice,
          choices: [...choicesFor(is, mayUpdate)],
          path: [...path],
          name,
          login,
          address,
          password: item.password !== '',
          otp: item.otp !== null,
          fields: fields.length,
          attachments: files.length,
          fieldLabels: fields.map((field) => ({ label: field.label, concealed: isConcealed(field) })),
          fileNames: files.map((file) => file.name),
          renewBefore: item.renewBefore ?? null,
          reasons: (reasonsOf.get(placeOfFail(item)) ?? []).map(textOfFail),
        }
      },
    })),
    ...content.refusedEntries.map((entry) =>
      told('refused', entry.name, () => (reasonsOf.get(placeOfFail(entry)) ?? []).map(textOfFail)),
    ),
    ...planned.gone.map(({ key }) => told('missing', nameInKey(key), () => [])),
  ]
  const byVerdict = Map.groupBy(rows, ({ verdict: is }) => is)
  const counts = Object.fromEntries(
    importVerdicts.map((one) => [one, byVerdict.get(one)?.length ?? 0]),
  ) as Preview['counts']
  // Nobody can tell a newer version of a database from another one that was made from the same template.
  const sharesIds =
    format.family === 'keepass' &&
    planned.rows.some(({ verdict: is, item }) => is === 'changed' && item.sourceId !== null)
  const shown = verdict === undefined ? rows : (byVerdict.get(verdict) ?? [])
  return {
    format: { id: format.id, name: format.name },
    plan: markAt(chestRevision),
    mayUpdate,
    counts,
    folders: planned.insertion.folders.length,
    skipped: {
      binned: content.skipped.recycleBin,
      former: content.skipped.history,
      lines: content.skipped.lines,
      attachments: content.skipped.attachments,
    },
    favourites: [...content.foundOf.values()].filter(({ isFavourite }) => isFavourite).length,
    questions: found.questions.map(({ choices, ...question }) => ({ ...question, choices: [...choices] })),
    columns: read.columns?.map(({ examples, ...column }) => ({ ...column, examples: [...examples] })) ?? null,
    notes: [
      ...(sharesIds ? [importFailText('SAME_IDENTIFIERS')] : []),
      ...fails.filter(({ name }) => name === '').map(textOfFail),
    ],
    rows: shown.slice(offset, offset + limit).map(({ row }) => row()),
    pagination: { total: shown.length, offset, limit },
  }
}

const placeOfFail = ({ line, name }: { readonly line: number; readonly name: string }): string =>
  `${line} ${name}`
const textOfFail = ({ reason, detail }: ImportFail): string => importFailText(reason, detail)
