import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { assemble } from '#server/assemble.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { sameOrigin } from '#server/testing/app.ts'
import { confirmFor } from '#server/installation.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { requireRoomInBanks } from './user-limit.ts'
import { refusal, startOfficeWorld, type OfficeWorld } from '#server/testing/offices.ts'

eachEngine((engine) => {
  describe('the limit of users of a bank', () => {
    let at: OfficeWorld
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
    })
    afterAll(() => at.app.close())

    const newBank = async (maxUser: number | null): Promise<number> => {
      const reply = await at.chief.call('POST', '/api/bank/', { label: `Limite ${maxUser}`, maxUser })
      return (reply.body as { id: number }).id
    }
    const people = (name: string, count: number, role?: 'ROLE_ADMINISTRATOR') =>
      Promise.all(
        Array.from({ length: count }, (_, index) => at.person(`${name}-${index}`, [at.mairie], role)),
      )
    const attach = (bank: number, user: number) => at.chief.call('POST', `/api/bank/${bank}/user/${user}`)
    /** Members besides the super administrator who created the bank. */
    const attached = async (bank: number) => {
      const links = at.app.deps.db.selectFrom('bank_users').select('user_id').where('bank_id', '=', bank)
      return (await links.where('user_id', '!=', at.chief.id).execute()).length
    }
    const full = refusal(409, 'REACH_USER_LIMIT_IN_BANK')

    it('refuses one user more than allowed, and changes nothing [BANK-35]', async () => {
      const bank = await newBank(2)
      const users = await people('limite', 3)
      const replies = []
      for (const user of users) replies.push(await attach(bank, user.id))
      expect(replies.map((reply) => reply.status)).toEqual([200, 200, 409])
      expect(replies[2]).toMatchObject({ ...full, body: { message: "Nombre limite d'utilisateur atteint" } })
      expect(await attached(bank)).toBe(2)
      // An attached user does not count twice.
      expect(await attach(bank, users[0]?.id ?? 0)).toMatchObject({ status: 200 })
    })

    it('counts active users with ROLE_INTERVENANT, attached to the bank directly [BANK-35]', async () => {
      const bank = await newBank(0)
      const [admin] = await people('hors-compte', 1, 'ROLE_ADMINISTRATOR')
      const [inactive, member] = await people('inactif', 2)
      const { db } = at.app.deps
      await db
        .updateTable('users')
        .set({ state_id: 2 })
        .where('id', '=', inactive?.id ?? 0)
        .execute()
      const team = await at.world.addTeam('Par groupe', member ? [member] : [])
      expect(await attach(bank, admin?.id ?? 0)).toMatchObject({ status: 200 })
      expect(await attach(bank, inactive?.id ?? 0)).toMatchObject({ status: 200 })
      expect(await at.chief.call('POST', `/api/bank/${bank}/team/${team}`)).toMatchObject({ status: 200 })
      expect(await attach(bank, member?.id ?? 0)).toMatchObject(full)
    })

    it('keeps the attached users when it is lowered [BANK-35]', async () => {
      const bank = await newBank(null)
      const [one, two, three] = await people('abaissé', 3)
      for (const user of [one, two]) expect(await attach(bank, user?.id ?? 0)).toMatchObject({ status: 200 })
      const lowered = await at.chief.call('PATCH', `/api/bank/${bank}`, { update: { maxUser: 1 } })
      expect(lowered).toMatchObject({ status: 200, body: { max_user: 1 } })
      expect(await attach(bank, three?.id ?? 0)).toMatchObject(full)
      expect(await attached(bank)).toBe(2)
      const [admin] = await people('toujours', 1, 'ROLE_ADMINISTRATOR')
      expect(await attach(bank, admin?.id ?? 0)).toMatchObject({ status: 200 })
    })

    it('accepts a list of users completely or not at all [BANK-35]', async () => {
      const bank = await newBank(3)
      const users = (await people('en-bloc', 4)).map((user) => user.id)
      const attachAll = (ids: number[]) => at.chief.call('POST', `/api/bank/${bank}/user`, { users: ids })
      expect(await attachAll(users)).toMatchObject(full)
      expect(await attached(bank)).toBe(0)
      expect(await attachAll([...users.slice(0, 2), 999_999])).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
      expect(await attached(bank)).toBe(0)
      const reply = await attachAll(users.slice(0, 3).toReversed())
      const entities = (reply.body as { entity: { id: number } }[]).map((link) => link.entity.id)
      expect(entities).toEqual(users.slice(0, 3).toReversed())
    })

    it('holds for 50 concurrent attachments [BANK-35]', async () => {
      const bank = await newBank(7)
      const users = await people('foule', 50)
      const replies = await Promise.all(users.map((user) => attach(bank, user.id)))
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(7)
      expect(replies.filter((reply) => reply.status === 409)).toHaveLength(43)
      expect(await attached(bank)).toBe(7)
    })

    it('holds for concurrent attachments and activations [BANK-35]', async () => {
      const bank = await newBank(5)
      const users = await people('réveillé', 20)
      const { db } = at.app.deps
      const ids = users.map((user) => user.id)
      await db.updateTable('users').set({ state_id: 2 }).where('id', 'in', ids).execute()
      // As the handler of a user's change does: the row first, then the banks, then the check.
      const activate = (id: number) =>
        db.transaction().execute(async (tx) => {
          await tx.updateTable('users').set({ state_id: 1 }).where('id', '=', id).execute()
          const links = tx.selectFrom('bank_users').select('bank_id').where('user_id', '=', id)
          const banks = (await links.execute()).map((link) => link.bank_id)
          await requireRoomInBanks(tx, banks)
        })
      await Promise.allSettled(users.flatMap(({ id }) => [attach(bank, id), activate(id)]))
      const active = db
        .selectFrom('bank_users as l')
        .innerJoin('users as u', 'u.id', 'l.user_id')
        .select('u.id')
      const seated = active.where('l.bank_id', '=', bank).where('u.id', '!=', at.chief.id)
      expect(await seated.where('u.state_id', '=', 1).execute()).toHaveLength(5)
    })

    if (engine === 'postgres') {
      it('holds for 50 concurrent attachments on two nodes [BANK-35]', async () => {
        const { deps } = at.app
        const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(deps.db)
        const url = new URL(process.env['TROUSSEAU_TEST_POSTGRES'] ?? '')
        url.pathname = `/${rows[0]?.name}`
        const database = await openDatabase({ kind: 'postgres', url: url.href, poolSize: 5 })
        const { config, keys, clock, log } = deps
        await confirmFor(database, config)(keys.keyring)
        const node = await assemble({ config, keys, clock, log, database })
        onTestFinished(async () => {
          await node.app.close()
          await database.close()
        })
        const bank = await newBank(7)
        const users = await people('deux-nœuds', 50)
        const cookie = await at.world.session(at.chief)
        const onOther = (path: string) =>
          node.app.inject({ method: 'POST', url: path, headers: { ...sameOrigin, cookie } })
        const replies = await Promise.all(
          users.map(async ({ id }, index) =>
            index % 2 === 0
              ? (await attach(bank, id)).status
              : (await onOther(`/api/bank/${bank}/user/${id}`)).statusCode,
          ),
        )
        expect(replies.filter((status) => status === 200)).toHaveLength(7)
        expect(replies.filter((status) => status === 409)).toHaveLength(43)
        expect(await attached(bank)).toBe(7)
      })
    }

    it('is refused for an unknown bank', async () => {
      const asked = at.app.deps.db.transaction().execute((tx) => requireRoomInBanks(tx, [999_999]))
      await expect(asked).rejects.toMatchObject({ code: 'BANK_NOT_FOUND' })
    })
  })
})
