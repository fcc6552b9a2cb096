import assert from 'node:assert/strict'
import { expectStatus } from '#server/testing/browser.ts'
import { member, type Check, type Place } from '../check.ts'
import { base, crowd, groupDn, host, password, personDn } from '../domain.ts'
import { startRelay } from '../relay.ts'

const path = '/api/administration/directory-group'

async function map({ product }: Place, dn: string, teamId: number): Promise<{ isUncounted: boolean }> {
  return expectStatus(await product.chief.post(path, { dn, teamId }), 201).body as { isUncounted: boolean }
}

/** Returns the names of the teams of a person. */
async function teamsOf({ product }: Place, id: number): Promise<string[]> {
  const { teams } = await product.get<{ teams: { name: string }[] }>(`/api/user/${id}`)
  return teams.map(({ name }) => name).toSorted()
}

export const groupChecks: readonly Check[] = [
  [
    `a search among ${crowd.groups} groups shows fifty, and reads no more pages than that`,
    async ({ product }) => {
      await product.start()
      const found = await product.get<{ name: string }[]>(`${path}/search?search=Service`)
      assert.equal(found.length, 50)
      const [one] = await product.get<{ name: string }[]>(`${path}/search?search=Service%200137`)
      assert.equal(one?.name, 'Service 0137')
    },
  ],
  [
    `doctor reads two people of ${crowd.people.toLocaleString('en')}, and says that some are found`,
    async ({ product }) => {
      const relay = await startRelay(host, 6_360)
      try {
        const { said } = await product.doctor({ LDAP_URL: `ldaps://${host}:6360` })
        assert.match(said, /✓ Annuaire dc1\.exemple\.fr:6360 : répond, et contient des personnes/)
        assert.ok(relay.received() < 30_000, `${relay.received()} bytes`)
        return `${relay.received()} bytes`
      } finally {
        relay.close()
      }
    },
  ],
  [
    `a person joins the teams of their groups among ${crowd.groups}, also through twelve levels of groups, and leaves with them`,
    async (place) => {
      const { product, domain } = place
      await product.start()
      const id = await member(place, 'g.niveaux')
      const levels = 12
      for (let level = 1; level <= levels; level += 1)
        await domain.addGroup(
          `Niveau ${level}`,
          level === 1 ? [personDn('g.niveaux')] : [groupDn(`Niveau ${level - 1}`)],
        )
      // Many, whom each search asks about together.
      for (let number = 1; number <= crowd.groups; number += 35)
        await map(
          place,
          groupDn(`Service ${String(number).padStart(4, '0')}`),
          await product.addTeam(`Service ${number}`),
        )
      await map(place, groupDn(`Niveau ${levels}`), await product.addTeam('Douze niveaux'))
      await map(place, groupDn('Service 0140'), await product.addTeam('Le dernier'))
      await domain.change(groupDn('Service 0140'), { member: [personDn('g.niveaux')] })
      assert.equal((await product.enter('g.niveaux', password)).status, 200)
      assert.deepEqual(await teamsOf(place, id), ['Douze niveaux', 'Le dernier'])
      await domain.change(groupDn('Niveau 1'), { member: [] })
      assert.equal((await product.enter('g.niveaux', password)).status, 200)
      assert.deepEqual(await teamsOf(place, id), ['Le dernier'])
    },
  ],
  [
    "a mapping of 'Domain Users' warns, and counts with LDAP_PRIMARY_GROUP=on",
    async (place) => {
      const { product } = place
      await product.start()
      const id = await member(place, 'g.primaire')
      const team = await product.addTeam('Tout le monde')
      const { isUncounted } = await map(place, `CN=Domain Users,CN=Users,${base}`, team)
      assert.equal(isUncounted, true)
      assert.equal((await product.enter('g.primaire', password)).status, 200)
      assert.deepEqual(await teamsOf(place, id), [])
      await product.start({ LDAP_PRIMARY_GROUP: 'on' })
      const lines = await product.get<{ name: string; isUncounted: boolean }[]>(path)
      assert.equal(lines.find(({ name }) => name === 'Domain Users')?.isUncounted, false)
      assert.equal((await product.enter('g.primaire', password)).status, 200)
      assert.deepEqual(await teamsOf(place, id), ['Tout le monde'])
    },
  ],
]
