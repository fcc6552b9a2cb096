import { importLimits } from '#domain/platform/limits.ts'
import { readCsv } from '../csv.ts'
import { readKeePass } from '../keepass.ts'
import type { FormerReading, ImportContent, ImportFolder, ImportItem } from '../model.ts'
import { readFile, type FileReading, type ReadFile } from './formats.ts'
import type { Found } from './found.ts'

/** What other ways to import a file make of it, so that whoever chooses another one afterwards makes nothing twice. */
export type OtherWays = {
  /** The file with its broken accents as they are, where they are mended: its entries and folders are as many. */
  readonly unmended: Pick<Found, 'entries' | 'folders'> | null
  /** Returns and forgets what a direct source makes of the next entry on a line. */
  readonly direct: (line: number) => readonly FormerReading[]
}
export const noOtherWays: OtherWays = { unmended: null, direct: () => [] }

/** @param reading as the file was read */
export async function otherWaysOf(
  bytes: Uint8Array,
  { format, found, hasLines, isPacked }: ReadFile,
  reading: FileReading,
): Promise<OtherWays> {
  const { accents, ...answers } = reading.answers ?? {}
  const unmended = accents === 'mend' ? await readFile(bytes, { ...reading, answers }) : null
  const isAlike =
    unmended !== null &&
    !('ok' in unmended) &&
    unmended.format === format &&
    unmended.found.folders.length === found.folders.length &&
    unmended.found.entries.length === found.entries.length &&
    unmended.found.entries.every(({ line }, at) => line === found.entries[at]?.line)
  const byLine = hasLines && !isPacked ? await directReadings(bytes, format.id) : null
  return {
    unmended: isAlike ? unmended.found : null,
    direct: (line) => {
      const next = byLine?.get(line)?.shift()
      return next ? [next] : []
    },
  }
}

/** Returns what a direct source makes of a file, by the lines on which entries begin; null if it takes no such file. */
async function directReadings(
  bytes: Uint8Array,
  format: string,
): Promise<Map<number, FormerReading[]> | null> {
  const isXml = format === 'keepass-xml'
  if (bytes.length > (isXml ? importLimits.xmlBytes : importLimits.csvBytes)) return null
  const content = isXml ? await readKeePass(bytes) : await readCsv(bytes)
  if (!content.ok) return null
  const byLine = new Map<number, FormerReading[]>()
  const add = (items: readonly ImportItem[], path: readonly string[]): void => {
    for (const item of items) {
      const reading = { item, path, family: content.family, isKept: false }
      const others = byLine.get(item.line)
      if (others) others.push(reading)
      else byLine.set(item.line, [reading])
    }
  }
  const walk = (
    { items, folders }: Pick<ImportContent, 'items' | 'folders'>,
    path: readonly string[],
  ): void => {
    add(items, path)
    for (const folder of folders as readonly ImportFolder[]) walk(folder, [...path, folder.name])
  }
  walk(content, [])
  return byLine
}
