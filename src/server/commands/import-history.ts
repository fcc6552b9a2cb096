import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { managerImports } from '#contract/vault/manager-imports.ts'
import { importSourceNames } from '#domain/vault/import-sources.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { remoteTexts as texts } from '#texts/remote-commands.ts'
import { CommandError, type CommandContext } from './command.ts'
import type { RemoteSession } from './remote-session.ts'

type Import = ReplyOf<typeof managerImports.list>[number]

/** The kept elements that are named; the page names all. */
const shownKept = 20

/** Prints the imports of a chest, newest first. */
export async function listImports(
  { terminal }: CommandContext,
  { remote, chest }: RemoteSession,
): Promise<number> {
  const imports = await remote.call(managerImports.list, { query: { chestId: chest.id } })
  const lineOf = await liner(remote)
  for (const line of imports.map(lineOf)) terminal.say(line)
  if (imports.length === 0) terminal.say(texts.noImports)
  return 0
}

/**
 * Undoes an import of a chest after a question.
 * @param isSure does not ask
 * @returns whether the person agreed
 */
export async function undoImport(
  { terminal }: CommandContext,
  { remote, chest }: RemoteSession,
  { importId, isSure }: { readonly importId: number; readonly isSure: boolean },
): Promise<boolean> {
  const imports = await remote.call(managerImports.list, { query: { chestId: chest.id } })
  // The number of an import of another chest is a mistake, even where the person may undo it.
  const asked = imports.find(({ id }) => id === importId)
  if (asked === undefined) throw new CommandError(texts.noImport(importId, chest.name))
  terminal.say((await liner(remote))(asked))
  // What can no longer be undone is refused by the server, with its sentence.
  if (asked.undoable && asked.undoneAt === null) terminal.say(texts.undoDetail(asked.counts))
  if (!isSure && !texts.isYes(await terminal.ask(texts.confirmUndo))) return false
  const { undone, kept } = await remote.call(managerImports.undo, { params: { importId } })
  terminal.say(texts.undone(undone))
  if (kept.length > 0) terminal.say(texts.kept(kept.length))
  for (const [name, reason] of kept.slice(0, shownKept)) terminal.say(texts.reasons(name, [reason]))
  if (kept.length > shownKept) terminal.say(texts.moreKept(kept.length - shownKept))
  return true
}

/** Returns a function that describes an import in a line. */
async function liner(remote: RemoteSession['remote']): Promise<(one: Import) => string> {
  const formats = await remote.call(managerImports.formats, {})
  const nameOf = (format: string): string => {
    const source = importSourceNames.find((name) => name === format)
    if (source !== undefined) return importTexts.sources[source].name
    return formats.find(({ id }) => id === format)?.name ?? format
  }
  return ({ id, fileName, format, at, user, counts, undoable, undoneAt }) =>
    texts.importLine({
      id,
      file: fileName,
      format: nameOf(format),
      at: Date.parse(at),
      user,
      counts,
      state: undoneAt !== null ? 'undone' : undoable ? 'undoable' : 'inPlace',
    })
}
