import assert from 'node:assert/strict'
import { member, type Check } from '../check.ts'
import { password, personDn } from '../domain.ts'
import { until } from '../until.ts'

export const peopleChecks: readonly Check[] = [
  [
    'a renamed person stays the same one, and who is created again under a name inherits nothing',
    async (place) => {
      const { product, domain } = place
      await product.start()
      const id = await member(place, 'p.refait')
      assert.equal((await product.enter('p.refait', password)).status, 200)
      await domain.rename(personDn('p.refait'), 'CN=p.renomme')
      await domain.change(personDn('p.renomme'), { sAMAccountName: 'p.renomme' })
      assert.equal((await product.enter('p.refait', password)).status, 200)
      await domain.remove(personDn('p.renomme'))
      await domain.addPerson('p.refait')
      assert.equal((await product.enter('p.refait', password)).status, 401)
      const absent = await product.get<{ id: number; reason: string }[]>(
        '/api/administration/directory/absent',
      )
      assert.deepEqual(
        absent.filter((account) => account.id === id).map(({ reason }) => reason),
        ['gone'],
      )
    },
  ],
  [
    'names with commas and parentheses are taken over',
    async (place) => {
      const { product } = place
      const id = await member(place, 'p.signes', {
        rdn: String.raw`Martin\, Luc (DSI) \+ 1`,
        givenName: 'Luc (DSI)',
        sn: 'Martin, père',
        displayName: 'Martin, Luc (DSI) + 1',
      })
      assert.equal((await product.enter('p.signes', password)).status, 200)
      const { firstName, lastName } = await product.get<Record<string, string>>(`/api/user/${id}`)
      assert.deepEqual([firstName, lastName], ['Luc (DSI)', 'Martin, père'])
    },
  ],
  [
    'a former password signs in for an hour after its change, as the documents say, and one before it does not',
    async (place) => {
      const { product, domain } = place
      await member(place, 'p.ancien')
      const dn = personDn('p.ancien')
      await domain.setPassword(dn, 'Le mot suivant 13')
      assert.equal((await product.enter('p.ancien', 'Le mot suivant 13')).status, 200)
      assert.equal((await product.enter('p.ancien', password)).status, 200)
      await domain.setPassword(dn, 'Un troisième mot 14')
      assert.equal((await product.enter('p.ancien', password)).status, 401)
    },
  ],
  [
    'five wrong passwords block the account here before the directory locks it, and no further one reaches it',
    async (place) => {
      const { product, domain } = place
      await member(place, 'p.bloque')
      for (let tries = 0; tries < 5; tries += 1)
        assert.equal((await product.enter('p.bloque', 'Un mot faux 15')).status, 401)
      for (let tries = 0; tries < 4; tries += 1) {
        const { body } = await product.enter('p.bloque', password)
        assert.equal((body as { code: string }).code, 'ACCOUNT_BLOCKED')
      }
      assert.deepEqual(await domain.read(personDn('p.bloque'), 'badPwdCount'), ['5'])
      assert.equal(await domain.refusalOf(personDn('p.bloque'), password), null)
    },
  ],
  [
    'the nightly look lists accounts whose entry is gone or disabled, and deactivates nobody',
    async (place) => {
      const { product, domain } = place
      const reasons = { 'p.parti': 'gone', 'p.suspendu': 'disabled', 'p.present': undefined }
      const ids = new Map<string, number>()
      for (const name of Object.keys(reasons)) {
        ids.set(name, await member(place, name))
        assert.equal((await product.enter(name, password)).status, 200)
      }
      await domain.remove(personDn('p.parti'))
      await domain.change(personDn('p.suspendu'), { userAccountControl: '514' })
      // A night later.
      await product.change("delete from settings where name = 'directory.looked'")
      await product.start()
      type Absent = { id: number; reason: string; isActive: boolean }
      const list = () => product.get<Absent[]>('/api/administration/directory/absent')
      const of = (all: readonly Absent[], name: string) => all.find(({ id }) => id === ids.get(name))
      await until(async () => of(await list(), 'p.suspendu') !== undefined, 'the look ends')
      const listed = await list()
      for (const [name, reason] of Object.entries(reasons)) {
        assert.equal(of(listed, name)?.reason, reason, name)
        assert.notEqual(of(listed, name)?.isActive, false, name)
      }
    },
  ],
]
