import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLimits } from '#domain/platform/limits.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'

const organisation = readFileSync(new URL('fixtures/keepass2-organisation.xml', import.meta.url))
/** Exports written by other programs, tested where they exist: the project may not publish them. */
const samples = new URL('../../../../../shared/import-samples/', import.meta.url)

type Page = {
  folders: { id: number; name: string }[]
  items: { id: number; name: string }[]
  folderId: number | null
}

eachEngine((engine) => {
  describe('importing a KeePass file', () => {
    let app: TestApp
    let world: World
    let user: TestUser
    let cookie: string
    let chest: TestChest

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      user = await world.addUser({ login: 'importatrice' })
      cookie = await world.session(user)
    })
    afterAll(() => app.close())

    const send = (bytes: Uint8Array, fields: Record<string, string>, name = 'export.xml', as = cookie) => {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/xml' }), name)
      return app.call({ method: 'POST', path: '/api/import/keepass', body: form, cookie: as })
    }
    const open = async (folderId?: number): Promise<Page> => {
      const query = folderId === undefined ? '' : `&folderId=${folderId}`
      const path = `/api/explorer/data/?chestId=${chest.id}&limit=100${query}`
      return (await app.call({ method: 'GET', path, cookie })).body as Page
    }
    const counts = async () => {
      const { db } = app.deps
      const of = async (table: 'folders' | 'items') =>
        (await db.selectFrom(table).select('id').where('chest_id', '=', chest.id).execute()).length
      return { folders: await of('folders'), items: await of('items') }
    }
    const newChest = async () => {
      chest = await world.addChest('Import', user)
      return { chestId: String(chest.id) }
    }

    it('creates folders from groups and items from entries [IMPT-11] [IMPT-15]', async () => {
      const reply = await send(organisation, await newChest())
      expect(reply.status, reply.text).toBe(200)
      expect(reply.body).toMatchObject({ fails: [] })
      expect((reply.body as { success: string }).success).toMatch(
        /^14\smots de passe et 7\sdossiers importés/,
      )
      expect(await counts()).toEqual({ folders: 7, items: 14 })
      const [root] = (await open()).folders
      expect(root).toBeDefined()
    })

    it('reports line, name and reason of each entry to check [IMPT-15]', async () => {
      const field = (key: string, value: string) =>
        `<String><Key>${key}</Key><Value>${value}</Value></String>`
      const entry = `<Entry>${field('Title', 'Piège')}${field('URL', 'javascript:alert(1)')}</Entry>`
      const file = `<KeePassFile><Root><Group><Name>Base</Name>${entry}</Group></Root></KeePassFile>`
      const reply = await send(Buffer.from(file), await newChest())
      expect(reply.status, reply.text).toBe(200)
      expect(reply.body).toMatchObject({ fails: [[1, expect.stringMatching(/^Piège.*adresse/)]] })
    })

    it('keeps passwords, and one-time secrets that give codes', async () => {
      await send(organisation, await newChest())
      const found = async (name: string): Promise<number> => {
        const queue: (number | undefined)[] = [undefined]
        for (const folder of queue) {
          const page = await open(folder)
          const item = page.items.find((row) => row.name === name)
          if (item) return item.id
          queue.push(...page.folders.map((row) => row.id))
        }
        throw new Error(`no item ${name}`)
      }
      const id = await found('Console de messagerie')
      const code = await app.call({ method: 'GET', path: `/api/item/${id}/otp`, cookie })
      expect(code.body).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) as string })
      const copied = await app.call({ method: 'GET', path: `/api/item/${id}/copy`, cookie })
      expect(copied.status).toBe(200)
      expect(String(copied.body).length).toBeGreaterThan(7)
    })

    it('inserts into the given folder, otherwise at the root [IMPT-14]', async () => {
      const target = await newChest()
      const made = await app.call({
        method: 'POST',
        path: '/api/folder/',
        cookie,
        body: { chestId: chest.id, name: 'Reprise' },
      })
      const folderId = (made.body as { id: number }).id
      await send(organisation, { ...target, folderId: String(folderId) })
      expect((await open()).folders.map((row) => row.name)).toEqual(['Reprise'])
      expect((await open(folderId)).folders.length).toBe(1)
    })

    it('finds the chest by its folder when no chest is given [IMPT-09]', async () => {
      await newChest()
      const made = await app.call({
        method: 'POST',
        path: '/api/folder/',
        cookie,
        body: { chestId: chest.id, name: 'Seul' },
      })
      const reply = await send(organisation, { folderId: String((made.body as { id: number }).id) })
      expect(reply.status, reply.text).toBe(200)
      expect(await counts()).toEqual({ folders: 8, items: 14 })
    })

    it('refuses a folder of another chest, and imports nothing', async () => {
      await newChest()
      const elsewhere = await app.call({
        method: 'POST',
        path: '/api/folder/',
        cookie,
        body: { chestId: chest.id, name: 'Ailleurs' },
      })
      const target = await newChest()
      const reply = await send(organisation, {
        ...target,
        folderId: String((elsewhere.body as { id: number }).id),
      })
      expect(reply.status).toBe(404)
      expect(await counts()).toEqual({ folders: 0, items: 0 })
    })

    const refused = (reply: Reply, status: number, code: string): void => {
      expect(reply.status, reply.text).toBe(status)
      expect(reply.body).toMatchObject({ code })
      expect((reply.body as { message: string }).message.length).toBeGreaterThan(10)
    }

    it('refuses another format with 415 and too large a file with 413 [IMPT-06]', async () => {
      const target = await newChest()
      refused(await send(organisation, target, 'export.kdbx'), 415, 'UNSUPPORTED_FORMAT')
      const padding = new Uint8Array(importLimits.xmlBytes - organisation.length).fill(0x20)
      const full = Buffer.concat([organisation, padding])
      expect((await send(full, target)).status, 'IMPT-05').toBe(200)
      refused(await send(Buffer.concat([full, Buffer.from(' ')]), target), 413, 'TOO_LARGE')
    })

    it('reports in French why a file cannot be read, and imports nothing of it [IMPT-17]', async () => {
      const target = await newChest()
      const deep = `<KeePassFile><Root>${'<Group>'.repeat(10_000)}${'</Group>'.repeat(10_000)}</Root></KeePassFile>`
      const files: Record<string, string> = {
        'a definition': '<!DOCTYPE KeePassFile [<!ENTITY a "b">]><KeePassFile/>',
        'an external definition': '<!DOCTYPE KeePassFile SYSTEM "file:///etc/passwd"><KeePassFile/>',
        'a NUL byte': '<KeePassFile>\0</KeePassFile>',
        'ten thousand levels': deep,
        ciphertext:
          '<KeePassFile><Root><Group><Name>a</Name><Entry><String><Key>Password</Key><Value Protected="True">AAAA</Value></String></Entry></Group></Root></KeePassFile>',
        'half a file': organisation.toString().slice(0, 4_000),
      }
      for (const [name, text] of Object.entries(files)) {
        const reply = await send(Buffer.from(text), target)
        expect(reply.status, name).toBe(422)
        refused(reply, 422, 'IMPORT_REFUSED')
      }
      expect(await counts()).toEqual({ folders: 0, items: 0 })
    })

    it('requires the right to create [RGHT-18]', async () => {
      const target = await newChest()
      const reader = await world.addUser({ login: `lectrice-${engine}` })
      await world.grantUser(chest, reader)
      const reply = await send(organisation, target, 'export.xml', await world.session(reader))
      refused(reply, 409, 'RIGHT_REQUIRED')
    })

    it('is atomic: a failure of the last write leaves no row', async () => {
      const target = await newChest()
      await refuseRecords(app, engine)
      try {
        refused(await send(organisation, target), 500, 'INTERNAL')
        expect(await counts()).toEqual({ folders: 0, items: 0 })
        expect((await open()).folders).toEqual([])
      } finally {
        await acceptRecords(app, engine)
      }
      expect((await send(organisation, target)).status).toBe(200)
    })

    // Numbers of items and folders; the recycle bin is not imported.
    const known = {
      'keepass2-demo.xml': [3, 5],
      'keepass2-new-database.xml': [3, 4],
      'keepass2-nested-groups.xml': [14, 7],
    }
    for (const [file, [items, folders]] of existsSync(samples) ? Object.entries(known) : []) {
      it(`imports ${file} whole [IMPT-11]`, async () => {
        const reply = await send(readFileSync(new URL(file, samples)), await newChest())
        expect(reply.status, reply.text).toBe(200)
        expect(await counts()).toEqual({ folders, items })
      })
    }
  })
})

/** Makes the journal refuse the record of an import, which is its last write. */
async function refuseRecords({ deps }: TestApp, engine: Engine): Promise<void> {
  const statements = {
    sqlite: [
      sql`create trigger no_record before insert on journal when new.action = 'import.keepass'
          begin select raise(abort, 'refused'); end`,
    ],
    postgres: [
      sql`create function no_record() returns trigger language plpgsql as
          'begin raise exception ''refused''; end'`,
      sql`create trigger no_record before insert on journal for each row
          when (new.action = 'import.keepass') execute function no_record()`,
    ],
  }
  for (const statement of statements[engine]) await statement.execute(deps.db)
}

async function acceptRecords({ deps }: TestApp, engine: Engine): Promise<void> {
  await sql`drop trigger no_record ${engine === 'postgres' ? sql`on journal` : sql``}`.execute(deps.db)
}
