import { createCipheriv } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attachmentsIn } from '#server/vault/attachments/attachment-testing.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestChest } from '#server/testing/world.ts'
import { startGuardianWorld, type Caller } from '#server/vault/master-key/testing.ts'
import type { Once } from '#server/access/creations.ts'
import { locateChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { applyImport } from './apply.ts'
import { readFile } from './formats/formats.ts'
import { toContent } from './formats/to-content.ts'
import { zipOf } from './formats/samples/zip-writer.ts'

type Row = { number: number | null; verdict: string; name: string; attachments: number; reasons: string[] }
type Preview = { plan: string; counts: Record<string, number>; rows: Row[]; skipped: { attachments: number } }
type Applied = { importId: number | null; success: string; counts: { items: number; updated: number } }
type Files = Readonly<Record<string, string | Uint8Array>>

/** Returns a ZIP of Bitwarden: the entries by their names, with their files. */
const bitwarden = (entries: Readonly<Record<string, Files>>, password = 'secret'): Uint8Array =>
  zipOf({
    'data.json': JSON.stringify({
      encrypted: false,
      folders: [],
      items: Object.keys(entries).map((name) => ({
        id: `id-${name}`,
        type: 1,
        name,
        login: { username: 'marie', password, uris: [] },
      })),
    }),
    ...Object.fromEntries(
      Object.entries(entries).flatMap(([name, files]) =>
        Object.entries(files).map(([file, content]) => [`attachments/id-${name}/${file}`, content]),
      ),
    ),
  })

const [kibibyte, mebibyte] = [1024, 1024 * 1024]
/** Returns bytes that hardly compress, others for each seed. */
const ofSize = (bytes: number, seed: string): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(bytes))

eachEngine((engine) => {
  describe('importing attachments', () => {
    let at: ContentWorld
    let chest: TestChest
    let files: ReturnType<typeof attachmentsIn>
    beforeAll(async () => {
      at = await startContentWorld(engine, {
        TROUSSEAU_ATTACHMENT_MIB: '1',
        TROUSSEAU_ATTACHMENT_ITEM_MIB: '2',
        TROUSSEAU_ATTACHMENT_BANK_MIB: '4',
      })
      files = attachmentsIn(at)
    })
    beforeEach(async () => {
      chest = await at.world.addChest('Reprise', at.owner)
    })
    afterAll(() => at.app.close())

    const formOf = (file: Uint8Array, fields: Record<string, string>) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ chestId: String(chest.id), ...fields }))
        form.append(field, value)
      form.append('file', new Blob([new Uint8Array(file)]), 'export.zip')
      return form
    }
    const preview = async (file: Uint8Array, fields: Record<string, string> = {}) => {
      const reply = await at.call('POST', '/api/import/preview', formOf(file, fields))
      expect(reply.status, reply.text).toBe(200)
      return bodyOf<Preview>(reply)
    }
    const tryApply = async (file: Uint8Array, fields: Record<string, string> = {}) => {
      const { plan } = await preview(file, fields)
      return at.call('POST', '/api/import/apply', formOf(file, { ...fields, plan }))
    }
    const apply = async (file: Uint8Array, fields: Record<string, string> = {}) => {
      const reply = await tryApply(file, fields)
      expect(reply.status, reply.text).toBe(200)
      return bodyOf<Applied>(reply)
    }
    const undo = async ({ importId }: Applied) =>
      bodyOf<{ undone: number }>(await at.call('POST', `/api/import/${importId}/undo`, {}))
    const named = async (name: string) => {
      const page = await at.call('GET', `/api/explorer/data/?chestId=${chest.id}&limit=100`)
      const { items } = bodyOf<{ items: { id: number; name: string }[] }>(page)
      return items.find((item) => item.name === name)?.id ?? 0
    }
    /** Returns the files of an item, with their contents as text. */
    const filesOf = async (name: string) => {
      const item = await named(name)
      const { attachments } = await files.listed(item)
      return Promise.all(
        attachments.map(async (file) => [file.name, (await files.get(item, file.id)).bytes.toString()]),
      )
    }
    const removedOf = async (name: string) =>
      (await files.listed(await named(name))).removedAttachments.map((file) => file.name)
    const revision = async () =>
      (
        await at.app.deps.db
          .selectFrom('chests')
          .select('revision')
          .where('id', '=', chest.id)
          .executeTakeFirstOrThrow()
      ).revision

    it('shows their number, attaches them byte for byte, and records them [MNGR-22] [MNGR-30]', async () => {
      const bytes = Buffer.from([0, 255, 10, 13, 0])
      const file = bitwarden({
        nuage: { 'a.pdf': '%PDF-1.7 été', 'b.bin': bytes, 'vide.txt': '' },
        mairie: {},
      })
      const seen = await preview(file)
      expect(seen.rows.map(({ name, attachments }) => [name, attachments])).toEqual([
        ['nuage', 3],
        ['mairie', 0],
      ])
      const applied = await apply(file)
      expect(applied.success).toMatch(/3\spièces jointes importées/)
      expect(await filesOf('nuage')).toEqual([
        ['a.pdf', '%PDF-1.7 été'],
        ['b.bin', bytes.toString()],
        ['vide.txt', ''],
      ])
      const { attachments } = await files.listed(await named('nuage'))
      expect(attachments[0]).toMatchObject({ preview: 'application/pdf', creator: at.owner.login })
      const { objects } = await at.app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'import.manager')
        .where('chest_id', '=', chest.id)
        .executeTakeFirstOrThrow()
      const ids = attachments.map(({ id }) => id)
      expect(JSON.parse(objects)).toMatchObject({
        attachmentIds: [`${Math.min(...ids)}-${Math.max(...ids)}`],
      })
    })

    it('changes nothing the second time [MNGR-22]', async () => {
      const file = bitwarden({ nuage: { 'a.txt': 'un', 'b.txt': 'deux' } })
      await apply(file)
      const before = await revision()
      expect((await preview(file)).counts).toMatchObject({ identical: 1, changed: 0 })
      expect(await apply(file)).toMatchObject({ importId: null })
      expect(await revision()).toBe(before)
      // An export without its files says nothing of them.
      expect((await preview(bitwarden({ nuage: {} }))).counts).toMatchObject({ identical: 1, changed: 0 })
    })

    it('attaches what an earlier export lacked', async () => {
      await apply(bitwarden({ nuage: {} }))
      const full = bitwarden({ nuage: { 'a.txt': 'un' } })
      expect((await preview(full)).counts).toMatchObject({ changed: 1 })
      expect((await apply(full)).counts).toMatchObject({ items: 0, updated: 1 })
      expect(await filesOf('nuage')).toEqual([['a.txt', 'un']])
      expect((await preview(full)).counts).toMatchObject({ identical: 1 })
    })

    it('replaces a file that changed, and the undo brings the former one back', async () => {
      await apply(bitwarden({ nuage: { 'a.txt': 'un', 'b.txt': 'deux' } }))
      const changed = bitwarden({ nuage: { 'a.txt': 'trois', 'b.txt': 'deux' } })
      expect((await preview(changed)).counts).toMatchObject({ changed: 1 })
      const applied = await apply(changed)
      expect(await filesOf('nuage')).toEqual([
        ['b.txt', 'deux'],
        ['a.txt', 'trois'],
      ])
      expect(await removedOf('nuage')).toEqual(['a.txt'])
      expect(await undo(applied)).toMatchObject({ undone: 1, kept: [] })
      expect(await filesOf('nuage')).toEqual([
        ['a.txt', 'un'],
        ['b.txt', 'deux'],
      ])
      expect((await preview(changed)).counts).toMatchObject({ changed: 1 })
      await apply(changed)
      expect(await filesOf('nuage')).toHaveLength(2)
    })

    it('leaves what people attached or removed since', async () => {
      const file = bitwarden({ nuage: { 'a.txt': 'un', 'b.txt': 'deux' } })
      await apply(file)
      const item = await named('nuage')
      await files.attach(item, Buffer.from('à moi'), 'a.txt')
      const { attachments } = await files.listed(item)
      await at.call('DELETE', `/api/item/${item}/attachment/${attachments[1]?.id}`)
      expect((await preview(file)).counts).toMatchObject({ identical: 1 })
      await apply(bitwarden({ nuage: { 'a.txt': 'neuf', 'b.txt': 'deux' } }), {
        options: JSON.stringify({ choices: { conflict: 'file' } }),
      })
      // The person's own file of that name stays; the removed one does not come back.
      expect(await filesOf('nuage')).toEqual([
        ['a.txt', 'à moi'],
        ['a.txt', 'neuf'],
      ])
    })

    it('takes them back with the items that it created', async () => {
      const applied = await apply(bitwarden({ nuage: { 'a.txt': 'un' } }))
      expect(await undo(applied)).toMatchObject({ undone: 1 })
      expect(await named('nuage')).toBe(0)
    })

    it('tells which files are too large, and imports the rest [MNGR-22]', async () => {
      const file = bitwarden({ nuage: { 'gros.bin': ofSize(mebibyte + 1, 'x'), 'b.txt': 'deux' } })
      const { rows, skipped } = await preview(file)
      expect(rows[0]).toMatchObject({ attachments: 1, fileNames: ['b.txt'] })
      expect(rows[0]?.reasons.join()).toContain('gros.bin')
      expect(skipped.attachments).toBe(1)
      expect(bodyOf<Applied>(await tryApply(file)).success).toMatch(/Non importés.*1\spièce jointe/)
      expect(await filesOf('nuage')).toEqual([['b.txt', 'deux']])
      expect((await preview(file)).counts).toMatchObject({ identical: 1 })
    })

    it('tells which files an item or the chest has no room for [MNGR-22]', async () => {
      const large = (fill: string) => ofSize(mebibyte - kibibyte, fill)
      const file = bitwarden({
        nuage: { '1.bin': large('1'), '2.bin': large('2'), '3.bin': large('3') },
        mairie: { '4.bin': large('4'), '5.bin': large('5') },
        port: { '6.bin': large('6') },
      })
      const reasonsOf = ({ rows }: Preview) => rows.map(({ reasons }) => reasons.join())
      const [nuage, mairie, port] = reasonsOf(await preview(file))
      expect(nuage).toMatch(/place.*3\.bin/)
      expect(mairie).toBe('')
      expect(port).toMatch(/place.*6\.bin/)
      // An entry that is left takes no room.
      const [, , fits] = reasonsOf(await preview(file, { options: JSON.stringify({ rows: { 1: 'leave' } }) }))
      expect(fits).toBe('')
      await apply(file)
      expect(await filesOf('nuage')).toHaveLength(2)
      expect(await filesOf('port')).toEqual([])
      expect((await preview(file)).counts).toMatchObject({ identical: 3, changed: 0 })
    })

    it('writes nothing at all if the banks were filled meanwhile', async () => {
      const bank = await at.world.addBank('Banque')
      await at.app.deps.db.insertInto('bank_users').values({ bank_id: bank, user_id: at.owner.id }).execute()
      chest = await at.world.addChest('Reprise', at.owner, [bank])
      const file = bitwarden({ nuage: { 'a.bin': ofSize(mebibyte, 'a') } })
      const { plan } = await preview(file)
      const other = await at.world.addChest('Autre', at.owner, [bank])
      const item = await at.item({ chestId: other.id })
      for (let number = 0; number < 2; number += 1)
        await files.attach(item, ofSize(mebibyte, String(number)), `${number}.bin`)
      const second = await at.item({ chestId: other.id })
      for (let number = 0; number < 2; number += 1)
        await files.attach(second, ofSize(mebibyte, String(number)), `${number}.bin`)
      const reply = await at.call('POST', '/api/import/apply', formOf(file, { plan }))
      expect(codeOfReply(reply)).toEqual([409, 'IMPORT_PLAN_STALE'])
      expect(await named('nuage')).toBe(0)
    })
  })

  describe('an import before and in its transaction', () => {
    let at: ContentWorld
    beforeAll(async () => {
      at = await startContentWorld(engine)
    })
    afterAll(() => at.app.close())

    const file = bitwarden({ nuage: { 'a.txt': 'une pièce' }, mairie: {} })
    /** Imports the file as its handler does, with a transaction of the test. */
    const applyWith = async (once: Once) => {
      const { deps } = at.app
      const chest = await locateChest(deps.db, { user: at.owner.id, right: 'create' }, 'chest', at.chest.id)
      const read = await readFile(file)
      if (!chest || 'ok' in read) throw new Error('not read')
      const options = { withBin: false, withFormer: false, fileBytes: 1_000 }
      const content = await toContent(read.found, read.format.family, options)
      if (!content.ok) throw new Error('no content')
      const origin = { ip: 'local', requestId: 'test', userAgent: 'test' }
      const source = { format: read.format.id }
      const fileName = 'export.zip'
      const actor = at.owner as unknown as Actor
      const request = { actor, chest, folderId: null, origin, once, source, fileName }
      return applyImport(deps, request, content, () => undefined)
    }
    const count = async (table: 'attachments' | 'attachment_chunks' | 'items') =>
      (await at.app.deps.db.selectFrom(table).selectAll().execute()).length

    it('shows nothing of it until then, and leaves nothing behind where it fails', async () => {
      let isBefore = false
      const failing = applyWith(async () => {
        const row = await at.app.deps.db.selectFrom('attachments').selectAll().executeTakeFirstOrThrow()
        expect(row).toMatchObject({ item_id: null, wrapped_key: null, meta: null })
        // Where the process ends here, the job finds it by this.
        expect(row.discard_at).toBeGreaterThan(0)
        expect([await count('attachment_chunks'), await count('items')]).toEqual([1, 0])
        isBefore = true
        throw new Error('the transaction failed')
      })
      await expect(failing).rejects.toThrow('the transaction failed')
      expect(isBefore).toBe(true)
      expect([await count('attachments'), await count('attachment_chunks')]).toEqual([0, 0])
    })

    it('is planned and sealed again inside it if the chest changed meanwhile', async () => {
      const outcome = await applyWith(async (create) => {
        await at.item({ name: 'nuage', login: 'marie' })
        return at.app.deps.db.transaction().execute(create)
      })
      // The new item has the name and the login of an entry: it is kept, and its entry is not inserted beside it.
      expect(outcome).toMatchObject({ items: 1, kept: 1, attached: 0 })
      expect([await count('attachments'), await count('attachment_chunks')]).toEqual([0, 0])
      const again = await applyWith((create) => at.app.deps.db.transaction().execute(create))
      expect(again).toMatchObject({ items: 0, same: 1 })
    })
  })

  describe('importing attachments into a guardian chest', () => {
    it('needs it unlocked, and leaves nothing in clear [MNGR-32]', async () => {
      const at = await startGuardianWorld(engine)
      try {
        const handle = await at.open(at.chestId)
        const file = bitwarden({ nuage: { 'CANARI-nom.txt': 'CANARI-contenu' } })
        const send = (path: string, as: Caller, fields: Record<string, string> = {}) => {
          const form = new FormData()
          for (const [field, value] of Object.entries({ chestId: String(at.chestId), ...fields }))
            form.append(field, value)
          form.append('file', new Blob([new Uint8Array(file)]), 'export.zip')
          return at.call('POST', `/api/import/${path}`, form, as)
        }
        expect(codeOfReply(await send('preview', {}))).toEqual([423, 'CHEST_LOCKED'])
        const { plan } = bodyOf<Preview>(await send('preview', { handle }))
        expect(codeOfReply(await send('apply', {}, { plan }))).toEqual([423, 'CHEST_LOCKED'])
        const applied = await send('apply', { handle }, { plan })
        expect(applied.status, applied.text).toBe(200)
        const { db } = at.app.deps
        const { id } = await db.selectFrom('items').select('id').executeTakeFirstOrThrow()
        const item = bodyOf<{ attachments: { id: number; name: string }[] }>(
          await at.call('GET', `/api/item/${id}`, undefined, { handle }),
        )
        expect(item.attachments.map(({ name }) => name)).toEqual(['CANARI-nom.txt'])
        const path = `/api/item/${id}/attachment/${item.attachments[0]?.id}`
        expect((await at.call('GET', path, undefined, { handle })).bytes.toString()).toBe('CANARI-contenu')
        expect(codeOfReply(await at.call('GET', path))).toEqual([423, 'CHEST_LOCKED'])
        const stored = [
          ...(await db.selectFrom('attachments').select('meta as sealed').execute()),
          ...(await db.selectFrom('attachment_chunks').select('sealed').execute()),
          ...(await db.selectFrom('items').select('source as sealed').execute()),
        ]
        expect(stored).toHaveLength(3)
        for (const { sealed } of stored) expect(Buffer.from(sealed ?? '').includes('CANARI')).toBe(false)
        const journal = JSON.stringify(await db.selectFrom('journal').selectAll().execute())
        expect(journal).not.toContain('CANARI')
        expect(at.app.logged()).not.toContain('CANARI')
      } finally {
        await at.app.close()
      }
    })
  })
})
