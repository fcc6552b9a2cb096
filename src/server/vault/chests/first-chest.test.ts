import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights } from '#domain/platform/rights.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'

eachEngine((engine) => {
  describe('whoever makes a chest opens it', () => {
    let at: OfficeWorld
    let serial = 0
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
    })
    afterAll(() => at.app.close())

    const name = (what: string) => `${what} ${(serial += 1)}`
    const newChief = () => at.person(`chef-${(serial += 1)}`, [], 'ROLE_SUPER_ADMINISTRATOR')
    const idOf = async (call: Promise<{ status: number; text: string; body: unknown }>): Promise<number> => {
      const reply = await call
      expect(reply.status, reply.text).toBeLessThan(300)
      return (reply.body as { id: number }).id
    }
    const makeBank = (by: Person) => idOf(by.call('POST', '/api/bank/', { label: name('Banque') }))
    const choose = async (by: Person, bank: number) =>
      expect((await by.call('PATCH', `/api/user/last_bank_id/${bank}`)).status).toBe(200)
    const ways = {
      'from the explorer': (by: Person) =>
        idOf(by.call('POST', '/api/user/chest', { name: name('Coffre'), type: 'service', masterKey: '' })),
      'from the back office': (by: Person) =>
        idOf(by.call('POST', '/api/chest/', { name: name('Coffre'), type: 'service' })),
    }
    const hang = async (by: Person, chest: number, bank: number) =>
      expect((await by.call('POST', `/api/bank/${bank}/chest/${chest}`)).status).toBe(200)

    /** Reads the chest, makes an item in it, and finds both again. */
    const works = async (by: Person, chest: number): Promise<void> => {
      expect((await by.call('GET', `/api/chest/${chest}/right/user`)).body).toEqual(allRights)
      const item = await by.call('POST', '/api/item/', {
        chestId: chest,
        parentFolderId: null,
        name: 'Messagerie',
        login: '',
        address: '',
        description: '',
        password: 'un secret',
        otp: '',
      })
      expect(item.status, item.text).toBe(201)
      const { id } = item.body as { id: number }
      expect((await by.call('GET', `/api/item/${id}/copy`)).body).toBe('un secret')
      const { data } = (await by.call('GET', '/api/chest/user/')).body as { data: { id: number }[] }
      expect(data.map((each) => each.id)).toContain(chest)
    }
    const banksOf = async (person: Person) =>
      (
        await at.app.deps.db
          .selectFrom('bank_users')
          .select('bank_id')
          .where('user_id', '=', person.id)
          .orderBy('bank_id')
          .execute()
      ).map((row) => row.bank_id)

    for (const [way, makeChest] of Object.entries(ways)) {
      describe(way, () => {
        it('bank, chosen, chest', async () => {
          const chief = await newChief()
          const bank = await makeBank(chief)
          await choose(chief, bank)
          await works(chief, await makeChest(chief))
          expect(await banksOf(chief)).toEqual([bank])
        })

        it('chest before any bank, then hung on one', async () => {
          const chief = await newChief()
          const chest = await makeChest(chief)
          await works(chief, chest)
          await hang(chief, chest, await makeBank(chief))
          await works(chief, chest)
        })

        it('bank, with all of them current, chest, hung on the bank', async () => {
          const chief = await newChief()
          const bank = await makeBank(chief)
          await choose(chief, 0)
          const chest = await makeChest(chief)
          await works(chief, chest)
          await hang(chief, chest, bank)
          await works(chief, chest)
        })

        it('in the bank of another super administrator: attached to it, which is recorded', async () => {
          const [first, second] = [await newChief(), await newChief()]
          const bank = await makeBank(first)
          await choose(second, bank)
          await works(second, await makeChest(second))
          expect(await banksOf(second)).toEqual([bank])
          const joined = { chest: null, objects: { bank, users: [String(second.id)] } }
          const recorded = await at.journalOf('bank.users-attached')
          expect(recorded.filter(({ objects }) => objects['bank'] === bank).at(-1)).toEqual(joined)
          // Once there, nobody is attached or recorded again.
          await works(second, await makeChest(second))
          expect(await at.journalOf('bank.users-attached')).toEqual(recorded)
        })

        it('hung on the bank of another super administrator', async () => {
          const [first, second] = [await newChief(), await newChief()]
          const bank = await makeBank(first)
          const chest = await makeChest(second)
          await hang(second, chest, bank)
          await works(second, chest)
          expect(await banksOf(second)).toEqual([bank])
        })

        it('by an administrator, in a bank reached through a team: nothing is to attach', async () => {
          const bank = await makeBank(at.chief)
          const admin = await at.person(`admin-${(serial += 1)}`, [], 'ROLE_ADMINISTRATOR')
          await at.world.addTeam(name('Groupe'), [admin], [bank])
          await choose(admin, bank)
          await works(admin, await makeChest(admin))
          expect(await banksOf(admin)).toEqual([])
        })

        it('in a full bank: an administrator takes no seat', async () => {
          const chief = await newChief()
          const bank = await idOf(at.chief.call('POST', '/api/bank/', { label: name('Pleine'), maxUser: 0 }))
          await choose(chief, bank)
          await works(chief, await makeChest(chief))
          const seats = await chief.call('GET', `/api/bank/${bank}?active_user=true`)
          expect(seats.body).toEqual({ number_active_user: 0, max_user: 0 })
        })

        it('several at once: one link, and every chest opens', async () => {
          const [first, second] = [await newChief(), await newChief()]
          const bank = await makeBank(first)
          await choose(second, bank)
          const chests = await Promise.all(Array.from({ length: 8 }, () => makeChest(second)))
          for (const chest of chests) await works(second, chest)
          expect(await banksOf(second)).toEqual([bank])
        })
      })
    }

    it('somebody who only manages a chest is attached to nothing when they hang it on a bank', async () => {
      const owner = await newChief()
      const chest = await ways['from the explorer'](owner)
      const bank = await makeBank(owner)
      const other = await newChief()
      await hang(other, chest, bank)
      expect(await banksOf(other)).toEqual([])
      await works(owner, chest)
    })
  })
})
