import type { Endpoint } from '#contract/endpoint.ts'
import { imports } from '#contract/imports.ts'
import { importLimits } from '#domain/limits.ts'

/** Where passwords may come from: the call that takes them, and what files it accepts. */
export const importSources = {
  keepass: { endpoint: imports.keepass, endings: ['.xml'], maximumBytes: importLimits.xmlBytes },
} as const satisfies Record<string, { endpoint: Endpoint; endings: readonly string[]; maximumBytes: number }>

export type ImportSource = keyof typeof importSources
export const importSourceNames = Object.keys(importSources) as ImportSource[]

/** How many entries a file holds, to say what is being waited for; null when it cannot be told. */
export async function countEntries(file: File): Promise<number | null> {
  const document = new DOMParser().parseFromString(await file.text(), 'application/xml')
  return document.querySelector('parsererror') === null
    ? document.querySelectorAll('Group > Entry').length
    : null
}
