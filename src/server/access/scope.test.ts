import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Managed } from '#contract/platform/endpoint.ts'
import { userStates, type Role } from '#domain/platform/roles.ts'
import { changeUser } from './account-rows.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { eachEngine } from '../testing/databases.ts'
import { worldOf, type TestUser, type World } from '../testing/world.ts'
import { reachOf, requireManaged, requireSeen } from './scope.ts'

eachEngine((engine) => {
  describe('the scope of the back offices', () => {
    let app: TestApp
    let world: World
    let own: number
    let foreign: number
    let administrator: TestUser

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      own = await world.addBank('Mairie')
      foreign = await world.addBank('Clinique')
      administrator = await person('admin', 'ROLE_ADMINISTRATOR', [own])
    })
    afterAll(() => app.close())

    const person = (
      login: string,
      role: Role = 'ROLE_INTERVENANT',
      banks: number[] = [],
    ): Promise<TestUser> => world.addUser({ login, role, banks })
    const reach = (kind: Managed, id: number, caller: TestUser = administrator) =>
      reachOf(app.deps.db, caller.id, kind, id)
    const code = (deed: Promise<void>): Promise<unknown> =>
      deed.then(
        () => null,
        (error: { code?: unknown }) => error.code,
      )

    it("contains what is attached to the caller's banks, and nothing else [SESS-27]", async () => {
      expect(await reach('bank', own)).toBe('managed')
      expect(await reach('bank', foreign)).toBe('none')
      expect(await reach('user', (await person('ici', 'ROLE_INTERVENANT', [own])).id)).toBe('managed')
      expect(await reach('user', (await person('ailleurs', 'ROLE_INTERVENANT', [foreign])).id)).toBe('none')
      expect(await reach('team', await world.addTeam('Réseau', [], [own]))).toBe('managed')
      expect(await reach('team', await world.addTeam('Ailleurs', [], [foreign]))).toBe('none')
      expect(await reach('chest', (await world.addChest('Ici', administrator, [own])).id)).toBe('managed')
      expect(await reach('chest', (await world.addChest('Là', administrator, [foreign])).id)).toBe('none')
    })

    it("contains the banks of the caller's teams", async () => {
      const bank = await world.addBank('Agglomération')
      const admin = await person('par-groupe', 'ROLE_ADMINISTRATOR')
      expect(await reach('bank', bank, admin)).toBe('none')
      await world.addTeam('Administrateurs', [admin], [bank])
      expect(await reach('bank', bank, admin)).toBe('managed')
      const member = await person('membre')
      await world.addTeam('Agents', [member], [bank])
      expect(await reach('user', member.id, admin)).toBe('managed')
    })

    it('shows what is shared with other banks, without managing it [TEAM-18]', async () => {
      const shared = await person('partagé', 'ROLE_INTERVENANT', [own, foreign])
      expect(await reach('user', shared.id)).toBe('seen')
      expect(await reach('team', await world.addTeam('Astreinte', [], [own, foreign]))).toBe('seen')
      expect(await reach('chest', (await world.addChest('Commun', administrator, [own, foreign])).id)).toBe(
        'seen',
      )
      expect(await code(requireManaged(app.deps.db, administrator, 'user', shared.id))).toBe('SCOPE_EXCEEDED')
      expect(await code(requireSeen(app.deps.db, administrator, 'user', shared.id))).toBeNull()
    })

    it('contains what is attached to no bank for its creator only', async () => {
      const mine = await world.addChest('Sans banque', administrator)
      expect(await reach('chest', mine.id)).toBe('managed')
      const neighbour = await person('voisine', 'ROLE_ADMINISTRATOR', [own])
      expect(await reach('chest', mine.id, neighbour)).toBe('none')
    })

    it('is everything for a super administrator [SESS-26]', async () => {
      const chief = await person('chef', 'ROLE_SUPER_ADMINISTRATOR')
      expect(await reach('bank', foreign, chief)).toBe('managed')
      expect(await reach('user', administrator.id, chief)).toBe('managed')
      expect(await reach('team', await world.addTeam('À part', [], [foreign]), chief)).toBe('managed')
      expect(await reach('chest', (await world.addChest('À part', administrator)).id, chief)).toBe('managed')
      expect(await reach('chest', 999_999, chief)).toBe('none')
    })

    it('never manages the caller or a user of a higher role [USER-36]', async () => {
      expect(await reach('user', administrator.id)).toBe('self')
      const chief = await person('chef-ici', 'ROLE_SUPER_ADMINISTRATOR', [own])
      expect(await reach('user', chief.id)).toBe('seen')
      expect(await reach('user', chief.id, chief)).toBe('self')
      expect(await code(requireManaged(app.deps.db, administrator, 'user', administrator.id))).toBe(
        'SCOPE_EXCEEDED',
      )
    })

    it('reaches the links of a bank through the bank', async () => {
      const member = await person('rattaché', 'ROLE_INTERVENANT', [own, foreign])
      const links = await app.deps.db
        .selectFrom('bank_users')
        .selectAll()
        .where('user_id', '=', member.id)
        .execute()
      const linkOf = (bank: number) => links.find(({ bank_id: id }) => id === bank)?.id ?? 0
      expect(await reach('bank-user-link', linkOf(own))).toBe('managed')
      expect(await reach('bank-user-link', linkOf(foreign))).toBe('none')
      expect(await code(requireManaged(app.deps.db, administrator, 'bank-user-link', linkOf(foreign)))).toBe(
        'LINK_NOT_FOUND',
      )
    })

    it('ends immediately with the role, the state or the bank of the caller', async () => {
      const { db } = app.deps
      const former = await person('ancienne', 'ROLE_ADMINISTRATOR', [own])
      const change = (id: number, changes: Parameters<typeof changeUser>[2]) =>
        db.transaction().execute((tx) => changeUser(tx, id, changes, app.time.now))
      expect(await code(requireManaged(db, former, 'bank', own))).toBeNull()
      await change(former.id, { role: 'ROLE_INTERVENANT' })
      expect(await code(requireManaged(db, former, 'bank', own))).toBe('ROLE_REQUIRED')
      await change(former.id, { role: 'ROLE_ADMINISTRATOR' })
      await db.deleteFrom('bank_users').where('user_id', '=', former.id).execute()
      await app.prove()
      expect(await code(requireManaged(db, former, 'bank', own))).toBe('BANK_NOT_FOUND')
      await change(former.id, { state_id: userStates.inactive })
      expect(await code(requireManaged(db, former, 'bank', own))).toBe('SESSION_EXPIRED')
    })

    it('excludes what is deleted', async () => {
      const { db } = app.deps
      const gone = await person('partie', 'ROLE_INTERVENANT', [own])
      await db.updateTable('users').set({ deleted_at: app.time.now }).where('id', '=', gone.id).execute()
      expect(await reach('user', gone.id)).toBe('none')
      const chest = await world.addChest('Effacé', administrator, [own])
      await db.updateTable('chests').set({ deleted_at: app.time.now }).where('id', '=', chest.id).execute()
      expect(await reach('chest', chest.id)).toBe('none')
    })
  })
})
