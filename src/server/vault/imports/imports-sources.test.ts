import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importLimits } from '#domain/platform/limits.ts'
import { csvTemplate } from '#texts/vault/imports.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { Reply } from '#server/testing/app.ts'
import { importedBy as result, importsWorld } from './imports-testing.ts'

type Branch = { id: number; name: string; level: number; children: Branch[] }

const keepass = readFileSync(new URL('fixtures/keepass2-organisation.xml', import.meta.url))
const lockSelf = [
  'Name;URL;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp',
  'Intranet;https://rh.exemple.fr;marie;Été-2024;RH;;Accès;un;;;JBSWY3DPEHPK3PXP',
  'Banque;;marie;"a;b";Perso;;;;;;',
  'Accueil;;;c;;;;;;;',
].join('\r\n')
const table = 'nom;identifiant;mot de passe;dossier\nA;root;un;D/E\nA;root;deux;D/E\nB;;trois;\n'
const files = { lockself: lockSelf, csv: table, keepass } as const
type Source = keyof typeof files
const sources = Object.keys(files) as Source[]

eachEngine((engine) => {
  describe('the sources of an import', () => {
    const at = importsWorld(engine)
    const { page } = at

    const send = async (
      source: string,
      file: string | Uint8Array,
      name = source === 'keepass' ? 'export.xml' : 'export.csv',
      { cookie, fields = {} }: { cookie?: string; fields?: Record<string, string> } = {},
    ): Promise<Reply> => at.call('POST', `/api/import/${source}`, at.formOf(file, name, fields), cookie)
    const rows = async () => {
      const { db } = at.app.deps
      const count = async (kind: 'folders' | 'items') =>
        (await db.selectFrom(kind).select('id').where('chest_id', '=', at.chest.id).execute()).length
      const { revision } = await db
        .selectFrom('chests')
        .select('revision')
        .where('id', '=', at.chest.id)
        .executeTakeFirstOrThrow()
      return { revision, folders: await count('folders'), items: await count('items') }
    }

    it('are lockself, keepass and csv, and no other [IMPT-10]', async () => {
      for (const source of sources) result(await send(source, files[source]))
      for (const source of ['bitwarden', 'CSV', 'xml'])
        expect((await send(source, table)).status, source).toBe(404)
    })

    it('give the folders and items of a LockSelf file, and report what to check [IMPT-12]', async () => {
      const { success, fails } = result(await send('lockself', lockSelf))
      expect(success).toBe('3 mots de passe et 2 dossiers importés.')
      expect(fails).toEqual([[3, expect.stringMatching(/^Perso.*Espace personnel de LockSelf/)]])
      const root = await page()
      expect(root.folders.map(({ name }) => name)).toEqual(['Perso', 'RH'])
      expect(root.items.map(({ name }) => name)).toEqual(['Accueil'])
      const inside = await page(root.folders.find(({ name }) => name === 'RH')?.id)
      expect(inside.items).toMatchObject([{ name: 'Intranet', login: 'marie' }])
      const id = inside.items[0]?.id ?? 0
      expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe('Été-2024')
      const code = await at.call('GET', `/api/item/${id}/otp`)
      expect(code.body).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) as string })
      const item = bodyOf<object>(await at.call('GET', `/api/item/${id}`))
      expect(item).toMatchObject({
        description: 'Accès',
        fields: [{ label: 'Champ 1', kind: 'text', value: 'un' }],
      })
    })

    it('give the items of a CSV file, also in a given folder [IMPT-13]', async () => {
      const { id } = bodyOf<{ id: number }>(
        await at.call('POST', '/api/folder/', { chestId: at.chest.id, name: 'Ici' }),
      )
      const reply = await send('csv', table, 'TABLE.CSV', { fields: { folderId: String(id) } })
      expect(result(reply).success).toBe('3 mots de passe et 2 dossiers importés.')
      const inside = await page(id)
      expect([inside.folders[0]?.name, inside.items[0]?.name]).toEqual(['D', 'B'])
    })

    it('offer a template that is imported unchanged, and inserts nothing the second time [IMPT-18]', async () => {
      const reply = await at.call('GET', '/api/import/csv/template')
      expect(reply.status).toBe(200)
      expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(reply.headers['content-disposition']).toBe(`attachment; filename="${csvTemplate.name}"`)
      expect(reply.text.replace(/^\uFEFF/, '')).toBe(csvTemplate.text.slice(1))
      expect(result(await send('csv', csvTemplate.text))).toEqual({
        success: '2 mots de passe et 2 dossiers importés.',
        fails: [],
      })
      expect(result(await send('csv', csvTemplate.text)).success).toMatch(/^Rien de nouveau/)
      expect((await at.app.call({ method: 'GET', path: '/api/import/csv/template' })).status).toBe(401)
    })

    it.each(sources)('insert nothing twice: %s', async (source) => {
      result(await send(source, files[source]))
      const before = await rows()
      const { success } = result(await send(source, files[source]))
      expect(success).toMatch(/^Rien de nouveau\. \d+ mots de passe déjà présents/)
      expect(await rows()).toEqual(before)
      const records = await at.app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', `import.${source}`)
        .where('chest_id', '=', at.chest.id)
        .orderBy('seq')
        .execute()
      const [first, second] = records.map(({ objects }) => JSON.parse(objects) as object)
      expect(first).toMatchObject({ items: before.items, folders: before.folders })
      expect(second).toMatchObject({ items: 0, folders: 0, updated: 0 })
    })

    it('recognise a LockSelf file that is sent as CSV, and update what changed in it', async () => {
      result(await send('lockself', lockSelf))
      const before = await rows()
      expect(result(await send('csv', lockSelf)).success).toMatch(/^Rien de nouveau\. 3 mots de passe déjà/)
      expect(await rows()).toEqual(before)
      const changed = lockSelf.replace('Été-2024', 'Été-2025')
      expect(result(await send('lockself', changed)).success).toMatch(/^1 mot de passe mis à jour\. 2 mots/)
      expect(await rows()).toMatchObject({ items: before.items, folders: before.folders })
    })

    it('can create the folders of a category list, which the passwords then match [IMPT-12]', async () => {
      const list = [
        'Category/SubCategory;PasswordPolicyName;ExpirationDate',
        'RH/Paie;Forte;',
        'RH;Forte;',
        ';;',
        'Perso;;',
      ].join('\r\n')
      for (const source of ['lockself', 'csv'] as const)
        expect(await send(source, list), source).toMatchObject({
          status: 422,
          body: {
            details: { fault: 'CATEGORIES_ONLY' },
            message: expect.stringContaining('dossiers') as string,
          },
        })
      expect(await rows()).toMatchObject({ folders: 0, items: 0 })
      const make = (file: string | Uint8Array, name?: string) =>
        send('lockself', file, name, { fields: { foldersOnly: 'true' } })
      const { success, fails } = result(await make(Buffer.from(`\uFEFF${list}`, 'utf16le')))
      expect(success).toBe('3 dossiers importés. Non importés : 1 ligne sans entrée.')
      expect(fails).toEqual([
        [1, expect.stringMatching(/laissées de côté.*PasswordPolicyName\.$/)],
        [5, expect.stringMatching(/^Perso.*Espace personnel/)],
      ])
      expect(result(await make(list)).success).toMatch(/^Rien de nouveau/)
      expect(result(await send('lockself', lockSelf)).success).toBe('3 mots de passe importés.')
      expect(await rows()).toMatchObject({ folders: 3, items: 3 })

      expect(await make(table)).toMatchObject({ status: 422, body: { details: { fault: 'NOT_CATEGORIES' } } })
      expect(await make(`${list.split('\r\n')[0]}\n;;`)).toMatchObject({
        status: 422,
        body: { details: { fault: 'NO_ROWS' } },
      })
      expect((await make(list, 'x.xml')).status).toBe(415)
      expect((await send('csv', list, undefined, { fields: { foldersOnly: 'true' } })).status).toBe(400)
    })

    it('create no folder below the last level, and report why; entries are accepted there', async () => {
      const path = Array.from({ length: 64 }, (_, level) => `n${level + 1}`)
      result(await send('csv', `nom;mot de passe;dossier\na;b;${path.join('/')}`))
      const tree = bodyOf<Branch[]>(await at.call('GET', `/api/chest/${at.chest.id}/tree/`))
      let lowest = tree[0]
      while (lowest?.children[0]) lowest = lowest.children[0]
      expect(lowest).toMatchObject({ name: 'n64', level: 64 })
      const fields = { folderId: String(lowest?.id) }
      const before = await rows()
      expect(await send('csv', table, undefined, { fields })).toMatchObject({
        status: 409,
        body: {
          code: 'FOLDER_TOO_DEEP',
          message: expect.stringMatching(/64e niveau.*destination moins profonde/) as string,
        },
      })
      expect(await rows()).toEqual(before)
      expect(result(await send('csv', 'nom;mot de passe\nc;d', undefined, { fields })).success).toMatch(
        /^1 mot/,
      )
    })

    it('limit the size by the file ending, to the byte, with the message of the form [IMPT-04] [IMPT-05] [IMPT-06]', async () => {
      const padded = (text: string | Uint8Array, size: number): Uint8Array => {
        const bytes = Buffer.from(text)
        return Buffer.concat([bytes, Buffer.alloc(size - bytes.length, 0x20)])
      }
      const tooLarge = (limit: number) => ({
        status: 413,
        body: { code: 'TOO_LARGE', message: `Fichier trop volumineux. Taille maximale: ${limit} Ko` },
      })
      const { csvBytes, xmlBytes } = importLimits
      for (const source of ['csv', 'lockself'] as const) {
        result(await send(source, padded(files[source], csvBytes)))
        for (const size of [csvBytes + 1, xmlBytes + 1, 5 * xmlBytes])
          expect(await send(source, padded(files[source], size)), `${source} ${size}`).toMatchObject(
            tooLarge(100),
          )
      }
      for (const source of ['keepass', 'lockself'] as const) {
        result(await send(source, padded(keepass, xmlBytes), 'x.xml'))
        for (const size of [xmlBytes + 1, 5 * xmlBytes])
          expect(await send(source, padded(keepass, size), 'x.xml')).toMatchObject(tooLarge(1536))
      }
    })

    it('accept only their own file endings [IMPT-06]', async () => {
      const unsupported = {
        status: 415,
        body: { code: 'UNSUPPORTED_FORMAT', message: 'Format de fichier non supporté' },
      }
      for (const [source, name] of [
        ['csv', 'a.xml'],
        ['keepass', 'a.csv'],
        ...sources.flatMap((one) =>
          ['a.txt', 'a.csv.exe', 'a', 'a.xlsx'].map((name) => [one, name] as const),
        ),
      ] as const)
        expect(await send(source, table, name), `${source} ${name}`).toMatchObject(unsupported)
      // The ending is checked before the size.
      expect(await send('csv', new Uint8Array(2_000_000), 'a.kdbx')).toMatchObject(unsupported)
      expect(await rows()).toMatchObject({ folders: 0, items: 0 })
    })

    it('refuse a file without a name', async () => {
      const part = (header: string, content: string) =>
        `--x\r\ncontent-disposition: form-data; ${header}\r\n\r\n${content}\r\n`
      const nameless = part('name="file"\r\ncontent-type: application/octet-stream', table)
      const reply = await at.app.call({
        method: 'POST',
        path: '/api/import/csv',
        body: `${part('name="chestId"', String(at.chest.id))}${nameless}--x--\r\n`,
        cookie: await at.world.session(at.owner),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      expect(reply).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_FORMAT' } })
    })

    it('report in French why a file cannot be read, and import nothing of it', async () => {
      const refusals: [Source, string | Uint8Array, string, RegExp][] = [
        ['csv', '', 'EMPTY_FILE', /vide/],
        ['csv', 'a;b\n1;2', 'NO_HEADER', /première ligne/],
        ['csv', `${table}"x`, 'QUOTE_OPEN', /jamais fermé\. Ligne 5\./],
        ['csv', '<a/>', 'XML_IN_CSV', /contient du XML/],
        ['csv', `nom;mot de passe\na;b${'\0'.repeat(9)}`, 'NOT_TEXT', /texte/],
        ['lockself', table, 'NOT_LOCKSELF', /LockSelf/],
        ['csv', 'nom;notes\na;b', 'COLUMNS_MISSING', /mot de passe.*Ajoutez-la.*première ligne/],
        ['keepass', 'Bonjour.', 'NOT_XML', /XML/],
        ['keepass', '{"items": [1, 2],\n"folders": [1, 2]}', 'NOT_XML', /XML/],
        ['keepass', table, 'CSV_IN_XML', /\.xml contient du CSV.*\.csv/],
        ['keepass', Buffer.from('clé;été\n1;2\n', 'latin1'), 'CSV_IN_XML', /CSV/],
        ['keepass', Buffer.from(`\uFEFF${table}`, 'utf16le'), 'CSV_IN_XML', /CSV/],
        ['keepass', String(keepass).replace('</Root>', ''), 'MALFORMED', /XML/],
      ]
      for (const [source, file, fault, message] of refusals) {
        const reply = await send(source, file)
        expect(reply).toMatchObject({ status: 422, body: { code: 'IMPORT_REFUSED', details: { fault } } })
        expect(bodyOf<{ message: string }>(reply).message).toMatch(message)
      }
      expect(await rows()).toMatchObject({ folders: 0, items: 0 })
    })

    it('require the right to create, and return 404 to a caller without access', async () => {
      const reader = await at.world.addUser({ login: `lectrice-${engine}` })
      await at.world.grantUser(at.chest, reader)
      const stranger = await at.world.addUser({ login: `etrangere-${engine}` })
      const [reading, strange] = [await at.world.session(reader), await at.world.session(stranger)]
      for (const source of sources) {
        const asked = (cookie: string) => send(source, files[source], undefined, { cookie })
        expect(await asked(reading)).toMatchObject({ status: 409, body: { code: 'RIGHT_REQUIRED' } })
        expect(await asked(strange)).toMatchObject({ status: 404, body: { code: 'CHEST_NOT_FOUND' } })
        expect((await asked('')).status).toBe(401)
      }
      expect(await rows()).toMatchObject({ folders: 0, items: 0 })
    })

    it('update nothing for a caller who may create but not update', async () => {
      result(await send('csv', table))
      const user = await at.world.addUser({ login: `creatrice-${engine}` })
      await at.world.grantUser(at.chest, user, { create: true })
      const cookie = await at.world.session(user)
      const changed = `${table.replace('trois', 'quatre')}C;;cinq;\n`
      const { success, fails } = result(await send('csv', changed, undefined, { cookie }))
      expect(success).toMatch(/^1 mot de passe importé\. 2 mots de passe déjà présents\. Non importés : 1/)
      expect(fails).toEqual([[4, expect.stringContaining('vous ne pouvez pas modifier')]])
    })

    it('run one at a time for each user, whichever they are', async () => {
      const many = `nom;mot de passe\n${'a;Password123*\n'.repeat(2_000)}`
      const replies = await Promise.all([send('csv', many), send('lockself', lockSelf)])
      expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 429])
    })
  })
})
