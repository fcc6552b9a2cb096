import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { filePasswordLimits, managerImportLimits } from '#domain/platform/limits.ts'
import { importUndoMs } from '#domain/vault/import-plan.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestChest } from '#server/testing/world.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { journalled } from '#server/testing/sign-in.ts'
import { filePassword, samples } from './formats/samples/bitwarden.ts'

type Row = {
  number: number | null
  verdict: string
  choice: string
  name: string
  path: string[]
  password: boolean
  renewBefore: string | null
  reasons: string[]
}
type Preview = {
  plan: string
  counts: Record<string, number>
  rows: Row[]
  folders: number
  columns: { label: string; target: string; examples: string[] }[] | null
}
type Applied = { importId: number | null; success: string; counts: { items: number; updated: number } }
type Item = { id: number; name: string; login: string }
type Page = { folders: { id: number; name: string }[]; items: Item[] }

const secret = 'Canari-Secret-9'
/** A file of Chrome: name, login and password of each entry. */
const chrome = (...rows: readonly (readonly [string, string, string])[]): string =>
  [
    'name,url,username,password',
    ...rows.map(([name, login, password]) => `${name},https://${name}.fr,${login},${password}`),
  ].join('\n')
const usual = chrome(['nuage', 'marie', secret], ['mairie', 'paul', 'deux'])

eachEngine((engine) => {
  describe('importing from another manager', () => {
    let at: ContentWorld
    let chest: TestChest
    beforeAll(async () => {
      at = await startContentWorld(engine)
    })
    beforeEach(async () => {
      chest = await at.world.addChest('Reprise', at.owner)
    })
    afterAll(() => at.app.close())

    const formOf = (file: string, fields: Record<string, string>, name = 'export.csv') => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ chestId: String(chest.id), ...fields }))
        form.append(field, value)
      form.append('file', new Blob([file]), name)
      return form
    }
    const preview = async (
      file: string,
      fields: Record<string, string> = {},
      cookie?: string,
      name?: string,
    ) => {
      const reply = await at.call('POST', '/api/import/preview', formOf(file, fields, name), cookie)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.text).not.toContain(secret)
      return bodyOf<Preview>(reply)
    }
    const apply = async (file: string, fields: Record<string, string> = {}) => {
      const { plan } = await preview(file, fields)
      const reply = await at.call('POST', '/api/import/apply', formOf(file, { ...fields, plan }))
      expect(reply.status, reply.text).toBe(200)
      return bodyOf<Applied>(reply)
    }
    const undo = (id: number | null, cookie?: string) => at.call('POST', `/api/import/${id}/undo`, {}, cookie)
    const page = async () =>
      bodyOf<Page>(await at.call('GET', `/api/explorer/data/?chestId=${chest.id}&limit=100`))
    const named = async (name: string) => (await page()).items.find((item) => item.name === name)?.id ?? 0
    const passwordOf = async (name: string) =>
      (await at.call('GET', `/api/item/${await named(name)}/copy`)).body
    const change = async (name: string, elementType: string, elementValue: string) =>
      at.call('PATCH', `/api/item/${await named(name)}`, { elementType, elementValue })
    const revision = async () =>
      (
        await at.app.deps.db
          .selectFrom('chests')
          .select('revision')
          .where('id', '=', chest.id)
          .executeTakeFirstOrThrow()
      ).revision
    const verdicts = ({ rows }: Preview) => rows.map(({ name, verdict }) => `${name} ${verdict}`)

    it('previews every entry without writing, and applies what it showed [MNGR-10] [MNGR-11]', async () => {
      const before = await revision()
      const seen = await preview(usual)
      expect(seen.counts).toMatchObject({ new: 2, identical: 0, refused: 0 })
      expect(verdicts(seen)).toEqual(['nuage new', 'mairie new'])
      expect(seen.rows[0]).toMatchObject({ number: 0, choice: 'file', password: true })
      expect(await revision()).toBe(before)
      const applied = await apply(usual)
      expect(applied.counts).toEqual({ items: 2, folders: 0, updated: 0 })
      expect(await passwordOf('nuage')).toBe(secret)
    })

    /** Sends a file under a name of its own. */
    const sendAs = (name: string, bytes: string | Uint8Array, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ chestId: String(chest.id), ...fields }))
        form.append(field, value)
      form.append('file', new Blob([bytes as string]), name)
      return at.call('POST', '/api/import/preview', form)
    }

    it.each([
      ['ancien.kdb', [0x03, 0xd9, 0xa2, 0x9a, 0x65, 0xfb, 0x4b, 0xb5], 'KDB_FILE'],
      ['classeur.xls', [0xd0, 0xcf, 0x11, 0xe0], 'EXCEL_FILE'],
      ['Login Data.sqlite', [...Buffer.from('SQLite format 3')], 'SQLITE_FILE'],
      ['liste.pdf', [...Buffer.from('%PDF-1.7')], 'PDF_FILE'],
      ['Login Data', [...Buffer.from('SQLite format 3')], 'SQLITE_FILE'],
    ])('says what to do instead with %s, whatever its ending', async (name, bytes, fault) => {
      const reply = await sendAs(name, new Uint8Array(bytes))
      expect([reply.status, bodyOf<{ details: object }>(reply).details]).toEqual([422, { fault }])
    })

    const bitwarden = JSON.stringify({
      encrypted: false,
      folders: [],
      items: [
        {
          id: 'a1',
          type: 1,
          name: 'Nuage',
          login: {
            username: 'marie',
            password: 'x',
            uris: ['a', 'b', 'c', 'd'].map((part) => ({ uri: `https://${part}.fr` })),
          },
          fields: Array.from({ length: 5 }, (_, place) => ({
            name: `Champ ${place}`,
            value: 'v',
            type: 0,
          })),
        },
      ],
    })

    it('reads a file without an ending, and counts the fields that it will store', async () => {
      const reply = await sendAs('export', bitwarden)
      expect(reply.status, reply.text).toBe(200)
      const { rows, notes } = bodyOf<{ rows: { fields: number }[]; notes: string[] }>(reply)
      expect(rows[0]?.fields).toBe(8)
      expect(notes).toEqual([])
    })

    it('names the extra fields that come in, never their values [MNGR-10]', async () => {
      const value = JSON.parse(bitwarden) as { items: { fields: object[] }[] }
      for (const item of value.items)
        item.fields = [
          { name: 'Poste', value: 'valeur-visible', type: 0 },
          { name: 'Second mot de passe', value: 'valeur-masquée', type: 1 },
        ]
      const reply = await sendAs('export.json', JSON.stringify(value))
      const { rows } = bodyOf<{ rows: { fieldLabels: object[]; fileNames: string[] }[] }>(reply)
      expect(rows[0]?.fieldLabels).toEqual(
        expect.arrayContaining([
          { label: 'Poste', concealed: false },
          { label: 'Second mot de passe', concealed: true },
        ]),
      )
      expect(rows[0]?.fileNames).toEqual([])
      expect(reply.text).not.toContain('valeur-')
    })

    it('tells fields that are joined, and counts them as one', async () => {
      const value = JSON.parse(bitwarden) as { items: { fields: object[] }[] }
      for (const item of value.items)
        item.fields = Array.from({ length: 46 }, (_, place) => ({
          name: `Champ ${place}`,
          value: 'v',
          type: 1,
        }))
      const reply = await sendAs('export.json', JSON.stringify(value))
      const { rows } = bodyOf<{ rows: { fields: number; reasons: string[] }[] }>(reply)
      expect(rows[0]?.fields).toBe(30)
      expect(rows[0]?.reasons.join()).toMatch(/réunis\u00a0: Champ 26, Champ 27, /)
    })

    it.each([
      ['export.xml', usual, '.xml', 'Chrome'],
      ['export.json', usual, '.json', 'Chrome'],
      ['export.csv', bitwarden, '.csv', 'Bitwarden'],
    ])(
      'tells that the name of %s says something else than its content',
      async (name, file, ending, program) => {
        const reply = await sendAs(name, file)
        expect(reply.status, reply.text).toBe(200)
        const { notes } = bodyOf<{ notes: string[] }>(reply)
        expect(
          notes.some((note) => note.includes(ending) && note.includes(program)),
          notes.join(),
        ).toBe(true)
      },
    )

    it('numbers what it tells by the lines of a table, and by the entries of other files', async () => {
      const numbering = async (name: string, file: string) => {
        const { plan } = bodyOf<Preview>(await sendAs(name, file))
        const form = formOf(file, { plan }, name)
        return bodyOf<{ numbering: string }>(await at.call('POST', '/api/import/apply', form)).numbering
      }
      expect(await numbering('a.csv', usual)).toBe('line')
      expect(await numbering('a.json', bitwarden)).toBe('entry')
    })

    it('shows the columns of a table that no program is known for, and reads them as mapped [MNGR-08]', async () => {
      const table = `Machine\tOwner\tMdp\nsrv1\troot\t${secret}\n`
      const seen = await preview(table)
      expect(seen.columns).toEqual([
        // A name that says nothing may head secrets.
        { label: 'Machine', target: 'concealed', examples: ['••••••••'] },
        { label: 'Owner', target: 'text', examples: ['••••••••'] },
        { label: 'Mdp', target: 'password', examples: ['••••••••'] },
      ])
      const answers = { mapping: JSON.stringify(['title', 'login', 'password']) }
      const mapped = await preview(table, { options: JSON.stringify({ answers }) })
      expect(mapped.rows[0]).toMatchObject({ name: 'srv1', password: true })
      expect(mapped.columns?.map(({ target }) => target)).toEqual(['title', 'login', 'password'])
      expect((await preview(usual)).columns).toBeNull()
    })

    it('makes nothing of the same file twice: identical, and the chest stays as it is [MNGR-15]', async () => {
      await apply(usual)
      const before = await revision()
      expect((await preview(usual)).counts).toMatchObject({ new: 0, identical: 2 })
      expect(await apply(usual)).toMatchObject({ importId: null, counts: { items: 0, updated: 0 } })
      expect(await revision()).toBe(before)
    })

    it('tells what changed in the file, in the vault, in both, and what is gone [MNGR-11]', async () => {
      await apply(chrome(['a', 'x', '1'], ['b', 'x', '1'], ['c', 'x', '1'], ['d', 'x', '1'], ['e', 'x', '1']))
      await change('b', 'password', 'autre')
      await change('c', 'password', 'autre')
      await at.call('DELETE', `/api/item/${await named('e')}`)
      const seen = await preview(chrome(['a', 'x', '2'], ['b', 'x', '1'], ['c', 'x', '2'], ['e', 'x', '1']))
      expect(verdicts(seen)).toEqual(['a changed', 'b identical', 'c conflict', 'e trashed', 'd missing'])
    })

    it('follows the choices for a verdict and for an entry [MNGR-12]', async () => {
      await apply(chrome(['a', 'x', '1'], ['b', 'x', '1'], ['c', 'x', '1']))
      for (const name of ['a', 'b', 'c']) await change(name, 'password', 'autre')
      const file = chrome(['a', 'x', '2'], ['b', 'x', '2'], ['c', 'x', '2'])
      const options = JSON.stringify({ choices: { conflict: 'file' }, rows: { 1: 'both', 2: 'leave' } })
      const applied = await apply(file, { options })
      expect(applied.counts).toEqual({ items: 1, folders: 0, updated: 1 })
      expect(await passwordOf('a')).toBe('2')
      expect((await page()).items.filter(({ name }) => name === 'b')).toHaveLength(2)
      expect(await passwordOf('c')).toBe('autre')
    })

    it('refuses a plan that has become stale, with the new preview, and then applies that one [MNGR-13]', async () => {
      const { plan } = await preview(usual)
      await at.call('POST', '/api/item/', { chestId: chest.id, name: 'nuage', login: 'autre', password: 'x' })
      const stale = await at.call('POST', '/api/import/apply', formOf(usual, { plan }))
      expect(codeOfReply(stale)).toEqual([409, 'IMPORT_PLAN_STALE'])
      const { details } = bodyOf<{ details: { preview: Preview } }>(stale)
      expect((await page()).items).toHaveLength(1)
      const again = await at.call('POST', '/api/import/apply', formOf(usual, { plan: details.preview.plan }))
      expect(again.status, again.text).toBe(200)
      const others = await preview(usual, { options: JSON.stringify({ choices: { new: 'leave' } }) })
      expect(others.plan).not.toBe(details.preview.plan)
    })

    it('a repeated submission with the same key imports once [MNGR-14]', async () => {
      const { plan } = await preview(usual)
      const headers = { 'idempotency-key': 'A'.repeat(22) }
      const cookie = await at.world.session(at.owner)
      const body = () => formOf(usual, { plan })
      const send = () =>
        at.app.call({ method: 'POST', path: '/api/import/apply', body: body(), cookie, headers })
      const [first, second] = [await send(), await send()]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body).toEqual(first.body)
      expect((await page()).items).toHaveLength(2)
    })

    it('an import is undone: what nobody touched goes to the trash, the rest stays and is told [MNGR-23]', async () => {
      const { importId } = await apply(chrome(['a', 'x', '1'], ['b', 'x', '1'], ['c', 'x', '1']))
      await change('b', 'login', 'y')
      const undone = await undo(importId)
      expect(undone.status, undone.text).toBe(200)
      expect(undone.body).toEqual({ undone: 2, kept: [['b', "Modifié ou déplacé depuis l'import"]] })
      expect((await page()).items.map(({ name }) => name)).toEqual(['b'])
      expect((await undo(importId)).body).toEqual({ undone: 0, kept: [] })
      expect((await journalled(at.app)).filter((action) => action === 'import.undone')).toHaveLength(1)
    })

    it('undoing gives updated items their former values, and the same file would change them again [MNGR-23]', async () => {
      await apply(chrome(['a', 'x', '1']))
      const { importId } = await apply(chrome(['a', 'x', '2']))
      expect(await passwordOf('a')).toBe('2')
      await undo(importId)
      expect(await passwordOf('a')).toBe('1')
      expect(verdicts(await preview(chrome(['a', 'x', '2'])))).toEqual(['a changed'])
      expect(verdicts(await preview(chrome(['a', 'x', '1'])))).toEqual(['a identical'])
    })

    it('the date of expiry of a file is that of renewal: twice is once, and undoing gives the former date [MNGR-21]', async () => {
      const file = (day: string) =>
        `Title,UserName,Password,ExpiryDate,TreePath,PasswordID\nGLPI,marie,${secret},${day},,12\n`
      const dateOf = async () =>
        bodyOf<{ renewBefore: string | null }>(await at.call('GET', `/api/item/${await named('GLPI')}`))
          .renewBefore
      expect((await preview(file('2027-01-31'))).rows).toMatchObject([{ renewBefore: '2027-01-31' }])
      expect((await preview(usual)).rows).toMatchObject([{ renewBefore: null }, { renewBefore: null }])
      await apply(file('2027-01-31'))
      expect(await dateOf()).toBe('2027-01-31')
      expect((await preview(file('2027-01-31'))).counts).toMatchObject({ identical: 1, changed: 0 })
      const { importId, counts } = await apply(file('2027-02-28'))
      expect(counts).toMatchObject({ items: 0, updated: 1 })
      expect(await dateOf()).toBe('2027-02-28')
      expect((await undo(importId)).body).toEqual({ undone: 1, kept: [] })
      expect(await dateOf()).toBe('2027-01-31')
      await change('GLPI', 'renewBefore', '2028-01-01')
      expect(verdicts(await preview(file('2027-02-28')))).toEqual(['GLPI conflict'])
    })

    it('an item that people had changed is a conflict again after its replacement was undone', async () => {
      await apply(chrome(['a', 'x', '1']))
      await change('a', 'password', 'autre')
      const options = JSON.stringify({ choices: { conflict: 'file' } })
      const { importId } = await apply(chrome(['a', 'x', '2']), { options })
      await undo(importId)
      expect(await passwordOf('a')).toBe('autre')
      expect(verdicts(await preview(chrome(['a', 'x', '2'])))).toEqual(['a conflict'])
    })

    it('a later import is undone first [MNGR-24]', async () => {
      const first = await apply(chrome(['a', 'x', '1']))
      const second = await apply(chrome(['a', 'x', '2']))
      expect((await undo(first.importId)).body).toEqual({
        undone: 0,
        kept: [['a', "Modifié par un import plus récent : annulez celui-ci d'abord"]],
      })
      expect((await undo(second.importId)).body).toMatchObject({ undone: 1 })
      expect((await page()).items).toHaveLength(1)
    })

    it('an import over which a later one stands is undone for the rest, and then whole', async () => {
      const first = await apply(chrome(['a', 'x', '1'], ['b', 'x', '1']))
      const second = await apply(chrome(['a', 'x', '2'], ['b', 'x', '1']))
      const later = "Modifié par un import plus récent : annulez celui-ci d'abord"
      expect((await undo(first.importId)).body).toEqual({ undone: 1, kept: [['a', later]] })
      expect((await undo(second.importId)).body).toEqual({ undone: 1, kept: [] })
      expect((await undo(first.importId)).body).toEqual({ undone: 1, kept: [] })
      expect((await page()).items).toEqual([])
      expect((await undo(first.importId)).body).toEqual({ undone: 0, kept: [] })
    })

    it('what was put into the trash or into another chest is told, with the reason', async () => {
      const other = await at.world.addChest('Autre', at.owner)
      const { importId } = await apply(chrome(['a', 'x', '1'], ['b', 'x', '1'], ['c', 'x', '1']))
      await at.call('DELETE', `/api/item/${await named('a')}`)
      const moved = await at.call('POST', `/api/item/${await named('b')}/move-to`, { chestId: other.id })
      expect(moved.status, moved.text).toBeLessThan(300)
      expect((await undo(importId)).body).toEqual({
        undone: 1,
        kept: [
          ['a', 'Déjà à la corbeille'],
          ['Un mot de passe', 'Déplacé dans un autre coffre'],
        ],
      })
    })

    it('what an undo took back is new in the next import of the file', async () => {
      const file = `"Group","Title","Username","Password","URL","Notes"\n"Racine/A","x","marie","1","",""\n`
      const { importId } = await apply(file)
      await undo(importId)
      const seen = await preview(file)
      expect([verdicts(seen), seen.folders]).toEqual([['x new'], 1])
      const again = await apply(file)
      expect(again.counts).toEqual({ items: 1, folders: 1, updated: 0 })
    })

    it('a folder that holds only kept elements of the import says so', async () => {
      const { importId } = await apply(
        `"Group","Title","Username","Password","URL","Notes"\n"A","x","marie","1","",""\n"B","y","paul","2","",""\n`,
      )
      const [inA] = bodyOf<Page>(
        await at.call(
          'GET',
          `/api/explorer/data/?chestId=${chest.id}&folderId=${(await page()).folders.find(({ name }) => name === 'A')?.id}&limit=9`,
        ),
      ).items
      await at.call('PATCH', `/api/item/${inA?.id}`, { elementType: 'login', elementValue: 'autre' })
      expect((await undo(importId)).body).toEqual({
        undone: 2,
        kept: [
          ['x', "Modifié ou déplacé depuis l'import"],
          ['A', 'Contient des éléments de cet import qui restent en place'],
        ],
      })
    })

    it('imports are undone from the last to the first [MNGR-24]', async () => {
      const first = await apply(chrome(['a', 'x', '1']))
      const second = await apply(chrome(['a', 'x', '2'], ['b', 'x', '1']))
      expect((await undo(second.importId)).body).toEqual({ undone: 2, kept: [] })
      expect((await undo(first.importId)).body).toEqual({ undone: 1, kept: [] })
      expect((await page()).items).toEqual([])
    })

    it('folders go with their content, unless they hold anything else [MNGR-23]', async () => {
      const file = (name: string) =>
        `<KeePassFile><Root><Group><Name>Base</Name><Group><Name>${name}</Name><Entry>` +
        `<String><Key>Title</Key><Value>un</Value></String></Entry></Group></Group></Root></KeePassFile>`
      const send = async (name: string) => {
        const form = new FormData()
        form.append('chestId', String(chest.id))
        form.append('file', new Blob([file(name)]), 'a.xml')
        expect((await at.call('POST', '/api/import/keepass', form)).status).toBe(200)
        const list = await at.call('GET', `/api/import/?chestId=${chest.id}`)
        return bodyOf<{ id: number }[]>(list)[0]?.id ?? null
      }
      const alone = await send('Seul')
      expect((await undo(alone)).body).toEqual({ undone: 3, kept: [] })
      const shared = await send('Partagé')
      const [base] = (await page()).folders
      await at.call('POST', '/api/item/', {
        chestId: chest.id,
        parentFolderId: base?.id,
        name: 'à garder',
        password: 'x',
      })
      expect((await undo(shared)).body).toEqual({
        undone: 2,
        kept: [['Base', 'Contient des éléments qui ne viennent pas de cet import']],
      })
    })

    it('is listed with the name of its file on one line, and without one where none was kept', async () => {
      const namedAs = async (name: string, file: string) => {
        const { plan } = await preview(file)
        const reply = await at.call('POST', '/api/import/apply', formOf(file, { plan }, name))
        expect(reply.status, reply.text).toBe(200)
        return bodyOf<Applied>(reply).importId
      }
      const first = await namedAs('Reprise été 2026 – DSI.csv', usual)
      const long = `\u202E<b>${'é'.repeat(300)}.csv`
      const second = await namedAs(long, chrome(['autre', 'a', 'b']))
      const list = async () => (await at.call('GET', `/api/import/?chestId=${chest.id}`)).body
      expect(await list()).toMatchObject([
        { id: second, fileName: `\u2039b>${'é'.repeat(252)}` },
        { id: first, fileName: 'Reprise été 2026 – DSI.csv' },
      ])
      await at.app.deps.db
        .updateTable('imports')
        .set({ file_name: null })
        .where('id', '=', first ?? 0)
        .execute()
      expect(await list()).toMatchObject([{}, { id: first, fileName: null }])
    })

    it('is listed with what may be undone, until thirty days have passed [MNGR-24] [MNGR-25]', async () => {
      const { importId } = await apply(usual)
      const list = async (cookie?: string) =>
        (await at.call('GET', `/api/import/?chestId=${chest.id}`, undefined, cookie)).body
      expect(await list()).toMatchObject([
        {
          id: importId,
          fileName: 'export.csv',
          format: 'chromium',
          user: at.owner.login,
          counts: { items: 2 },
          undoable: true,
          undoneAt: null,
        },
      ])
      const reader = await at.world.addUser({ login: `lecteur-${engine}-${chest.id}` })
      await at.world.grantUser(chest, reader, { read: true })
      const cookie = await at.world.session(reader)
      expect(await list(cookie)).toMatchObject([{ undoable: false }])
      expect(codeOfReply(await undo(importId, cookie))).toEqual([409, 'RIGHT_REQUIRED'])
      const stranger = await at.world.addUser({ login: `inconnu-${engine}-${chest.id}` })
      const other = await at.world.session(stranger)
      expect(codeOfReply(await undo(importId, other))).toEqual(codeOfReply(await undo(99_999_999, other)))
      at.app.time.now += importUndoMs
      expect(await list(await at.world.session(at.owner))).toMatchObject([{ undoable: false }])
      expect(codeOfReply(await undo(importId, await at.world.session(at.owner)))).toEqual([
        409,
        'IMPORT_NOT_UNDOABLE',
      ])
      at.app.time.now -= importUndoMs
    })

    it('updates need the right to update: without it they are told as refused [MNGR-18]', async () => {
      await apply(chrome(['a', 'x', '1']))
      const creator = await at.world.addUser({ login: `createur-${engine}-${chest.id}` })
      await at.world.grantUser(chest, creator, { read: true, create: true })
      const seen = await preview(chrome(['a', 'x', '2']), {}, await at.world.session(creator))
      expect(seen.rows).toMatchObject([
        {
          verdict: 'changed',
          choice: 'leave',
          choices: ['leave', 'both'],
          reasons: [expect.stringContaining('vous ne pouvez pas')],
        },
      ])
      expect(seen).toMatchObject({ mayUpdate: false })
    })

    it('brings in categories, hidden fields, former passwords, favourites and the trash, as chosen [MNGR-19] [MNGR-20]', async () => {
      const entry = (name: string, more: object) => ({
        id: name,
        name,
        type: 1,
        login: { password: secret },
        ...more,
      })
      const file = JSON.stringify({
        encrypted: false,
        folders: [],
        items: [
          entry('Carte', { type: 3, login: undefined, card: { number: '4970', code: secret } }),
          entry('Portail', {
            favorite: true,
            fields: [{ name: 'Code', value: secret, type: 1 }],
            passwordHistory: [
              { lastUsedDate: '2025-02-01T00:00:00Z', password: 'second' },
              { lastUsedDate: '2024-02-01T00:00:00Z', password: 'premier' },
            ],
          }),
          entry('Vieux', { deletedDate: '2025-01-01T00:00:00Z' }),
        ],
      })
      const chosen = (options: object) => ({ options: JSON.stringify(options) })
      const send = async (options: object) => {
        const seen = await at.call('POST', '/api/import/preview', formOf(file, chosen(options), 'a.json'))
        expect(seen.text).not.toContain(secret)
        const { plan, favourites } = bodyOf<Preview & { favourites: number }>(seen)
        expect(favourites).toBe(1)
        const reply = await at.call(
          'POST',
          '/api/import/apply',
          formOf(file, { ...chosen(options), plan }, 'a.json'),
        )
        expect(reply.status, reply.text).toBe(200)
      }
      await send({})
      expect((await page()).items.map(({ name }) => name)).toEqual(['Carte', 'Portail'])
      chest = await at.world.addChest('Reprise', at.owner)
      await send({ withBin: true, withFormer: true, withFavourites: true })
      expect((await page()).folders.map(({ name }) => name)).toEqual(['Corbeille (import)'])
      const card = (await at.call('GET', `/api/item/${await named('Carte')}`)).body
      expect(card).toMatchObject({ category: { name: 'Carte ou compte bancaire' } })
      const portal = await named('Portail')
      const item = await at.call('GET', `/api/item/${portal}`)
      expect(item.text).not.toContain(secret)
      expect(item.body).toMatchObject({ fields: [{ label: 'Code', kind: 'concealed', value: true }] })
      const list = await at.call('GET', `/api/item/${portal}/version/`)
      const old: unknown[] = []
      for (const { id } of bodyOf<{ id: number }[]>(list))
        old.push((await at.call('POST', `/api/item/${portal}/version/${id}/open`, {})).body)
      expect(JSON.stringify(old)).toMatch(/second.*premier/)
      const { db } = at.app.deps
      const favourites = await db.selectFrom('favourite_items').select('item_id').execute()
      expect(favourites.map(({ item_id }) => item_id)).toContain(portal)
    })

    it('refuses what it does not know, and malformed options [MNGR-09]', async () => {
      const refused = async (file: string, fields = {}, name?: string) =>
        codeOfReply(await at.call('POST', '/api/import/preview', formOf(file, fields, name)))
      expect(await refused('%PDF-1.7 ...')).toEqual([422, 'IMPORT_REFUSED'])
      expect(await refused(usual, { format: 'keepass' })).toEqual([422, 'IMPORT_REFUSED'])
      expect((await at.call('POST', '/api/import/preview', formOf(usual, {}, 'export.exe'))).status).toBe(200)
      expect(await refused(usual, { options: '{' })).toEqual([400, 'INVALID_REQUEST'])
      expect(await refused(usual, { options: '{"choices":{"new":"burn"}}' })).toEqual([
        400,
        'INVALID_REQUEST',
      ])
      expect(await refused(usual, { options: '{"__proto__":{}}' })).toEqual([400, 'INVALID_REQUEST'])
    })

    it('lists its formats, and takes a file of each of their endings [MNGR-02] [MNGR-03]', async () => {
      const listed = bodyOf<{ id: string; name: string; endings: string[]; needs: string[] }[]>(
        await at.call('GET', '/api/import/formats'),
      )
      expect(listed.find(({ id }) => id === 'kdbx')).toEqual({
        id: 'kdbx',
        name: 'KeePass, KeePassXC (base .kdbx)',
        endings: ['.kdbx'],
        needs: ['password', 'keyFile'],
      })
      const programs =
        'Trousseau, KeePass, KeePassXC, KeePassX, Strongbox, LockSelf, Bitwarden, 1Password, LastPass, Dashlane, ' +
        'NordPass, Proton Pass, Keeper, RoboForm, Enpass, Chrome, Firefox, Safari, Passbolt, TeamPass, ' +
        'Team Password Manager, Password Safe, Netwrix, mRemoteNG, Devolutions, Nextcloud Passwords, Passwordstate, ' +
        'Zoho Vault, SafeInCloud, Revelation, Passman, Padloc, Psono, Passpack, Buttercup, Autre fichier CSV'
      for (const program of programs.split(', '))
        expect(
          listed.some(({ name }) => name.includes(program)),
          program,
        ).toBe(true)
      for (const ending of new Set(listed.flatMap(({ endings }) => endings))) {
        const reply = await at.call('POST', '/api/import/preview', formOf('%PDF-1.7', {}, `a${ending}`))
        expect(codeOfReply(reply), ending).toEqual([422, 'IMPORT_REFUSED'])
      }
    })

    it('refuses a file that is too large for its ending, or has too many entries [MNGR-27]', async () => {
      const ask = async (file: string, name: string) =>
        codeOfReply(await at.call('POST', '/api/import/preview', formOf(file, {}, name)))
      const { fileBytes, entries } = managerImportLimits
      expect(await ask('x'.repeat(fileBytes + 1), 'a.csv')).toEqual([413, 'TOO_LARGE'])
      const rows = Array.from({ length: entries + 1 }, (_, row) => [`n${row}`, '', 'x'] as const)
      expect(await ask(chrome(...rows), 'a.csv')).toEqual([422, 'IMPORT_REFUSED'])
      expect((await preview(chrome(...rows.slice(1)))).counts).toMatchObject({ new: entries })
    })

    it('says that the password of a file is needed or wrong, and counts five wrong ones of a person [MNGR-26]', async () => {
      const sealed = samples.find(({ name }) => name === 'protected by PBKDF2')?.bytes ?? Buffer.alloc(0)
      const file = Buffer.from(sealed).toString()
      const person = await at.world.addUser({ login: `devine-${engine}` })
      await at.world.grantUser(chest, person, { create: true })
      const cookie = await at.world.session(person)
      const ask = async (fields: Record<string, string>, as = cookie) =>
        codeOfReply(await at.call('POST', '/api/import/preview', formOf(file, fields, 'a.json'), as))
      expect(await ask({})).toEqual([422, 'FILE_PASSWORD_NEEDED'])
      for (let nth = 0; nth < filePasswordLimits.tries; nth += 1)
        expect(await ask({ password: `faux-${nth}` })).toEqual([422, 'FILE_PASSWORD_WRONG'])
      expect(await ask({ password: filePassword })).toEqual([429, 'TOO_MANY_TRIES'])
      // Somebody else is not held up.
      const owner = await at.world.session(at.owner)
      await preview(file, { password: filePassword }, owner, 'a.json')
    })

    it('a right password is not counted as a try', async () => {
      for (let nth = 0; nth < filePasswordLimits.tries + 1; nth += 1) await preview(usual, { password: 'x' })
    })
  })
})
