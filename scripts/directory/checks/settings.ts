import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '#server/testing/directory.ts'
import { member, type Check, type Place } from '../check.ts'
import { base, groupDn, password, personDn, service } from '../domain.ts'

const documents = ['docs/operations.md', 'docs/fr/exploitation.md']
const filtersOf = (file: string): string[] =>
  [
    ...readFileSync(join(import.meta.dirname, '../../..', file), 'utf8').matchAll(
      /^LDAP_USER_FILTER='(.+)'$/gm,
    ),
  ].map(([, filter = '']) => filter)

/** Returns which people a filter admits, each with an account and the right password. */
async function admittedBy({ product }: Place, filter: string, names: readonly string[]): Promise<string[]> {
  await product.start({ LDAP_USER_FILTER: filter })
  const admitted: string[] = []
  for (const name of names) {
    const { status } = await product.enter(name, password)
    assert.ok([200, 401].includes(status), `${name} was answered ${status}`)
    if (status === 200) admitted.push(name)
  }
  return admitted
}

const people = ['f.voirie', 'f.imbrique', 'f.coffre', 'f.inactif', 'f.autre'] as const

/** The examples of the documents, in their order, and whom they admit. */
const examples: Readonly<Record<string, readonly string[]>> = {
  'the members of a group whose name has a comma': ['f.voirie'],
  'the members of a group and of those in it': ['f.imbrique', 'f.coffre'],
  'everybody but those whose account is disabled': ['f.voirie', 'f.imbrique', 'f.coffre', 'f.autre'],
}

export const settingsChecks: readonly Check[] = [
  [
    'a filter with \\, as Windows shows names is refused at the start, with how to write it, and doctor says the same',
    async ({ product }) => {
      const filter = String.raw`(&(sAMAccountName={login})(memberOf=CN=Agents\, Voirie,OU=Groupes,${base}))`
      for (const { code, said } of [
        await product.refusedStart({ LDAP_USER_FILTER: filter }),
        await product.doctor({ LDAP_USER_FILTER: filter }),
      ]) {
        assert.notEqual(code, 0)
        assert.match(said, /Écrivez \\5c,/)
        assert.doesNotMatch(said, /^ +at /m)
      }
    },
  ],
  [
    'each documented filter for Active Directory admits whom it names, and nobody else',
    async (place) => {
      const { product, domain } = place
      await product.start()
      for (const name of people) await member(place, name)
      await domain.addGroup('Agents, Voirie', [personDn('f.voirie')])
      await domain.addGroup('Dedans', [personDn('f.imbrique')])
      await domain.addGroup('Coffre', [personDn('f.coffre'), groupDn('Dedans')])
      await domain.change(personDn('f.inactif'), { userAccountControl: '514' })
      for (const document of documents) assert.equal(filtersOf(document).length, Object.keys(examples).length)
      for (const [index, [whom, expected]] of Object.entries(examples).entries()) {
        const admitted = await admittedBy(place, filtersOf('docs/operations.md')[index] ?? '', people)
        assert.deepEqual(admitted, expected, whom)
      }
    },
  ],
  [
    'accents in a filter match as letters, and as escapes of RFC 4515',
    async (place) => {
      await place.product.start()
      await member(place, 'f.accent', { rdn: 'Élise Noël', displayName: 'Élise Noël' })
      await member(place, 'f.ailleurs')
      const names = ['f.accent', 'f.ailleurs']
      for (const name of [
        'Élise Noël',
        String.raw`\c3\89lise No\c3\abl`,
        String.raw`\C3\89lise\20No\c3\abl`,
      ]) {
        const admitted = await admittedBy(place, `(&(sAMAccountName={login})(displayName=${name}))`, names)
        assert.deepEqual(admitted, ['f.accent'], name)
      }
    },
  ],
  [
    'the service account may be a user principal name or DOMAIN\\name',
    async (place) => {
      const { product } = place
      for (const name of [`${service.sam}@exemple.fr`, `EXEMPLE\\${service.sam}`]) {
        await product.start({ LDAP_BIND_DN: name })
        await member(place, 'f.temoin')
        assert.equal((await product.enter('f.temoin', password)).status, 200, name)
      }
    },
  ],
  [
    'StartTLS does as ldaps does',
    async (place) => {
      const { product } = place
      await product.start({ LDAP_URL: 'ldap://dc1.exemple.fr' })
      await member(place, 'f.temoin')
      assert.equal((await product.enter('f.temoin', password)).status, 200)
    },
  ],
  [
    'authorities are those of the machine without LDAP_CA_FILE, and those of the file with it',
    async (place) => {
      const { product, domain, folder } = place
      const other = makeCertificate(folder, 'Autre-autorite', 'DNS:ailleurs.exemple.fr')
      await product.start({ LDAP_CA_FILE: other.cert })
      await member(place, 'f.temoin')
      assert.equal((await product.enter('f.temoin', password)).status, 503)
      const line = await product.logged(({ msg }) => msg === 'the directory cannot be asked')
      assert.equal(line['reason'], 'tls')
      assert.match(String(line['code']), /^[A-Z_]+$/)
      await product.start({ LDAP_CA_FILE: domain.authority.cert })
      assert.equal((await product.enter('f.temoin', password)).status, 200)
      await product.start()
      assert.equal((await product.enter('f.temoin', password)).status, 200)
    },
  ],
]
