import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { attachmentLimits } from '#domain/platform/limits.ts'
import { settledMs } from '#domain/platform/moments.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { itemById } from '#server/vault/items/stored-items.ts'
import { locateChest } from '#server/access/locate.ts'
import { attachmentsIn, formOf, pdfOf } from './attachment-testing.ts'
import { openAttachment } from './read.ts'
import { chunkBytes } from './sealing.ts'

const day = 24 * 3_600_000

eachEngine((engine) => {
  let at: ContentWorld
  let files: ReturnType<typeof attachmentsIn>
  beforeAll(async () => {
    at = await startContentWorld(engine, {
      TROUSSEAU_ATTACHMENT_MIB: '1',
      TROUSSEAU_ATTACHMENT_ITEM_MIB: '2',
    })
    files = attachmentsIn(at)
  })
  afterAll(() => at.app.close())

  const rowsOf = async (id: number) => {
    const { db } = at.app.deps
    const { chunks } = await db
      .selectFrom('attachment_chunks')
      .select((count) => count.fn.countAll<number>().as('chunks'))
      .where('attachment_id', '=', id)
      .executeTakeFirstOrThrow()
    const rows = await db.selectFrom('attachments').selectAll().where('id', '=', id).execute()
    return { row: rows[0], chunks: Number(chunks) }
  }
  const nothingUnfinished = async () =>
    (
      await at.app.deps.db
        .selectFrom('attachments')
        .select('id')
        .where('discard_at', 'is not', null)
        .where('item_id', 'is not', null)
        .execute()
    ).length
  const trashed = (id: number, update: 'restore' | 'delete') =>
    at.call('PATCH', `/api/trash/${id}`, { update })
  const discard = () => at.app.jobs['discard-attachments'](async () => true)
  /** Moves the clock for the rest of a test: sessions end meanwhile. */
  const later = (ms: number) => {
    const { now } = at.app.time
    at.app.time.now += ms
    onTestFinished(() => void (at.app.time.now = now))
  }
  const remove = (item: number, id: number, cookie?: string) =>
    at.call('DELETE', `/api/item/${item}/attachment/${id}`, undefined, cookie)
  const restore = (item: number, id: number) => at.call('POST', `/api/item/${item}/attachment/${id}/restore`)

  it.each([0, 1, 4_095, 4_096, 4_097, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 1_048_576])(
    'a file of %i bytes comes back as it was attached [ATTA-03]',
    async (size) => {
      const item = await at.item()
      const bytes = pdfOf(size)
      const id = await files.attach(item, bytes)
      const read = await files.get(item, id)
      expect(read.status).toBe(200)
      expect(createHash('sha256').update(read.bytes).digest('hex')).toBe(
        createHash('sha256').update(bytes).digest('hex'),
      )
      expect(read.headers['content-length']).toBe(String(size))
      const { row, chunks } = await rowsOf(id)
      expect(chunks).toBe(Math.max(1, Math.ceil(size / chunkBytes)))
      // The exact size is in no column.
      expect(Number(row?.stored_bytes) % 4_096).toBe(0)
      expect(await nothingUnfinished()).toBe(0)
    },
  )

  it('an item lists its files, its history and the journal tell them, and the chest is raised [ATTA-01] [ATTA-02] [ATTA-04]', async () => {
    const item = await at.item()
    const before = await at.app.deps.db.selectFrom('chests').select('revision').executeTakeFirstOrThrow()
    const id = await files.attach(item, pdfOf(5_000), 'Contrat 2026.pdf')
    const plain = await files.attach(item, Buffer.from('texte'), 'note.txt')
    const { body } = await at.call('GET', `/api/item/${item}`)
    expect(body).toMatchObject({
      revision: 3,
      attachments: [
        {
          id,
          name: 'Contrat 2026.pdf',
          size: 5_000,
          preview: 'application/pdf',
          creator: 'camille',
          createdAt: new Date(at.app.time.now).toISOString(),
        },
        { id: plain, name: 'note.txt', size: 5, preview: null },
      ],
      removedAttachments: [],
      history: [
        { action: 'UPDATE', paramName: 'attachment_add' },
        { action: 'UPDATE', paramName: 'attachment_add' },
        { action: 'CREATE' },
      ],
    })
    await files.get(item, id)
    expect(await at.journalOf(item)).toEqual([
      'item.created',
      'item.attachment.added',
      'item.attachment.added',
      'item.attachment.read',
    ])
    const after = await at.app.deps.db.selectFrom('chests').select('revision').executeTakeFirstOrThrow()
    expect(after.revision).toBe(before.revision + 2)
  })

  it('a download is only ever saved: type, name, policy [ATTA-04] [ATTA-05]', async () => {
    const item = await at.item()
    const id = await files.attach(item, Buffer.from('<script>alert(1)</script>'), `l'été "1"(*).html`)
    const { headers } = await files.get(item, id)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''l%27%C3%A9t%C3%A9%20%221%22%28%2A%29.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    const head = await at.call('HEAD', `/api/item/${item}/attachment/${id}`)
    expect([head.status, head.text]).toEqual([200, ''])
    // Nothing was read.
    expect((await at.journalOf(item)).filter((action) => action.endsWith('read'))).toHaveLength(1)
  })

  it.each(['../../etc/passwd', 'a\r\nx-evil: 1.txt', 'fdp\u202eexe.pdf', '"; filename="b.exe', ''])(
    'a malicious name does no harm: %j [ATTA-06]',
    async (name) => {
      const item = await at.item()
      const boundary = 'limite'
      const body = Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="`),
        Buffer.from(name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')),
        Buffer.from(`"\r\ncontent-type: text/html\r\n\r\nx\r\n--${boundary}--\r\n`),
      ])
      const reply = await at.app.call({
        method: 'POST',
        path: `/api/item/${item}/attachment`,
        body,
        cookie: await at.world.session(at.owner),
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
      expect(reply.status, reply.text).toBe(201)
      const [file] = (await files.listed(item)).attachments
      expect(file?.name).not.toMatch(/[/\\\p{Cc}\u202e]/u)
      const { headers } = await files.get(item, file?.id ?? 0)
      expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w%.!~-]+$/)
      expect(headers['x-evil']).toBeUndefined()
    },
  )

  it.each(['', '; filename=""'])(
    'bytes without a name are attached under one: %j [ATTA-06]',
    async (written) => {
      const item = await at.item()
      const reply = await at.app.call({
        method: 'POST',
        path: `/api/item/${item}/attachment`,
        body: Buffer.from(
          `--x\r\ncontent-disposition: form-data; name="file"${written}\r\ncontent-type: application/octet-stream\r\n\r\nx\r\n--x--\r\n`,
        ),
        cookie: await at.world.session(at.owner),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      expect(reply.status, reply.text).toBe(201)
      expect((await files.listed(item)).attachments[0]?.name).not.toBe('')
    },
  )

  it('needs the right to update, and to read for reading; a stranger learns nothing [ATTA-01] [ATTA-04]', async () => {
    const item = await at.item()
    const id = await files.attach(item, pdfOf(100))
    const reader = await at.other('lectrice', { read: true })
    const deleter = await at.other('supprime', { read: true, delete: true })
    const stranger = await at.world.session(await at.world.addUser({ login: 'passant' }))
    expect((await files.get(item, id, reader)).status).toBe(200)
    for (const cookie of [reader, deleter]) {
      expect(codeOfReply(await files.add(item, pdfOf(10), 'a', cookie))).toEqual([409, 'RIGHT_REQUIRED'])
      expect(codeOfReply(await remove(item, id, cookie))).toEqual([409, 'RIGHT_REQUIRED'])
    }
    expect(codeOfReply(await files.get(item, id, stranger))).toEqual([404, 'ITEM_NOT_FOUND'])
    expect(codeOfReply(await files.add(item, pdfOf(10), 'a', stranger))).toEqual([404, 'ITEM_NOT_FOUND'])
    expect(codeOfReply(await files.get(item, id, ''))).toEqual([401, 'SESSION_EXPIRED'])
    expect(await nothingUnfinished()).toBe(0)
  })

  it('an attachment is found through its own item only', async () => {
    const item = await at.item()
    const id = await files.attach(item, pdfOf(100))
    const other = await at.item()
    const missing = await files.get(other, 999_999)
    expect(codeOfReply(missing)).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
    expect((await files.get(other, id)).text).toBe(missing.text)
    expect((await remove(other, id)).text).toBe(missing.text)
    expect(await at.journalOf(other)).toEqual(['item.created'])
  })

  it('a form with anything but one file is refused, and leaves nothing [ATTA-01]', async () => {
    const item = await at.item()
    const path = `/api/item/${item}/attachment`
    const two = formOf(pdfOf(10))
    two.append('file', new Blob(['b']), 'b.txt')
    const field = new FormData()
    field.append('name', 'x')
    field.append('file', new Blob(['b']), 'b.txt')
    const late = formOf(pdfOf(10))
    late.append('name', 'x')
    for (const form of [two, field, late, formOf(pdfOf(10), 'a', 'other'), new FormData()])
      expect(codeOfReply(await at.call('POST', path, form))).toEqual([400, 'INVALID_REQUEST'])
    expect(codeOfReply(await at.call('POST', path, { name: 'x' }))).toEqual([400, 'INVALID_REQUEST'])
    expect(codeOfReply(await at.call('POST', path))).toEqual([415, 'UNSUPPORTED_FORMAT'])
    expect((await files.listed(item)).attachments).toEqual([])
    expect(await nothingUnfinished()).toBe(0)
  })

  describe('limits', () => {
    it('a file over the limit is refused with it, and leaves nothing [ATTA-09]', async () => {
      const item = await at.item()
      for (const over of [1, 500_000]) {
        const reply = await files.add(item, randomBytes(1_048_576 + over))
        expect(codeOfReply(reply)).toEqual([413, 'TOO_LARGE'])
        expect(reply.text).toContain('1\u00a0Mo au plus')
      }
      expect((await files.listed(item)).attachments).toEqual([])
      expect(await nothingUnfinished()).toBe(0)
    })

    it('two files that arrive together fill an item to its limit, and no further [ATTA-10]', async () => {
      const item = await at.item()
      await files.attach(item, randomBytes(1_000_000))
      const both = await Promise.all([1, 2].map(() => files.add(item, randomBytes(900_000))))
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
      const refused = both.find(({ status }) => status === 409)
      expect(refused?.body).toMatchObject({
        code: 'ATTACHMENT_QUOTA',
        details: { full: 'item', maximum: 2_097_152 },
      })
      expect((await files.listed(item)).attachments).toHaveLength(2)
      expect(await nothingUnfinished()).toBe(0)
    })

    it('removed files give way when their room is needed, the oldest first [ATTA-13]', async () => {
      const item = await at.item()
      const ids: number[] = []
      for (const size of [600_000, 700_000, 700_000]) ids.push(await files.attach(item, randomBytes(size)))
      const [first = 0, second = 0] = ids
      await remove(item, first)
      at.app.time.now += 1_000
      await remove(item, second)
      await files.attach(item, randomBytes(500_000))
      const { attachments, removedAttachments } = await files.listed(item)
      expect(attachments).toHaveLength(2)
      expect(removedAttachments.map(({ id }) => id)).toEqual([second])
      expect(codeOfReply(await restore(item, first))).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
      await discard()
      expect(await rowsOf(first)).toEqual({ row: undefined, chunks: 0 })
    })

    it('an item has a limited number of files [ATTA-11]', async () => {
      const item = await at.item()
      const { db } = at.app.deps
      const first = await files.attach(item, Buffer.from('x'))
      const { row } = await rowsOf(first)
      const rows = Array.from({ length: attachmentLimits.perItem - 1 }, () => ({
        item_id: item,
        chest_id: at.chest.id,
        wrapped_key: row?.wrapped_key ?? null,
        meta: row?.meta ?? null,
        stored_bytes: 0,
        created_by: at.owner.id,
        created_at: at.app.time.now,
        discard_at: null,
      }))
      for (const values of rows)
        await db
          .insertInto('attachments')
          .values(values as never)
          .execute()
      expect(codeOfReply(await files.add(item, Buffer.from('x')))).toEqual([409, 'TOO_MANY_ATTACHMENTS'])
      await db.deleteFrom('attachments').where('item_id', '=', item).where('id', '>', first).execute()
    })
  })

  it('a repeat with the same key attaches once', async () => {
    const item = await at.item()
    const cookie = await at.world.session(at.owner)
    const headers = { 'idempotency-key': 'a'.repeat(32) }
    const send = () =>
      at.app.call({
        method: 'POST',
        path: `/api/item/${item}/attachment`,
        body: formOf(pdfOf(10)),
        cookie,
        headers,
      })
    const [one, other] = [await send(), await send()]
    expect(other.text).toBe(one.text)
    expect((await files.listed(item)).attachments).toHaveLength(1)
    expect(await nothingUnfinished()).toBe(0)
  })

  describe('removal', () => {
    it('a removed file is neither listed nor read, and comes back as it was [ATTA-02] [ATTA-12]', async () => {
      const item = await at.item()
      const bytes = pdfOf(70_000)
      const id = await files.attach(item, bytes, 'clé.pem')
      expect(await remove(item, id)).toMatchObject({
        status: 200,
        body: { message: 'Pièce jointe supprimée' },
      })
      expect(codeOfReply(await files.get(item, id))).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
      expect(codeOfReply(await remove(item, id))).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
      expect(await files.listed(item)).toMatchObject({
        attachments: [],
        removedAttachments: [{ id, name: 'clé.pem', removedBy: 'camille' }],
      })
      expect(await restore(item, id)).toMatchObject({ body: { message: 'Pièce jointe restaurée' } })
      expect(codeOfReply(await restore(item, id))).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
      expect((await files.get(item, id)).bytes.equals(bytes)).toBe(true)
      expect((await at.journalOf(item)).slice(2)).toEqual([
        'item.attachment.removed',
        'item.attachment.restored',
        'item.attachment.read',
      ])
    })

    it('a removed file is destroyed for its age by a clock that has stood for an hour alone', async () => {
      const item = await at.item()
      const id = await files.attach(item, Buffer.from('x'))
      await remove(item, id)
      const removed_at = at.app.time.now - attachmentLimits.removedMs
      await at.app.deps.db.updateTable('attachments').set({ removed_at }).where('id', '=', id).execute()
      // The clock is set: it may be ahead still.
      later(-60_000)
      await at.app.deps.clockGuard.round()
      at.app.time.now += settledMs - 1
      await discard()
      expect((await rowsOf(id)).row).toBeDefined()
      at.app.time.now += 1
      await discard()
      expect(await rowsOf(id)).toEqual({ row: undefined, chunks: 0 })
    })

    it('of removed files ten are kept, for thirty days [ATTA-12]', async () => {
      const item = await at.item()
      const ids: number[] = []
      for (let each = 0; each < 11; each += 1) {
        ids.push(await files.attach(item, Buffer.from('x')))
        await remove(item, ids.at(-1) ?? 0)
        at.app.time.now += 1_000
      }
      expect((await files.listed(item)).removedAttachments.map(({ id }) => id)).toEqual(ids.slice(1))
      later(30 * day)
      await discard()
      for (const id of ids) expect(await rowsOf(id)).toEqual({ row: undefined, chunks: 0 })
      // The one beyond ten gave way without a record, as old values do.
      const erased = (await at.journalOf(item)).filter((action) => action === 'item.attachment.erased')
      expect(erased).toHaveLength(10)
    })
  })

  describe('with its item', () => {
    it('goes to the trash and comes back, also to the root, and moves [ATTA-14]', async () => {
      const folder = await at.folder('Contrats')
      const item = await at.item({ parentFolderId: folder })
      const bytes = pdfOf(200_000)
      const id = await files.attach(item, bytes)
      const { trashId } = (await at.call('DELETE', `/api/item/${item}`)).body as { trashId: number }
      expect(codeOfReply(await files.get(item, id))).toEqual([404, 'ITEM_NOT_FOUND'])
      const gone = (await at.call('DELETE', `/api/folder/${folder}`)).body as { trashId: number }
      await trashed(trashId, 'restore')
      expect((await files.get(item, id)).bytes.equals(bytes)).toBe(true)
      await trashed(gone.trashId, 'delete')
      const other = await at.folder('Ailleurs')
      const move = { elementType: 'folder', elementValue: other }
      expect((await at.call('PATCH', `/api/item/${item}`, move)).status).toBe(200)
      expect((await files.get(item, id)).bytes.equals(bytes)).toBe(true)
    })

    it('is destroyed with it: key at once, chunks soon [ATTA-15]', async () => {
      const item = await at.item()
      const id = await files.attach(item, pdfOf(1_000_000))
      const removed = await files.attach(item, pdfOf(100_000))
      await remove(item, removed)
      const { trashId } = (await at.call('DELETE', `/api/item/${item}`)).body as { trashId: number }
      expect((await trashed(trashId, 'delete')).status).toBe(200)
      for (const each of [id, removed])
        expect((await rowsOf(each)).row).toMatchObject({
          item_id: null,
          chest_id: null,
          wrapped_key: null,
          meta: null,
        })
      await discard()
      for (const each of [id, removed]) expect(await rowsOf(each)).toEqual({ row: undefined, chunks: 0 })
    })
  })

  it('a crash in the middle of an upload leaves nothing that anybody sees, and the job removes it [ATTA-16]', async () => {
    const item = await at.item()
    const { db } = at.app.deps
    const id = await files.attach(item, pdfOf(300_000))
    // What a killed process leaves: some chunks, no key, no meta.
    await db
      .updateTable('attachments')
      .set({ wrapped_key: null, meta: null, discard_at: at.app.time.now + attachmentLimits.uploadMs })
      .where('id', '=', id)
      .execute()
    expect((await files.listed(item)).attachments).toEqual([])
    expect(codeOfReply(await files.get(item, id))).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
    expect(codeOfReply(await remove(item, id))).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
    await discard()
    // Another node of the same database could still be finishing it.
    expect((await rowsOf(id)).chunks).toBe(5)
    later(attachmentLimits.uploadMs)
    await discard()
    expect(await rowsOf(id)).toEqual({ row: undefined, chunks: 0 })
  })

  it('what copies and exports read of a file are its plain bytes', async () => {
    const item = await at.item()
    const { db, chestKeys } = at.app.deps
    const bytes = pdfOf(150_000)
    const id = await files.attach(item, bytes, '../secret/clé.pem')
    const located = await locateChest(db, { user: at.owner.id, right: 'update' }, 'item', item)
    if (!located) throw new Error('no chest')
    const row = await itemById(db, located.id, item)
    const { meta, chunks } = await openAttachment(db, await chestKeys.open(db, located), row, id)
    expect(meta).toEqual({ name: 'clé.pem', size: 150_000, type: 'application/pdf' })
    expect(Buffer.concat(await Array.fromAsync(chunks)).equals(bytes)).toBe(true)
  })

  it('neither names nor contents reach logs, journal, lists or search [ATTA-20]', async () => {
    const item = await at.item()
    const id = await files.attach(item, Buffer.from('%PDF-canari-contenu'), 'canari-nom.pdf')
    await files.get(item, id)
    await remove(item, id)
    const journal = JSON.stringify(await at.app.deps.db.selectFrom('journal').selectAll().execute())
    const lists = await Promise.all([
      at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}`),
      at.call('GET', '/api/search/?search=canari'),
    ])
    for (const text of [at.app.logged(), journal, ...lists.map((reply) => reply.text)]) {
      expect(text).not.toMatch(/canari-(nom|contenu)/)
    }
  })
})
