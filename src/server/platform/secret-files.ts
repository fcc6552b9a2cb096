import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { resolve } from 'node:path'
import { secretFileTexts as texts } from '#texts/platform/server.ts'
import { settingRows, type GetSetting, type SettingName } from './settings-table.ts'

type Refuse = (sentence: string) => never

/** The settings that name a file, with the setting whose value the file holds. */
const files = settingRows.flatMap(({ name, fileOf }) =>
  fileOf === undefined ? [] : [{ file: name as SettingName, value: fileOf as SettingName }],
)

/**
 * Returns the settings with the values of the files that `…_FILE` settings name. Each file is read once, at the start.
 * @param refuse is called for a value that is given twice, and for a file that is missing, open to other accounts or not
 *   one line
 */
export function withSecretFiles(get: GetSetting, refuse: Refuse): GetSetting {
  const values = new Map<SettingName, string>()
  for (const { file, value } of files) {
    const path = get(file)
    if (path === undefined) continue
    if (get(value) !== undefined) refuse(texts.both(value, file))
    values.set(value, readSecretFile(file, path, refuse))
  }
  return (name) => values.get(name) ?? get(name)
}

/**
 * Whether accounts other than root, the owner and the service can use a file. Its group may read a file of root: that is how
 * root gives a service a file (0640 root:trousseau), and how systemd gives it a credential.
 */
export const isOpenToOthers = ({ mode, uid }: Pick<Stats, 'mode' | 'uid'>): boolean =>
  (mode & (uid === 0 ? 0o037 : 0o077)) !== 0

function readSecretFile(setting: SettingName, path: string, refuse: Refuse): string {
  let descriptor: number
  try {
    descriptor = openSync(resolve(path), 'r')
  } catch {
    return refuse(texts.unreadable(setting, path))
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return refuse(texts.unreadable(setting, path))
    if (isOpenToOthers(stats)) return refuse(texts.open(setting, path, (stats.mode & 0o777).toString(8)))
    const value = readFileSync(descriptor, 'utf8').replace(/\r?\n$/, '')
    return value.trim() === '' || /[\r\n]/.test(value) ? refuse(texts.notOneLine(setting, path)) : value
  } finally {
    closeSync(descriptor)
  }
}
