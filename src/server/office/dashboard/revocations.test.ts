import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'
import type { TestChest } from '#server/testing/world.ts'
import { readableOf } from './readable.ts'
import { passwords, type Health, type PasswordPage } from './testing.ts'

/** A bank with a chest that a reader may read and change. */
type Place = { bank: number; chest: TestChest; reader: Person }

eachEngine((engine) => {
  let office: OfficeWorld
  let made = 0
  beforeAll(async () => {
    office = await startOfficeWorld(engine)
  })
  afterAll(() => office.app.close())

  const done = async (reply: ReturnType<Person['call']>) => {
    const { status, text } = await reply
    expect(status, text).toBeLessThan(300)
  }
  const manage = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    done(office.chief.call(method, path, body))

  /** The chest is also attached to another bank, without the reader. */
  const newPlace = async (): Promise<Place> => {
    const { world, clinique } = office
    made += 1
    const bank = await world.addBank(`Banque ${made}`)
    const owner = await office.person(`agente-${made}`, [bank])
    const reader = await office.person(`lectrice-${made}`, [bank])
    const chest = await world.addChest(`Coffre ${made}`, owner, [bank, clinique])
    const item = { chestId: chest.id, name: 'GLPI', password: passwords.weak }
    await done(owner.call('POST', '/api/item/', item))
    return { bank, chest, reader }
  }
  const granted = async () => {
    const place = await newPlace()
    await office.world.grantUser(place.chest, place.reader, { update: true })
    return place
  }
  /** The reader's grant is that of a team of the bank. */
  const granteeOfTeam = async () => {
    const place = await newPlace()
    const team = await office.world.addTeam(`Groupe ${made}`, [place.reader], [place.bank])
    await office.world.grantTeam(place.chest, team, { update: true })
    return { ...place, team }
  }
  const linkOf = async (noun: 'user' | 'chest', bank: number, id: number) => {
    const { db } = office.app.deps
    const rows =
      noun === 'user'
        ? db.selectFrom('bank_users').select('id').where('user_id', '=', id).where('bank_id', '=', bank)
        : db.selectFrom('bank_chests').select('id').where('chest_id', '=', id).where('bank_id', '=', bank)
    return (await rows.executeTakeFirstOrThrow()).id
  }

  /** How many passwords each call counts or lists for its caller. */
  const countsOf = async (person: Person) => {
    const read = async <Body>(path: string) => {
      const reply = await person.call('GET', path)
      expect(reply.status, reply.text).toBe(200)
      return reply.body as Body
    }
    const { readable, changeable } = await read<Health>('/api/kpi/health')
    return {
      levels: (await read<unknown[]>('/api/kpi/password_strength')).length,
      worst: (await read<unknown[]>('/api/kpi/worses_password')).length,
      listed: (await read<PasswordPage>('/api/kpi/password')).passwords.length,
      chests: (await read<PasswordPage>('/api/kpi/password')).chests.length,
      readable: readable.passwords,
      changeable: changeable.passwords,
    }
  }
  const all = { levels: 1, worst: 1, listed: 1, chests: 1, readable: 1, changeable: 1 }
  const none = { levels: 0, worst: 0, listed: 0, chests: 0, readable: 0, changeable: 0 }

  const byGrant: Record<string, (place: Place) => Promise<void>> = {
    'the reader is detached from the chest': ({ chest, reader }) =>
      manage('DELETE', `/api/chest/${chest.id}/user`, { users: [reader.id] }),
    'the reader leaves the bank': async ({ bank, reader }) =>
      manage('DELETE', `/api/bank/user/link/${await linkOf('user', bank, reader.id)}`),
    'the chest leaves the bank': async ({ bank, chest }) =>
      manage('DELETE', `/api/bank/chest/link/${await linkOf('chest', bank, chest.id)}`),
    'the bank is shut': ({ bank }) => manage('PATCH', `/api/bank/${bank}`, { update: { active: false } }),
    'the chest is deleted': ({ chest }) => manage('DELETE', `/api/chest/${chest.id}`),
  }
  for (const [name, revoke] of Object.entries(byGrant)) {
    it(`once ${name}, the next call counts none of its passwords [DASH-08] [DASH-11]`, async () => {
      const place = await granted()
      expect(await countsOf(place.reader)).toEqual(all)
      await revoke(place)
      expect(await countsOf(place.reader)).toEqual(none)
    })
  }

  const byTeam: Record<string, (place: Place & { team: number }) => Promise<void>> = {
    'the team is detached from the chest': ({ chest, team }) =>
      manage('DELETE', `/api/chest/${chest.id}/team`, { teams: [team] }),
    'the reader leaves the team': ({ team, reader }) =>
      manage('DELETE', `/api/team/${team}/user`, { users: [reader.id] }),
    'the team is deleted': ({ team }) => manage('DELETE', `/api/team/${team}`),
  }
  for (const [name, revoke] of Object.entries(byTeam)) {
    it(`once ${name}, the next call counts none of its passwords [DASH-08] [DASH-11]`, async () => {
      const place = await granteeOfTeam()
      expect(await countsOf(place.reader)).toEqual(all)
      await revoke(place)
      expect(await countsOf(place.reader)).toEqual(none)
    })
  }

  it('without the right to change, nothing is left to do, and all passwords still count', async () => {
    const { chest, reader } = await granted()
    const rights = { read: true, create: false, update: false, delete: false, export: false }
    await manage('PATCH', `/api/chest/${chest.id}/right/${reader.id}`, rights)
    expect(await countsOf(reader)).toEqual({ ...all, changeable: 0 })
  })

  it("a deleted account's session reads no figure", async () => {
    const { reader } = await granted()
    await manage('DELETE', `/api/user/${reader.id}`)
    for (const path of ['health', 'password', 'password_strength', 'worses_password'])
      expect((await reader.call('GET', `/api/kpi/${path}`)).status, path).toBe(401)
  })

  it('a right withdrawn during a slow reading no longer counts', async () => {
    const { chest, reader } = await granted()
    const { db, summaries } = office.app.deps
    const read = (during: () => Promise<void>) =>
      readableOf(
        {
          db,
          summaries: {
            ...summaries,
            each: async (...given) => {
              const damaged = await summaries.each(...given)
              const since = performance.now()
              // Longer than readings that count as simultaneous.
              while (performance.now() - since < 40) await during()
              return damaged
            },
          },
        },
        { actor: reader, unlocks: async () => new Map(), gone: () => new AbortController().signal },
      )
    expect((await read(async () => undefined)).chests.map(({ id }) => id)).toEqual([chest.id])
    const revoked = await read(() => manage('DELETE', `/api/chest/${chest.id}/user`, { users: [reader.id] }))
    expect(revoked).toEqual({ chests: [], locked: 0, unreadable: 0 })
  })

  it('a director who leaves a bank no longer gets its figures at the next call [DASH-09] [DASH-12]', async () => {
    const { bank } = await newPlace()
    const director = await office.world.addUser({ login: 'direction', type: 'DIRECTOR', banks: [bank] })
    const cookie = await office.world.session(director)
    const company = async () =>
      (await office.app.call({ method: 'GET', path: '/api/kpi/password_strength?is_manager=true', cookie }))
        .body
    expect(await company()).toEqual([{ level: 2, nb: 1 }])
    await manage('DELETE', `/api/bank/user/link/${await linkOf('user', bank, director.id)}`)
    expect(await company()).toEqual([])
  })
})
