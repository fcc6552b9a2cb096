import assert from 'node:assert/strict'
import type { Check, Place } from '../check.ts'
import { base, host, ldaps, serviceDn } from '../domain.ts'

/** What is set, or done at the directory, and what the line of the directory says of it. */
type Case = {
  readonly settings?: Readonly<Record<string, string>>
  readonly before?: (place: Place) => Promise<void>
  readonly after?: (place: Place) => Promise<void>
  readonly says: readonly RegExp[]
}

const cases: Readonly<Record<string, Case>> = {
  'a wrong password of the service account (52e)': {
    settings: { LDAP_BIND_PASSWORD: 'Un mot faux 17' },
    says: [/49\/52e/, /Vérifiez LDAP_BIND_PASSWORD/],
  },
  'a disabled service account (533)': {
    before: ({ domain }) => domain.change(serviceDn, { userAccountControl: '514' }),
    after: ({ domain }) => domain.change(serviceDn, { userAccountControl: '512' }),
    says: [/49\/533/, /Réactivez-le/],
  },
  'a locked service account (775)': {
    before: ({ domain }) => domain.lock(serviceDn),
    after: ({ domain }) => domain.change(serviceDn, { lockoutTime: '0' }),
    says: [/49\/775/, /Déverrouillez-le/],
  },
  'a base that does not exist (32)': {
    settings: { LDAP_BASE_DN: `OU=Rien,${base}` },
    says: [/ 32\b/, /Vérifiez LDAP_BASE_DN/],
  },
  'a base of another domain (10)': {
    settings: { LDAP_BASE_DN: 'DC=ailleurs,DC=fr' },
    says: [/LDAP_BASE_DN/],
  },
  'a filter that finds nobody': {
    settings: { LDAP_USER_FILTER: '(&(sAMAccountName={login})(department=Rien))' },
    says: [/personne n'y est trouvé/, /LDAP_USER_FILTER/],
  },
  'a name that is not in the certificate': {
    settings: { LDAP_URL: 'ldaps://mail.exemple.fr' },
    says: [/ERR_TLS_CERT_ALTNAME_INVALID/, /LDAP_URL/],
  },
  'an authority that is not known': {
    settings: { SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '/nonexistent' },
    says: [/UNABLE_TO_/, /LDAP_CA_FILE/],
  },
  'a port where nothing listens': {
    settings: { LDAP_URL: `${ldaps}:6361` },
    says: [/ECONNREFUSED/, /LDAP_URL/],
  },
  'a port without TLS': {
    settings: { LDAP_URL: `ldaps://${host}:389` },
    says: [/Annuaire|annuaire/, /LDAP_URL/],
  },
  'a name that does not exist': {
    settings: { LDAP_URL: 'ldaps://absent.exemple.fr' },
    says: [/ENOTFOUND|EAI_AGAIN/, /LDAP_URL/],
  },
}

export const doctorChecks: readonly Check[] = [
  [
    'doctor finds no fault of the directory and the mail server',
    async ({ product }) => {
      const { said } = await product.doctor()
      assert.match(said, /^✓ Annuaire dc1\.exemple\.fr:636 : répond, et contient des personnes$/m)
      assert.match(said, /^✓ Serveur de messagerie mail\.exemple\.fr:587 : répond et accepte les messages$/m)
    },
  ],
  ...Object.entries(cases).map(([fault, { settings = {}, before, after, says }]): Check => [
    `doctor names the code and the setting: ${fault}`,
    async (place) => {
      await before?.(place)
      try {
        const { code, said } = await place.product.doctor(settings)
        assert.equal(code, 1)
        const line = said.split('\n').find((one) => one.startsWith('✗') && one.includes('nnuaire'))
        for (const pattern of says) assert.match(line ?? said, pattern)
        assert.doesNotMatch(said, /^ +at |AcceptSecurityContext/m)
      } finally {
        await after?.(place)
      }
    },
  ]),
]
