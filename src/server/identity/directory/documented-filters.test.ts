import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import {
  domainGroupDn,
  domainPassword,
  domainPersonDn,
  startDomain,
  type TestDomain,
} from '#server/testing/active-directory.ts'
import { createDirectory } from './directory.ts'

const documents = ['docs/operations.md', 'docs/fr/exploitation.md']
const filtersIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^LDAP_USER_FILTER='(.+)'$/gm)].map(([, filter = '']) => filter)

let domain: TestDomain
beforeAll(async () => {
  domain = await startDomain(['voirie', 'imbrique', 'coffre', 'inactif', 'personne'])
  const disabled = domain.people.get('inactif')
  if (disabled) disabled.control = 512 + 2
  domain.groups.set('Agents, Voirie', { members: [domainPersonDn('voirie')], rid: 1_201 })
  domain.groups.set('Service', { members: [domainPersonDn('imbrique')], rid: 1_202 })
  domain.groups.set('Coffre', { members: [domainPersonDn('coffre'), domainGroupDn('Service')], rid: 1_203 })
})
afterAll(() => domain.stop())

it('both documents have the same examples for Active Directory', () => {
  const [english = [], french] = documents.map(filtersIn)
  expect(english).toHaveLength(3)
  expect(french).toEqual(english)
})

it.each([
  ['the members of a group whose name has a comma', 0, ['voirie']],
  ['the members of a group and of those in it', 1, ['coffre', 'imbrique']],
  ['everybody but those whose account is disabled', 2, ['coffre', 'imbrique', 'personne', 'voirie']],
] as const)(
  'the documented filter for %s admits these people and no others',
  async (_whom, index, admitted) => {
    const filter = filtersIn('docs/operations.md')[index]
    const { directory: settings } = readConfig({ ...domain.env, LDAP_USER_FILTER: filter })
    if (!settings) throw new Error('no directory')
    const directory = createDirectory(settings, { warn: () => undefined }, 0)
    const entered: string[] = []
    for (const name of domain.people.keys()) {
      const asked = { wanted: { name }, password: new Secret(domainPassword), isForSomebody: true }
      const proven = await directory.prove({ ...asked, groups: new Set() })
      if (proven?.person) entered.push(name)
    }
    expect(entered.toSorted()).toEqual(admitted)
  },
)
