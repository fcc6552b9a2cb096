import { fieldLimits } from '#domain/limits.ts'
import { unnamed } from '#texts/imports.ts'

import { createBreather, type Breather } from '../elements/breather.ts'
import { readEntry } from './keepass-entry.ts'
import { decodeXml } from './keepass-encoding.ts'
import { plainName, shortened } from './keepass-fields.ts'
import { type FieldReader, fieldReader } from './keepass-references.ts'
import type { ImportFail, ImportFolder, ImportItem, KeePassContent, KeePassResult } from './keepass-result.ts'
import { parseKeePassXml, type RawGroup } from './keepass-xml.ts'

/**
 * Reads a KeePass 2 XML export (KeePass, KeePassXC): groups as folders, entries as items. Pure: it neither
 * stores nor logs anything. Old versions and the recycle bin are left out and counted. An entry whose values
 * break a limit is left out and told about in `fails`; a file that cannot be trusted as a whole is refused.
 * It never throws, whatever the bytes, its time is linear in their number, and others run in between.
 */
export async function readKeePass(bytes: Uint8Array, breather = createBreather()): Promise<KeePassResult> {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) return decoded
  const file = await parseKeePassXml(decoded.text, breather)
  if (!file.ok) return file
  const content: Counts = {
    folders: 0,
    items: 0,
    refused: 0,
    skipped: { recycleBin: 0, recycleBinFolders: 0, history: 0 },
    fails: [],
  }
  const readField = await fieldReader(file.root, breather)
  const root = await toFolder(file.root, { recycleBin: file.recycleBin, readField, breather }, content)
  return { ok: true, root, ...content }
}

type Rules = { recycleBin: string; readField: FieldReader; breather: Breather }
type Counts = Omit<KeePassContent, 'ok' | 'root'>

/** The parser bounds the depth, so recursion is safe here. */
async function toFolder(group: RawGroup, rules: Rules, counts: Counts): Promise<ImportFolder> {
  counts.folders += 1
  const items: ImportItem[] = []
  for (const entry of group.entries) {
    counts.skipped.history += entry.history
    const { item, fails } = readEntry(entry, rules.readField)
    for (const fail of fails) counts.fails.push(fail)
    if (item === null) counts.refused += 1
    else {
      counts.items += 1
      items.push(item)
    }
    const pause = rules.breather.step(32)
    if (pause) await pause
  }
  const folders: ImportFolder[] = []
  for (const child of group.groups) {
    const isBin = rules.recycleBin !== '' && child.uuid === rules.recycleBin
    if (isBin) countSkipped(child, counts)
    else folders.push(await toFolder(child, rules, counts))
  }
  const texts = folderTexts(group, counts.fails)
  const pause = rules.breather.step(4)
  if (pause) await pause
  return { ...texts, folders, items }
}

function folderTexts(group: RawGroup, fails: ImportFail[]): Pick<ImportFolder, 'name' | 'description'> {
  const plain = plainName(group.name)
  const fullName = plain.name || unnamed.folder
  const name = shortened(fullName, fieldLimits.name)
  const description = shortened(group.notes, fieldLimits.description)
  if (plain.isCleaned) fails.push({ line: group.line, name, reason: 'FOLDER_NAME_CLEANED' })
  if (name !== fullName) fails.push({ line: group.line, name, reason: 'FOLDER_NAME_TOO_LONG' })
  if (description !== group.notes)
    fails.push({ line: group.line, name, reason: 'FOLDER_DESCRIPTION_TOO_LONG' })
  return { name, description }
}

function countSkipped(group: RawGroup, counts: Counts): void {
  counts.skipped.recycleBinFolders += 1
  counts.skipped.recycleBin += group.entries.length
  for (const entry of group.entries) counts.skipped.history += entry.history
  for (const child of group.groups) countSkipped(child, counts)
}
