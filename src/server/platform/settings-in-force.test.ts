import { describe, expect, it } from 'vitest'
import { settingGroupTexts } from '#texts/platform/settings.ts'
import { settingGroups, settingRows, type SettingName } from './settings-table.ts'
import { settingsInForce, withoutCredentials } from './settings-in-force.ts'

const rowsOf = (env: Partial<Record<SettingName, string>>) =>
  settingsInForce((name) => env[name]).flatMap(({ settings }) => settings)

describe('the settings in force', () => {
  it('name every setting of the table, in titled groups', () => {
    expect(rowsOf({}).map(({ name }) => name)).toEqual(settingRows.map(({ name }) => name))
    expect(settingGroupTexts).toHaveLength(settingGroups.length)
    for (const { does } of rowsOf({})) expect(does).not.toBe('')
  })

  it('tell the default, what being unset means, and a value that was set', () => {
    const rows = rowsOf({ TROUSSEAU_PORT: '8443' })
    const row = (name: SettingName) => rows.find((one) => one.name === name)
    expect(row('TROUSSEAU_PORT')).toMatchObject({ isSet: true, value: '8443' })
    expect(row('TROUSSEAU_HOST')).toMatchObject({ isSet: false, value: '127.0.0.1' })
    expect(row('DATABASE_URL')).toMatchObject({
      isSet: false,
      value: null,
      meaning: 'SQLite dans le dossier des données',
    })
    // A value is always shown, except that of a secret: « non défini » is then the state.
    for (const { name, value, meaning, isSecret } of rows)
      expect(
        [value, meaning].filter((one) => one !== null),
        name,
      ).toHaveLength(isSecret ? 0 : 1)
  })

  it('hold no secret, whatever the settings', () => {
    const secrets = settingRows.filter((row) => row.holds === 'secret').map(({ name }) => name)
    expect(secrets.toSorted()).toEqual([
      'LDAP_BIND_PASSWORD',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'SSO_CLIENT_SECRET',
      'TROUSSEAU_METRICS_TOKEN',
      'TROUSSEAU_ROOT_KEY',
    ])
    // A new setting whose name says that it is secret must be declared as one.
    const suspect = settingRows
      .map(({ name }) => name)
      .filter((name) => /(_KEY|PASSWORD|SECRET|TOKEN|HEADERS)$/.test(name))
    // The name of a file, and a public key.
    const others = ['TROUSSEAU_TLS_KEY', 'TROUSSEAU_BACKUP_KEY']
    expect(suspect.toSorted()).toEqual([...secrets, ...others].toSorted())
    const env = Object.fromEntries(
      settingRows.map(({ name, holds }) => [
        name,
        holds === 'secret'
          ? 'CANARI'
          : holds === 'address'
            ? 'x://CANARI:CANARI@hote/base?password=CANARI'
            : 'vu',
      ]),
    )
    const rows = rowsOf(env)
    expect(JSON.stringify(rows)).not.toContain('CANARI')
    expect(rows.filter(({ isSet }) => !isSet)).toEqual([])
  })
})

describe('an address without its account', () => {
  it.each([
    ['postgres://trousseau:CANARI@127.0.0.1:5432/trousseau', 'postgres://127.0.0.1:5432/trousseau'],
    ['postgres://u:CANARI@un:5432,deux:5433/base?sslpassword=CANARI', 'postgres://un:5432,deux:5433/base'],
    ['postgres:///base?host=/run/postgresql&password=CANARI', 'postgres:///base'],
    ['smtp://u:CANARI@mail.exemple.fr:587', 'smtp://mail.exemple.fr:587'],
    ['smtp://mail.exemple.fr?tls=none', 'smtp://mail.exemple.fr'],
    ['ldaps://annuaire.exemple.fr', 'ldaps://annuaire.exemple.fr'],
  ])('%s', (address, shown) => expect(withoutCredentials(address)).toBe(shown))

  it.each([
    'postgres://u:12?CANARI@hote/base',
    'postgres://u:1#CANARI@hote/base',
    'CANARI',
    'smtp://u:CANARI@',
  ])('%s cannot be read, and is not shown', (address) => expect(withoutCredentials(address)).toBeNull())
  it('shows nothing of a password with unescaped signs', () => {
    for (const password of ['CANARI@x', 'a@CANARI', 'CANARI/b', 'a/CANARI', 'a:CANARI', 'a,CANARI'])
      expect(withoutCredentials(`postgres://u:${password}@hote/base`) ?? '', password).not.toContain('CANARI')
  })
})
