import assert from 'node:assert/strict'
import { expectStatus } from '#server/testing/browser.ts'
import { member, type Check, type Place } from '../check.ts'
import { crowd, groupDn, password, personDn } from '../domain.ts'

type Person = Readonly<{ key: string; name: string; lastName: string; email: string; hasAccount: boolean }>
type People = { readonly people: Person[]; readonly isCut: boolean }
type Imported = {
  readonly created: number
  readonly users: readonly object[]
  readonly fails: readonly object[]
  readonly linked: readonly { name: string }[]
  readonly absent: readonly { name: string; reason: string }[]
}
type Link = {
  readonly linked: { entry: { key: string } | null } | null
  readonly found: { key: string; dn: string; isDisabled: boolean } | null
  readonly verdict: string
}

const searchPeople = async ({ product }: Place, body: object): Promise<People> =>
  expectStatus(await product.chief.post('/api/ad/person/search', body), 200).body as People

const placeNamed = async ({ product }: Place, by: 'group' | 'unit', search: string): Promise<string> => {
  const reply = await product.chief.post('/api/ad/place/search', { by, search })
  const places = expectStatus(reply, 200).body as { name: string; key: string }[]
  assert.deepEqual(
    places.map(({ name }) => name),
    [search],
  )
  return places[0]?.key ?? ''
}

const importUsers = async (
  { product }: Place,
  lines: readonly string[],
  dryRun: boolean,
): Promise<Imported> => {
  const form = new FormData()
  form.append('dryRun', String(dryRun))
  form.append('file', new Blob([lines.join('\r\n')]), 'agents.csv')
  return expectStatus(await product.chief.post('/api/user/import', form), 200).body as Imported
}

const namesOf = ({ people }: People): string[] => people.map(({ name }) => name).toSorted()
const linkOf = ({ product }: Place, id: number): Promise<Link> => product.get(`/api/user/${id}/directory`)
const numbered = (number: number): string => `agent${String(number).padStart(4, '0')}`

/** Signs that mean something in a name of an entry or in a filter. */
const oddGroup = 'Été, nuit (nord)'
const oddUnit = 'Régie, voirie (sud)'

export const officeChecks: readonly Check[] = [
  [
    'people are found by words, by a group with its groups and by a unit, whose names have commas, parentheses and accents',
    async (place) => {
      const { domain, product } = place
      await product.start()
      await domain.addUnit(oddUnit, 'o.regie')
      await domain.addPerson('o.ete', {
        rdn: String.raw`Lefèvre\, Zoé (DSI) \+ 1`,
        sn: 'Lefèvre, née Œuvrard',
      })
      await domain.addPerson('o.imbrique')
      await domain.addGroup('Équipe (de) nuit', [personDn('o.imbrique')])
      await domain.addGroup(oddGroup, [
        personDn(String.raw`Lefèvre\, Zoé (DSI) \+ 1`),
        groupDn('Équipe (de) nuit'),
      ])
      assert.deepEqual(namesOf(await searchPeople(place, { search: '(DSI) + lefèvre, œuv' })), ['o.ete'])
      const group = await placeNamed(place, 'group', oddGroup)
      assert.deepEqual(namesOf(await searchPeople(place, { by: 'group', key: group })), [
        'o.ete',
        'o.imbrique',
      ])
      assert.deepEqual(namesOf(await searchPeople(place, { by: 'group', key: group, search: 'lefèv' })), [
        'o.ete',
      ])
      const unit = await placeNamed(place, 'unit', oddUnit)
      assert.deepEqual(namesOf(await searchPeople(place, { by: 'unit', key: unit })), ['o.regie'])
    },
  ],
  [
    `fifty of ${crowd.people.toLocaleString('en')} people of a unit are shown, which is told, and words within it find the others`,
    async (place) => {
      const unit = await placeNamed(place, 'unit', 'Foule')
      const { people, isCut } = await searchPeople(place, { by: 'unit', key: unit })
      assert.deepEqual([people.length, isCut], [50, true])
      const last = numbered(crowd.people)
      assert.deepEqual(namesOf(await searchPeople(place, { by: 'unit', key: unit, search: last })), [last])
    },
  ],
  [
    'a file of 1,000 SAM accounts is looked up, and one of 32 creates those who are new, once, with names and mails',
    async (place) => {
      const { domain, product } = place
      await domain.addPerson('o.quitte', { userAccountControl: '514' })
      const absent = ['o.quitte', 'o.personne']
      const fileOf = (people: readonly string[]) => [
        'sam;directory',
        ...[...people, ...absent].map((name) => `${name};1`),
      ]
      const many = Array.from({ length: 998 }, (_, index) => numbered(index + 1))
      const since = performance.now()
      const looked = await importUsers(place, fileOf(many), true)
      const seconds = ((performance.now() - since) / 1_000).toFixed(1)
      assert.deepEqual([looked.created, looked.users.length, looked.fails], [0, 998, []])
      assert.deepEqual(
        looked.absent.map(({ name, reason }) => [name, reason]),
        [
          ['o.quitte', 'disabled'],
          ['o.personne', 'gone'],
        ],
      )
      const some = many.slice(0, 30)
      assert.equal((await importUsers(place, fileOf(some), false)).created, some.length)
      const again = await importUsers(place, fileOf(some), false)
      assert.deepEqual([again.created, again.linked.length, again.fails.length], [0, some.length, 0])
      const [row] = product.rows('select email, first_name from users where login = ?', numbered(7))
      assert.deepEqual({ ...row }, { email: 'agent0007@exemple.fr', first_name: 'Camille' })
      const unit = await placeNamed(place, 'unit', 'Foule')
      const shown = await searchPeople(place, { by: 'unit', key: unit, search: numbered(7) })
      assert.deepEqual(
        shown.people.map(({ hasAccount }) => hasAccount),
        [true],
      )
      return `1,000 names in ${seconds} s`
    },
  ],
  [
    'an account is linked again to who was created again under its name, once, and to nobody else',
    async (place) => {
      const { domain, product } = place
      await product.start()
      const id = await member(place, 'o.refait')
      assert.equal((await linkOf(place, id)).verdict, 'unlinked')
      assert.equal((await product.enter('o.refait', password)).status, 200)
      assert.equal((await linkOf(place, id)).verdict, 'unchanged')
      await domain.rename(personDn('o.refait'), 'CN=o.deplace')
      assert.equal((await linkOf(place, id)).verdict, 'unchanged')
      await domain.remove(personDn('o.deplace'))
      const gone = await linkOf(place, id)
      assert.deepEqual([gone.linked?.entry, gone.found, gone.verdict], [null, null, 'missing'])
      await domain.addPerson('o.refait', { rdn: String.raw`Refait\, Luc (DSI)` })
      const { found, verdict } = await linkOf(place, id)
      assert.deepEqual([verdict, found?.isDisabled], ['ready', false])
      assert.match(found?.dn ?? '', /^CN=Refait\\, Luc \(DSI\),OU=Agents,/)
      assert.equal((await product.enter('o.refait', password)).status, 401)
      const relink = (key: string) => product.chief.post(`/api/user/${id}/directory`, { key })
      expectStatus(await relink(`objectGUID:${'0'.repeat(32)}`), 409)
      const twice = await Promise.all([relink(found?.key ?? ''), relink(found?.key ?? '')])
      assert.deepEqual(
        twice.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
      const { action } = await product.lastEntry()
      assert.equal(action, 'directory.relinked')
      assert.equal((await product.enter('o.refait', password)).status, 200)
    },
  ],
]
