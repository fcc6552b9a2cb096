import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { neverLocked } from '#server/access/locate.ts'
import { insertChest } from '../src/server/vault/chests/chest-rows.ts'
import type { Engine } from '../src/server/platform/database/engine.ts'
import { beginSeeding, makeInstallation, type Installation } from './installation.ts'
import { headersOf } from './loads.ts'
import { entryOf } from './names.ts'
import { startProbe } from './probe.ts'
import type { Figure } from './report.ts'
import { addContent } from './seed-content.ts'
import { addAccount, addSession } from './seed.ts'
import { startServer } from './server.ts'
import { single } from './singles.ts'

/** The content that the bench searches. */
const sizes = { chests: 50, itemsOfEach: 2_000, foldersOfEach: 20 } as const
const limits = { p99Ms: 40, delayMs: 50 } as const
const warmSearches = 400

/** Terms as people type them: beginnings of words, whole words, several; some match every item, some none. */
export const typed =
  'me|mess|messagerie|messagerie ly|messagerie lyon|lyon 12|etat civil|ecole|paie|co|compte|compte.12|connexion|https|es|e a|renouvele chaque|reseau wi-fi 17|exemple.fr|s12.exemple|1999|zzzz|mediatheque brest|pare-feu|dossier compte'.split(
    '|',
  )

async function seedSearch(installation: Installation): Promise<{ cookie: string }> {
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const { id } = await addAccount(database, keys, 'camille.martin')
  for (let index = 1; index <= sizes.chests; index += 1) {
    await database.db.transaction().execute(async (tx) => {
      const texts = { name: entryOf(index).name, description: 'Les accès de la ville.' }
      const chest = await insertChest(tx, chestKeys, {
        ...texts,
        createdBy: id,
        at: Date.now(),
        bankId: null,
      })
      const key = await chestKeys.open(tx, { id: chest.id, ...neverLocked, keyVersion: 1 })
      const content = { items: sizes.itemsOfEach, folders: sizes.foldersOfEach }
      await addContent(tx, { chestId: chest.id, key, userId: id }, content)
    })
  }
  const cookie = await addSession(database, id)
  await database.close()
  return { cookie }
}

/** Measures searching 100,000 items in fifty chests: the first search, later ones, and the delay for other users. */
export async function* measureSearch(engine: Engine): AsyncGenerator<Figure> {
  const installation = await makeInstallation(engine)
  try {
    const headers = {
      ...headersOf((await seedSearch(installation)).cookie),
      'content-type': 'application/json',
    }
    const server = await startServer({
      entry: 'src/server/main.ts',
      ...installation,
      profile: process.env['PROF'] ?? null,
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const search = (text: string) => timed(server.url, { agent, headers, text })
    const figure = (name: string, value: number, about: Parameters<typeof single>[3]) =>
      single(installation, name, value, about)
    try {
      await pause(500)
      const before = startProbe(server.url, headers)
      const first = await search('messagerie')
      const { longestMs: delayAtFirst } = await before.stop()
      yield figure('search-first', first, {
        label: 'search, first of 100,000 items in 50 chests',
        unit: 'ms',
      })
      yield figure('search-first-delay', delayAtFirst, {
        label: '  longest other request meanwhile',
        unit: 'ms',
        limit: limits.delayMs,
      })
      for (const text of typed) await search(text)

      const times: number[] = []
      const processorBefore = server.processorMs()
      for (let round = 0; round < warmSearches; round += 1) {
        times.push(await search(typed[round % typed.length] ?? ''))
        // As between key presses: the server is idle meanwhile.
        await pause(2)
      }
      const processor = (server.processorMs() - processorBefore) / warmSearches
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
      const beside = startProbe(server.url, headers)
      for (let round = 0; round < typed.length; round += 1) await search(typed[round] ?? '')
      const { longestMs } = await beside.stop()
      const scan = scanMs()
      yield* [
        figure('search-p50', at(0.5), { label: 'search, warm, median', unit: 'ms' }),
        figure('search-cpu', processor, { label: '  processor time of each', unit: 'ms' }),
        figure('search-p99', at(0.99), {
          label: 'search, warm, p99',
          unit: 'ms',
          limit: limits.p99Ms,
          note: `a plain scan of as much text takes ${scan.toFixed(1)} ms`,
        }),
        figure('search-delay', longestMs, {
          label: '  longest other request meanwhile',
          unit: 'ms',
          limit: limits.delayMs,
        }),
        figure('search-memory', server.memory(), { label: '  memory', unit: 'MiB' }),
      ]
    } finally {
      agent.destroy()
      await server.stop()
    }
  } finally {
    await installation.remove()
  }
}

/** Times a search over a kept-alive connection, until the last byte of the reply. */
function timed(
  url: string,
  { agent, headers, text }: { agent: Agent; headers: Record<string, string>; text: string },
): Promise<number> {
  const since = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/search`, { method: 'POST', agent, headers }, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - since)
        else reject(new Error(`a search was answered ${reply.statusCode}`))
      })
    })
    asked.on('error', reject).end(JSON.stringify({ search: text, type: '' }))
  })
}

/** The ceiling: one pass over the same texts, already folded and joined, for a word that does not occur. */
function scanMs(): number {
  const entries = Array.from({ length: sizes.chests * sizes.itemsOfEach }, (_, index) => {
    const { name, login, address, description } = entryOf(index % sizes.itemsOfEach)
    return `${name}\n${login}\n${address}\n${description}\n`.toLowerCase()
  })
  const text = entries.join('')
  const times = Array.from({ length: 9 }, () => {
    const since = performance.now()
    if (text.includes('introuvable')) throw new Error('found what is not there')
    return performance.now() - since
  })
  return times.toSorted((a, b) => a - b)[4] ?? Number.NaN
}
