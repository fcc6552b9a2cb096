import { settingGroupTexts, settingTexts, type SettingText } from '#texts/platform/settings.ts'
import { hostsOf } from './database/postgres-url.ts'
import { settingGroups, type GetSetting, type Setting, type SettingName } from './settings-table.ts'

/** A setting as administrators see it. A secret is never part of it. */
export type SettingInForce = {
  readonly name: string
  readonly does: string
  readonly isSet: boolean
  /** Whether its value is secret: only whether it is set is known here. */
  readonly isSecret: boolean
  /** The value in force; null for a secret, for an address that cannot be shown, and where being unset is no value. */
  readonly value: string | null
  /** What being unset means, where there is no value. */
  readonly meaning: string | null
}
export type SettingsInForce = readonly {
  readonly title: string
  readonly settings: readonly SettingInForce[]
}[]

// Without a text for each setting this does not compile.
const texts: Record<SettingName, SettingText> = settingTexts

/** Returns every setting in the order of the table, without secrets: they stay where the settings are read. */
export const settingsInForce = (get: GetSetting): SettingsInForce =>
  settingGroups.map(({ settings }, place) => ({
    title: settingGroupTexts[place] ?? '',
    settings: (Object.entries(settings) as [SettingName, Setting][]).map(([name, setting]) => {
      const given = get(name)
      const { does, unset } = texts[name]
      const isSecret = setting.holds === 'secret'
      const shown = given !== undefined && setting.holds === 'address' ? withoutCredentials(given) : given
      return {
        name,
        does,
        isSet: given !== undefined,
        isSecret,
        value: isSecret ? null : ((shown === undefined ? setting.default : shown) ?? null),
        meaning: given === undefined && setting.default === undefined && !isSecret ? (unset ?? null) : null,
      }
    }),
  }))

/**
 * Returns the scheme, hosts and path of an address; null if it cannot be read. The account, its password and the
 * parameters, which may hold a password too, are left out.
 */
export function withoutCredentials(address: string): string | null {
  const [before = '', after] = address.split(/[?#]/, 2)
  // An unescaped « ? » in a password: what precedes it would be shown as a host.
  if (after?.includes('@') === true) return null
  const places = hostsOf(before).map((one) => URL.parse(one))
  const [first] = places
  if (!first || places.includes(null)) return null
  return `${first.protocol}//${places.map((place) => place?.host).join(',')}${first.pathname}`
}
