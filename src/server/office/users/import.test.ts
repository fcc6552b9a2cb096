import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLineTexts, userTexts } from '#texts/office/users.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { newLogin, openOffice, type Caller, type Office } from './testing.ts'

type Result = {
  users: { line: number; login: string; bank: string; teams: string[]; role: string }[]
  fails: { line: number; message: string }[]
  created: number
}

eachEngine((engine) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(engine)
  })
  afterAll(() => office.app.close())

  const header = 'login;email;firstName;lastName;role;bank;teams'
  const fileOf = (...lines: string[]) => [header, ...lines].join('\r\n')
  const lineOf = (login: string, rest = 'Camille;Durand;;;') => `${login};${login}@exemple.fr;${rest}`
  /** Runs an import as a dry run and for real, with equal results. */
  const bothRuns = async (caller: Caller, text: string | Uint8Array) => {
    const dry = (await caller.upload(text, true)).body as Result
    const real = (await caller.upload(text, false)).body as Result
    expect(real.fails).toEqual(dry.fails)
    expect(real.users).toEqual(dry.users)
    expect(dry.created).toBe(0)
    return real
  }
  const found = async (login: string) =>
    office.app.deps.db.selectFrom('users').selectAll().where('login', '=', login).execute()

  it('creates 200 users with their bank, role and teams, and one mail each', async () => {
    const bank = await office.world.addBank('Import')
    const caller = await office.administrator([bank])
    const team = await office.world.addTeam('Réseau', [], [bank])
    const login = newLogin('lot')
    const text = fileOf(
      ...Array.from({ length: 200 }, (_, index) =>
        lineOf(`${login}.${index}`, `Zoé;Lefèvre;Intervenant;import;réseau|${team}`),
      ),
    )
    const result = await bothRuns(caller, text)
    expect(result).toMatchObject({ fails: [], created: 200 })
    expect(result.users[0]).toMatchObject({
      line: 2,
      login: `${login}.0`,
      role: 'ROLE_INTERVENANT',
      bank: 'Import',
    })
    const { db } = office.app.deps
    const links = await db.selectFrom('bank_users').select('id').where('bank_id', '=', bank).execute()
    const members = await db.selectFrom('team_users').select('user_id').where('team_id', '=', team).execute()
    const mails = await db.selectFrom('outbox').select('id').where('template', '=', 'invitation').execute()
    // The administrator is attached to the bank too.
    expect([links.length, members.length]).toEqual([201, 200])
    expect(mails.length).toBeGreaterThanOrEqual(200)
  })

  it('attaches to several banks, to one whose name has the separator, and to none for the separator alone', async () => {
    const names = ['Nord', 'Sud', 'Nord|Sud', 'Courante']
    const banks: number[] = []
    for (const name of names) banks.push(await office.world.addBank(name))
    const caller = await office.administrator(banks, banks[3])
    const [north, south] = banks
    const file = fileOf(
      lineOf(newLogin('deux'), `C;D;;${north} | ${south};`),
      lineOf(newLogin('nom'), 'C;D;;Nord|Sud;'),
      lineOf(newLogin('sans'), 'C;D;;|;'),
      lineOf(newLogin('faux'), `C;D;;${north}|Est;`),
    )
    const { fails, users } = (await caller.upload(file, true)).body as Result
    expect(users.map(({ bank }) => bank)).toEqual(['Nord, Sud', 'Nord|Sud', ''])
    expect(fails).toEqual([{ line: 5, message: userLineTexts.bankUnknown('Est') }])
    const { created } = (await caller.upload(file.slice(0, file.lastIndexOf('\r\n')), false)).body as Result
    expect(created).toBe(3)
    const counts = await office.app.deps.db
      .selectFrom('bank_users')
      .select((sum) => sum.fn.countAll().as('links'))
      .where('bank_id', 'in', banks)
      .executeTakeFirstOrThrow()
    // Two, one and none, besides the administrator's own four.
    expect(Number(counts.links)).toBe(7)
  })

  it('reports every fault with its line, and creates no user', async () => {
    const [bank, foreign] = [await office.world.addBank('Sienne'), await office.world.addBank('Voisine')]
    const wide = await office.world.addTeam('Transverse', [], [bank, foreign])
    await office.world.addTeam('Cachée', [], [foreign])
    const caller = await office.administrator([bank], bank)
    const known = await office.world.addUser({ login: newLogin('connu'), banks: [foreign] })
    const good = newLogin('bon')
    const result = await bothRuns(
      caller,
      fileOf(
        lineOf(good),
        lineOf(newLogin(), 'C;D;ROLE_SUPER_ADMINISTRATOR;;'),
        lineOf(newLogin(), 'C;D;chef;;'),
        lineOf(newLogin(), 'C;D;;Voisine;'),
        lineOf(newLogin(), 'C;D;;;Cachée'),
        lineOf(newLogin(), `C;D;;;${wide}`),
        lineOf(known.login),
        `${good.toUpperCase()};autre.${good}@exemple.fr;C;D;;;`,
        'a b;pas-une-adresse;=1+1;<b>;;;',
        ';;sans;rien;;;',
        `${lineOf(newLogin())};de trop`,
      ),
    )
    expect(result.created).toBe(0)
    expect(result.fails.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 8, 9, 10, 10, 10, 10, 11, 11, 12])
    expect(result.fails.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Ce rôle est plus élevé que le vôtre',
        expect.stringContaining('Rôle inconnu'),
        expect.stringContaining('Banque introuvable'),
        expect.stringContaining('Groupe introuvable'),
        expect.stringContaining('périmètre'),
        "L'utilisateur existe déjà",
        'Cet identifiant est déjà à la ligne 2',
      ]),
    )
    // Only users whose line has no fault are listed.
    expect(result.users.map(({ line }) => line)).toEqual([2])
    expect(await found(good)).toEqual([])
  })

  it('accepts the downloaded template file, with and without a current bank', async () => {
    const bank = await office.world.addBank('Modèle')
    const model = `\uFEFF${userTexts.importDialog.modelText}`
    for (const [current, label] of [
      [bank, 'Modèle'],
      [null, ''],
    ] as const) {
      const caller = await office.administrator([bank], current)
      const dry = (await caller.upload(model, true, userTexts.importDialog.modelName)).body as Result
      expect(dry.fails).toEqual([])
      expect(dry.users.map((user) => [user.login, user.role, user.bank])).toEqual([
        ['marie.durand', 'ROLE_INTERVENANT', label],
        ['paul.leroy', 'ROLE_ADMINISTRATOR', label],
      ])
    }
  })

  it('reports a bank or team out of scope like an unknown one', async () => {
    const [bank, foreign] = [await office.world.addBank('Oise'), await office.world.addBank('Aisne')]
    const team = await office.world.addTeam('Astreinte Aisne', [], [foreign])
    const caller = await office.administrator([bank], bank)
    const result = await bothRuns(
      caller,
      fileOf(
        lineOf(newLogin(), 'C;D;;Aisne;'),
        lineOf(newLogin(), 'C;D;;Nulle part;'),
        lineOf(newLogin(), `C;D;;${foreign};`),
        lineOf(newLogin(), 'C;D;;987654;'),
        lineOf(newLogin(), 'C;D;;;Astreinte Aisne'),
        lineOf(newLogin(), `C;D;;;${team}`),
      ),
    )
    expect(result.created).toBe(0)
    expect(result.fails).toEqual([
      { line: 2, message: userLineTexts.bankUnknown('Aisne') },
      { line: 3, message: userLineTexts.bankUnknown('Nulle part') },
      { line: 4, message: userLineTexts.bankUnknown(String(foreign)) },
      { line: 5, message: userLineTexts.bankUnknown('987654') },
      { line: 6, message: userLineTexts.teamUnknown('Astreinte Aisne') },
      { line: 7, message: userLineTexts.teamUnknown(String(team)) },
    ])
  })

  it('counts the existing users towards the limit of the bank', async () => {
    const bank = await office.world.addBank('Deux places')
    const caller = await office.administrator([bank], bank)
    await office.app.deps.db.updateTable('banks').set({ max_user: 3 }).where('id', '=', bank).execute()
    await office.world.addUser({ login: newLogin(), banks: [bank] })
    const [one, two, three, chief] = [newLogin(), newLogin(), newLogin(), newLogin()]
    const lines = [lineOf(one), lineOf(chief, 'C;D;Administrateur;;'), lineOf(two), lineOf(three)]
    const full = await bothRuns(caller, fileOf(...lines))
    expect(full).toMatchObject({ created: 0, fails: [{ line: 5 }] })
    expect(full.fails[0]?.message).toContain("Nombre limite d'utilisateur atteint")
    expect(await bothRuns(caller, fileOf(...lines.slice(0, 3)))).toMatchObject({ created: 3, fails: [] })
  })

  describe('accepts the formats of spreadsheets', () => {
    const rows = (separator: string, login: string) =>
      [
        ['Identifiant', 'Courriel', 'Prénom', 'Nom', 'Rôle', 'Banque', 'Groupes'],
        [login, `${login}@exemple.fr`, 'Hélène', 'Le Cœur', 'Super administrateur', '', ''],
        ['', '', '', '', '', '', ''],
      ]
        .map((cells) => cells.join(separator))
        .join('\r\n')
    const windows1252 = (text: string) =>
      Uint8Array.from(Array.from(text), (letter) => (letter === 'œ' ? 0x9c : (letter.codePointAt(0) ?? 0)))

    it.each([
      ['semicolons in UTF-8', (login: string) => rows(';', login)],
      ['commas with a byte order mark', (login: string) => `\uFEFF${rows(',', login)}`],
      ['tabs', (login: string) => rows('\t', login)],
      ['Windows-1252', (login: string) => windows1252(rows(';', login))],
      ['UTF-16', (login: string) => Buffer.from(`\uFEFF${rows('\t', login)}`, 'utf16le')],
    ])('%s', async (_, fileFor) => {
      const caller = await office.superAdministrator()
      const login = newLogin('tableur')
      expect(await bothRuns(caller, fileFor(login))).toMatchObject({ created: 1, fails: [] })
      expect(await found(login)).toMatchObject([
        { first_name: 'Hélène', last_name: 'Le Cœur', role: 'ROLE_SUPER_ADMINISTRATOR' },
      ])
    })

    it('quoted cells with separators and quotes', async () => {
      const caller = await office.superAdministrator()
      const bank = await office.world.addBank('Dupont; "Fils"')
      const login = newLogin('cite')
      const result = await bothRuns(caller, fileOf(lineOf(login, 'C;D;;"Dupont; ""Fils""";')))
      expect(result).toMatchObject({ created: 1, users: [{ bank: 'Dupont; "Fils"' }] })
      expect(bank).toBeGreaterThan(0)
    })

    it('a name shared by two banks must be replaced by the id', async () => {
      const caller = await office.superAdministrator()
      const [one] = [await office.world.addBank('Jumelle'), await office.world.addBank('jumelle')]
      const login = newLogin('jumeau')
      const twice = await bothRuns(caller, fileOf(lineOf(login, 'C;D;;Jumelle;')))
      expect(twice.fails[0]?.message).toContain('Plusieurs banques')
      expect(await bothRuns(caller, fileOf(lineOf(login, `C;D;;${one};`)))).toMatchObject({ created: 1 })
    })
  })

  it.each([
    ['', 'EMPTY'],
    ['nom;prénom', 'COLUMN_MISSING'],
    ['login;email;téléphone', 'COLUMN_UNKNOWN'],
    ['login;email;mail', 'COLUMN_TWICE'],
    ['login;email\r\n"ouvert;x', 'MALFORMED'],
    ['login;email\r\n\u0000', 'NOT_TEXT'],
    [`login;email\r\n${'a;b\r\n'.repeat(1001)}`, 'TOO_MANY'],
  ])('refuses an unreadable file: %j', async (text, fault) => {
    const caller = await office.superAdministrator()
    const reply = await caller.upload(text, false)
    expect(reply).toMatchObject({ status: 422, body: { code: 'IMPORT_REFUSED', details: { fault } } })
  })

  it('refuses another type of file, a file that is too large, and a missing one', async () => {
    const caller = await office.superAdministrator()
    expect(await caller.upload(header, true, 'a.xlsx')).toMatchObject({ status: 415 })
    expect(await caller.upload('x'.repeat(102_401), true)).toMatchObject({ status: 413 })
    const none = await caller.call('POST', '/api/user/import', { dryRun: true })
    expect(none).toMatchObject({ status: 400, body: { details: { field: 'body/file' } } })
  })

  it('the same file imported concurrently creates its users once', async () => {
    const caller = await office.superAdministrator()
    const logins = [newLogin('double'), newLogin('double')]
    const text = fileOf(...logins.map((login) => lineOf(login)))
    const replies = await Promise.all([1, 2, 3].map(() => caller.upload(text, false)))
    const created = replies.map(({ status, body }) => (status === 200 ? (body as Result).created : 0))
    expect(created.reduce((sum, number) => sum + number)).toBe(2)
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await found(logins[0] ?? '')).toHaveLength(1)
  })
})
