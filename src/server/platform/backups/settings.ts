import { resolve } from 'node:path'
import { backupSettingTexts as texts } from '#texts/platform/server.ts'
import { readRecipient } from '#server/platform/crypto/age.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import type { GetSetting } from '#server/platform/settings-table.ts'

/** Whether, where and when backups are made. */
export type BackupSettings = {
  /** The recipient, `age1…`: it seals, and opens nothing. */
  readonly key: string | null
  /** The folder of the nightly backups; null: none are made. */
  readonly folder: string | null
  /** Minutes between two backups of which only the newest are kept, for a short way back; null: none are made. */
  readonly everyMinutes: number | null
  /** When, by the clock of the machine, in minutes after midnight. */
  readonly atMinutes: number
}

/** On SQLite, where nothing else has the last minutes: with a minute to make one, a crash loses five at most. */
export const usualMinutes = 4

export function readBackupSettings(
  get: GetSetting,
  refuse: (sentence: string) => never,
  engine: Engine,
): BackupSettings {
  const key = get('TROUSSEAU_BACKUP_KEY') ?? null
  const folder = get('TROUSSEAU_BACKUP_DIR')
  const at = get('TROUSSEAU_BACKUP_AT') ?? '02:00'
  if (key !== null && readRecipient(key) === null) refuse(texts.key)
  if (folder !== undefined && key === null) refuse(texts.alone)
  const every = get('TROUSSEAU_BACKUP_MINUTES')
  if (every !== undefined && (!/^\d{1,4}$/.test(every) || Number(every) > 1_440)) refuse(texts.minutes(every))
  if (every !== undefined && folder === undefined) refuse(texts.minutesAlone)
  const [, hours, minutes] = /^([01]?\d|2[0-3])(?::([0-5]\d))?$/.exec(at) ?? []
  if (hours === undefined) return refuse(texts.at(at))
  return {
    key,
    folder: folder === undefined ? null : resolve(folder),
    everyMinutes: folder === undefined ? null : minutesOf(every, engine),
    atMinutes: Number(hours) * 60 + Number(minutes ?? 0),
  }
}

function minutesOf(every: string | undefined, engine: Engine): number | null {
  if (every !== undefined) return Number(every) || null
  return engine === 'sqlite' ? usualMinutes : null
}
