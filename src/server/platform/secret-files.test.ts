import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { secretFileTexts } from '#texts/platform/server.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { temporaryFolder } from '#server/testing/process.ts'
import { isOpenToOthers } from './secret-files.ts'
import { settingRows } from './settings-table.ts'

function fileWith(text: string, mode = 0o600): string {
  const file = join(temporaryFolder(), 'secret')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

const database = 'postgres://trousseau:secret@127.0.0.1/trousseau'

describe('a secret setting', () => {
  it('may be in a file, whichever it is [PACK-02]', () => {
    const secret = settingRows.filter(({ holds }) => holds !== undefined).map(({ name }) => name)
    const inFiles = settingRows.flatMap(({ fileOf }) => fileOf ?? [])
    expect(settingRows.flatMap(({ name, fileOf }) => (fileOf === undefined ? [] : name))).toEqual(
      inFiles.map((value) => `${value}_FILE`),
    )
    // The root keys have a file of their own kind; two addresses may not contain an account; OpenTelemetry reads its own.
    const others = [
      'TROUSSEAU_ROOT_KEY',
      'TROUSSEAU_SIEM_URL',
      'LDAP_URL',
      ...secret.filter((name) => name.startsWith('OTEL_')),
    ]
    expect([...inFiles, ...others].toSorted()).toEqual(secret.toSorted())
  })

  it('is read from its file, without the line break at its end [PACK-02]', () => {
    const { database: read, smtp } = readConfig({
      DATABASE_URL_FILE: fileWith(`${database}\n`),
      SMTP_URL_FILE: fileWith('smtp://trousseau:motdepasse@mail.exemple.fr\r\n'),
      TROUSSEAU_MAIL_FROM: 'trousseau@exemple.fr',
    })
    expect(read).toMatchObject({ kind: 'postgres', url: database })
    expect([smtp?.host, smtp?.auth?.password.reveal()]).toEqual(['mail.exemple.fr', 'motdepasse'])
  })

  it('of a file is shown to administrators as one of the environment is [PACK-02]', () => {
    const { inForce } = readConfig({ DATABASE_URL_FILE: fileWith(database) })
    const row = inForce.flatMap(({ settings }) => settings).find(({ name }) => name === 'DATABASE_URL')
    expect(row).toMatchObject({ isSet: true, value: 'postgres://127.0.0.1/trousseau' })
    expect(JSON.stringify(inForce)).not.toContain('secret@')
  })

  it.each<[string, () => string, (path: string) => string]>([
    ['is missing', () => '/nulle/part', (path) => secretFileTexts.unreadable('DATABASE_URL_FILE', path)],
    ['is a folder', () => temporaryFolder(), (path) => secretFileTexts.unreadable('DATABASE_URL_FILE', path)],
    ['is empty', () => fileWith('\n'), (path) => secretFileTexts.notOneLine('DATABASE_URL_FILE', path)],
    [
      'has two lines',
      () => fileWith(`${database}\n${database}\n`),
      (path) => secretFileTexts.notOneLine('DATABASE_URL_FILE', path),
    ],
    [
      'other accounts can read',
      () => fileWith(database, 0o644),
      (path) => secretFileTexts.open('DATABASE_URL_FILE', path, '644'),
    ],
  ])('stops the start if its file %s [PACK-03]', (_, make, sentence) => {
    const path = make()
    expect(() => readConfig({ DATABASE_URL_FILE: path })).toThrow(new ConfigError(sentence(path)))
  })

  it('stops the start if it is given twice [PACK-03]', () => {
    expect(() => readConfig({ DATABASE_URL: database, DATABASE_URL_FILE: '/nulle/part' })).toThrow(
      new ConfigError(secretFileTexts.both('DATABASE_URL', 'DATABASE_URL_FILE')),
    )
  })

  it.each([
    [0o100600, 1000, false],
    [0o100640, 1000, true],
    [0o100604, 1000, true],
    // Root's file for a group, and a credential of systemd: an access list shows as a right of the group.
    [0o100640, 0, false],
    [0o100440, 0, false],
    [0o100660, 0, true],
    [0o100644, 0, true],
  ])('in a file of mode %o and owner %i is open to others: %s [PACK-03]', (mode, uid, isOpen) => {
    expect(isOpenToOthers({ mode, uid })).toBe(isOpen)
  })
})
