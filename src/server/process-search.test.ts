import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { search } from '#contract/vault/search.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { allRights } from '#domain/platform/rights.ts'
import { neverLocked } from './access/locate.ts'
import { createChestKeys } from './vault/chests/chest-keys.ts'
import { readConfig } from './config.ts'
import { openKeys } from './platform/crypto/key-holder.ts'
import { writeToChest } from './vault/contents/chest-writing.ts'
import { insertElements } from './vault/contents/insert-elements.ts'
import { confirmFor, databaseOf } from './installation.ts'
import { expectStatus, foundAndSignIn, newChest, newHttpBrowser } from './testing/browser.ts'
import { eachEngine } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import { migratedInstallation, startServer, type Settings } from './testing/process.ts'

/** One letter beyond Latin-1 makes a string take two bytes a letter in memory: 20 KB in all. */
const description = `Œuvre ${'de longue haleine, '.repeat(520)}`
const items = 600
/** Ends what hangs: far above what a loaded machine needs, in milliseconds. */
const searchLimitMs = 60_000
const heap = { NODE_OPTIONS: '--max-old-space-size=192' }

/** Fills chests with texts that take twelve megabytes of memory each, while no server runs. */
async function fill(settings: Settings, chestIds: readonly number[]): Promise<void> {
  const config = readConfig(settings)
  const database = await databaseOf(config)
  const keys = await openKeys(
    config,
    { warn: () => undefined },
    async () => false,
    confirmFor(database, config),
  )
  const chestKeys = createChestKeys({ keys })
  const fields = { ...noItemTexts, password: '', otp: null, fields: [], description }
  for (const id of chestIds) {
    const judged = { user: 1, right: 'create' as const }
    const chest = { id, name: '', revision: 0, keyVersion: 1, ...neverLocked, rights: allRights, judged }
    const inserted = Array.from({ length: items }, (_, number) => ({
      item: { ...fields, name: `Serveur ${id}-${number}` },
      place: { existing: null },
    }))
    await database.db.transaction().execute(async (tx) => {
      const writing = await writeToChest(tx, { chestKeys, clock: Date.now }, chest)
      await insertElements(
        writing,
        { id: 1, login: 'fondatrice' },
        { folders: [], items: inserted },
        new Map(),
      )
    })
  }
  await database.close()
}

eachEngine((engine) => {
  it('searches beyond the memory limit are answered, and so are other calls meanwhile', async () => {
    const settings = { ...(await migratedInstallation(engine)), TROUSSEAU_PORT: String(await freePort()) }
    const first = await startServer(settings)
    const browser = await foundAndSignIn(first.url, first.setupToken())
    const chestIds: number[] = []
    for (let number = 1; number <= 20; number += 1) chestIds.push(await newChest(browser, `Lot ${number}`))
    await first.end('SIGTERM')
    await fill(settings, chestIds)

    const server = await startServer({ ...settings, ...heap })
    const find = async (text: string): Promise<ReplyOf<typeof search.find>> => {
      const reply = await newHttpBrowser(server.url, browser.cookies).post('/api/search', { search: text })
      return expectStatus(reply, 200).body as ReplyOf<typeof search.find>
    }
    let isSearching = true
    let others = 0
    const callOthers = async () => {
      for (; isSearching; others += 1) {
        expectStatus(await newHttpBrowser(server.url).get('/health/ready'), 200)
        expectStatus(await newHttpBrowser(server.url, browser.cookies).get('/api/session'), 200)
        await pause(5)
      }
    }
    const searchAll = async () => {
      const limit = performance.now() + searchLimitMs
      for (const texts of [['serveur'], ['serveur haleine', 'introuvable']])
        for (;;) {
          // A search that its time limit ended goes on where it stopped: what it read has a snapshot.
          const [found] = await Promise.all(texts.map(find))
          if (found?.incomplete) {
            if (performance.now() > limit) throw new Error(`« ${texts[0]} » is incomplete after 60 s`)
            continue
          }
          expect(found?.items).toHaveLength(100)
          break
        }
    }
    await Promise.all([callOthers(), searchAll().finally(() => (isSearching = false))])
    expect(others).toBeGreaterThan(20)
    expect(server.child.exitCode).toBeNull()
    expect((await server.end('SIGTERM')).code).toBe(0)
  })
})
