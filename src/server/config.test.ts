import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backupSettingTexts, configTexts } from '#texts/platform/server.ts'
import { ConfigError, keepsCookies, readConfig } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { settingRows } from './platform/settings-table.ts'
import { temporaryFolder, type Settings } from './testing/process.ts'

describe('a wrong setting', () => {
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
  const wrong: readonly [settings: Settings, sentence: string][] = [
    [{ TROUSSEAU_DATABASE_POOL: '1' }, configTexts.integer('TROUSSEAU_DATABASE_POOL', '1', 3, 500)],
    [
      { TROUSSEAU_DATABASE_CONNECT_SECONDS: '0' },
      configTexts.integer('TROUSSEAU_DATABASE_CONNECT_SECONDS', '0', 1, 60),
    ],
    [
      { TROUSSEAU_DATABASE_ACQUIRE_SECONDS: '0' },
      configTexts.integer('TROUSSEAU_DATABASE_ACQUIRE_SECONDS', '0', 1, 120),
    ],
    [
      { TROUSSEAU_DATABASE_STATEMENT_SECONDS: '1' },
      configTexts.integer('TROUSSEAU_DATABASE_STATEMENT_SECONDS', '1', 5, 3_600),
    ],
    [
      { TROUSSEAU_DATABASE_LOCK_SECONDS: 'x' },
      configTexts.integer('TROUSSEAU_DATABASE_LOCK_SECONDS', 'x', 1, 3_600),
    ],
    [
      { TROUSSEAU_DATABASE_WAIT_SECONDS: '-1' },
      configTexts.integer('TROUSSEAU_DATABASE_WAIT_SECONDS', '-1', 0, 3_600),
    ],
    [{ TROUSSEAU_DATABASE_PGBOUNCER: 'yes' }, configTexts.onOrOff('TROUSSEAU_DATABASE_PGBOUNCER', 'yes')],
    [{ DATABASE_URL: 'postgres://a@one,/base' }, configTexts.database],
    [{ TROUSSEAU_PROT: '8420' }, configTexts.unknown('TROUSSEAU_PROT')],
    [{ TROUSSEAU_PUBLICURL: 'x' }, configTexts.misspelt('TROUSSEAU_PUBLICURL', 'TROUSSEAU_PUBLIC_URL')],
    [{ LDAP_BINDDN: 'x' }, configTexts.misspelt('LDAP_BINDDN', 'LDAP_BIND_DN')],
    [{ SSO_CLIENTID: 'x' }, configTexts.misspelt('SSO_CLIENTID', 'SSO_CLIENT_ID')],
    [{ smtp_url: 'x' }, configTexts.misspelt('smtp_url', 'SMTP_URL')],
    [{ DATABASEURL: 'x' }, configTexts.misspelt('DATABASEURL', 'DATABASE_URL')],
    [{ TROUSSEAU_HOST: 'coffre' }, configTexts.host('coffre')],
    [{ TROUSSEAU_PORT: '84.2' }, configTexts.integer('TROUSSEAU_PORT', '84.2', 0, 65_535)],
    [{ TROUSSEAU_PORT: '65536' }, configTexts.integer('TROUSSEAU_PORT', '65536', 0, 65_535)],
    [{ TROUSSEAU_PUBLIC_URL: 'coffre.exemple.fr' }, configTexts.publicUrl('coffre.exemple.fr')],
    [{ TROUSSEAU_PUBLIC_URL: 'https://a.fr/coffre' }, configTexts.publicUrl('https://a.fr/coffre')],
    [{ TROUSSEAU_PUBLIC_URL: 'https://a.fr#coffre' }, configTexts.publicUrl('https://a.fr#coffre')],
    [{ TROUSSEAU_PUBLIC_URL: 'https://:secret@a.fr' }, configTexts.publicUrl('https://:secret@a.fr')],
    [{ TROUSSEAU_PUBLIC_URL: 'http://a.fr' }, configTexts.publicUrlPlain('http://a.fr')],
    [{ DATABASE_URL: 'mysql://localhost/base' }, configTexts.database],
    [{ DATABASE_URL: 'postgres://' }, configTexts.database],
    [{ TROUSSEAU_ROOT_KEY: 'x', TROUSSEAU_ROOT_KEY_FILE: 'y' }, configTexts.oneKeySource],
    [{ TROUSSEAU_UNSEAL: 'oui' }, configTexts.unseal('oui')],
    [{ TROUSSEAU_TRUSTED_PROXIES: '10.0.0.1, proxy' }, configTexts.proxy('proxy')],
    [{ TROUSSEAU_TRUSTED_PROXIES: '10.0.0.0/99' }, configTexts.proxy('10.0.0.0/99')],
    [{ TROUSSEAU_TRUSTED_PROXIES: '0.0.0.0/0' }, configTexts.proxy('0.0.0.0/0')],
    [{ TROUSSEAU_TRUSTED_PROXIES: '::/0' }, configTexts.proxy('::/0')],
    [{ TROUSSEAU_TLS_CERT: 'cert.pem' }, configTexts.tlsPair],
    [{ TROUSSEAU_TLS_KEY: 'key.pem' }, configTexts.tlsPair],
    [{ TROUSSEAU_LOG: 'bavard' }, configTexts.logLevel('bavard', levels)],
    [{ TROUSSEAU_ALERT_READINGS: '0' }, configTexts.integer('TROUSSEAU_ALERT_READINGS', '0', 1, 100_000)],
    [{ TROUSSEAU_MAIL_CODE: 'oui' }, configTexts.mailCode('oui', ['off', 'users', 'all'])],
    [{ TROUSSEAU_PASSWORD_MAX_DAYS: '0' }, configTexts.integer('TROUSSEAU_PASSWORD_MAX_DAYS', '0', 1, 3_650)],
    [{ TROUSSEAU_JOURNAL_MONTHS: '5' }, configTexts.integer('TROUSSEAU_JOURNAL_MONTHS', '5', 6, 60)],
    [{ TROUSSEAU_JOURNAL_MONTHS: '61' }, configTexts.integer('TROUSSEAU_JOURNAL_MONTHS', '61', 6, 60)],
    [{ TROUSSEAU_JOURNAL_SECRETS_MONTHS: '11' }, configTexts.journalMonths(11, 12)],
    [{ TROUSSEAU_BACKUP_DIR: '/tmp' }, backupSettingTexts.alone],
    [{ TROUSSEAU_INACTIVITY: 'oui' }, configTexts.inactivity('oui', ['lock', 'logout'])],
    [{ TROUSSEAU_INACTIVITY_MINUTES: '0' }, configTexts.integer('TROUSSEAU_INACTIVITY_MINUTES', '0', 1, 720)],
  ]

  const named = wrong.map(([settings, sentence]) => [JSON.stringify(settings), settings, sentence] as const)
  it.each(named)('%s is refused with its sentence', (_, settings, sentence) => {
    expect(() => readConfig(settings)).toThrow(new ConfigError(sentence))
  })

  it('of another program is ignored', () => {
    expect(
      readConfig({ LDAP_TLS_REQCERT: 'x', SSO_REGION: 'x', LDAPBASE: 'x', PATH: '/bin' }).directory,
    ).toBeNull()
  })

  it('of a data folder that is a file or cannot be created is refused with a sentence', () => {
    const file = join(temporaryFolder(), 'fichier')
    writeFileSync(file, '')
    for (const folder of [file, join(file, 'data')])
      expect(() => prepareDataFolder(readConfig({ TROUSSEAU_DATA: folder }))).toThrow(
        new ConfigError(configTexts.dataFolder(folder)),
      )
  })

  it('without secure cookies is detected at the start: plain http beyond localhost', () => {
    const keeps = (settings: Settings) => keepsCookies(new URL(readConfig(settings).publicUrl))
    expect(keeps({ TROUSSEAU_HOST: '0.0.0.0' })).toBe(false)
    expect(keeps({ TROUSSEAU_HOST: '::1' })).toBe(true)
    expect(keeps({})).toBe(true)
    expect(keeps({ TROUSSEAU_HOST: '0.0.0.0', TROUSSEAU_PUBLIC_URL: 'https://a.fr' })).toBe(true)
  })

  it('is documented: docs/settings.md lists exactly the settings that are read', () => {
    const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
    const readers = [
      'config',
      'platform/documents/settings',
      'platform/backups/settings',
      'platform/metrics/settings',
      'platform/tracing/sampler',
      'platform/siem/settings',
      'identity/directory/settings',
      'identity/sso/settings',
    ]
    const sources = readers.map((file) => read(`${file}.ts`)).join('\n')
    const names = (text: string, pattern: RegExp): string[] =>
      [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].toSorted()
    const listed = names(read('../../docs/settings.md'), /^\| `(\w+)` \|/gm)
    // secret-files.ts reads these from the table, and the packages of OpenTelemetry their own.
    const files = settingRows.flatMap(({ name, fileOf }) => (fileOf === undefined ? [] : name))
    const elsewhere = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME', ...files]
    const readHere = names(sources, /'((?:TROUSSEAU|DATABASE|SMTP|LDAP|SSO|OTEL)_[A-Z0-9_]*[A-Z0-9])'/g)
    expect(listed).toEqual([...new Set([...readHere, ...elsewhere])].toSorted())
    expect(listed).toEqual(settingRows.map(({ name }) => name).toSorted())
  })

  const settingOf = (wanted: string) => settingRows.find(({ name }) => name === wanted)
  const withNeeds = (name: string, value: string): Settings => {
    const needs: Record<string, string[]> = {
      SMTP: ['TROUSSEAU_MAIL_FROM'],
      LDAP: ['LDAP_URL', 'LDAP_BIND_DN', 'LDAP_BIND_PASSWORD', 'LDAP_BASE_DN'],
      SSO_: ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'],
    }
    const needed =
      needs[name.slice(0, 4)] ??
      ['TROUSSEAU_BACKUP_KEY', 'TROUSSEAU_BACKUP_DIR'].filter(() => name.startsWith('TROUSSEAU_BACKUP_'))
    return {
      ...Object.fromEntries(needed.map((other) => [other, settingOf(other)?.example ?? ''])),
      [name]: value,
    }
  }

  it.each(
    settingRows.flatMap((row) => (row.default === undefined ? [] : [[row.name, row.default] as const])),
  )('%s has its documented default', (name, value) => {
    const { [name]: _, ...without } = withNeeds(name, value)
    const [given, unset] = [readConfig(withNeeds(name, value)), readConfig(without)]
    // The settings in force tell the two apart, with the same value.
    const inForce = (config: typeof given) =>
      config.inForce.flatMap(({ settings }) => settings.map(({ isSet: __, ...setting }) => setting))
    expect({ ...given, inForce: inForce(given) }).toEqual({ ...unset, inForce: inForce(unset) })
  })

  // Examples that name a file are left out, since the file is read.
  const examples = settingRows.filter(({ example }) => !example.startsWith('/etc/'))
  it.each(examples.map(({ name, example }) => [name, example] as const))(
    '%s accepts its documented example',
    (name, example) => expect(() => readConfig(withNeeds(name, example))).not.toThrow(),
  )

  it('of TLS files that are missing or invalid is refused with a sentence', () => {
    const folder = temporaryFolder()
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const read = () => readConfig({ TROUSSEAU_TLS_CERT: cert, TROUSSEAU_TLS_KEY: key })
    expect(read).toThrow(new ConfigError(configTexts.tlsFiles(cert, key)))
    writeFileSync(cert, 'not a certificate')
    writeFileSync(key, 'not a key')
    expect(read).toThrow(new ConfigError(configTexts.tlsFiles(cert, key)))
  })
})
