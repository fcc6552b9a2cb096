import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import { matchesPattern } from '#domain/platform/patterns.ts'
import { itemFields, noItemTexts, type ItemTextField } from '#domain/vault/item-fields.ts'
import { extraFieldText, type ImportFailReason, unnamed } from '#texts/vault/imports.ts'
import type { ImportFail, ImportItem } from './model.ts'
import { isLongerThan, oneLine, plainLogin, plainName, shortened } from './plain-fields.ts'

/** A field of the file without a counterpart in an item. */
export type Extra = {
  readonly label: string
  readonly value: string
  /** The program that wrote the file hides the value. */
  readonly isHidden: boolean
}

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
 * wrong. Fields without a counterpart go to the description, where every reader of the item sees them. Hidden
 * ones are reported by name.
 */
export function toItem(raw: RawItem): { item: ImportItem | null; fails: ImportFail[] } {
  const { line, sourceId, otp, password } = raw
  const written = raw.address.trim()
  const isRefused = isUnusable(written)
  const address = isRefused ? '' : written
  const { login, isCleaned: isLoginCleaned } = plainLogin(raw.login)
  const title = plainName(raw.title)
  const name = title.name || nameInstead(address, login)
  const extras = [
    ...(isRefused ? [{ label: 'URL', value: written, isHidden: false }] : []),
    ...raw.extras.filter(({ value }) => value !== ''),
  ]
  const description = [
    raw.notes,
    extras.map(({ label, value }) => extraFieldText(oneLine(label), value)).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  const item = { ...noItemTexts, name, login, password, address, description, otp, line, sourceId }

  const shownName = shortened(name, itemFields.name.maximum)
  const tell = (reason: ImportFailReason): ImportFail => ({ line, name: shownName, reason })
  const excess = limitedFields.filter((field) => isLongerThan(item[field], itemFields[field].maximum))
  if (excess.length > 0) return { item: null, fails: excess.map((field) => tell(tooLong[field])) }
  const hidden = extras.filter(({ isHidden }) => isHidden).map(({ label }) => oneLine(label))
  const fails = [
    ...(title.isCleaned ? [tell('NAME_CLEANED')] : []),
    ...(isLoginCleaned ? [tell('LOGIN_CLEANED')] : []),
    ...(isRefused ? [tell('ADDRESS_REFUSED')] : []),
    ...raw.told.map(tell),
    ...(hidden.length > 0 ? [{ ...tell('HIDDEN_SHOWN'), detail: hidden.join(', ') }] : []),
  ]
  return { item, fails }
}

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
