import { FileKey2, FileSpreadsheet, LockKeyhole, type LucideIcon } from 'lucide-react'
import { importBytes, importSources, type ImportSource } from '#domain/vault/import-sources.ts'
import { endingOf } from '#domain/platform/file-endings.ts'

/** The icon of each source. */
export const sourceIcons: Readonly<Record<ImportSource, LucideIcon>> = {
  lockself: LockKeyhole,
  keepass: FileKey2,
  csv: FileSpreadsheet,
}

/** Returns the size limit of a source's file, by its extension, in bytes. */
export function maximumBytesOf(source: ImportSource, name: string): number {
  const [first] = importSources[source]
  return importBytes[endingOf(name, importSources[source]) ?? first]
}

/**
 * Returns the number of entries in a file, or null if unknown: the rows of a table may contain line breaks.
 * Entries are counted by their tags: parsing a broken file gives a document with a style that the CSP
 * reports.
 */
export async function countEntries(file: File): Promise<number | null> {
  const withoutHistory = (await file.text()).replace(/<History>[^]*?<\/History>/g, '')
  return withoutHistory.match(/<(?:Entry|entry|pwentry)[\s>]/g)?.length ?? null
}
