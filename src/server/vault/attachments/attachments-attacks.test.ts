import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sameOrigin } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { heldBytes } from '#server/testing/memory.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { attachmentsIn, pdfOf } from './attachment-testing.ts'
import { chunkBytes } from './sealing.ts'

const mebibyte = 1_048_576

/** Resolves when a server of this process has ended its next response, or has noticed that its caller is gone. */
const nextResponseClosed = (): Promise<void> =>
  new Promise((resolve) => {
    const channel = 'http.server.request.start'
    const look = (message: unknown) => {
      unsubscribe(channel, look)
      ;(message as { response: ServerResponse }).response.once('close', resolve)
    }
    subscribe(channel, look)
  })

/** Returns how far samples rise above the least one before: what earlier tests left may still fall meanwhile. */
function growth(samples: readonly number[]): number {
  let least = Infinity
  return Math.max(
    ...samples.map((sample) => {
      least = Math.min(least, sample)
      return sample - least
    }),
  )
}

eachEngine((engine) => {
  let at: ContentWorld
  let files: ReturnType<typeof attachmentsIn>
  let origin: string
  let cookie: string
  beforeAll(async () => {
    at = await startContentWorld(engine)
    files = attachmentsIn(at)
    origin = await at.app.listen()
    cookie = await at.world.session(at.owner)
  })
  afterAll(() => at.app.close())

  const pathOf = (item: number, id: number) => `/api/item/${item}/attachment/${id}`
  const download = (item: number, id: number) =>
    fetch(`${origin}${pathOf(item, id)}`, { headers: { ...sameOrigin, cookie } })

  /** Reads a download to its end. @returns what arrived, and whether the browser takes it for the whole file */
  async function taken(item: number, id: number): Promise<{ isWhole: boolean; bytes: Buffer }> {
    const reply = await download(item, id)
    const parts: Uint8Array[] = []
    try {
      if (reply.ok) for await (const part of reply.body ?? []) parts.push(part as Uint8Array)
      return { isWhole: reply.ok, bytes: Buffer.concat(parts) }
    } catch {
      return { isWhole: false, bytes: Buffer.concat(parts) }
    }
  }

  describe('a file whose chunks were changed in the database breaks off visibly', () => {
    const size = 3 * chunkBytes + 10
    const chunksOf = (id: number) =>
      at.app.deps.db
        .selectFrom('attachment_chunks')
        .selectAll()
        .where('attachment_id', '=', id)
        .orderBy('number')
        .execute()
    type Chunk = Awaited<ReturnType<typeof chunksOf>>[number]
    const numbered = (chunks: readonly Chunk[]) => chunks.map((chunk, number) => ({ ...chunk, number }))
    const put = async (id: number, chunks: readonly Chunk[]) => {
      const { db } = at.app.deps
      await db.deleteFrom('attachment_chunks').where('attachment_id', '=', id).execute()
      for (const { number, sealed } of chunks)
        await db.insertInto('attachment_chunks').values({ attachment_id: id, number, sealed }).execute()
    }
    const flipped = (chunk: Chunk | undefined): Chunk[] => {
      if (!chunk) return []
      const sealed = Buffer.from(chunk.sealed)
      sealed[100] = (sealed[100] ?? 0) ^ 1
      return [{ ...chunk, sealed: sealed as Uint8Array as Chunk['sealed'] }]
    }
    const changes: Record<string, (chunks: Chunk[], others: Chunk[]) => Chunk[]> = {
      'one bit of the first': ([first, ...rest]) => [...flipped(first), ...rest],
      'one bit of the last': (chunks) => [...chunks.slice(0, -1), ...flipped(chunks.at(-1))],
      'two swapped': ([a, b, c, ...rest]) => numbered([a, c, b, ...rest] as Chunk[]),
      'one repeated': ([a, b, , ...rest]) => numbered([a, b, b, ...rest] as Chunk[]),
      'one dropped, the others moved up': ([a, , ...rest]) => numbered([a, ...rest] as Chunk[]),
      'one missing': ([a, , ...rest]) => [a, ...rest] as Chunk[],
      'the end cut off': (chunks) => chunks.slice(0, -1),
      'the end early': (chunks) => numbered([...chunks.slice(0, 1), ...chunks.slice(-1)]),
      'all of them gone': () => [],
      'one of another file of the item': (chunks, others) => [...chunks.slice(0, 1), ...others.slice(1)],
    }
    it.each(Object.keys(changes))('%s [ATTA-19]', async (name) => {
      const item = await at.item()
      const bytes = pdfOf(size)
      const id = await files.attach(item, bytes)
      const other = await files.attach(item, pdfOf(size))
      await put(id, changes[name]?.(await chunksOf(id), await chunksOf(other)) ?? [])
      const { isWhole, bytes: arrived } = await taken(item, id)
      expect(isWhole).toBe(false)
      // What arrived before it broke off is authentic.
      expect(arrived.equals(bytes.subarray(0, arrived.length))).toBe(true)
      expect(arrived.length).toBeLessThan(size)
      // The connection serves on, and so does the other file.
      expect((await taken(item, other)).isWhole).toBe(true)
    })

    it('its name, its key or its item exchanged with those of another file [ATTA-19]', async () => {
      const { db } = at.app.deps
      const item = await at.item()
      const [id, other] = [await files.attach(item, pdfOf(10)), await files.attach(item, pdfOf(10))]
      const row = await db
        .selectFrom('attachments')
        .select(['wrapped_key', 'meta'])
        .where('id', '=', other)
        .executeTakeFirstOrThrow()
      const own = await db
        .selectFrom('attachments')
        .select(['wrapped_key', 'meta', 'item_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const elsewhere = await at.item()
      for (const change of [
        row,
        { meta: row.meta },
        { wrapped_key: row.wrapped_key },
        { item_id: elsewhere },
      ]) {
        await db.updateTable('attachments').set(change).where('id', '=', id).execute()
        const where = 'item_id' in change ? elsewhere : item
        expect((await taken(where, id)).isWhole).toBe(false)
        await db.updateTable('attachments').set(own).where('id', '=', id).execute()
      }
      expect((await taken(item, id)).isWhole).toBe(true)
    })
  })

  /** Opens a connection and begins to send a file of this size. */
  async function upload(
    item: number,
    size: number,
  ): Promise<{ socket: Socket; send: (bytes: Buffer) => Promise<void> }> {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname).setNoDelay()
    const before = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\ncontent-type: text/plain\r\n\r\n',
    )
    const send = async (bytes: Buffer) => {
      if (!socket.write(bytes)) await once(socket, 'drain')
    }
    const headers = [
      `POST /api/item/${item}/attachment HTTP/1.1`,
      `host: ${hostname}:${port}`,
      ...Object.entries({ ...sameOrigin, cookie }).map(([name, value]) => `${name}: ${value}`),
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${before.length + size + end.length}`,
    ]
    await send(Buffer.from(`${headers.join('\r\n')}\r\n\r\n`))
    await send(before)
    return { socket, send }
  }
  const end = Buffer.from('\r\n--x--\r\n')

  const unfinished = async (item: number) => {
    const { db } = at.app.deps
    const rows = await db
      .selectFrom('attachments as a')
      .leftJoin('attachment_chunks as c', 'c.attachment_id', 'a.id')
      .select(['a.id', 'c.number'])
      .where('a.created_by', '=', at.owner.id)
      .where('a.discard_at', 'is not', null)
      .execute()
    return { rows: rows.length, chunks: rows.filter((row) => row.number !== null).length, item }
  }
  const until = async (isSo: () => Promise<boolean>) => {
    for (let tries = 0; tries < 500 && !(await isSo()); tries += 1) await pause(10)
    expect(await isSo()).toBe(true)
  }

  it('the upload of a caller who has gone is removed at once [ATTA-17]', async () => {
    const item = await at.item()
    const { socket, send } = await upload(item, mebibyte)
    await send(randomBytes(5 * chunkBytes))
    await until(async () => (await unfinished(item)).chunks >= 4)
    expect((await files.listed(item)).attachments).toEqual([])
    socket.destroy()
    await until(async () => (await unfinished(item)).rows === 0)
    expect(await at.journalOf(item)).toEqual(['item.created'])
    expect(at.app.logged()).not.toContain('"level":50')
  })

  it('a right, an item or a session lost during an upload refuses it, and leaves nothing [ATTA-17]', async () => {
    const item = await at.item()
    const { socket, send } = await upload(item, 3 * chunkBytes)
    await send(randomBytes(2 * chunkBytes))
    await until(async () => (await unfinished(item)).chunks >= 1)
    await at.call('DELETE', `/api/item/${item}`)
    const answer = once(socket, 'data') as Promise<[Buffer]>
    await send(randomBytes(chunkBytes))
    await send(end)
    expect((await answer)[0].toString()).toMatch(/^HTTP\/1\.1 404 [^]*ITEM_NOT_FOUND/)
    await until(async () => (await unfinished(item)).rows === 0)
    socket.destroy()
  })

  it('a person sends a few files at once, and no more', async () => {
    const item = await at.item()
    const begun = await Promise.all([1, 2, 3, 4].map(() => upload(item, mebibyte)))
    await until(async () => (await unfinished(item)).rows === 4)
    const fifth = await files.add(item, pdfOf(10))
    expect([fifth.status, (fifth.body as { code: string }).code]).toEqual([429, 'SERVER_BUSY'])
    for (const { socket } of begun) socket.destroy()
    await until(async () => (await unfinished(item)).rows === 0)
    expect((await files.add(item, pdfOf(10))).status).toBe(201)
  })

  it('a file of 10 MiB is never whole in memory, neither on its way in nor on its way out [ATTA-18]', async () => {
    const item = await at.item()
    const size = 10 * mebibyte
    // Compiles and caches what the first time costs.
    await taken(item, await files.attach(item, randomBytes(mebibyte)))
    const piece = randomBytes(chunkBytes)
    const held: Record<'in' | 'out', number[]> = { in: [], out: [] }
    const { socket, send } = await upload(item, size)
    for (let sent = 0; sent < size; sent += piece.length) {
      await send(piece)
      if ((sent / piece.length) % 10 === 0) {
        await pause(1)
        held.in.push(heldBytes())
      }
    }
    const answer = once(socket, 'data') as Promise<[Buffer]>
    await send(end)
    const [text] = (await answer).map(String)
    expect(text).toMatch(/^HTTP\/1\.1 201 /)
    socket.destroy()
    // A file that is gathered would show as growth from the first samples to the last.
    expect(growth(held.in)).toBeLessThan(2 * mebibyte)

    const id = Number(/"id":(\d+)/.exec(text ?? '')?.[1])
    const reply = await download(item, id)
    let read = 0
    for await (const part of reply.body ?? []) {
      read += (part as Uint8Array).length
      if (read % (mebibyte / 2) < (part as Uint8Array).length) {
        await pause(1)
        held.out.push(heldBytes())
      }
    }
    expect(read).toBe(size)
    // Both ends of the connection are in this process, with what they buffer.
    expect(growth(held.out)).toBeLessThan(2 * mebibyte)
  }, 240_000)

  it('a caller who does not read the rest makes the server read no more', async () => {
    const item = await at.item()
    const id = await files.attach(item, randomBytes(10 * mebibyte))
    const closed = nextResponseClosed()
    const reply = await download(item, id)
    const reader = reply.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await closed
    expect((await at.call('GET', `/api/item/${item}`)).status).toBe(200)
    expect(at.app.logged()).not.toContain('an attachment broke off ')
  })

  it('two files of two chests of a bank do not pass its limit together [ATTA-10]', async () => {
    const small = await startContentWorld(engine, { TROUSSEAU_ATTACHMENT_BANK_MIB: '2' })
    try {
      const { world, owner } = small
      const bank = await world.addBank('Mairie')
      await small.app.deps.db.insertInto('bank_users').values({ bank_id: bank, user_id: owner.id }).execute()
      const chests = await Promise.all(['Un', 'Deux'].map((name) => world.addChest(name, owner, [bank])))
      const items = await Promise.all(chests.map((chest) => small.item({ chestId: chest.id })))
      const { add, listed } = attachmentsIn(small)
      const replies = await Promise.all(items.map((item) => add(item, randomBytes(1_500_000))))
      expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
      const refused = replies.find(({ status }) => status === 409)
      expect(refused?.body).toMatchObject({ code: 'ATTACHMENT_QUOTA', details: { full: 'bank' } })
      const counts = await Promise.all(items.map(async (item) => (await listed(item)).attachments.length))
      expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1])
      // A chest of another bank has room.
      const other = await world.addChest('Ailleurs', owner)
      expect((await add(await small.item({ chestId: other.id }), randomBytes(1_500_000))).status).toBe(201)
    } finally {
      await small.app.close()
    }
  })
})
