import { FileKey2, FileSpreadsheet, LockKeyhole, type LucideIcon } from 'lucide-react'
import { imports } from '#contract/vault/imports.ts'
import { importBytes, importSources, type ImportSource } from '#domain/vault/import-sources.ts'
import { endingOf } from '#domain/platform/file-endings.ts'

/** How each source looks. */
export const sourceIcons: Readonly<Record<ImportSource, LucideIcon>> = {
  lockself: LockKeyhole,
  keepass: FileKey2,
  csv: FileSpreadsheet,
}

/** The call that takes the files of a source. */
export const endpointOf = (source: ImportSource) => imports[source]

/** The largest size of a file of a source, by its ending, in bytes. */
export function maximumBytesOf(source: ImportSource, name: string): number {
  const [first] = importSources[source]
  return importBytes[endingOf(name, importSources[source]) ?? first]
}

/**
 * How many entries a file holds, to say what is being waited for; null when it cannot be told, as in a table, whose
 * rows may hold ends of lines. Counted by their tags: what a browser makes of a broken file holds a style, of which
 * the policy of the page complains.
 */
export async function countEntries(file: File): Promise<number | null> {
  const withoutHistory = (await file.text()).replace(/<History>[^]*?<\/History>/g, '')
  return withoutHistory.match(/<(?:Entry|entry|pwentry)[\s>]/g)?.length ?? null
}
