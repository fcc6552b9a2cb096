import { exportLimits, managerImportLimits } from '#domain/platform/limits.ts'

type FormatRule = {
  readonly ending: string
  /** Whether a password protects the file. */
  readonly isSealed: boolean
  /** Which old values it may hold. */
  readonly keepsOld: 'none' | 'passwords' | 'all'
  /** Whether it holds attached files. */
  readonly keepsFiles: boolean
  /** The most items of a file. */
  readonly items: number
}

const { items, sheetItems } = exportLimits

/** The formats of exports. */
export const exportFormats = {
  kdbx: { ending: '.kdbx', isSealed: true, keepsOld: 'passwords', keepsFiles: true, items },
  trousseau: {
    ending: '.trousseau',
    isSealed: true,
    keepsOld: 'all',
    keepsFiles: true,
    // Another installation must be able to read it.
    items: managerImportLimits.entries,
  },
  bitwarden: { ending: '.json', isSealed: true, keepsOld: 'passwords', keepsFiles: false, items },
  'bitwarden-clear': { ending: '.json', isSealed: false, keepsOld: 'passwords', keepsFiles: false, items },
  csv: { ending: '.csv', isSealed: false, keepsOld: 'none', keepsFiles: false, items },
  sheet: { ending: '.pdf', isSealed: false, keepsOld: 'none', keepsFiles: false, items: sheetItems },
} as const satisfies Record<string, FormatRule>

export type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]
