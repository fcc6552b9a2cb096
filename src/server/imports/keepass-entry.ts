import { isRefusedAddress } from '#domain/address-danger.ts'
import { fieldLimits } from '#domain/limits.ts'
import { matchesPattern } from '#domain/patterns.ts'
import { extraFieldText, type ImportFailReason, unnamed } from '#texts/imports.ts'

import { isLongerThan, oneLine, plainLogin, plainName, shortened } from './keepass-fields.ts'
import { readOtp } from './keepass-otp.ts'
import type { FieldReader } from './keepass-references.ts'
import type { ImportFail, ImportItem } from './keepass-result.ts'
import type { RawEntry } from './keepass-xml.ts'

const standardFields = new Set(['Title', 'UserName', 'Password', 'URL', 'Notes'])

/** Values that are checked against their limit, and the reason when one is longer. */
const tooLong = {
  name: 'NAME_TOO_LONG',
  login: 'LOGIN_TOO_LONG',
  password: 'PASSWORD_TOO_LONG',
  address: 'ADDRESS_TOO_LONG',
  description: 'DESCRIPTION_TOO_LONG',
} as const satisfies Partial<Record<keyof ImportItem, ImportFailReason>>
type Limited = keyof typeof tooLong

/**
 * An entry as an item, null when one of its values is too long: a shortened password or login would be a
 * wrong one. All that has no place of its own goes to the description, so that nothing is lost in silence.
 */
export function readEntry(
  entry: RawEntry,
  readField: FieldReader,
): { item: ImportItem | null; fails: ImportFail[] } {
  let keepsReference = false
  const text = (field: string): string => {
    const read = readField(entry, field)
    keepsReference ||= read.isUnresolved
    return read.text
  }
  const title = plainName(text('Title'))
  const name = title.name || unnamed.item
  const { otp, used, fails: otpFails } = readOtp(entry.strings, name)
  const address = text('URL').trim()
  const isRefused = isUnusable(address)
  const extras = [...entry.strings].filter(
    ([field, value]) => !standardFields.has(field) && !used.has(field) && value !== '',
  )
  if (isRefused) extras.unshift(['URL', address])
  const description = [
    text('Notes'),
    extras.map(([field, value]) => extraFieldText(oneLine(field), value)).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

  const { login, isCleaned: isLoginCleaned } = plainLogin(text('UserName'))
  const password = text('Password')
  const item = {
    name,
    login,
    password,
    address: isRefused ? '' : address,
    description,
    otp,
    line: entry.line,
  }
  const excess = limitedFields.filter((field) => isLongerThan(item[field], fieldLimits[field]))
  const told: ImportFailReason[] = [
    ...(title.isCleaned ? ['NAME_CLEANED' as const] : []),
    ...(isLoginCleaned ? ['LOGIN_CLEANED' as const] : []),
    ...(isRefused ? ['ADDRESS_REFUSED' as const] : []),
    ...(keepsReference ? ['REFERENCE_KEPT' as const] : []),
    ...otpFails,
  ]
  const reasons = excess.length === 0 ? told : excess.map((field) => tooLong[field])
  const shownName = shortened(name, fieldLimits.name)
  const fails = reasons.map((reason) => ({ line: entry.line, name: shownName, reason }))
  return { item: excess.length === 0 ? item : null, fails }
}

/** A text that is too long is not judged here: its limit is told instead. */
function isUnusable(address: string): boolean {
  if (address === '' || isLongerThan(address, fieldLimits.address)) return false
  return isRefusedAddress(address) || !matchesPattern('REGEX_ADDRESS', address)
}

const limitedFields = Object.keys(tooLong) as Limited[]
