import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import { withLineFeeds } from '#domain/platform/line-ends.ts'
import { managerImportLimits } from '#domain/platform/limits.ts'
import { matchesPattern } from '#domain/platform/patterns.ts'
import { itemFields, noItemTexts, type ItemTextField } from '#domain/vault/item-fields.ts'
import { type ImportFailReason, unnamed } from '#texts/vault/imports.ts'
import { extrasAsFields, type Extra } from './extras-as-fields.ts'
import type { ImportFail, ImportItem } from './model.ts'
import { isLongerThan, keepable, keepableSecret, plainLogin, plainName, shortened } from './plain-fields.ts'

/** An entry as a reader found it, before any rule of the domain. */
export type RawItem = {
  readonly title: string
  readonly login: string
  readonly password: string
  readonly address: string
  readonly notes: string
  readonly extras: readonly Extra[]
  readonly otp: string | null
  readonly line: number
  readonly sourceId: string | null
  /** The reader's warnings about the entry. */
  readonly told: readonly ImportFailReason[]
}

/** Fields with a length limit, and the reason reported beyond it. */
const tooLong = {
  name: 'NAME_TOO_LONG',
  login: 'LOGIN_TOO_LONG',
  password: 'PASSWORD_TOO_LONG',
  address: 'ADDRESS_TOO_LONG',
  description: 'DESCRIPTION_TOO_LONG',
} as const satisfies Partial<Record<ItemTextField, ImportFailReason>>
type Limited = keyof typeof tooLong
const limitedFields = Object.keys(tooLong) as Limited[]

/**
 * Converts an entry into an item; null if a value is too long, since a shortened password or login would be
 * wrong. Fields without a counterpart become extra fields, hidden ones concealed (`extrasAsFields`).
 */
export function toItem(given: RawItem): { item: ImportItem | null; fails: ImportFail[] } {
  const raw = kept(given)
  const { line, sourceId, otp, password } = raw
  const written = raw.address.trim()
  const isRefused = isUnusable(written)
  const address = isRefused ? '' : written
  const { login, isCleaned: isLoginCleaned } = plainLogin(raw.login)
  const title = plainName(raw.title)
  const name = title.name || nameInstead(address, login)
  // The fields of such an entry could only be joined, at the cost of seconds.
  if (raw.extras.length > managerImportLimits.columns)
    return {
      item: null,
      fails: [{ line, name: shortened(name, itemFields.name.maximum), reason: 'FIELDS_TOO_LONG' }],
    }
  const extras = [
    ...(isRefused ? [{ label: 'URL', value: written, isHidden: false }] : []),
    ...raw.extras.filter(
      ({ value, isHidden, kind }) => (isHidden || kind === 'lines' ? value : value.trim()) !== '',
    ),
  ]
  const { fields, isTooLong, joined, ...beyond } = extrasAsFields(extras)
  const description = withLineFeeds(
    [raw.notes, beyond.description].filter((part) => part !== '').join('\n\n'),
  )
  const item = { ...noItemTexts, name, login, password, address, description, otp, fields, line, sourceId }

  const shownName = shortened(name, itemFields.name.maximum)
  const tell = (reason: ImportFailReason): ImportFail => ({ line, name: shownName, reason })
  const excess = limitedFields.filter((field) => isLongerThan(item[field], itemFields[field].maximum))
  const reasons = [
    ...excess.map((field) => tooLong[field]),
    ...(isTooLong ? (['FIELDS_TOO_LONG'] as const) : []),
  ]
  if (reasons.length > 0) return { item: null, fails: reasons.map(tell) }
  const fails = [
    ...(title.isCleaned ? [tell('NAME_CLEANED')] : []),
    ...(isLoginCleaned ? [tell('LOGIN_CLEANED')] : []),
    ...(isRefused ? [tell('ADDRESS_REFUSED')] : []),
    ...(joined.length > 0 ? [{ ...tell('FIELDS_JOINED'), detail: joinedLabels(joined) }] : []),
    ...raw.told.map(tell),
  ]
  return { item, fails }
}

/** Returns an entry with texts that can be stored and edited afterwards, and tells what was dropped. */
function kept(raw: RawItem): RawItem {
  const { password, notes, extras, told } = raw
  const texts = {
    password: keepableSecret(password),
    notes: keepable(notes),
    extras: extras.map((extra) => ({
      ...extra,
      value: extra.isHidden ? keepableSecret(extra.value) : keepable(extra.value),
    })),
  }
  const isSame =
    texts.password === password &&
    texts.notes === notes &&
    texts.extras.every(({ value }, place) => value === extras[place]?.value)
  if (isSame) return raw
  return { ...raw, ...texts, told: [...new Set([...told, 'CHARACTERS_DROPPED' as const])] }
}

const joinedLabels = (labels: readonly string[]): string =>
  [
    ...labels.slice(0, mostLabels).map((label) => shortened(label, 40)),
    ...(labels.length > mostLabels ? ['…'] : []),
  ].join(', ')
const mostLabels = 20

/** Returns a name for an entry without a title: the host of its address, its login, or a default. */
function nameInstead(address: string, login: string): string {
  const { name } = plainName(URL.parse(address)?.hostname || login)
  return name || unnamed.item
}

/** Whether an address is refused. One that is too long is reported for its length instead. */
function isUnusable(address: string): boolean {
  if (address === '' || isLongerThan(address, itemFields.address.maximum)) return false
  return isRefusedAddress(address) || !matchesPattern('REGEX_ADDRESS', address)
}
