import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { measureCommits } from './ceilings/commit.ts'
import type { Installation } from './installation.ts'
import { measureLoad, type Load, type Window } from './load.ts'
import { headersOf } from './loads.ts'
import type { Seeded } from './seed.ts'
import { startServer } from './server.ts'
import type { Settings } from './settings.ts'

export type Ceilings = { readonly constant: Window; readonly reading: Window; readonly commits: Window }

type Rounds = Pick<Settings, 'seconds' | 'rounds'>

/** Measures the ceilings on a filled SQLite installation that no other process reads meanwhile. */
export async function measureCeilings(
  installation: Installation,
  seeded: Seeded,
  rounds: Rounds,
): Promise<Ceilings> {
  const headers = headersOf(seeded.cookie)
  const measure = async (entry: string, load: Load): Promise<Window> => {
    const { folder } = installation
    const env = (port: number) => ({ ...installation.env(port), CHEST: String(seeded.big.chestId) })
    const server = await startServer({ entry, env, folder })
    try {
      return await measureLoad(server, load, rounds, folder)
    } finally {
      await server.stop()
    }
  }
  const items = seeded.big.itemIds.slice(0, 2_048)
  return {
    constant: await measure('bench/ceilings/constant.ts', {
      headers,
      calls: [{ method: 'GET', path: '/constant' }],
    }),
    reading: await measure('bench/ceilings/reading.ts', {
      headers,
      calls: items.map((id) => ({ method: 'GET', path: `/api/item/${id}` })),
    }),
    commits: measureCommits(mkdtempSync(join(installation.folder, 'commits-')), rounds.seconds),
  }
}

const higher = (one: Window, other: Window): Window => (one.perSecond > other.perSecond ? one : other)

/** Returns the higher of two measurements of each ceiling: figures are compared with the machine at its best. */
export const highest = (one: Ceilings, other: Ceilings): Ceilings => ({
  constant: higher(one.constant, other.constant),
  reading: higher(one.reading, other.reading),
  commits: higher(one.commits, other.commits),
})
