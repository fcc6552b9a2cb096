import { importLimits } from '#domain/platform/limits.ts'

/** The sources of an import, in the order of the screen, with the extensions of their files. */
export const importSources = {
  lockself: ['.csv', '.xml'],
  keepass: ['.xml'],
  csv: ['.csv'],
} as const

export type ImportSource = keyof typeof importSources
export const importSourceNames = Object.keys(importSources) as ImportSource[]
export type ImportEnding = (typeof importSources)[ImportSource][number]

/** The largest file by its extension, in bytes. */
export const importBytes: Readonly<Record<ImportEnding, number>> = {
  '.csv': importLimits.csvBytes,
  '.xml': importLimits.xmlBytes,
}
