import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from './sample.ts'

const others = new Set(['all.ts', 'sample.ts', 'zip-writer.ts'])

/** Every sample of every format: the files beside this one. */
export async function allSamples(): Promise<Sample[]> {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !others.has(name))
  const modules = await Promise.all(
    names.map((name) => import(join(import.meta.dirname, name)) as Promise<{ samples: readonly Sample[] }>),
  )
  return modules.flatMap(({ samples }) => samples)
}
