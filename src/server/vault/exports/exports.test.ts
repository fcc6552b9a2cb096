import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestChest } from '#server/testing/world.ts'
import { attachmentsIn } from '#server/vault/attachments/attachment-testing.ts'
import { startGuardianWorld, type Caller } from '#server/vault/master-key/testing.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { readFile } from '#server/vault/imports/formats/formats.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'

const password = 'Fichier-Export-2026!'
const formats = ['kdbx', 'trousseau', 'bitwarden', 'bitwarden-clear', 'csv'] as const
type Format = (typeof formats)[number]
const isSealed = (format: Format) => ['kdbx', 'trousseau', 'bitwarden'].includes(format)

type Item = { id: number; name: string; login: string; folderId: number | null }
type Page = { folders: { id: number; name: string }[]; items: Item[] }
type Field = { id: number; label: string; kind: string; value: string | true }

const key = '-----BEGIN KEY-----\nCANARI\n-----END KEY-----\n'
/** What the formats may lose: formulas, separators, quotes, blanks, line ends, signs of XML and of paths. */
const items = [
  { name: 'GLPI', login: 'marie', password: '=1+1', address: 'https://glpi.exemple.fr', description: '' },
  { name: "'Apostrophe", login: '@marie', password: '\'\'deux;"trois"', description: '-4\r\nsuite; fin\n' },
  { name: '+33 1 02', login: '-admin', password: ' blancs\t', description: '\ttabulation' },
  { name: 'Serveur é€😀', login: '', password: '<&>]]>', categoryId: 1, renewBefore: '2027-03-28' },
  {
    name: 'Avec champs',
    password: 'x',
    categoryId: 10,
    renewBefore: '2026-12-31',
    fields: [
      { label: 'Description', kind: 'text', value: '=SOMME(1)' },
      { label: 'Code', kind: 'concealed', value: '@0042' },
      { label: 'Code', kind: 'text', value: 'visible' },
      { label: 'Clé', kind: 'concealed', value: key },
      { label: '=Notes', kind: 'lines', value: 'une seule ligne' },
      { label: 'Fin', kind: 'date', value: '2027-01-31' },
      { label: 'Console', kind: 'address', value: 'https://console.exemple.fr' },
    ],
  },
  {
    name: 'Ordre inverse',
    password: 'x',
    fields: [
      { label: 'Code', kind: 'text', value: 'b' },
      { label: 'Code', kind: 'concealed', value: 'a' },
      { label: 'Tranché', kind: 'text', value: '2026-01-01' },
      // Names that KeePass, Bitwarden or a table has for something else.
      { label: 'Password', kind: 'text', value: 'un champ' },
      { label: 'otp', kind: 'concealed', value: 'JBSWY3DPEHPK3PXQ' },
      { label: 'Code (2)', kind: 'text', value: 'c' },
    ],
  },
  {
    name: 'Code seul',
    password: '',
    categoryId: 11,
    otp: 'otpauth://totp/Banque:marie?secret=JBSWY3DPEHPK3PXP&issuer=Banque&digits=8&period=60',
  },
] as const

eachEngine((engine) => {
  describe('exports', () => {
    let at: ContentWorld
    let chest: TestChest
    let attachments: ReturnType<typeof attachmentsIn>
    beforeAll(async () => {
      at = await startContentWorld(engine)
      attachments = attachmentsIn(at)
    })
    beforeEach(async () => {
      chest = await at.world.addChest('Reprise', at.owner)
      await prove()
    })
    afterAll(() => at.app.close())

    const prove = (provedAt: number | null = at.app.time.now) =>
      at.app.deps.db.updateTable('sessions').set({ proved_at: provedAt }).execute()
    const add = async (path: 'item' | 'folder', body: object, to = chest) => {
      const reply = await at.call('POST', `/api/${path}/`, { chestId: to.id, ...body })
      expect(reply.status, reply.text).toBe(201)
      return bodyOf<{ id: number }>(reply).id
    }
    const ask = (body: object, cookie?: string) =>
      at.call('POST', '/api/export', { chestId: chest.id, ...body }, cookie)
    const download = async (format: Format, more: object = {}) => {
      const reply = await ask({ format, ...(isSealed(format) && { password }), ...more })
      expect(reply.status, reply.text.slice(0, 300)).toBe(200)
      return reply.bytes
    }
    const formOf = (to: TestChest, file: Buffer, format: Format, more: Record<string, string> = {}) => {
      const form = new FormData()
      const fields = { chestId: String(to.id), ...(isSealed(format) && { password }), ...more }
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      const ending = ['kdbx', 'trousseau', 'csv'].includes(format) ? format : 'json'
      form.append('file', new Blob([new Uint8Array(file)]), `export.${ending}`)
      return form
    }
    /** Imports a file. @returns what was new, changed and in doubt */
    const bring = async (
      to: TestChest,
      file: Buffer,
      format: Format,
      options = {},
      isManager = format !== 'csv',
    ) => {
      if (format === 'csv' && !isManager) {
        const reply = await at.call('POST', '/api/import/csv', withoutPassword(formOf(to, file, format)))
        expect(reply.status, reply.text).toBe(200)
        const { success, fails } = bodyOf<{ success: string; fails: unknown[] }>(reply)
        return { text: plain(success), fails }
      }
      const more = { options: JSON.stringify(options) }
      const seen = await at.call('POST', '/api/import/preview', formOf(to, file, format, more))
      expect(seen.status, seen.text).toBe(200)
      const { plan, counts, folders } = bodyOf<{ plan: string; counts: object; folders: number }>(seen)
      const reply = await at.call('POST', '/api/import/apply', formOf(to, file, format, { ...more, plan }))
      expect(reply.status, reply.text).toBe(200)
      const { success, fails } = bodyOf<{ success: string; fails: unknown[] }>(reply)
      return { text: plain(success), fails, counts, folders }
    }
    const plain = (text: string) => text.replaceAll('\u00a0', ' ')
    const withoutPassword = (form: FormData) => {
      form.delete('password')
      return form
    }
    /** Everything of a chest, by place. */
    const contentOf = async (of: TestChest, folderId?: number, path = ''): Promise<unknown[]> => {
      const where = folderId === undefined ? '' : `&folderId=${folderId}`
      const page = bodyOf<Page>(
        await at.call('GET', `/api/explorer/data/?chestId=${of.id}${where}&limit=100`),
      )
      const own = await Promise.all(page.items.map((item) => wholeItem(item.id, path)))
      const inner = await Promise.all(
        page.folders.map(({ id, name }) => contentOf(of, id, `${path}|${name}`)),
      )
      return [...own, ...page.folders.map(({ name }) => `${path}|${name}`), ...inner.flat()]
    }
    const wholeItem = async (id: number, path: string) => {
      const item = bodyOf<Record<string, unknown> & { fields: Field[] }>(
        await at.call('GET', `/api/item/${id}`),
      )
      const fields = await Promise.all(
        item.fields.map(async ({ id: field, label, kind, value }) => [
          label,
          kind === 'concealed' ? kind : 'visible',
          value === true ? (await at.call('GET', `/api/item/${id}/field/${field}`)).body : value,
        ]),
      )
      const otp = await at.call('GET', `/api/item/${id}/otp/secret`)
      const [code] = /secret=[^&]*&.*period=\d+/
        .exec(otp.text)
        ?.map((text) => text.replaceAll(/&(?:issuer|algorithm)=[^&]*/g, '')) ?? ['none']
      const { name, login, address, description, category, renewBefore } = item
      const secret = (await at.call('GET', `/api/item/${id}/copy`)).body
      const files = await Promise.all(
        (await attachments.listed(id)).attachments.map(async (file) => [
          file.name,
          (await attachments.get(id, file.id)).bytes.toString('base64'),
        ]),
      )
      return { path, name, login, address, description, category, renewBefore, fields, secret, code, files }
    }
    const sorted = (list: unknown[]) => list.map((one) => JSON.stringify(one)).toSorted()
    const fill = async () => {
      const top = await add('folder', { name: 'Réseau / VPN' })
      const below = await add('folder', { name: String.raw`Barre \ inverse`, parentFolderId: top })
      for (const [place, item] of items.entries())
        await add('item', {
          ...item,
          ...(place % 3 > 0 && { parentFolderId: place % 3 === 1 ? top : below }),
        })
      return { top, below }
    }
    const events = async () => {
      const rows = await at.app.deps.db
        .selectFrom('journal')
        .select(['objects', 'chest_id'])
        .where('action', '=', 'export.done')
        .where('chest_id', '=', chest.id)
        .orderBy('seq')
        .execute()
      return rows.map(({ objects }) => JSON.parse(objects) as Record<string, unknown>)
    }

    it.each(formats)(
      '%s: an empty chest gets the same content, the same chest nothing [EXPO-05] [EXPO-08] [EXPO-13]',
      async (format) => {
        await fill()
        const before = await contentOf(chest)
        const file = await download(format)
        const empty = await at.world.addChest('Vide', at.owner)
        const into = await bring(empty, file, format)
        expect(into.text).toMatch(/^7 mots de passe et 2 dossiers importés/)
        expect(into.fails).toEqual([])
        expect(sorted(await contentOf(empty))).toEqual(sorted(before))
        const again = await bring(chest, file, format)
        expect(again.text).toBe('Rien de nouveau. 7 mots de passe déjà présents.')
        if (again.counts) expect(again).toMatchObject({ counts: { identical: 7 }, folders: 0 })
        expect(sorted(await contentOf(chest))).toEqual(sorted(before))
        expect((await bring(empty, file, format)).text).toContain('7 mots de passe déjà présents')
      },
    )

    it('CSV comes back by the entry for other managers as well', async () => {
      await fill()
      const before = await contentOf(chest)
      const file = await download('csv')
      const empty = await at.world.addChest('Vide', at.owner)
      expect((await bring(empty, file, 'csv', {}, true)).fails).toEqual([])
      expect(sorted(await contentOf(empty))).toEqual(sorted(before))
      for (const to of [chest, empty])
        expect(await bring(to, file, 'csv', {}, true)).toMatchObject({ counts: { identical: 7, new: 0 } })
    })

    it('KDBX carries attached files byte for byte, and the record names them [EXPO-11]', async () => {
      const item = await add('item', { name: 'Contrat', password: 'x' })
      const large = Buffer.from(Array.from({ length: 200_000 }, (_, place) => (place * 31) ^ (place >> 7)))
      const ids = [
        await attachments.attach(item, large, 'contrat été.pdf'),
        await attachments.attach(item, Buffer.alloc(0), 'vide.txt'),
      ]
      const removed = await attachments.attach(item, Buffer.from('retirée'), 'retirée.txt')
      await at.call('DELETE', `/api/item/${item}/attachment/${removed}`)
      const before = await contentOf(chest)
      const file = await download('kdbx')
      expect(await events()).toMatchObject([{ attachmentIds: [`${ids[0]}-${ids[1]}`] }])
      const read = await readFile(file, { password: new Secret(password) })
      if ('ok' in read) throw new Error(read.code)
      const [entry] = read.found.entries
      expect(entry?.files.map(({ name, size }) => [name, size])).toEqual([
        ['contrat été.pdf', large.length],
        ['vide.txt', 0],
      ])
      const empty = await at.world.addChest('Vide', at.owner)
      expect((await bring(empty, file, 'kdbx')).text).toContain('2 pièces jointes importées')
      expect(await contentOf(empty)).toEqual(before)
      for (const to of [chest, empty])
        expect(await bring(to, file, 'kdbx')).toMatchObject({ counts: { identical: 1, changed: 0 } })
      // The other formats have no place for them, and an import of their files removes none.
      for (const format of ['bitwarden', 'csv'] as const) {
        const other = await download(format)
        expect((await events()).at(-1)).not.toHaveProperty('attachmentIds')
        expect((await bring(chest, other, format)).text).toContain('déjà présent')
      }
      expect(await contentOf(chest)).toEqual(before)
    })

    it('a second export has the same identifiers, and those that an import brought [EXPO-09]', async () => {
      await fill()
      const idsOf = (json: Buffer) =>
        (JSON.parse(json.toString()) as { items: { id: string }[] }).items.map(({ id }) => id)
      const first = await download('bitwarden-clear')
      expect(idsOf(await download('bitwarden-clear'))).toEqual(idsOf(first))
      const other = await at.world.addChest('Autre', at.owner)
      await bring(other, first, 'bitwarden-clear')
      const { bytes } = await at.call('POST', '/api/export', { chestId: other.id, format: 'bitwarden-clear' })
      expect(idsOf(bytes).toSorted()).toEqual(idsOf(first).toSorted())
    })

    it('brings former passwords along only where asked [EXPO-12]', async () => {
      const item = await add('item', { name: 'Tournant', password: 'premier' })
      for (const elementValue of ['deuxième', 'troisième'])
        await at.call('PATCH', `/api/item/${item}`, { elementType: 'password', elementValue })
      const without = await download('bitwarden-clear')
      expect(without.toString()).not.toContain('premier')
      for (const format of ['kdbx', 'bitwarden'] as const) {
        const file = await download(format, { includeOld: true })
        const empty = await at.world.addChest(`Vide ${format}`, at.owner)
        await bring(empty, file, format, { withFormer: true })
        const page = bodyOf<Page>(await at.call('GET', `/api/explorer/data/?chestId=${empty.id}&limit=9`))
        const id = page.items[0]?.id ?? 0
        const versions = bodyOf<{ id: number }[]>(await at.call('GET', `/api/item/${id}/version/`))
        const values = await Promise.all(
          versions.map(
            async (version) => (await at.call('POST', `/api/item/${id}/version/${version.id}/open`, {})).body,
          ),
        )
        expect(values).toMatchObject([{ value: 'deuxième' }, { value: 'premier' }])
      }
      expect(await ask({ format: 'csv', includeOld: true })).toMatchObject({ status: 400 })
    })

    it('exports a folder, or a selection at its place, and never the trash [EXPO-01]', async () => {
      const { top, below } = await fill()
      const gone = await add('item', { name: 'Jeté', password: 'x', parentFolderId: below })
      await at.call('DELETE', `/api/item/${gone}`)
      const namesIn = async (more: object) => {
        const { items: list, folders } = JSON.parse((await download('bitwarden-clear', more)).toString()) as {
          items: { name: string }[]
          folders: { name: string }[]
        }
        return [list.map(({ name }) => name).toSorted(), folders.map(({ name }) => name)]
      }
      const inner = ['+33 1 02', 'Ordre inverse']
      const own = ["'Apostrophe", 'Avec champs']
      const slash = 'Réseau \u2215 VPN'
      expect(await namesIn({ folderId: top })).toEqual([
        [...own, ...inner].toSorted(),
        [String.raw`Barre \ inverse`],
      ])
      expect(await namesIn({ folderIds: [below] })).toEqual([
        inner,
        [slash, String.raw`${slash}/Barre \ inverse`],
      ])
      const page = bodyOf<Page>(await at.call('GET', `/api/explorer/data/?chestId=${chest.id}&limit=9`))
      const [root] = page.items
      expect(await namesIn({ itemIds: [root?.id], folderIds: [below] })).toEqual([
        [...inner, root?.name ?? ''].toSorted(),
        [slash, String.raw`${slash}/Barre \ inverse`],
      ])
      expect(codeOfReply(await ask({ format: 'csv', itemIds: [gone] }))).toEqual([404, 'ITEM_NOT_FOUND'])
      const foreign = await at.item()
      expect(codeOfReply(await ask({ format: 'csv', itemIds: [foreign] }))).toEqual([404, 'ITEM_NOT_FOUND'])
      expect(codeOfReply(await ask({ format: 'csv', folderId: 999_999 }))).toEqual([404, 'FOLDER_NOT_FOUND'])
      expect(codeOfReply(await ask({ format: 'csv', folderIds: [999_999] }))).toEqual([
        404,
        'FOLDER_NOT_FOUND',
      ])
      expect((await ask({ format: 'csv', folderId: top, itemIds: [root?.id] })).status).toBe(400)
    })

    it('asks for the right and a fresh proof, and records the reading of every item [EXPO-02] [EXPO-03]', async () => {
      await fill()
      await at.world.grantUser(chest, await at.world.addUser({ login: `lecteur-${chest.id}` }))
      const reader = await at.world.addUser({ login: `relecteur-${chest.id}` })
      await at.world.grantUser(chest, reader, { read: true, create: true, update: true, delete: true })
      const cookie = await at.world.session(reader)
      await prove()
      expect(codeOfReply(await ask({ format: 'csv' }, cookie))).toEqual([409, 'RIGHT_REQUIRED'])
      const stranger = await at.world.session(await at.world.addUser({ login: `passant-${chest.id}` }))
      expect(codeOfReply(await ask({ format: 'csv' }, stranger))).toEqual([404, 'CHEST_NOT_FOUND'])
      await prove(null)
      const unproved = await ask({ format: 'csv' })
      expect(codeOfReply(unproved)).toEqual([409, 'PROOF_REQUIRED'])
      expect(await events()).toEqual([])
      await prove()
      const done = await ask({ format: 'csv' })
      expect(done.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="trousseau-2026-01-15.csv"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      const [event] = await events()
      const { first, last } = await at.app.deps.db
        .selectFrom('items')
        .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
        .where('chest_id', '=', chest.id)
        .executeTakeFirstOrThrow()
      expect(event).toEqual({
        format: 'csv',
        scope: 'chest',
        withOld: 'no',
        items: 7,
        itemIds: [`${first}-${last}`],
      })
      expect(at.app.logged()).not.toContain(password)
    })

    it('requires a password of twelve signs where the format has one, and takes none elsewhere [EXPO-06]', async () => {
      expect(codeOfReply(await ask({ format: 'kdbx' }))).toEqual([422, 'VALUE_REQUIRED'])
      expect(codeOfReply(await ask({ format: 'bitwarden' }))).toEqual([422, 'VALUE_REQUIRED'])
      expect((await ask({ format: 'kdbx', password: 'onze-signes' })).status).toBe(400)
      expect((await ask({ format: 'csv', password })).status).toBe(400)
      expect(await events()).toEqual([])
    })

    it('keeps what is concealed out of the description and of visible columns [EXPO-13] [EXPO-14]', async () => {
      await fill()
      const text = (await download('csv')).toString()
      const [header = ''] = text.split('\r\n')
      expect(header).toContain(';Code (masqué);')
      // A spreadsheet would run what begins so.
      const cells = text.split(/[;\r\n]+/).filter((cell) => !cell.startsWith('"'))
      expect(cells.filter((cell) => /^[=+@-]/.test(cell) && !cell.startsWith('-----'))).toEqual([])
      const json = JSON.parse((await download('bitwarden-clear')).toString()) as {
        items: { name: string; notes: string | null; fields: { name: string; type: number }[] }[]
      }
      const { fields = [], notes } = json.items.find(({ name }) => name === 'Avec champs') ?? {}
      expect(notes).toBeNull()
      expect(fields.filter(({ type }) => type === 1).map(({ name }) => name)).toEqual(['Code', 'Clé'])
    })
  })

  describe('exports of a guardian chest', () => {
    it('need it unlocked by the same session [EXPO-04]', async () => {
      const at = await startGuardianWorld(engine)
      try {
        const handle = await at.open(at.chestId)
        await at.item(at.chestId, handle, { name: 'CANARI', password: 'CANARI-secret' })
        await at.app.deps.db.updateTable('sessions').set({ proved_at: at.app.time.now }).execute()
        const ask = (as?: Caller) =>
          at.call('POST', '/api/export', { chestId: at.chestId, format: 'csv' }, as)
        const locked = await ask()
        expect(codeOfReply(locked)).toEqual([423, 'CHEST_LOCKED'])
        expect(locked.text).not.toContain('CANARI')
        expect(await at.actions()).not.toContain('export.done')
        expect((await ask({ handle })).text).toContain('CANARI-secret')
        expect(await at.actions()).toContain('export.done')
      } finally {
        await at.app.close()
      }
    })
  })

  describe('exports in clear that the operator forbids', () => {
    it('refuses them, and leaves the protected ones [EXPO-07]', async () => {
      const at = await startContentWorld(engine, { TROUSSEAU_CLEAR_EXPORTS: 'off' })
      try {
        await at.app.deps.db.updateTable('sessions').set({ proved_at: at.app.time.now }).execute()
        const ask = (body: object) => at.call('POST', '/api/export', { chestId: at.chest.id, ...body })
        for (const format of ['csv', 'bitwarden-clear', 'sheet'])
          expect(codeOfReply(await ask({ format }))).toEqual([409, 'CLEAR_EXPORT_FORBIDDEN'])
        expect((await ask({ format: 'kdbx', password })).status).toBe(200)
        expect((await at.call('GET', '/api/session')).body).toMatchObject({ clearExports: false })
      } finally {
        await at.app.close()
      }
    })
  })
})
