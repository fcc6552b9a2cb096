import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noRights, rightNames, type Rights } from '#domain/platform/rights.ts'
import { userStates } from '#domain/platform/roles.ts'
import { locateChest } from '#server/access/locate.ts'
import { flagsOf, readableChests } from '#server/vault/chests/chest-rows.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'
import { accessOf, audienceOf } from './audience.ts'
import { teamsOfChests, usersOfChests } from '#server/access/attached.ts'

/** The maximum number of objects of each kind in a random world; few, so that they are often related. */
const sizes = { users: 5, teams: 3, banks: 3, chests: 4 } as const
type Kind = keyof typeof sizes

const pairs = (one: Kind, other: Kind) =>
  fc.uniqueArray(fc.tuple(fc.nat(sizes[one] - 1), fc.nat(sizes[other] - 1)), {
    maxLength: 10,
    selector: ([a, b]) => a * 10 + b,
  })
const rightsArbitrary: fc.Arbitrary<Rights> = fc.record(
  Object.fromEntries(rightNames.map((right) => [right, fc.boolean()])) as Record<
    keyof Rights,
    fc.Arbitrary<boolean>
  >,
)
const worlds = fc.record({
  activeUsers: fc.array(fc.boolean(), { minLength: sizes.users, maxLength: sizes.users }),
  deletedUser: fc.option(fc.nat(sizes.users - 1)),
  activeBanks: fc.array(fc.boolean(), { minLength: sizes.banks, maxLength: sizes.banks }),
  deletedChest: fc.option(fc.nat(sizes.chests - 1)),
  bankUsers: pairs('banks', 'users'),
  bankTeams: pairs('banks', 'teams'),
  bankChests: pairs('banks', 'chests'),
  teamUsers: pairs('teams', 'users'),
  userGrants: fc.array(fc.tuple(fc.nat(sizes.chests - 1), fc.nat(sizes.users - 1), rightsArbitrary)),
  teamGrants: fc.array(fc.tuple(fc.nat(sizes.chests - 1), fc.nat(sizes.teams - 1), rightsArbitrary)),
})
type RandomWorld = typeof worlds extends fc.Arbitrary<infer World> ? World : never

const range = (size: number) => Array.from({ length: size }, (_, index) => index)

eachEngine((engine) => {
  describe('the audience of a chest', () => {
    let app: TestApp
    let world: World
    let root: TestUser
    let users: TestUser[]
    let teams: number[]
    let banks: number[]
    let chests: TestChest[]

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      root = await world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
      users = await Promise.all(range(sizes.users).map((index) => world.addUser({ login: `u${index}` })))
      teams = await Promise.all(range(sizes.teams).map((index) => world.addTeam(`g${index}`, [])))
      banks = await Promise.all(range(sizes.banks).map((index) => world.addBank(`b${index}`)))
      chests = await Promise.all(range(sizes.chests).map((index) => world.addChest(`c${index}`, root)))
    })
    afterAll(() => app.close())

    /** Replaces the database's content by one random world. */
    const become = async (random: RandomWorld) => {
      await app.deps.db.transaction().execute(async (tx) => {
        for (const table of [
          'bank_users',
          'bank_teams',
          'bank_chests',
          'team_users',
          'chest_user_rights',
          'chest_team_rights',
        ] as const) {
          await tx.deleteFrom(table).execute()
        }
        const at = <T>(list: readonly T[], index: number): T => list[index] as T
        for (const [index, active] of random.activeUsers.entries()) {
          const state = active ? userStates.active : userStates.inactive
          const deleted = random.deletedUser === index ? app.time.now : null
          await tx
            .updateTable('users')
            .set({ state_id: state, deleted_at: deleted })
            .where('id', '=', at(users, index).id)
            .execute()
        }
        for (const [index, active] of random.activeBanks.entries()) {
          await tx
            .updateTable('banks')
            .set({ active: active ? 1 : 0 })
            .where('id', '=', at(banks, index))
            .execute()
        }
        for (const [index, chest] of chests.entries()) {
          const deleted = random.deletedChest === index ? app.time.now : null
          await tx.updateTable('chests').set({ deleted_at: deleted }).where('id', '=', chest.id).execute()
        }
        for (const [bank, user] of random.bankUsers) {
          await tx
            .insertInto('bank_users')
            .values({ bank_id: at(banks, bank), user_id: at(users, user).id })
            .execute()
        }
        for (const [bank, team] of random.bankTeams) {
          await tx
            .insertInto('bank_teams')
            .values({ bank_id: at(banks, bank), team_id: at(teams, team) })
            .execute()
        }
        for (const [bank, chest] of random.bankChests) {
          await tx
            .insertInto('bank_chests')
            .values({ bank_id: at(banks, bank), chest_id: at(chests, chest).id })
            .execute()
        }
        for (const [team, user] of random.teamUsers) {
          await tx
            .insertInto('team_users')
            .values({ team_id: at(teams, team), user_id: at(users, user).id })
            .execute()
        }
        for (const [chest, user, rights] of random.userGrants) {
          await tx
            .insertInto('chest_user_rights')
            .values({ chest_id: at(chests, chest).id, user_id: at(users, user).id, ...flagsOf(rights) })
            .onConflict((same) => same.doNothing())
            .execute()
        }
        for (const [chest, team, rights] of random.teamGrants) {
          await tx
            .insertInto('chest_team_rights')
            .values({ chest_id: at(chests, chest).id, team_id: at(teams, team), ...flagsOf(rights) })
            .onConflict((same) => same.doNothing())
            .execute()
        }
      })
      await app.prove()
    }

    const caller = () => ({ id: root.id, role: 'ROLE_SUPER_ADMINISTRATOR' }) as const

    it(
      'equals the rights that access checks grant, in any world, from both sides [RGHT-09] [RGHT-10]',
      { timeout: 120_000 },
      async () => {
        const { db } = app.deps
        const check = async (random: RandomWorld) => {
          await become(random)
          const live = chests.filter((_, index) => random.deletedChest !== index)
          const audiences = new Map(
            await Promise.all(live.map(async ({ id }) => [id, await audienceOf(db, caller(), id)] as const)),
          )
          const attached = await usersOfChests(
            db,
            live.map(({ id }) => id),
          )
          for (const [index, user] of users.entries()) {
            const isActive = random.activeUsers[index] === true && random.deletedUser !== index
            const access = await accessOf(db, caller(), user.id)
            const readable = new Set((await readableChests(db, user.id)).map(({ id }) => id))
            for (const { id } of chests) {
              const judged = { user: user.id, right: 'read' } as const
              // An inactive user has no session, so that no access is ever checked.
              const rights = (isActive && (await locateChest(db, judged, 'chest', id))?.rights) || noRights
              const entry = audiences.get(id)?.people.find((each) => each.user.id === user.id)
              const reached = access.chests.find(({ chest }) => chest.id === id)
              expect(entry?.rights ?? noRights).toEqual(rights)
              expect(reached?.rights ?? noRights).toEqual(rights)
              expect(reached?.ways).toEqual(entry?.ways)
              expect(reached?.banks).toEqual(entry?.banks)
              if (isActive) expect(readable.has(id)).toBe(rights.read)
              // The badge of a direct grant equals that of its way.
              const own = entry?.ways.find(({ team }) => team === null)
              const attachedUser = attached.get(id)?.find((each) => each.id === user.id)
              expect(attachedUser?.dormant).toBe(own?.dormant)
              expect(attachedUser?.rights).toEqual(own?.rights)
            }
          }
        }
        await fc.assert(fc.asyncProperty(worlds, check), { numRuns: engine === 'sqlite' ? 150 : 40 })
      },
    )

    it(
      'has a dormant team exactly when its grant gives no access to anybody [RGHT-10]',
      { timeout: 120_000 },
      async () => {
        const { db } = app.deps
        const check = async (random: RandomWorld) => {
          await become(random)
          for (const chest of chests.filter((_, index) => random.deletedChest !== index)) {
            const audience = (await audienceOf(db, caller(), chest.id)).people
            for (const team of (await teamsOfChests(db, [chest.id])).get(chest.id) ?? []) {
              const counts = audience.some(({ ways }) =>
                ways.some((way) => way.team?.id === team.id && way.dormant === null),
              )
              if (counts) expect(team.dormant).toBe(null)
              const isOnBank = random.bankTeams.some(
                ([bank, index]) =>
                  teams[index] === team.id &&
                  random.activeBanks[bank] === true &&
                  random.bankChests.some(([held, place]) => held === bank && chests[place]?.id === chest.id),
              )
              const hasBanks = random.bankChests.some(([, place]) => chests[place]?.id === chest.id)
              if (!counts) expect(team.dormant === null).toBe(isOnBank || !hasBanks)
            }
          }
        }
        await fc.assert(fc.asyncProperty(worlds, check), { numRuns: engine === 'sqlite' ? 100 : 30 })
      },
    )
  })
})
