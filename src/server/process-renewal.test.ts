import { expect, it } from 'vitest'
import { expectStatus, foundAndSignIn, newHttpBrowser, type HttpBrowser } from './testing/browser.ts'
import { sameOrigin } from './testing/app.ts'
import { eachEngine } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import { migratedInstallation, startServer } from './testing/process.ts'

const [goodKey, otherKey] = ['Cheval-Agrafe-42-Nuage!', 'Tiroir/Mousson/78/Balise?']
const items = 600

/** A KeePass file of many entries: the quickest way to a full chest. */
function fileOf(count: number): Blob {
  const entry = (number: number) => `<Entry><String><Key>Title</Key><Value>Machine ${number}</Value></String>
    <String><Key>Password</Key><Value>Mot-${number}</Value></String></Entry>`
  const entries = Array.from({ length: count }, (_, number) => entry(number)).join('')
  return new Blob([`<KeePassFile><Root><Group><Name>Tout</Name>${entries}</Group></Root></KeePassFile>`])
}

type State = { renewal: { done: number; total: number } | null }

eachEngine((engine) => {
  it('a server killed repeatedly while it reseals a chest loses nothing, and completes once the chest is unlocked', async () => {
    const settings = { ...(await migratedInstallation(engine)), TROUSSEAU_PORT: String(await freePort()) }
    let server = await startServer(settings)
    let browser = await foundAndSignIn(server.url, server.setupToken())
    const made = expectStatus(
      await browser.post('/api/user/chest', { name: 'Direction', masterKey: goodKey }),
      201,
    )
    const { id: chestId } = made.body as { id: number }
    const withHandle = (by: HttpBrowser, handle: string) => (path: string) =>
      by.send('GET', path, undefined, { ...sameOrigin, 'x-chest-handle': handle })
    const open = async (masterkey: string): Promise<string> => {
      const reply = expectStatus(await browser.post('/api/masterkey/verify', { chestId, masterkey }), 200)
      return (reply.body as { key: string }).key
    }
    const form = new FormData()
    form.append('chestId', String(chestId))
    form.append('masterkey', goodKey)
    form.append('file', fileOf(items), 'tout.xml')
    expectStatus(await browser.post('/api/import/keepass', form), 200)

    const path = `/api/chest/${chestId}/masterkey`
    const progress = async () => ((await browser.get(path)).body as State).renewal
    const change = { current: goodKey, masterKey: otherKey, leaked: true }
    expectStatus(await browser.send('PATCH', path, change), 200)
    const seen: number[] = []
    for (let kill = 0; kill < 3; kill += 1) {
      // At some row of a batch, of which the first may be the first of all.
      const isFurther = async () => kill === 0 || ((await progress())?.done ?? Infinity) > (seen.at(-1) ?? 0)
      await expect.poll(isFurther, { interval: 1 }).toBe(true)
      await server.end('SIGKILL')
      server = await startServer(settings)
      browser = newHttpBrowser(server.url, browser.cookies)
      const left = await progress()
      if (!left) break
      seen.push(left.done)
      expect(left.total).toBe(items + 1)
      // Nothing continues by itself, nor by a call without the key: the database and the root key are not enough.
      for (let call = 0; call < 3; call += 1) await browser.get(`/api/explorer/data/?chestId=${chestId}`)
      expect((await progress())?.done).toBe(left.done)
      const reply = await withHandle(browser, await open(otherKey))(`/api/explorer/data/?chestId=${chestId}`)
      expectStatus(reply, 200)
    }
    expect(seen.length, 'killed before the end').toBeGreaterThan(0)
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen)

    const get = withHandle(browser, await open(otherKey))
    await get(`/api/explorer/data/?chestId=${chestId}`)
    await expect.poll(progress, { timeout: 60_000, interval: 20 }).toBeNull()
    const root = (await get(`/api/explorer/data/?chestId=${chestId}`)).body as { folders: { id: number }[] }
    const passwords = new Set<string>()
    for (let offset = 0; offset < items; offset += 100) {
      const page = `/api/explorer/data/?chestId=${chestId}&folderId=${root.folders[0]?.id}&limit=100&offset=${offset}`
      const rows = (expectStatus(await get(page), 200).body as { items: { id: number; name: string }[] })
        .items
      for (const { id, name } of rows) {
        const { body } = expectStatus(await get(`/api/item/${id}/copy`), 200)
        expect(body).toBe(name.replace('Machine ', 'Mot-'))
        passwords.add(body as string)
      }
    }
    expect(passwords.size).toBe(items)
    expect((await browser.post('/api/masterkey/verify', { chestId, masterkey: goodKey })).status).toBe(422)
  })
})
