import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights } from '#domain/platform/rights.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'

eachEngine((engine) => {
  describe('the creator of a chest can open it', () => {
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

    /** Checks that the person can read the chest, create an item in it, and find both again. */
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
        it('created in a new bank that is current', async () => {
          const chief = await newChief()
          const bank = await makeBank(chief)
          await choose(chief, bank)
          await works(chief, await makeChest(chief))
          expect(await banksOf(chief)).toEqual([bank])
        })

        it('created before any bank, then attached to one', async () => {
          const chief = await newChief()
          const chest = await makeChest(chief)
          await works(chief, chest)
          await hang(chief, chest, await makeBank(chief))
          await works(chief, chest)
        })

        it('created with all banks selected, then attached to one', async () => {
          const chief = await newChief()
          const bank = await makeBank(chief)
          await choose(chief, 0)
          const chest = await makeChest(chief)
          await works(chief, chest)
          await hang(chief, chest, bank)
          await works(chief, chest)
        })

        it('created in the bank of another super administrator: the creator is attached to it, which is recorded', async () => {
          const [first, second] = [await newChief(), await newChief()]
          const bank = await makeBank(first)
          await choose(second, bank)
          await works(second, await makeChest(second))
          expect(await banksOf(second)).toEqual([bank])
          const joined = { chest: null, objects: { bank, users: [String(second.id)] } }
          const recorded = await at.journalOf('bank.users-attached')
          expect(recorded.filter(({ objects }) => objects['bank'] === bank).at(-1)).toEqual(joined)
          // Once attached, the creator is neither attached nor recorded again.
          await works(second, await makeChest(second))
          expect(await at.journalOf('bank.users-attached')).toEqual(recorded)
        })

        it('attached to the bank of another super administrator', async () => {
          const [first, second] = [await newChief(), await newChief()]
          const bank = await makeBank(first)
          const chest = await makeChest(second)
          await hang(second, chest, bank)
          await works(second, chest)
          expect(await banksOf(second)).toEqual([bank])
        })

        it('created by an administrator in a bank of their team: the creator is not attached', async () => {
          const bank = await makeBank(at.chief)
          const admin = await at.person(`admin-${(serial += 1)}`, [], 'ROLE_ADMINISTRATOR')
          await at.world.addTeam(name('Groupe'), [admin], [bank])
          await choose(admin, bank)
          await works(admin, await makeChest(admin))
          expect(await banksOf(admin)).toEqual([])
        })

        it('created in a full bank: an administrator needs no seat', async () => {
          const chief = await newChief()
          const bank = await idOf(at.chief.call('POST', '/api/bank/', { label: name('Pleine'), maxUser: 0 }))
          await choose(chief, bank)
          await works(chief, await makeChest(chief))
          const seats = await chief.call('GET', `/api/bank/${bank}?active_user=true`)
          expect(seats.body).toEqual({ number_active_user: 0, max_user: 0 })
        })

        it('several created concurrently: the creator is attached once, and can open each', async () => {
          const [first, second] = [await newChief(), await newChief()]
          const bank = await makeBank(first)
          await choose(second, bank)
          const chests = await Promise.all(Array.from({ length: 8 }, () => makeChest(second)))
          for (const chest of chests) await works(second, chest)
          expect(await banksOf(second)).toEqual([bank])
        })
      })
    }

    it('a manager of a chest is not attached to the bank to which they attach it', async () => {
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
