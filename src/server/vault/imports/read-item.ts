import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { matchesPattern } from '#domain/platform/patterns.ts'
import { extraFieldText, type ImportFailReason, unnamed } from '#texts/vault/imports.ts'
import type { ImportFail, ImportItem } from './model.ts'
import { isLongerThan, oneLine, plainLogin, plainName, shortened } from './plain-fields.ts'

/** A field of the file that an item has no place for. */
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
  /** What the reader has to tell of the entry. */
  readonly told: readonly ImportFailReason[]
}

/** Values that are checked against their limit, and the reason when one is longer. */
const tooLong = {
  name: 'NAME_TOO_LONG',
  login: 'LOGIN_TOO_LONG',
  password: 'PASSWORD_TOO_LONG',
  address: 'ADDRESS_TOO_LONG',
  description: 'DESCRIPTION_TOO_LONG',
} as const satisfies Partial<Record<keyof ImportItem, ImportFailReason>>
type Limited = keyof typeof tooLong
const limitedFields = Object.keys(tooLong) as Limited[]

/**
 * An entry as an item, null when one of its values is too long: a shortened password or login would be a wrong one.
 * What has no place of its own goes to the description, where everybody who opens the item sees it; hidden fields are
 * told by their names.
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
  const item = { name, login, password, address, description, otp, line, sourceId }

  const shownName = shortened(name, fieldLimits.name)
  const tell = (reason: ImportFailReason): ImportFail => ({ line, name: shownName, reason })
  const excess = limitedFields.filter((field) => isLongerThan(item[field], fieldLimits[field]))
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

/** What an entry without a title is found by: the host of its address, its login, or a common name. */
function nameInstead(address: string, login: string): string {
  const { name } = plainName(URL.parse(address)?.hostname || login)
  return name || unnamed.item
}

/** A text that is too long is not judged here: its limit is told instead. */
function isUnusable(address: string): boolean {
  if (address === '' || isLongerThan(address, fieldLimits.address)) return false
  return isRefusedAddress(address) || !matchesPattern('REGEX_ADDRESS', address)
}
