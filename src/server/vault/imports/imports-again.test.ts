import { describe, expect, it } from 'vitest'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { importsWorld } from './imports-testing.ts'
import { entry, group, keePassFile, secret } from './keepass-testing.ts'

const uuid = (number: number): string => `<UUID>${Buffer.alloc(16, number).toString('base64')}</UUID>`
const named = (number: number, name: string, password: string): string =>
  entry({ Title: name, UserName: 'root', Password: password }, uuid(number))
const folder = (number: number, name: string, inside: string): string =>
  `<Group>${uuid(number)}<Name>${name}</Name>${inside}</Group>`
const base = (...entries: string[]): string =>
  keePassFile(folder(1, 'Base', folder(2, 'Serveurs', entries.join(''))))
const usual = base(named(11, 'Pare-feu', 'un'), named(12, 'Routeur', 'deux'))

eachEngine((engine) => {
  describe('a file that is imported again', () => {
    const at = importsWorld(engine)
    const { page } = at

    const send = (file: string, cookie?: string, fields?: Record<string, string>) =>
      at.direct('keepass', at.formOf(file, 'base.xml', fields), cookie)
    const folderNamed = async (name: string, inside?: number): Promise<number> =>
      (await page(inside)).folders.find((one) => one.name === name)?.id ?? 0
    const servers = async () => folderNamed('Serveurs', await folderNamed('Base'))
    const itemNamed = async (name: string, folderId?: number): Promise<number> =>
      (await page(folderId ?? (await servers()))).items.find((one) => one.name === name)?.id ?? 0
    const password = async (id: number) => (await at.call('GET', `/api/item/${id}/copy`)).body
    const change = (kind: 'item' | 'folder', id: number, elementType: string, elementValue: unknown) =>
      at.call('PATCH', `/api/${kind}/${id}`, { elementType, elementValue })
    const state = async () => {
      const { db } = at.app.deps
      const count = async (table: 'folders' | 'items' | 'history' | 'versions') =>
        (
          await db
            .selectFrom(table as 'items')
            .select('id')
            .execute()
        ).length
      const { revision } = await db
        .selectFrom('chests')
        .select('revision')
        .where('id', '=', at.chest.id)
        .executeTakeFirstOrThrow()
      return [
        revision,
        await count('folders'),
        await count('items'),
        await count('history'),
        await count('versions'),
      ]
    }

    it('matches extra fields, and updates those that changed in the file', async () => {
      const fieldsOf = async (id: number) =>
        bodyOf<{ fields: object[] }>(await at.call('GET', `/api/item/${id}`)).fields
      const file = (port: string, pin: string) =>
        base(entry({ Title: 'Pare-feu', Password: 'un', Port: port, 'TOTP Seed': pin }, uuid(11)))
      await send(file('22', 'pas une clé'))
      const id = await itemNamed('Pare-feu')
      expect(await fieldsOf(id)).toEqual([
        { id: 100, label: 'Port', kind: 'text', value: '22' },
        { id: 101, label: 'TOTP Seed', kind: 'concealed', value: true },
      ])
      const before = await state()
      await send(file('22', 'pas une clé'))
      expect(await state()).toEqual(before)

      await send(file('2222', 'toujours pas une clé'))
      expect(await fieldsOf(id)).toMatchObject([{ id: 100, value: '2222' }, { id: 101 }])
      const reveal = async () => (await at.call('GET', `/api/item/${id}/field/101`)).body
      expect(await reveal()).toBe('toujours pas une clé')
      const { history } = bodyOf<{ history: { paramName: string | null }[] }>(
        await at.call('GET', `/api/item/${id}`),
      )
      expect(history.map(({ paramName }) => paramName)).toEqual(['field:101', 'field:100', null])

      // What a person changed stays.
      await change('item', id, 'field', { id: 101, label: 'Code', kind: 'concealed', value: 'à nous' })
      await send(file('8022', 'toujours pas une clé'))
      expect(await fieldsOf(id)).toMatchObject([{ value: '2222' }, { label: 'Code' }])
      expect(await reveal()).toBe('à nous')
    })

    it('finds an entry without an identifier whose login or address is read otherwise since', async () => {
      const of = (strings: string) =>
        keePassFile(group('Base', group('Serveurs', `<Entry>${strings}</Entry>`)))
      const plain = (key: string, value: string) =>
        `<String><Key>${key}</Key><Value>${value}</Value></String>`
      const password = secret('Password', 'un')
      // As earlier releases read the files that follow.
      await send(of(plain('UserName', 'root') + plain('URL', 'https://a.fr') + password))
      const [first] = (await page(await servers())).items
      const protectedValues = secret('UserName', 'root') + secret('URL', 'https://a.fr') + password
      expect((await send(of(protectedValues))).success).toBe('1 mot de passe mis à jour.')
      const { items } = await page(await servers())
      expect(items.map(({ id }) => id)).toEqual([first?.id])
      expect((await at.call('GET', `/api/item/${first?.id}`)).body).toMatchObject({
        login: '',
        address: '',
        fields: [
          { label: 'Identifiant', kind: 'concealed', value: true },
          { label: 'Adresse', kind: 'concealed', value: true },
        ],
      })
      expect((await send(of(protectedValues))).success).toBe('Rien de nouveau. 1 mot de passe déjà présent.')

      await send(of(plain('Title', 'Deux') + password))
      const further = of(plain('Title', 'Deux') + plain('KP2A_URL_1', 'https://b.fr') + password)
      expect((await send(further)).success).toMatch(/^1 mot de passe mis à jour/)
      expect((await page(await servers())).items).toHaveLength(2)
    })

    it('keeps the name of an item whose title KeePass protects since, or always did', async () => {
      const titled = (title: string, pass: string) =>
        base(`<Entry>${uuid(11)}${title}${secret('Password', pass)}</Entry>`)
      const plain = '<String><Key>Title</Key><Value>Banque</Value></String>'
      await send(titled(plain, 'un'))
      const id = await itemNamed('Banque')
      expect((await send(titled(secret('Title', 'Banque'), 'un'))).success).toBe('1 mot de passe mis à jour.')
      expect(await itemNamed('Banque')).toBe(id)
      const before = await state()
      expect((await send(titled(secret('Title', 'Banque'), 'un'))).success).toMatch(/^Rien de nouveau/)
      expect(await state()).toEqual(before)
      // Also a name that a person gave; the rest of the entry is updated.
      await send(titled(secret('Title', 'Banque'), 'deux'))
      expect([await itemNamed('Banque'), await password(id)]).toEqual([id, 'deux'])
      await change('item', id, 'name', 'Trésorerie')
      expect((await send(titled(secret('Title', 'Banque'), 'deux'))).success).toMatch(/^Rien de nouveau/)
      expect(await itemNamed('Trésorerie')).toBe(id)
    })

    it('inserts nothing twice: the chest is unchanged, and the journal records it [MNGR-17]', async () => {
      await send(usual)
      const before = await state()
      const { success, fails } = await send(usual)
      expect(success).toBe('Rien de nouveau. 2 mots de passe déjà présents.')
      expect(fails).toEqual([])
      expect(await state()).toEqual(before)
      const records = await at.app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'import.keepass')
        .where('chest_id', '=', at.chest.id)
        .orderBy('seq')
        .execute()
      const [first, second] = records.map(({ objects }) => JSON.parse(objects) as Record<string, unknown>)
      const [firewall, router] = [await itemNamed('Pare-feu'), await itemNamed('Routeur')].toSorted(
        (one, other) => one - other,
      )
      expect(first).toMatchObject({ folders: 2, items: 2, updated: 0, itemIds: [`${firewall}-${router}`] })
      expect(second).toMatchObject({ folders: 0, items: 0, updated: 0, itemIds: [], folderIds: [] })
    })

    it('leaves renamed and moved elements in place [MNGR-11] [MNGR-16]', async () => {
      await send(usual)
      const elsewhere = bodyOf<{ id: number }>(
        await at.call('POST', '/api/folder/', { chestId: at.chest.id, name: 'Ailleurs' }),
      ).id
      const [folderId, id] = [await servers(), await itemNamed('Pare-feu')]
      await change('item', id, 'name', 'Pare-feu du siège')
      await change('item', id, 'folder', elsewhere)
      await change('folder', folderId, 'name', 'Machines')
      await change('folder', folderId, 'folder', elsewhere)
      const before = await state()
      expect((await send(usual)).success).toMatch(/^Rien de nouveau\. 2 mots de passe déjà présents/)
      expect(await state()).toEqual(before)
      // New entries are inserted into the folder at its current place.
      await send(
        base(named(11, 'Pare-feu', 'un'), named(12, 'Routeur', 'deux'), named(13, 'Commutateur', 'trois')),
      )
      expect((await page(folderId)).items.map(({ name }) => name)).toEqual(['Commutateur', 'Routeur'])
    })

    it('updates what changed in it, and keeps the old value as a version', async () => {
      await send(usual)
      const id = await itemNamed('Pare-feu')
      const passwordAges = async () => {
        const rows = at.app.deps.db
          .selectFrom('items')
          .select('password_at')
          .where('chest_id', '=', at.chest.id)
        return (await rows.orderBy('id').execute()).map((row) => row.password_at)
      }
      const then = at.app.time.now
      at.app.time.now += 60_000
      const result = await send(base(named(11, 'Pare-feu du siège', 'nouveau'), named(12, 'Routeur', 'deux')))
      expect(result.success).toBe('1 mot de passe mis à jour. 1 mot de passe déjà présent.')
      expect(await password(id)).toBe('nouveau')
      expect(await passwordAges()).toEqual([at.app.time.now, then])
      const item = bodyOf<{ name: string; revision: number }>(await at.call('GET', `/api/item/${id}`))
      expect(item).toMatchObject({ name: 'Pare-feu du siège', revision: 2 })
      const versions = bodyOf<{ id: number; paramName: string }[]>(
        await at.call('GET', `/api/item/${id}/version/`),
      )
      expect(versions.map(({ paramName }) => paramName).toSorted()).toEqual(['name', 'password'])
      const old = versions.find(({ paramName }) => paramName === 'password')?.id ?? 0
      expect((await at.call('POST', `/api/item/${id}/version/${old}/open`)).body).toMatchObject({
        value: 'un',
      })
      const history = bodyOf<{ history: { action: string; paramName: string | null }[] }>(
        await at.call('GET', `/api/item/${id}/history/`),
      ).history
      expect(history.map(({ paramName }) => paramName)).toEqual(
        expect.arrayContaining(['name', 'password', null]),
      )
      // The explorer shows the change immediately, and importing the same file again changes nothing.
      expect(await itemNamed('Pare-feu du siège')).toBe(id)
      const before = await state()
      await send(base(named(11, 'Pare-feu du siège', 'nouveau'), named(12, 'Routeur', 'deux')))
      expect(await state()).toEqual(before)
    })

    it('leaves what also changed in the chest and what is in its trash, and reports both by name', async () => {
      await send(usual)
      const [firewall, router] = [await itemNamed('Pare-feu'), await itemNamed('Routeur')]
      await change('item', firewall, 'password', 'posé ici')
      const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/item/${router}`))
      const changed = base(named(11, 'Pare-feu', 'posé là'), named(12, 'Routeur', 'deux'))
      const before = await state()
      const { success, fails } = await send(changed)
      expect(success).toBe(
        'Rien de nouveau. Non importés : 1 entrée différente dans le coffre (voir la liste), 1 entrée à la corbeille du coffre (voir la liste).',
      )
      expect(fails).toEqual([
        [5, expect.stringMatching(/^Pare-feu.*le coffre garde sa version/)],
        [5, expect.stringMatching(/^Routeur.*laissé dans la corbeille/)],
      ])
      expect(await state()).toEqual(before)
      expect(await password(firewall)).toBe('posé ici')
      // Once deleted permanently, the entry is new again.
      await at.call('PATCH', `/api/trash/${trashId}`, { update: 'delete' })
      expect((await send(changed)).success).toMatch(/^1 mot de passe importé\./)
    })

    it('reports items that it no longer has, and deletes none', async () => {
      await send(usual)
      const { success } = await send(base(named(12, 'Routeur', 'deux')))
      expect(success).toContain("1 mot de passe d'un import précédent n'est plus dans ce fichier")
      expect(await itemNamed('Pare-feu')).toBeGreaterThan(0)
    })

    it('updates nothing for a caller who may create but not update', async () => {
      await send(usual)
      const user = await at.world.addUser({ login: `creatrice-${engine}` })
      await at.world.grantUser(at.chest, user, { create: true })
      const cookie = await at.world.session(user)
      const changed = base(named(11, 'Pare-feu', 'nouveau'), named(13, 'Commutateur', 'trois'))
      const { success, fails } = await send(changed, cookie)
      expect(success).toMatch(/^1 mot de passe importé\. Non importés : 1 entrée différente/)
      expect(fails).toEqual([[5, expect.stringContaining('vous ne pouvez pas modifier')]])
      expect(await password(await itemNamed('Pare-feu'))).toBe('un')
    })

    it('matches items that users created before, by content or by place [MNGR-16]', async () => {
      const made = async (name: string, secret: string) =>
        at.call('POST', '/api/item/', { chestId: at.chest.id, name, login: 'root', password: secret })
      await made('Pare-feu', 'un')
      await made('Routeur', 'autre')
      // Both are outside « Base ». Equal content matches in any folder; a changed item would have to be in
      // the same folder.
      expect((await send(usual)).success).toMatch(
        /^1 mot de passe et 2 dossiers importés\. 1 mot de passe déjà/,
      )
      const folderId = await servers()
      await at.call('POST', '/api/item/', {
        chestId: at.chest.id,
        parentFolderId: folderId,
        name: 'Commutateur',
        login: 'root',
        password: 'posé ici',
      })
      const { fails } = await send(base(named(13, 'Commutateur', 'trois')))
      expect(fails).toEqual([[5, expect.stringMatching(/^Commutateur.*le coffre garde sa version/)]])
    })

    it('is imported once when two users import it concurrently', async () => {
      const user = await at.world.addUser({ login: `collegue-${engine}` })
      await at.world.grantUser(at.chest, user, { create: true, update: true })
      const cookie = await at.world.session(user)
      const many = base(
        ...Array.from({ length: 60 }, (_, number) => named(20 + number, `Machine ${number}`, 'secret')),
      )
      const results = await Promise.all([send(many), send(many, cookie)])
      expect(results.map(({ success }) => success).toSorted()).toEqual([
        '60 mots de passe et 2 dossiers importés.',
        'Rien de nouveau. 60 mots de passe déjà présents.',
      ])
      expect((await page(await servers())).items).toHaveLength(60)
    })

    it('of ninety levels is imported down to the deepest level, and reports it', async () => {
      const levels = Array.from({ length: 90 }, (_, index) => 90 - index)
      const deep = levels.reduce(
        (inner, level) => group(`N${level}`, entry({ Title: `e${level}` }) + inner),
        '',
      )
      const { success, fails } = await send(keePassFile(deep))
      expect(success).toBe('90 mots de passe et 90 dossiers importés.')
      expect(fails).toHaveLength(26)
      expect(fails[0]?.[1]).toMatch(/^N65.*réuni avec celui qui le contient/)
      const tree = bodyOf<{ name: string; level: number; children: unknown[] }[]>(
        await at.call('GET', `/api/chest/${at.chest.id}/tree/`),
      )
      let deepest = 0
      const walk = (nodes: typeof tree): void => {
        for (const node of nodes) {
          deepest = Math.max(deepest, node.level)
          walk(node.children as typeof tree)
        }
      }
      walk(tree)
      expect(deepest).toBe(64)
      const before = await state()
      expect((await send(keePassFile(deep))).fails).toEqual(fails)
      expect(await state()).toEqual(before)
    })

    it('has its source sealed under the keys of its elements only', async () => {
      await send(usual)
      const rows = await at.app.deps.db
        .selectFrom('items')
        .select('source')
        .where('chest_id', '=', at.chest.id)
        .execute()
      expect(rows).toHaveLength(2)
      const mark = Buffer.alloc(16, 11)
      for (const { source } of rows) {
        const bytes = Buffer.from(source ?? new Uint8Array())
        expect(bytes.length).toBeGreaterThan(60)
        expect(bytes.includes(mark) || bytes.includes(mark.toString('base64'))).toBe(false)
      }
    })
  })
})
