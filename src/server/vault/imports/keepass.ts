import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import { isBroken } from './broken-accents.ts'
import { toFolderTexts } from './folder-texts.ts'
import { readEntry } from './keepass-entry.ts'
import { decodeXml } from './keepass-encoding.ts'
import { binOf } from './keepass-bin.ts'
import { createTally, type Tally } from './keepass-left.ts'
import { type FieldReader, fieldReader } from './keepass-references.ts'
import type { RawEntry, RawGroup } from './keepass-raw.ts'
import { uniqueIds } from './keepass-ids.ts'
import { inheritedTags } from './keepass-tags.ts'
import { parseKeePassXml } from './keepass-xml.ts'
import {
  nothingSkipped,
  type ImportContent,
  type ImportFail,
  type ImportFolder,
  type ImportItem,
  type ImportRefused,
  type Skipped,
} from './model.ts'

/**
 * Reads an XML export of KeePass 2, KeePassXC, KeePass 1 or KeePassX: groups as folders, entries as items.
 * Old versions and the recycle bin are left out and counted. An entry whose values break a limit is left out
 * and reported in `fails`; a file that cannot be trusted as a whole is refused.
 * Pure: it stores and logs nothing, never throws, runs in linear time, and yields to other requests.
 */
export async function readKeePass(
  bytes: Uint8Array,
  yielder = createYielder(),
): Promise<ImportContent | ImportRefused> {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return decoded
  const file = await parseKeePassXml(decoded.text, yielder)
  if (!file.ok) return file
  const counts: Counts = { refused: 0, skipped: { ...nothingSkipped }, fails: [] }
  if (isBroken(decoded.text)) counts.fails.push({ line: 1, name: '', reason: 'ACCENTS_BROKEN' })
  const readField = await fieldReader(file, yielder)
  const tally = createTally()
  const rules = { isBin: binOf(file), readField, idOf: uniqueIds(file), tally, yielder }
  const folders: ImportFolder[] = []
  for (const group of file.groups) {
    if (rules.isBin(group)) countSkipped(group, counts)
    else folders.push(await toFolder(group, [], rules, counts))
  }
  const items = await toItems(file.entries, [], rules, counts)
  counts.fails.unshift(...tally.notes().map((note) => ({ line: 1, name: '', ...note })))
  return { ok: true, family: 'keepass', folders, items, ...counts }
}

type Rules = {
  isBin: (group: RawGroup) => boolean
  readField: FieldReader
  idOf: (uuid: string) => string | null
  tally: Tally
  yielder: Yielder
}
type Counts = {
  refused: number
  skipped: { -readonly [Kind in keyof Skipped]: number }
  fails: ImportFail[]
}

async function toItems(
  entries: readonly RawEntry[],
  groupTags: readonly string[],
  { readField, idOf, tally, yielder }: Rules,
  counts: Counts,
): Promise<ImportItem[]> {
  const items: ImportItem[] = []
  for (const entry of entries) {
    counts.skipped.history += entry.history
    counts.skipped.attachments += entry.attachments
    const { item, fails } = readEntry(entry, { readField, groupTags, tally }, idOf(entry.uuid))
    for (const fail of fails) counts.fails.push(fail)
    if (item === null) counts.refused += 1
    else items.push(item)
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return items
}

/** The parser bounds the depth, so recursion is safe here. */
async function toFolder(
  group: RawGroup,
  tagsAbove: readonly string[],
  rules: Rules,
  counts: Counts,
): Promise<ImportFolder> {
  const { idOf, isBin, tally, yielder } = rules
  for (const part of group.unused) tally.leave(part)
  const inherited = inheritedTags(group.tags, tagsAbove)
  if (inherited === null) tally.leave('groupTags')
  const groupTags = inherited ?? tagsAbove
  const items = await toItems(group.entries, groupTags, rules, counts)
  const folders: ImportFolder[] = []
  for (const child of group.groups) {
    if (isBin(child)) countSkipped(child, counts)
    else folders.push(await toFolder(child, groupTags, rules, counts))
  }
  const { texts, fails } = toFolderTexts(group.name, group.notes, group.line)
  counts.fails.push(...fails)
  if (group.isCleaned) counts.fails.push({ line: group.line, name: texts.name, reason: 'CHARACTERS_DROPPED' })
  const pause = yielder.step(4)
  if (pause) await pause
  return { ...texts, line: group.line, sourceId: idOf(group.uuid), folders, items }
}

function countSkipped(group: RawGroup, counts: Counts): void {
  counts.skipped.recycleBinFolders += 1
  counts.skipped.recycleBin += group.entries.length
  for (const entry of group.entries) counts.skipped.history += entry.history
  for (const child of group.groups) countSkipped(child, counts)
}
