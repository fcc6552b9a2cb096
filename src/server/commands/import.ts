import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BodyOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { imports } from '#contract/vault/imports.ts'
import { managerImports } from '#contract/vault/manager-imports.ts'
import { managerImportLimits } from '#domain/platform/limits.ts'
import { importVerdicts } from '#domain/vault/import-plan.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { remoteTexts as texts } from '#texts/remote-commands.ts'
import { CommandError, UsageError, type Command, type CommandContext } from './command.ts'
import { choicesIn, leftIn, linesOfLeft, rowChoices, type GivenChoices } from './import-choices.ts'
import { listImports, undoImport } from './import-history.ts'
import { parseOptions } from './options.ts'
import { readGiven, RemoteRefusal, type Remote } from './remote.ts'
import { readNumber, secretFrom, sessionOptions, withRemoteSession } from './remote-session.ts'

const options = {
  ...sessionOptions,
  format: { type: 'string' },
  'file-password-file': { type: 'string' },
  'key-file': { type: 'string' },
  'with-old': { type: 'boolean' },
  'with-bin': { type: 'boolean' },
  'with-favourites': { type: 'boolean' },
  answer: { type: 'string', multiple: true },
  choice: { type: 'string', multiple: true },
  list: { type: 'boolean' },
  undo: { type: 'string' },
  yes: { type: 'boolean' },
} as const

type Preview = ReplyOf<typeof managerImports.preview>
type Body = Omit<BodyOf<typeof managerImports.preview>, 'verdict' | 'offset' | 'limit'>
type Files = { readonly file: GivenFile; readonly second?: GivenFile }
type GivenFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** The exit code when the person answers that nothing is to be imported. */
const givenUp = 3
/** Remarks that are printed; the pages show all. */
const shownRemarks = 20
const progressMs = 1000

/**
 * Imports a file into a chest of a running server, with the calls of the pages: preview, question, application. With
 * `--list` or `--undo` it lists the imports of the chest, or undoes one.
 */
export const importCommand: Command = async (context) => {
  const { values, positionals } = parseOptions(context.args, options, null)
  const [path, ...others] = positionals
  const undone = values.undo === undefined ? undefined : readNumber('--undo', values.undo)
  if (values.list === true || undone !== undefined) {
    if (path !== undefined || (values.list === true && undone !== undefined))
      throw new UsageError(texts.oneTask)
    return withRemoteSession(context, values, async (session) => {
      if (undone === undefined) return listImports(context, session)
      const isSure = values.yes === true
      if (await undoImport(context, session, { importId: undone, isSure })) return 0
      context.terminal.say(texts.undoGivenUp)
      return givenUp
    })
  }
  if (path === undefined) throw new UsageError(texts.missing(texts.file))
  if (others.length > 0) throw new UsageError(texts.oneFile)
  const fileOf = async (named: string): Promise<GivenFile> => ({
    name: basename(named),
    bytes: await readGiven(context, named),
  })
  const keyPath = values['key-file']
  const files: Files = {
    file: await fileOf(path),
    ...(keyPath !== undefined && { second: await fileOf(keyPath) }),
  }
  const { choices: byVerdict, single } = choicesIn(values.choice ?? [])
  const choices = {
    answers: answersOf(values.answer ?? []),
    choices: byVerdict,
    withFormer: values['with-old'] === true,
    withBin: values['with-bin'] === true,
    withFavourites: values['with-favourites'] === true,
  }
  const { terminal } = context
  return withRemoteSession(context, values, async ({ remote, chest, folderId }) => {
    const given: Body = {
      chestId: chest.id,
      ...(folderId !== undefined && { folderId }),
      ...(values.format !== undefined && { format: values.format }),
      options: JSON.stringify(choices),
    }
    const passwordPath = values['file-password-file']
    const first = await previewOf(context, remote, given, files, passwordPath)
    const { body, preview } = await withSingle(remote, first, choices, { single, files })
    terminal.say(texts.source(preview.format.name, chest.name))
    for (const line of linesOf(preview, choices)) terminal.say(line)
    const { rows, folders, plan } = preview
    const open = openQuestions(preview, choices.answers)
    for (const line of open) terminal.say(line)
    if (folders === 0 && rows.every(({ choice }) => choice === 'leave')) {
      terminal.say(leftIn(rows).length > 0 ? texts.nothingChosen : texts.nothing)
      return 0
    }
    // What a script does not answer is not guessed: columns would be taken for others.
    if (values.yes === true && open.length > 0) {
      terminal.say(texts.answersMissing)
      return givenUp
    }
    if (values.yes !== true && !texts.isYes(await terminal.ask(texts.confirm))) {
      terminal.say(texts.givenUp)
      return givenUp
    }
    const applied = await withProgress(context, remote, () => apply(remote, { ...body, plan }, files))
    terminal.say(applied.success)
    for (const [where, message] of applied.fails.slice(0, shownRemarks))
      terminal.say(texts.reasons(importTexts.failPlace(where, applied.numbering), [message]))
    const more = applied.fails.length - shownRemarks
    if (more > 0) terminal.say(texts.more(more))
    return 0
  })
}

type Asked = { readonly body: Body; readonly preview: Preview }

const askPreview = async (remote: Remote, body: Body, files: Files): Promise<Asked> => ({
  body,
  preview: await remote.call(managerImports.preview, {
    body: { ...body, limit: managerImportLimits.entries },
    ...files,
  }),
})

/** Asks once more with the choices for single entries, whose numbers the first preview tells. */
async function withSingle(
  remote: Remote,
  asked: Asked,
  choices: object,
  { single, files }: Pick<GivenChoices, 'single'> & { readonly files: Files },
): Promise<Asked> {
  if (single.length === 0) return asked
  const rows = rowChoices(asked.preview.rows, single)
  return askPreview(remote, { ...asked.body, options: JSON.stringify({ ...choices, rows }) }, files)
}

/** Asks for the preview, and for the password of a file that needs one. */
async function previewOf(
  context: CommandContext,
  remote: Remote,
  given: Body,
  files: Files,
  passwordPath: string | undefined,
): Promise<Asked> {
  const ask = (body: Body) => askPreview(remote, body, files)
  const withPassword = async () =>
    ask({ ...given, password: await secretFrom(context, passwordPath, texts.filePassword) })
  if (passwordPath !== undefined) return withPassword()
  try {
    return await ask(given)
  } catch (error) {
    if (error instanceof RemoteRefusal && error.code === 'FILE_PASSWORD_NEEDED') return withPassword()
    throw error
  }
}

async function apply(remote: Remote, body: BodyOf<typeof managerImports.apply>, files: Files) {
  try {
    return await remote.call(managerImports.apply, { body, ...files })
  } catch (error) {
    if (error instanceof RemoteRefusal && error.code === 'IMPORT_PLAN_STALE')
      throw new CommandError(texts.stale)
    throw error
  }
}

/** Reads `--answer question=answer`. */
function answersOf(given: readonly string[]): Record<string, string> {
  const pairs = given.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new UsageError(texts.badAnswer(text))
    return [text.slice(0, at), text.slice(at + 1)] as const
  })
  return Object.fromEntries(pairs)
}

/** Returns what the file leaves in doubt and no option answers: its questions, and columns that no program is known for. */
function openQuestions({ questions, columns }: Preview, answers: Readonly<Record<string, string>>): string[] {
  const asked = questions
    .filter(({ id }) => answers[id] === undefined)
    .map(({ id, choices, proposed }) => texts.question(id, choices, proposed))
  const isMapped = columns === null || answers['mapping'] !== undefined
  const isUnderstood = columns?.every(({ target }) => target !== 'concealed') === true
  const hasName = columns?.some(({ target }) => target === 'title') === true
  const mapping = columns?.map(({ label, target }) => texts.column(label, target)) ?? []
  return isMapped || (isUnderstood && hasName)
    ? asked
    : [...asked, texts.mapping(columns.map(({ target }) => target)), ...mapping]
}

/** Returns what the preview says: counts, what is left and why. */
function linesOf(preview: Preview, { withFavourites }: { readonly withFavourites: boolean }): string[] {
  const { counts, folders, skipped, favourites, rows, notes } = preview
  const { left } = texts
  const remarks = [
    ...notes,
    ...rows
      .filter(({ reasons }) => reasons.length > 0)
      .map(({ name, reasons }) => texts.reasons(name, reasons)),
  ]
  return [
    ...importVerdicts.flatMap((verdict) =>
      counts[verdict] > 0 ? [texts.count(verdict, counts[verdict])] : [],
    ),
    ...(folders > 0 ? [texts.folders(folders)] : []),
    ...linesOfLeft(rows),
    ...(skipped.binned > 0 ? [left.binned(skipped.binned)] : []),
    ...(skipped.former > 0 ? [left.former(skipped.former)] : []),
    ...(skipped.attachments > 0 ? [left.attachments(skipped.attachments)] : []),
    ...(favourites > 0 && !withFavourites ? [left.favourites(favourites)] : []),
    ...remarks.slice(0, shownRemarks),
    ...(remarks.length > shownRemarks ? [texts.more(remarks.length - shownRemarks)] : []),
  ]
}

/** Prints the progress while an import runs. */
async function withProgress<Result>(
  { terminal }: CommandContext,
  remote: Remote,
  work: () => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  const watch = async () => {
    let last = ''
    for (;;) {
      await pause(progressMs, undefined, { signal: ended.signal })
      const { stage, done, total } = await remote.call(imports.progress, {})
      const line = stage === null ? last : texts.progress(stage, done, total)
      if (line !== last) terminal.say(line)
      last = line
    }
  }
  // What goes wrong while watching is nothing that the import tells.
  const watching = watch().catch(() => undefined)
  try {
    return await work()
  } finally {
    ended.abort()
    await watching
  }
}
