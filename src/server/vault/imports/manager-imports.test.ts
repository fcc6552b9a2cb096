import { describe, expect, it } from 'vitest'
import { filePasswordLimits, managerImportLimits } from '#domain/platform/limits.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { filePassword, samples } from './formats/samples/bitwarden.ts'
import { chrome, managerImports, secret, usual, type Preview } from './manager-testing.ts'

eachEngine((engine) => {
  describe('importing from another manager', () => {
    const { at, formOf, preview, apply, page, named, passwordOf, change, revision, verdicts } =
      managerImports(engine)

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
      for (const [field, value] of Object.entries({ chestId: String(at.chest.id), ...fields }))
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
      await at.call('POST', '/api/item/', {
        chestId: at.chest.id,
        name: 'nuage',
        login: 'autre',
        password: 'x',
      })
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

    it('updates need the right to update: without it they are told as refused [MNGR-18]', async () => {
      await apply(chrome(['a', 'x', '1']))
      const creator = await at.world.addUser({ login: `createur-${engine}-${at.chest.id}` })
      await at.world.grantUser(at.chest, creator, { read: true, create: true })
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
      await at.emptyChest()
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
      await at.world.grantUser(at.chest, person, { create: true })
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
