import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { sameOrigin } from './testing/app.ts'
import {
  expectStatus,
  foundAndSignIn,
  newChest,
  newHttpBrowser,
  type HttpBrowser,
} from './testing/browser.ts'
import { eachEngine } from './testing/databases.ts'
import { migratedInstallation, startServer, withDatabase, type Settings } from './testing/process.ts'
import { zipOf } from './vault/imports/formats/samples/zip-writer.ts'

/** Enough files that their storing lasts for seconds: the server is killed in the midst of it. */
const [entries, filesOfEach] = [10, 30]
const files = entries * filesOfEach
const noteOf = (entry: number, file: number) => `Note ${file} de l'accès ${entry}`

/** Returns a ZIP of Bitwarden whose entries have files. */
function exportOf(): Blob {
  const items = Array.from({ length: entries }, (_, at) => ({
    id: `id-${at}`,
    type: 1,
    name: `Accès ${at}`,
    login: { username: 'marie', password: `secret-${at}`, uris: [] },
  }))
  const attached = items.flatMap(({ id }, entry) =>
    Array.from({ length: filesOfEach }, (_, file): [string, string] => [
      `attachments/${id}/note-${file}.txt`,
      noteOf(entry, file),
    ]),
  )
  const data = JSON.stringify({ encrypted: false, folders: [], items })
  return new Blob([new Uint8Array(zipOf({ 'data.json': data, ...Object.fromEntries(attached) }))])
}

/** Returns what the database holds of items and files, seen and unseen. */
const storedIn = (settings: Settings) =>
  withDatabase(settings, async (db) => {
    const rows = await db.selectFrom('attachments').select('discard_at').execute()
    const count = async (table: 'items' | 'history' | 'imports' | 'attachment_chunks') => {
      const { total } = await db
        .selectFrom(table)
        .select((of) => of.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    }
    return {
      items: await count('items'),
      history: await count('history'),
      imports: await count('imports'),
      seen: rows.filter((row) => row.discard_at === null).length,
      unseen: rows.filter((row) => row.discard_at !== null).length,
      chunks: await count('attachment_chunks'),
    }
  })

/**
 * Lets the time pass that keeps the next round of jobs from what a killed server left: a lease of that server, and on
 * PostgreSQL the hour in which another node could still finish a file.
 */
const letTimePass = (settings: Settings) =>
  withDatabase(settings, async (db) => {
    await db.deleteFrom('job_leases').execute()
    if (settings['DATABASE_URL'] === undefined) return
    await db.updateTable('attachments').set({ discard_at: 1 }).where('discard_at', 'is not', null).execute()
  })

/** Waits until a server has begun to store files, as its own call of progress tells. */
async function untilAttaching(browser: HttpBrowser, path: string): Promise<void> {
  const progress = async () => expectStatus(await browser.get(path), 200).body
  const isAttaching = async () => {
    const { stage, done } = (await progress()) as { stage: string | null; done: number }
    return stage === 'attaching' && done > 0
  }
  await expect.poll(isAttaching, { timeout: 60_000, interval: 1 }).toBe(true)
}

/** Sends a call whose reply a kill prevents. @returns whether there was a reply */
const isAnswered = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  )

eachEngine((engine) => {
  it('a server that is killed during an upload leaves nothing that anybody sees, and a later start removes the rest [ATTA-16]', async () => {
    const settings = await migratedInstallation(engine)
    const server = await startServer(settings)
    const browser = await foundAndSignIn(server.url, server.setupToken())
    const chestId = await newChest(browser)
    const body = { chestId, name: 'Serveur', password: 'secret' }
    const { id } = expectStatus(await browser.post('/api/item/', body), 201).body as { id: number }

    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const headers = Object.entries({ host: `${hostname}:${port}`, ...sameOrigin, cookie })
    socket.write(
      `POST /api/item/${id}/attachment HTTP/1.1\r\n${headers.map((pair) => pair.join(': ')).join('\r\n')}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n' +
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n',
    )
    if (!socket.write(randomBytes(600_000))) await once(socket, 'drain')
    const chunks = async () => (await storedIn(settings)).chunks
    await expect.poll(chunks).toBeGreaterThan(5)
    await server.end('SIGKILL')
    expect(await storedIn(settings)).toMatchObject({ items: 1, seen: 0, unseen: 1 })
    expect(await chunks()).toBeGreaterThan(5)

    await letTimePass(settings)
    const again = await startServer(settings)
    const later = newHttpBrowser(again.url, browser.cookies)
    const item = expectStatus(await later.get(`/api/item/${id}`), 200).body
    expect(item).toMatchObject({ attachments: [], removedAttachments: [], history: [{ action: 'CREATE' }] })
    await expect.poll(() => storedIn(settings), { timeout: 30_000 }).toMatchObject({ unseen: 0, chunks: 0 })
  })

  it('a server that is killed while an import or a copy stores its files leaves nothing of it, and both are whole when made again [ATTA-16]', async () => {
    const settings = await migratedInstallation(engine)
    const file = exportOf()
    const first = await startServer(settings)
    const founder = await foundAndSignIn(first.url, first.setupToken())
    const chestId = await newChest(founder)
    const other = await newChest(founder, 'Recette')
    const formOf = (fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ chestId: String(chestId), ...fields }))
        form.append(name, value)
      form.append('file', file, 'export.zip')
      return form
    }
    const planBy = async (browser: HttpBrowser) => {
      const reply = expectStatus(await browser.post('/api/import/preview', formOf({})), 200)
      const { plan, counts } = reply.body as { plan: string; counts: { new: number } }
      expect(counts.new).toBe(entries)
      return plan
    }
    const contentBy = async (browser: HttpBrowser, chest: number) => {
      const path = `/api/explorer/data/?chestId=${chest}&limit=100`
      return (expectStatus(await browser.get(path), 200).body as { items: { id: number; name: string }[] })
        .items
    }
    const before = await storedIn(settings)
    expect(before).toMatchObject({ items: 0, seen: 0, unseen: 0, chunks: 0, imports: 0 })

    const plan = await planBy(founder)
    const applying = isAnswered(founder.post('/api/import/apply', formOf({ plan })))
    await untilAttaching(founder, '/api/import/progress/')
    await first.end('SIGKILL')
    expect(await applying).toBe(false)
    const killed = await storedIn(settings)
    expect(killed).toEqual({ ...before, unseen: files, chunks: killed.chunks })
    expect(killed.chunks).toBeGreaterThan(0)

    await letTimePass(settings)
    const second = await startServer(settings)
    const browser = newHttpBrowser(second.url, founder.cookies)
    expect(await contentBy(browser, chestId)).toEqual([])
    expect(expectStatus(await browser.get(`/api/import/?chestId=${chestId}`), 200).body).toEqual([])
    const applied = await browser.post('/api/import/apply', formOf({ plan: await planBy(browser) }))
    expect(expectStatus(applied, 200).body).toMatchObject({ fails: [], counts: { items: entries } })
    // What was left is removed beside what came in.
    const whole = { items: entries, imports: 1, seen: files, unseen: 0, chunks: files }
    await expect.poll(() => storedIn(settings), { timeout: 30_000 }).toMatchObject(whole)
    const notesOf = async (by: HttpBrowser, { id, name }: { id: number; name: string }) => {
      const { body } = expectStatus(await by.get(`/api/item/${id}`), 200)
      const { attachments } = body as { attachments: { id: number; name: string }[] }
      const read = await by.get(`/api/item/${id}/attachment/${attachments.at(-1)?.id}`)
      const entry = Number(name.replace('Accès ', ''))
      const last = Number(/\d+/.exec(attachments.at(-1)?.name ?? '')?.[0])
      expect([attachments.length, read.text]).toEqual([filesOfEach, noteOf(entry, last)])
    }
    const items = await contentBy(browser, chestId)
    expect(items).toHaveLength(entries)
    for (const item of items) await notesOf(browser, item)

    const selection = {
      chestId,
      items: items.map(({ id }) => id),
      folders: [],
      targetChestId: other,
      targetFolderId: null,
    }
    const beforeCopy = await storedIn(settings)
    const copying = isAnswered(browser.post('/api/explorer/copy-to', selection))
    await untilAttaching(browser, '/api/copy/progress/')
    await second.end('SIGKILL')
    expect(await copying).toBe(false)
    const interrupted = await storedIn(settings)
    expect(interrupted).toEqual({ ...beforeCopy, unseen: files, chunks: interrupted.chunks })
    expect(interrupted.chunks).toBeGreaterThan(files)

    await letTimePass(settings)
    const third = await startServer(settings)
    const last = newHttpBrowser(third.url, founder.cookies)
    expect(await contentBy(last, other)).toEqual([])
    expect(await contentBy(last, chestId)).toEqual(items)
    expectStatus(await last.post('/api/explorer/copy-to', selection), 201)
    const twice = { items: 2 * entries, seen: 2 * files, unseen: 0, chunks: 2 * files }
    await expect.poll(() => storedIn(settings), { timeout: 30_000 }).toMatchObject(twice)
    const copied = await contentBy(last, other)
    expect(copied).toHaveLength(entries)
    for (const item of copied) await notesOf(last, item)
  })
})
