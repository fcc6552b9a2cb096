import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { userLineTexts, userTexts } from '#texts/office/users.ts'
import { domainPassword, startDomain } from '#server/testing/active-directory.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { directoryPassword, dnOf, startDirectory, type TestDirectory } from '#server/testing/directory.ts'
import { firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { openOffice, type Caller, type Office } from './testing.ts'

type Result = {
  users: {
    line: number
    login: string
    email: string
    firstName: string
    lastName: string
    directory: string | null
  }[]
  fails: { line: number; message: string }[]
  created: number
  linked: { line: number; name: string }[]
  absent: { line: number; name: string; reason: string }[]
}

/** A person with names as some directories write them. */
const withMarks = {
  objectClass: 'inetOrgPerson',
  uid: 'lbernard',
  cn: 'lbernard',
  givenName: 'Luc (DSI)',
  sn: 'Bernard, Luc',
  mail: 'luc.bernard@annuaire.exemple.fr',
}
const withoutMail = { objectClass: 'inetOrgPerson', uid: 'sansmail', cn: 'sansmail', sn: '<b>Sans</b>' }

let directory: TestDirectory
beforeAll(async () => {
  directory = await startDirectory()
  await directory.change(async (client) => {
    await client.add(dnOf('lbernard'), withMarks)
    await client.add(dnOf('sansmail'), withoutMail)
  })
})
afterAll(() => directory.stop())

eachEngine((engine) => {
  let office: Office
  let chief: Caller
  beforeEach(async () => {
    office = await openOffice(engine, directory.env)
    chief = await office.superAdministrator()
  })
  afterEach(() => office.app.close())

  const run = async (lines: readonly string[], dryRun = false, by: Caller = chief): Promise<Result> => {
    const reply = await by.upload(lines.join('\r\n'), dryRun)
    expect(reply.status, reply.text).toBe(200)
    return reply.body as Result
  }
  const usersNamed = (login: string) =>
    office.app.deps.db.selectFrom('users').selectAll().where('login', '=', login).execute()
  const everything = async () => {
    const { db } = office.app.deps
    return {
      users: await db.selectFrom('users').select('id').execute(),
      links: await db.selectFrom('directory_links').select('user_id').execute(),
      mails: await db.selectFrom('outbox').select('id').execute(),
    }
  }

  it('a file of SAM accounts creates accounts with names and mail of the directory, without a password link', async () => {
    const file = ['samAccountName', 'hdupre', 'lbernard']
    const dry = await run(file, true)
    expect(dry).toMatchObject({ created: 0, fails: [], linked: [], absent: [] })
    const made = await run(file)
    expect(made.created).toBe(2)
    expect(made.users).toEqual(dry.users)
    expect(made.users[1]).toMatchObject({
      login: 'lbernard',
      email: 'luc.bernard@annuaire.exemple.fr',
      firstName: 'Luc (DSI)',
      lastName: 'Bernard, Luc',
      directory: 'exemple.fr',
    })
    const [user] = await usersNamed('hdupre')
    expect(user).toMatchObject({
      ad_id: 1,
      ad_sam_account: 'hdupre',
      first_name: 'Hélène',
      last_name: 'Dupré',
    })
    const { db } = office.app.deps
    const mails = await db.selectFrom('outbox').select('template').execute()
    expect(mails.map(({ template }) => template)).toEqual(['loginReminder', 'loginReminder'])
    expect(await db.selectFrom('password_links').select('user_id').execute()).toEqual([])
    const entries = await db.selectFrom('journal').select('action').orderBy('seq').execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'users.import-checked',
      'user.created',
      'directory.linked',
      'user.created',
      'directory.linked',
      'users.imported',
    ])
    // The link holds: the person enters, and the sign-in links nothing more.
    expect((await firstStep(newBrowser(office.app), 'hdupre', directoryPassword, 'DIST')).status).toBe(200)
  })

  it('a check says who is new, has an account or is gone, and a second import creates the new ones alone', async () => {
    await run(['sam', 'hdupre'])
    // Created by hand, and never signed in: known by the name alone.
    await chief.create({ login: 'marc', adId: 1, adSamAccount: 'MLeroy' })
    const file = ['login;sam', 'h;HDUPRE', 'm;mleroy', 'j;jpetit', 'p;parti']
    const expected = {
      fails: [],
      users: [{ line: 4, login: 'jpetit', firstName: 'Hélène' }],
      linked: [
        { line: 2, name: 'HDUPRE' },
        { line: 3, name: 'mleroy' },
      ],
      absent: [{ line: 5, name: 'parti', reason: 'gone' }],
    }
    const named = file.map((line) => line.replace('j;', 'jpetit;'))
    expect(await run(named, true)).toMatchObject({ ...expected, created: 0 })
    expect(await run(named)).toMatchObject({ ...expected, created: 1 })
    expect(await run(named)).toMatchObject({ created: 0, users: [], linked: { length: 3 } })
    const [entry] = await office.app.deps.db
      .selectFrom('journal')
      .select('objects')
      .where('action', '=', 'users.import-checked')
      .execute()
    expect(entry?.objects).toContain('"linked":2')
    expect(entry?.objects).toContain('"absent":1')
  })

  it('faults of the directory stand by line, and nothing is created', async () => {
    await chief.create({ login: 'pris', email: 'jpetit@annuaire.exemple.fr' })
    const before = await everything()
    const result = await run([
      'login;directory;sam;email',
      'a.b;exemple.fr;hdupre;',
      'deux;;HDupre;',
      'jumeau;1;;',
      'd.e;ailleurs;mleroy;',
      'sansmail;exemple.fr;;',
      ';exemple.fr;;',
      'f.g;;a*b;',
      'j.p;;jpetit;',
      'm.l;;mleroy;pas une adresse',
    ])
    expect(result.created).toBe(0)
    expect(result.fails).toEqual([
      { line: 3, message: userLineTexts.personTwice(2) },
      { line: 4, message: userLineTexts.directoryMany('jumeau') },
      { line: 5, message: userLineTexts.directoryUnknown('ailleurs') },
      { line: 6, message: userLineTexts.noMail('sansmail') },
      { line: 7, message: userLineTexts.required('sam') },
      { line: 8, message: userLineTexts.pattern('sam', 'a*b') },
      { line: 9, message: userLineTexts.emailTaken },
      { line: 10, message: userLineTexts.pattern('email', 'pas une adresse') },
    ])
    expect(await everything()).toEqual(before)
  })

  it('texts of the file count before those of the directory, whose markup is left out', async () => {
    const header = 'login;email;firstName;lastName;directory'
    const result = await run([header, 'sansmail;s@exemple.fr;;;EXEMPLE.FR', 'hdupre;h@exemple.fr;Léna;;1'])
    expect(result).toMatchObject({
      created: 2,
      users: [
        { email: 's@exemple.fr', firstName: '', lastName: '' },
        { email: 'h@exemple.fr', firstName: 'Léna', lastName: 'Dupré' },
      ],
    })
  })

  it('names that are filters to a careless program find nobody', async () => {
    const hostile = [
      '*',
      'h*',
      ')(uid=*',
      '*)(objectClass=*))(|(uid=*',
      '\\2a',
      'hdupre)(mail=*',
      'hdupre\\00',
    ]
    const result = await run(['login;directory', ...hostile.map((name) => `"${name}";exemple.fr`)], true)
    expect(result).toMatchObject({ users: [], fails: [], linked: [] })
    expect(result.absent.map(({ name }) => name)).toEqual(hostile)
  })

  it('a directory that is away is told, and nothing is written; files without it do not need it', async () => {
    const before = await everything()
    await office.app.close()
    office = await openOffice(engine, { ...directory.env, LDAP_TIMEOUT_SECONDS: '1' })
    chief = await office.superAdministrator()
    await directory.freeze()
    try {
      const reply = await chief.upload('sam\r\nhdupre', false)
      expect(reply).toMatchObject({ status: 503, body: { code: 'DIRECTORY_AWAY' } })
      expect(reply.text).toContain("L'annuaire ne répond pas")
      expect((await everything()).links).toEqual(before.links)
      expect(await usersNamed('hdupre')).toEqual([])
      expect(await office.app.deps.db.selectFrom('journal').select('action').execute()).toEqual([])
      expect((await run(['login;email', 'sans.annuaire;sans@exemple.fr'])).created).toBe(1)
    } finally {
      directory.thaw()
    }
  })

  it('the template for a directory is a file that the server takes', async () => {
    const reply = await chief.upload(userTexts.importDialog.directoryModelText('exemple.fr'), true)
    const result = reply.body as Result
    expect([reply.status, result.fails, result.users.length, result.absent.length]).toEqual([200, [], 2, 1])
  })

  it('one person imported under several logins at once has one account', async () => {
    const replies = await Promise.all(
      ['un', 'deux', 'trois'].map((login) =>
        chief.upload(`login;sam;email\r\n${login}.a;hdupre;${login}@e.fr`, false),
      ),
    )
    const created = replies.map(({ status, body }) => (status === 200 ? (body as Result).created : 0))
    expect(created.toSorted((one, other) => one - other)).toEqual([0, 0, 1])
    // Of those that came second, each saw the account in time, or was refused.
    for (const { status, body } of replies)
      expect(status === 200 || (body as { code: string }).code === 'DIRECTORY_PERSON_LINKED').toBe(true)
    const { links, users } = await everything()
    expect([links.length, users.length]).toEqual([1, 2])
  })

  it('an administrator creates accounts of the directory in their own banks alone; others learn nothing', async () => {
    const [own, foreign] = [await office.world.addBank('Mairie'), await office.world.addBank('Hôpital')]
    const administrator = await office.administrator([own], own)
    expect(await run(['sam;bank', 'hdupre;Hôpital'], true, administrator)).toMatchObject({
      users: [],
      fails: [{ line: 2, message: userLineTexts.bankUnknown('Hôpital') }],
    })
    expect(await run(['sam;role', 'hdupre;Super administrateur'], true, administrator)).toMatchObject({
      fails: [{ line: 2, message: userLineTexts.roleTooHigh }],
    })
    expect((await run(['sam', 'hdupre'], false, administrator)).created).toBe(1)
    const { db } = office.app.deps
    expect(
      await db.selectFrom('bank_users').select('user_id').where('bank_id', '=', foreign).execute(),
    ).toEqual([])
    const agent = await office.as(await office.world.addUser({ login: 'agent', banks: [own] }))
    expect((await agent.upload('sam\r\nmleroy', true)).status).toBe(403)
  })
})

it('a person whom Active Directory has disabled creates no account', async () => {
  const domain = await startDomain(['h.dupre', 'm.leroy'])
  const office = await openOffice('sqlite', domain.env)
  try {
    const leroy = domain.people.get('m.leroy')
    if (leroy) leroy.control = 514
    const chief = await office.superAdministrator()
    const file = 'sam;email\r\nh.dupre;h@exemple.fr\r\nm.leroy;m@exemple.fr'
    expect((await chief.upload(file, false)).body).toMatchObject({
      created: 1,
      absent: [{ line: 3, name: 'm.leroy', reason: 'disabled' }],
    })
    expect((await firstStep(newBrowser(office.app), 'h.dupre', domainPassword, 'DIST')).status).toBe(200)
  } finally {
    await office.app.close()
    await domain.stop()
  }
})
