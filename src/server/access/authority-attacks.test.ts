import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPasswordLink } from '#server/identity/passwords/password-links.ts'
import { codeOfReply } from '../testing/app.ts'
import { eachEngine } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '../testing/offices.ts'
import { addAccount, codeOf, enrol, firstStep, newBrowser, secondStep, tokenOf } from '../testing/sign-in.ts'
import { meet } from '../testing/two-transactions.ts'
import { createLinkingCode, identityOfCode } from '#server/identity/sso/identities.ts'
import { markProved } from './proof.ts'
import { changeSession, genuineSession } from './session.ts'
import { markAccounts } from './authority.ts'
import { provedColumns } from './proved-rows.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

eachEngine((engine) => {
  describe('an attacker who writes to the database and has no root key', () => {
    let at: OfficeWorld
    let intervenant: Person

    beforeEach(async () => {
      at = await startOfficeWorld(engine)
      intervenant = await at.person('intruse', [at.mairie])
    })
    afterEach(() => at.app.close())

    const run = (text: ReturnType<typeof sql>) => text.execute(at.app.deps.db)
    const signedIn = { status: 200 }
    const signedOut = { status: 401 }
    const ask = (person: Pick<Person, 'call'>) => person.call('GET', '/api/account')
    const expectTold = async (row: string) => {
      expect(at.app.logged()).toContain('AUTHORITY_TAMPERED')
      await at.app.deps.forgedRows.round()
      expect((await at.journalOf('authority.tampered')).map(({ objects }) => objects['row'])).toContain(row)
    }

    it('opens no session that they insert [PROV-02]', async () => {
      const secret = 'a'.repeat(43)
      await run(sql`
        insert into sessions (id, secret_hash, user_id, created_at, last_seen_at, expires_at, ip, user_agent)
        values ('forgee-forgee-forgee', ${sha256(secret)}, ${at.chief.id}, ${at.app.time.now}, ${at.app.time.now},
                ${at.app.time.now + 1_000_000}, '192.0.2.1', 'x')`)
      const cookie = `sid=forgee-forgee-forgee.${secret}`
      const reply = await at.app.call({ method: 'GET', path: '/api/account', cookie })
      expect(reply).toMatchObject(signedOut)
      await expectTold('sessions forgee-forgee-forgee')
    })

    it.each([
      ['given to another user', sql`user_id = 1`],
      ['prolonged', sql`expires_at = expires_at + 1000`],
      ['proved afresh', sql`proved_at = created_at`],
    ])('opens no session of theirs that is %s [PROV-02]', async (_, change) => {
      expect(await ask(intervenant)).toMatchObject(signedIn)
      await run(sql`update sessions set ${change} where user_id = ${intervenant.id}`)
      expect(await ask(intervenant)).toMatchObject(signedOut)
    })

    it('unlocks no session that was locked [PROV-02]', async () => {
      expect((await intervenant.call('POST', '/api/auth/lock', { reason: 'asked' })).status).toBe(200)
      await run(sql`update sessions set locked_at = null where user_id = ${intervenant.id}`)
      expect(await ask(intervenant)).toMatchObject(signedOut)
    })

    it('moves no proof of one row to another [PROV-01]', async () => {
      await run(sql`
        update sessions set mac = (select mac from sessions where user_id = ${at.chief.id}),
               mac_at = (select mac_at from sessions where user_id = ${at.chief.id})
         where user_id = ${intervenant.id}`)
      expect(await ask(intervenant)).toMatchObject(signedOut)
    })

    it.each([
      ['role', sql`role = 'ROLE_SUPER_ADMINISTRATOR'`],
      ['type', sql`type = 'DIRECTOR'`],
      ['login', sql`login = 'chef2'`],
      ['e-mail', sql`email = 'attaque@exemple.fr'`],
      ['directory', sql`ad_id = 1`],
      ['second factor', sql`second_factor = 'mail'`],
      ['creator', sql`created_by = ${1}`],
    ])(
      'gains nothing by another %s: the user counts for nothing until it is undone [PROV-03]',
      async (_, change) => {
        const before = await run(sql`select * from users where id = ${intervenant.id}`)
        await run(sql`update users set ${change} where id = ${intervenant.id}`)
        expect(await ask(intervenant)).toMatchObject(signedOut)
        await expectTold(`users ${intervenant.id}`)
        const row = before.rows[0] as { role: string; type: string; login: string; email: string }
        await run(sql`
        update users set role = ${row.role}, type = ${row.type}, login = ${row.login}, email = ${row.email},
               ad_id = null, created_by = null, second_factor = 'totp'
         where id = ${intervenant.id}`)
        expect(await ask(intervenant)).toMatchObject(signedIn)
      },
    )

    it('cannot have the server prove what they changed [PROV-03]', async () => {
      await run(sql`update users set role = 'ROLE_ADMINISTRATOR' where id = ${intervenant.id}`)
      const update = { update: { firstName: 'Autre' } }
      const reply = await at.chief.call('PATCH', `/api/user/${intervenant.id}`, update)
      expect(codeOfReply(reply)).toEqual([404, 'USER_NOT_FOUND'])
      expect(await ask(intervenant)).toMatchObject(signedOut)
    })

    it('lets no administrator manage a user whose role or creator they wrote [PROV-03]', async () => {
      const { admin, chief } = at
      await run(sql`
        update users set role = 'ROLE_INTERVENANT', created_by = ${admin.id} where id = ${chief.id}`)
      expect(codeOfReply(await admin.call('GET', `/api/user/${chief.id}`))).toEqual([404, 'USER_NOT_FOUND'])
      await run(sql`
        update users set role = 'ROLE_SUPER_ADMINISTRATOR', created_by = null where id = ${chief.id}`)
      expect(await ask(chief)).toMatchObject(signedIn)
    })

    it('cannot answer with another row than the one that is asked for [PROV-01]', async () => {
      const others = sql.raw(
        provedColumns.users
          .slice(1)
          .map((column) => `c.${column}`)
          .join(', '),
      )
      await run(sql`alter table users rename to users_before`)
      // Each user is the super administrator, proof and all, but for the id.
      await run(sql`
        create view users as
          select b.id, ${others}, c.mac, c.mac_at, b.first_name, b.last_name, b.totp_secret
            from users_before b join users_before c on c.id = ${sql.lit(at.chief.id)}`)
      expect(await ask(intervenant)).toMatchObject(signedOut)
      await run(sql`drop view users`)
      await run(sql`alter table users_before rename to users`)
      expect(await ask(intervenant)).toMatchObject(signedIn)
    })

    it('revives no user who was deactivated or deleted [PROV-04]', async () => {
      const { id } = intervenant
      await at.chief.call('PATCH', `/api/user/${id}`, { update: { stateId: 2 } })
      await run(sql`update users set state_id = 1 where id = ${id}`)
      const signIn = () => at.world.session(intervenant)
      await expect(signIn()).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
      await run(sql`update users set state_id = 2 where id = ${id}`)
      expect((await at.chief.call('DELETE', `/api/user/${id}`)).status).toBe(200)
      await run(sql`update users set state_id = 1, deleted_at = null, login_key = 'intruse' where id = ${id}`)
      await expect(signIn()).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    })

    it('sets no password by a link that they insert, or that was for another user [PROV-05]', async () => {
      const { db } = at.app.deps
      const forged = 'f'.repeat(43)
      const follow = (token: string) =>
        at.app.call({ method: 'POST', path: '/api/auth/pwd/rule', body: { token } })
      await run(sql`
        insert into password_links (token_hash, user_id, purpose, created_at, expires_at)
        values (${sha256(forged)}, ${at.chief.id}, 'reset', ${at.app.time.now}, ${at.app.time.now + 100_000})`)
      expect((await follow(forged)).body).toEqual({ administers: null, words: [] })
      const { token } = await db
        .transaction()
        .execute((tx) =>
          createPasswordLink(tx, { userId: intervenant.id, purpose: 'reset', now: at.app.time.now }),
        )
      expect((await follow(token.reveal())).body).toMatchObject({ administers: false })
      await run(sql`update password_links set user_id = ${at.chief.id} where user_id = ${intervenant.id}`)
      expect((await follow(token.reveal())).body).toEqual({ administers: null, words: [] })
    })

    it('has no link mailed to an address that they wrote [PROV-05]', async () => {
      await run(sql`
        update users set email = 'attaque@exemple.fr', email_key = 'attaque@exemple.fr' where id = ${at.chief.id}`)
      const body = { email: 'attaque@exemple.fr' }
      expect((await at.app.call({ method: 'POST', path: '/api/reset/password', body })).status).toBe(200)
      await at.app.deps.resetRequests.handleDue()
      const mails = await at.app.deps.db.selectFrom('outbox').select('template').execute()
      expect(mails).toEqual([])
    })

    it('resets no second factor by a request that they insert [PROV-05]', async () => {
      const token = 'r'.repeat(43)
      await run(sql`
        insert into factor_resets (id, user_id, token_hash, created_at, expires_at)
        values (99, ${intervenant.id}, ${sha256(token)}, ${at.app.time.now}, ${at.app.time.now + 100_000})`)
      const reply = await at.app.call({
        method: 'POST',
        path: '/api/reset/2fasecret/confirm',
        body: { token },
      })
      expect(codeOfReply(reply)).toEqual([422, 'RESET_LINK_WRONG'])
      await run(sql`update factor_resets set confirmed_at = ${at.app.time.now}`)
      const decided = await at.chief.call('POST', `/api/user/${intervenant.id}/second_factor_reset`, {
        decision: 'approve',
      })
      expect(codeOfReply(decided)).toEqual([409, 'REQUEST_OVER'])
    })

    // SQLite sets its foreign keys aside only outside a transaction, where the server runs none.
    if (engine === 'postgres')
      it('does not become the first user by deleting every account [PROV-06]', async () => {
        // As the set-up does with the first account.
        markAccounts(at.app.deps.config.dataFolder)
        const token = 't'.repeat(43)
        await at.app.deps.db.transaction().execute(async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx)
          await sql`delete from users`.execute(tx)
          await sql`
          insert into settings (name, value) values (${`setup.token.${sha256(token).toString('hex')}`}, '0')`.execute(
            tx,
          )
        })
        const person = { firstName: 'A', lastName: 'B', login: 'attaque', email: 'a@exemple.fr' }
        const body = { token, ...person, password: 'quatre chevaux bleus galopent' }
        const reply = await at.app.call({ method: 'POST', path: '/api/setup', body })
        expect(codeOfReply(reply)).toEqual([404, 'NOT_FOUND'])
      })

    it('is told once an hour for each row [PROV-07]', async () => {
      await run(sql`update users set role = 'ROLE_ADMINISTRATOR' where id = ${intervenant.id}`)
      const count = async () => {
        await ask(intervenant)
        await at.app.deps.forgedRows.round()
        return (await at.journalOf('authority.tampered')).length
      }
      expect(await count()).toBe(1)
      expect(await count()).toBe(1)
      at.app.time.now += 3_600_000
      expect(await count()).toBe(2)
    })
  })
})

// Breaks found by a review; each is to hold.
eachEngine((engine) => {
  describe('an attacker who writes to the database', () => {
    let at: OfficeWorld
    beforeEach(async () => {
      at = await startOfficeWorld(engine)
    })
    afterEach(() => at.app.close())

    it('has no identity of theirs linked by the code of another person [PROV-05]', async () => {
      const { plainDb: db, deps, time } = at.app
      const { keyring } = deps.keys
      const given = { keyring, random: randomBytes, now: time.now }
      const identityOf = (subject: string) =>
        ({ issuer: 'https://sso.exemple.fr', subject, name: subject, email: null, hasMfa: false }) as never
      const [shown] = await db
        .transaction()
        .execute(async (tx) => [
          await createLinkingCode(tx, given, identityOf('victime')),
          await createLinkingCode(tx, given, identityOf('intruse')),
        ])
      expect(await identityOfCode(db, keyring, shown ?? '', time.now)).toMatchObject({ subject: 'victime' })
      await sql`create table aside as select code_hash from sso_requests where subject = 'victime'`.execute(
        db,
      )
      await sql`delete from sso_requests where subject = 'victime'`.execute(db)
      await sql`update sso_requests set code_hash = (select code_hash from aside)`.execute(db)
      expect(await identityOfCode(db, keyring, shown ?? '', time.now)).toBeNull()
    })

    if (engine === 'postgres') {
      const aside = (texts: ReturnType<typeof sql>[]) =>
        at.app.plainDb.transaction().execute(async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx)
          for (const text of texts) await text.execute(tx)
        })

      /** Sets the row of an account aside, and has the database give its number again. */
      const freeNumberOf = async (victim: Person) => {
        await aside([
          sql`create table users_aside as select * from users where id = ${sql.lit(victim.id)}`,
          sql`delete from sessions where user_id = ${victim.id}`,
          sql`delete from users where id = ${victim.id}`,
        ])
        await sql`select setval(pg_get_serial_sequence('users', 'id'), ${victim.id}, false)`.execute(
          at.app.plainDb,
        )
      }

      it('signs in as nobody by the password of an account of theirs with the same number [PROV-13]', async () => {
        const victim = await at.person('victime', [at.mairie])
        const { plainDb: db } = at.app
        await freeNumberOf(victim)
        const own = await addAccount(at.app, 'remplacante')
        const { mark } = await db
          .selectFrom('users')
          .select('mark')
          .where('id', '=', own.id)
          .executeTakeFirstOrThrow()
        await aside([
          sql`delete from users where id = ${own.id}`,
          sql`insert into users select * from users_aside`,
          sql`update users set mark = ${mark} where id = ${own.id}`,
        ])
        // The count of the try puts the true row back.
        await sql`create function genuine() returns trigger language plpgsql as $$
          begin new.mark := (select mark from users_aside); return new; end $$`.execute(db)
        await sql`create trigger genuine before update on users for each row
          when (old.id = ${sql.lit(own.id)}) execute function genuine()`.execute(db)
        const browser = newBrowser(at.app)
        expect((await firstStep(browser, 'victime')).status).not.toBe(200)
        await sql`update users set mark = ${mark} where id = ${own.id}`.execute(db)
        await expect(enrol(at.app, browser, 'victime')).rejects.toThrow('step 1')
      })

      it('becomes nobody by a sign-in half done of an account with the same number [PROV-13]', async () => {
        const victim = await at.person('victime', [at.mairie])
        const { plainDb: db } = at.app
        await freeNumberOf(victim)
        await addAccount(at.app, 'remplacante')
        const browser = newBrowser(at.app)
        const jwt = await tokenOf(browser, 'remplacante')
        const { secret } = (await browser.post('/api/auth/2fasecret', { jwt })).body as { secret: string }
        // The count of the try puts the true row back, within the call.
        await sql`create function genuine() returns trigger language plpgsql as $$
          begin select * into new from users_aside; return new; end $$`.execute(db)
        await sql`create trigger genuine before update on users for each row
          when (old.id = ${sql.lit(victim.id)} and old.login = 'remplacante') execute function genuine()`.execute(
          db,
        )
        await secondStep(browser, jwt, codeOf(secret, at.app.time.now))
        expect((await browser.get('/api/account')).text).not.toContain('victime')
      })

      it('leaves a session proved that is locked and proved at the same moment [PROV-02]', async () => {
        const { plainDb: db, time } = at.app
        const { id } = await db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', at.chief.id)
          .executeTakeFirstOrThrow()
        await meet(
          db,
          (tx) => changeSession(tx, id, { locked_at: time.now, proved_at: null }, time.now),
          (other) => other.transaction().execute((tx) => markProved(tx, { sessionId: id }, time.now)),
        )
        expect(await genuineSession(db, id)).not.toBeNull()
      })
    }
  })
})
