import { expect, it } from 'vitest'
import { backupSettingTexts as texts } from '#texts/platform/server.ts'
import { newAgeKey } from '#server/platform/crypto/age.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { readBackupSettings } from './settings.ts'

const { identity, recipient } = newAgeKey()
const read = (settings: Record<string, string>, engine: Engine = 'postgres') =>
  readBackupSettings(
    (name) => settings[name],
    (sentence) => {
      throw new Error(sentence)
    },
    engine,
  )
const full = { TROUSSEAU_BACKUP_KEY: recipient, TROUSSEAU_BACKUP_DIR: '/mnt/backups' }

it('reads when and where backups are made; without a folder none are', () => {
  expect(read({})).toEqual({ key: null, folder: null, everyMinutes: null, atMinutes: 120 })
  expect(read({ ...full, TROUSSEAU_BACKUP_AT: '23:45', TROUSSEAU_BACKUP_MINUTES: '5' })).toEqual({
    key: recipient,
    folder: '/mnt/backups',
    everyMinutes: 5,
    atMinutes: 23 * 60 + 45,
  })
  expect(read({ ...full, TROUSSEAU_BACKUP_AT: '4' }).atMinutes).toBe(240)
})

it('makes recent ones on SQLite unless they are switched off [BKUP-14]', () => {
  expect(read(full, 'sqlite').everyMinutes).toBe(4)
  expect(read(full).everyMinutes).toBeNull()
  expect(read({}, 'sqlite').everyMinutes).toBeNull()
  for (const engine of ['sqlite', 'postgres'] as const) {
    expect(read({ ...full, TROUSSEAU_BACKUP_MINUTES: '0' }, engine).everyMinutes).toBeNull()
    expect(read({ ...full, TROUSSEAU_BACKUP_MINUTES: '10' }, engine).everyMinutes).toBe(10)
  }
})

it('refuses a private key, a time that is none, and a folder without a key', () => {
  expect(() => read({ TROUSSEAU_BACKUP_KEY: identity })).toThrow(texts.key)
  expect(() => read({ TROUSSEAU_BACKUP_DIR: '/mnt' })).toThrow(texts.alone)
  expect(() => read({ TROUSSEAU_BACKUP_MINUTES: '5' })).toThrow(texts.minutesAlone)
  for (const at of ['24:00', '2h', '02:60'])
    expect(() => read({ TROUSSEAU_BACKUP_AT: at })).toThrow(texts.at(at))
  for (const minutes of ['-1', '1441', '5m'])
    expect(() => read({ ...full, TROUSSEAU_BACKUP_MINUTES: minutes })).toThrow(texts.minutes(minutes))
})
