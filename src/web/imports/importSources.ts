import type { Endpoint } from '#contract/endpoint.ts'
import { imports } from '#contract/imports.ts'
import { importLimits } from '#domain/limits.ts'

/** Where passwords may come from: the call that takes them, and what files it accepts. */
export const importSources = {
  keepass: { endpoint: imports.keepass, endings: ['.xml'], maximumBytes: importLimits.xmlBytes },
} as const satisfies Record<string, { endpoint: Endpoint; endings: readonly string[]; maximumBytes: number }>

export type ImportSource = keyof typeof importSources
export const importSourceNames = Object.keys(importSources) as ImportSource[]

/**
 * How many entries a file holds, to say what is being waited for; null when it cannot be told. Counted by their
 * tags: what a browser makes of a broken file holds a style, of which the policy of the page complains.
 */
export async function countEntries(file: File): Promise<number | null> {
  const withoutHistory = (await file.text()).replace(/<History>[^]*?<\/History>/g, '')
  return withoutHistory.match(/<Entry[\s>]/g)?.length ?? null
}
