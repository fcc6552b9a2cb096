import { open, rm, stat } from 'node:fs/promises'
import { exports } from '#contract/vault/exports.ts'
import { exportFormatNames, exportFormats, type ExportFormat } from '#domain/vault/export-formats.ts'
import { formatBytes } from '#texts/vault/attachments.ts'
import { remoteTexts as texts } from '#texts/remote-commands.ts'
import { CommandError, UsageError, type Command, type CommandContext } from './command.ts'
import { parseOptions } from './options.ts'
import { givenPath } from './remote.ts'
import { readNumber, secretFrom, sessionOptions, withRemoteSession } from './remote-session.ts'

const options = {
  ...sessionOptions,
  item: { type: 'string', multiple: true },
  format: { type: 'string' },
  out: { type: 'string' },
  'file-password-file': { type: 'string' },
  'with-old': { type: 'boolean' },
} as const

const isFormat = (name: string): name is ExportFormat => exportFormatNames.some((one) => one === name)

/** Exports a chest of a running server to a file that only its owner may read. */
export const exportCommand: Command = async (context) => {
  const { values } = parseOptions(context.args, options, texts.file)
  const { format = 'kdbx', out, item: items } = values
  if (!isFormat(format))
    throw new UsageError(texts.unknownFormat(format, exportFormatNames), { needsHelp: false })
  if (out === undefined) throw new UsageError(texts.missing('--out'))
  const path = givenPath(context, out)
  if (await exists(path)) throw new CommandError(texts.exists(out))
  const itemIds = items?.map((id) => readNumber('--item', id))
  const { isSealed } = exportFormats[format]
  return withRemoteSession(context, values, async ({ remote, chest, folderId, prove }) => {
    const password = isSealed ? await filePassword(context, values['file-password-file']) : undefined
    await prove()
    context.terminal.say(texts.exporting)
    const parts = await remote.download(exports.download, {
      body: {
        chestId: chest.id,
        ...(folderId !== undefined && { folderId }),
        ...(itemIds !== undefined && { itemIds }),
        format,
        ...(password !== undefined && { password }),
        ...(values['with-old'] === true && { includeOld: true }),
      },
    })
    const size = await write(path, parts)
    context.terminal.say(texts.exported(out, formatBytes(size)))
    return 0
  })
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Asks for the new password of the file; twice on a terminal, where it cannot be seen. */
async function filePassword(context: CommandContext, path: string | undefined): Promise<string> {
  const password = await secretFrom(context, path, texts.filePassword)
  if (path !== undefined || !context.terminal.isInteractive) return password
  if ((await secretFrom(context, undefined, texts.fileConfirmation)) !== password)
    throw new CommandError(texts.differs)
  return password
}

/** Writes the file as it arrives; one that broke off is removed. @returns its size in bytes */
async function write(path: string, parts: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch(() => {
    throw new CommandError(texts.unwritable(path))
  })
  let size = 0
  try {
    for await (const part of parts) {
      await file.writeFile(part)
      size += part.length
    }
    await file.sync()
    await file.close()
    return size
  } catch {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
    throw new CommandError(texts.broken)
  }
}
