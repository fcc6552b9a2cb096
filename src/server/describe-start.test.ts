import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { describeStart } from './describe-start.ts'
import { startTestApp } from './testing/app.ts'

/** Every setting that holds a secret or an account, with a mark in each. */
const env = {
  SMTP_URL: 'smtps://CANARI:CANARI@mail.exemple.fr:465',
  TROUSSEAU_MAIL_FROM: 'CANARI@exemple.fr',
  LDAP_URL: 'ldaps://annuaire.exemple.fr',
  LDAP_BIND_DN: 'cn=CANARI,dc=exemple,dc=fr',
  LDAP_BIND_PASSWORD: 'CANARI',
  LDAP_BASE_DN: 'dc=exemple,dc=fr',
  SSO_ISSUER: 'https://connexion.exemple.fr',
  SSO_CLIENT_ID: 'CANARI',
  SSO_CLIENT_SECRET: 'CANARI',
  TROUSSEAU_METRICS_TOKEN: 'CANARI-0123456789-0123456789-0123456789',
  TROUSSEAU_SIEM_FILE: '/var/log/CANARI.jsonl',
}

it('[WTCH-10] what is running is told in one line: version, engine, nodes, keys, directory, mail, no secret', async () => {
  const app = await startTestApp('sqlite', env)
  try {
    const told = await describeStart({ ...app.deps, config: readConfig(env) })
    expect(told).toMatchObject({
      engine: 'sqlite',
      otherNodes: 0,
      sealed: false,
      rootKeys: [1],
      rootKeySource: 'file',
      directory: 'annuaire.exemple.fr:636',
      sso: 'connexion.exemple.fr',
      mail: 'mail.exemple.fr:465',
      siem: ['file'],
      tls: null,
      metrics: 'main port',
    })
    expect(JSON.stringify(told)).not.toContain('CANARI')
  } finally {
    await app.close()
  }
})
