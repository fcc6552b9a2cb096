import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { configTexts, secretFileTexts } from '#texts/platform/server.ts'
import { ConfigError, readConfig } from '#server/config.ts'

const needed = {
  LDAP_URL: 'ldaps://annuaire.exemple.fr',
  LDAP_BIND_DN: 'cn=trousseau,dc=exemple,dc=fr',
  LDAP_BIND_PASSWORD: 'le mot du compte',
  LDAP_BASE_DN: 'ou=people,dc=exemple,dc=fr',
}

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-directory-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

describe('the settings of the directory', () => {
  it('are absent unless set', () => {
    expect(readConfig({})).toMatchObject({ directory: null, directories: [] })
  })

  it('require an address, a service account and a base; the domain of the base is the name', () => {
    const { directory, directories } = readConfig(needed)
    expect(directory).toMatchObject({ host: 'annuaire.exemple.fr', port: 636, tls: 'immediate' })
    expect(directory?.authorities()).toBeNull()
    expect(directories).toEqual([{ id: 1, ad: 'exemple.fr' }])
    expect(JSON.stringify(directory)).not.toContain(needed.LDAP_BIND_PASSWORD)
  })

  it.each([
    ['ldap://annuaire.exemple.fr', { port: 389, tls: 'starttls' }],
    ['ldap://localhost:3890/', { host: 'localhost', port: 3890, tls: 'starttls' }],
    ['ldaps://[::1]:6360', { host: '::1', port: 6360, tls: 'immediate' }],
  ])('%s always uses TLS', (url, expected) => {
    expect(readConfig({ ...needed, LDAP_URL: url }).directory).toMatchObject(expected)
  })

  it('accept a password file, ignoring its final line break', () => {
    const { LDAP_BIND_PASSWORD: password, ...rest } = needed
    const { directory } = readConfig({ ...rest, LDAP_BIND_PASSWORD_FILE: fileWith(`${password}\n`) })
    expect(directory?.bindPassword.reveal()).toBe(password)
  })

  it.each<[string, Record<string, string | undefined>, string]>([
    ['a setting without the address', { LDAP_URL: undefined }, configTexts.ldapAlone('LDAP_BIND_DN')],
    ['no base', { LDAP_BASE_DN: undefined }, configTexts.ldapMissing('LDAP_BASE_DN')],
    ['no account', { LDAP_BIND_DN: undefined }, configTexts.ldapMissing('LDAP_BIND_DN')],
    ['no password', { LDAP_BIND_PASSWORD: undefined }, configTexts.ldapPassword],
    [
      'two passwords',
      { LDAP_BIND_PASSWORD_FILE: '/nulle/part' },
      secretFileTexts.both('LDAP_BIND_PASSWORD', 'LDAP_BIND_PASSWORD_FILE'),
    ],
    ['a base that is no DN', { LDAP_BASE_DN: 'exemple' }, configTexts.ldapDn('LDAP_BASE_DN', 'exemple')],
    ...['exemple', 'a@b@c', 'EXEMPLE\\a\\b', '@exemple.fr', 'EXEMPLE/moi'].map(
      (dn) =>
        [`${dn} as its account`, { LDAP_BIND_DN: dn }, configTexts.ldapBindDn(dn)] as [
          string,
          Record<string, string>,
          string,
        ],
    ),
    ['a timeout of zero', { LDAP_TIMEOUT_SECONDS: '0' }, configTexts.ldapTimeout('0')],
    ['a timeout that is too long', { LDAP_TIMEOUT_SECONDS: '61' }, configTexts.ldapTimeout('61')],
    [
      'a missing certificate file',
      { LDAP_CA_FILE: '/nulle/part' },
      configTexts.ldapAuthorities('/nulle/part'),
    ],
  ])('with %s stop the start with a sentence', (_what, change, sentence) => {
    expect(() => readConfig({ ...needed, ...change })).toThrow(new ConfigError(sentence))
  })

  it('with an empty password file stop the start: it would bind anonymously', () => {
    const file = fileWith('\n')
    const env = { ...needed, LDAP_BIND_PASSWORD: undefined, LDAP_BIND_PASSWORD_FILE: file }
    expect(() => readConfig(env)).toThrow(
      new ConfigError(secretFileTexts.notOneLine('LDAP_BIND_PASSWORD_FILE', file)),
    )
  })

  it.each([
    'annuaire.exemple.fr',
    'http://annuaire.exemple.fr',
    'ldap://',
    'ldaps://moi:secret@annuaire.exemple.fr',
    'ldaps://annuaire.exemple.fr/dc=exemple',
    'ldaps://annuaire.exemple.fr?tls=none',
  ])('reject %s as the address of a directory', (url) => {
    expect(() => readConfig({ ...needed, LDAP_URL: url })).toThrow(new ConfigError(configTexts.ldapUrl(url)))
  })

  it.each([
    '(uid={login})',
    '(userPrincipalName={login}@exemple.fr)',
    '(&(objectClass=person)(|(uid={login})(mail={login}))(!(loginShell=/bin/false)))',
    '(&(sAMAccountName={login})(memberOf:1.2.840.113556.1.4.1941:=cn=coffre,dc=exemple,dc=fr))',
  ])('accept the filter %s', (filter) => {
    expect(readConfig({ ...needed, LDAP_USER_FILTER: filter }).directory?.userFilter).toBe(filter)
  })

  it.each(['trousseau@exemple.fr', 'EXEMPLE\\trousseau', 'exemple.fr\\compte service'])(
    'accept the account %s, as Active Directory does',
    (account) => {
      expect(readConfig({ ...needed, LDAP_BIND_DN: account }).directory?.bindDn).toBe(account)
    },
  )

  // ldapts 9.2.0 reads each escaped byte as a character (`_unescapeHexValues`).
  it.each([
    [String.raw`(&(uid={login})(ou=Pr\c3\a9fecture))`, '(&(uid={login})(ou=Préfecture))'],
    [String.raw`(&(uid={login})(ou=\F0\9f\94\91\2a))`, String.raw`(&(uid={login})(ou=🔑\2a))`],
    [
      String.raw`(&(uid={login})(memberOf=CN=Martin\5c, Luc,DC=exemple))`,
      String.raw`(&(uid={login})(memberOf=CN=Martin\5c, Luc,DC=exemple))`,
    ],
  ])('read the escapes of the filter %s', (filter, read) => {
    expect(readConfig({ ...needed, LDAP_USER_FILTER: filter }).directory?.userFilter).toBe(read)
  })

  it.each([
    [String.raw`(&(uid={login})(memberOf=CN=Martin\, Luc,DC=exemple))`, configTexts.ldapFilterEscape],
    [String.raw`(&(uid={login})(cn=a\))`, configTexts.ldapFilterEscape],
    [String.raw`(&(uid={login})(objectGUID=\80\c3))`, configTexts.ldapFilterBytes],
    ['(&(uid={login})(1.2.840.113556.1.4.221=a))', configTexts.ldapFilter],
  ])('reject the filter %s, which the library cannot parse as it is meant', (filter, sentence) => {
    const env = { ...needed, LDAP_USER_FILTER: filter }
    expect(() => readConfig(env)).toThrow(new ConfigError(sentence(filter)))
  })

  it.each([
    'uid={login}',
    '(uid=moi)',
    '(uid={login}',
    '(uid={login}))',
    '(&)(uid={login})',
    '({login}=1)',
    '(uid={login}*)',
    '(uid>={login})',
  ])('reject the filter %s', (filter) => {
    const env = { ...needed, LDAP_USER_FILTER: filter }
    expect(() => readConfig(env)).toThrow(new ConfigError(configTexts.ldapFilter(filter)))
  })
})
