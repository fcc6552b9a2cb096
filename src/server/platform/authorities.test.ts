import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configTexts } from '#texts/platform/server.ts'
import { makeCertificate } from '#server/testing/directory.ts'
import { ConfigError, readConfig } from '#server/config.ts'

let folder: string
let pem: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trousseau-ca-'))
  pem = readFileSync(makeCertificate(folder, 'ca', 'DNS:ca.exemple.fr').cert, 'utf8')
})
afterAll(() => rmSync(folder, { recursive: true }))

const settings = {
  TROUSSEAU_SIEM_CA_FILE: { TROUSSEAU_SIEM_URL: 'syslog+tls://siem.exemple.fr' },
  LDAP_CA_FILE: {
    LDAP_URL: 'ldaps://annuaire.exemple.fr',
    LDAP_BIND_DN: 'cn=a,dc=exemple,dc=fr',
    LDAP_BIND_PASSWORD: 'x',
    LDAP_BASE_DN: 'dc=exemple,dc=fr',
  },
} as const

it.each(Object.keys(settings) as (keyof typeof settings)[])(
  '%s must be PEM: DER stops the start with the command that converts it',
  (name) => {
    const start = (content: string | Buffer) => {
      const file = join(folder, `${name}.crt`)
      writeFileSync(file, content)
      return { file, run: () => readConfig({ ...settings[name], [name]: file }) }
    }
    const der = start(new X509Certificate(pem).raw)
    expect(der.run).toThrow(ConfigError)
    expect(der.run).toThrow(configTexts.authoritiesInDer(name, der.file))
    for (const content of ['', 'rien', pem.replace('MII', 'XXX'), `${pem}${pem.replace('MII', 'XXX')}`])
      expect(start(content).run).toThrow('PEM')
    expect(start(`un commentaire\n${pem}${pem}`).run).not.toThrow()
  },
)
