import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import { withLineFeeds } from '#domain/platform/line-ends.ts'
import { managerImportLimits } from '#domain/platform/limits.ts'
import { matchesPattern } from '#domain/platform/patterns.ts'
import { itemFields, noItemTexts, type ItemTextField } from '#domain/vault/item-fields.ts'
import { fieldLabels } from '#texts/vault/import-formats.ts'
import { type ImportFailReason, unnamed } from '#texts/vault/imports.ts'
import { extrasAsFields, type Extra } from './extras-as-fields.ts'
import type { FormerReading, ImportFail, ImportItem } from './model.ts'
import {
  hasControls,
  isLongerThan,
  keepable,
  keepableSecret,
  plainLogin,
  plainName,
  shortened,
} from './plain-fields.ts'
import { holdsOtpAddress, isOtpValue, readOtherOtp } from './read-otp.ts'

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
  /** The values by which an entry without an identifier is recognised, if they are not those that it is imported with. */
  readonly knownBy?: Partial<Pick<RawItem, 'title' | 'login' | 'address'>>
  /** The values are those that Trousseau exported. */
  readonly isExact?: boolean
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
  const clean = kept(given)
  const raw = withOtpConcealed(clean, holdsOtpAddress)
  const read = toItemAsRead(raw, given)
  if (read.item === null || raw === clean) return read
  // Earlier releases concealed less: what they made of the same text stays as it is.
  const former = (): readonly FormerReading[] => {
    const { item } = toItemAsRead(withOtpConcealed(clean, isOtpValue), given)
    return item === null ? [] : [{ item, isKept: true }]
  }
  return { ...read, item: { ...read.item, former } }
}

/** Returns the readings of an entry that an earlier release, or another way to import its file, read so. */
export function readingsOf(raw: RawItem, isKept: boolean): readonly FormerReading[] {
  const { item } = toItem(raw)
  return item === null ? [] : [{ item, isKept }, ...(item.former?.() ?? [])]
}

/** @param given the entry as its reader found it */
function toItemAsRead(raw: RawItem, given: RawItem): { item: ImportItem | null; fails: ImportFail[] } {
  const { line, sourceId, otp, password } = raw
  const { name, login, address, title, isLoginCleaned } = namesOf(raw)
  const written = raw.address.trim()
  const isRefused = written !== address
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
  const texts = { name, login, password, address, description, otp, fields }
  const item = {
    ...noItemTexts,
    ...texts,
    line,
    sourceId,
    ...(sourceId === null && knownByOf(given, texts)),
  }

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

/**
 * Returns an entry with texts that can be stored and edited afterwards, and tells what was dropped, and what a secret has
 * that nobody sees.
 */
function kept(raw: RawItem): RawItem {
  const { password, notes, address, extras, told, isExact = false } = raw
  const texts = {
    password: keepableSecret(password, isExact),
    notes: keepable(notes, isExact),
    address: keepable(address, isExact),
    extras: extras.map((extra) => ({
      ...extra,
      value: extra.isHidden ? keepableSecret(extra.value, isExact) : keepable(extra.value, isExact),
    })),
  }
  const isSame =
    texts.password === password &&
    texts.notes === notes &&
    texts.address === address &&
    texts.extras.every(({ value }, place) => value === extras[place]?.value) &&
    extras.every(({ label }) => keepable(label) === label)
  const secrets = [texts.password, ...texts.extras.flatMap(({ isHidden, value }) => (isHidden ? value : []))]
  const isUnseen = !isExact && secrets.some(hasControls)
  if (isSame && !isUnseen) return raw
  const reasons: ImportFailReason[] = [
    ...told,
    ...(isSame ? [] : (['CHARACTERS_DROPPED'] as const)),
    ...(isUnseen ? (['CONTROLS_KEPT'] as const) : []),
  ]
  return { ...raw, ...texts, told: [...new Set(reasons)] }
}

/**
 * Returns an entry whose one-time codes are concealed wherever they stand: in its title, login, address, notes or a shown
 * field. The first that stands alone, in one piece, is its code, if there is no other.
 * @param holdsCode whether a text has one; earlier releases looked at its beginning only, and at no title or login
 */
function withOtpConcealed(raw: RawItem, holdsCode: (text: string) => boolean): RawItem {
  const { address, notes, title, login, isExact = false } = raw
  if (isExact) return raw
  const told: ImportFailReason[] = []
  const texts = { title, login, address, notes, otp: raw.otp }
  const isFormer = holdsCode === isOtpValue
  const name = isFormer || !holdsCode(title) ? plainName(title).name : ''
  /** Whether a text is the code of the entry, and nothing else. */
  const isCode = (text: string): boolean => {
    // A text in several pieces may be a broken address, and what else stands beside it.
    const { otp } = /\s/.test(text.trim()) ? { otp: null } : readOtherOtp(text, name)
    if (otp === null || (texts.otp !== null && texts.otp !== otp)) return false
    texts.otp = otp
    return true
  }
  const conceal = (label: string, value: string): Extra => {
    told.push('OTP_CONCEALED')
    return { label, value, isHidden: true }
  }
  const concealed: Extra[] = []
  if (isOtpValue(address)) {
    const read = readOtherOtp(address, name)
    const isOther = texts.otp !== null && read.otp !== null && read.otp !== texts.otp
    told.push(...read.fails, ...(isOther ? (['OTP_SEVERAL'] as const) : []))
    if (read.otp === null || isOther)
      concealed.push({ label: fieldLabels.otp, value: address, isHidden: true })
    Object.assign(texts, { address: '', otp: texts.otp ?? read.otp })
  }
  const names = isFormer ? [] : (['title', 'login'] as const).filter((field) => holdsCode(texts[field]))
  const nameFields = names.flatMap((field): Extra[] => {
    const written = texts[field]
    texts[field] = ''
    told.push('OTP_IN_NAME')
    return isCode(written) ? [] : [{ label: labels[field], value: written, isHidden: true }]
  })
  const isNotes = holdsCode(notes)
  const noteFields = isNotes && !isCode(notes) ? [conceal(fieldLabels.notes, notes)] : []
  if (isNotes) texts.notes = ''
  const extras = raw.extras.flatMap((extra): Extra[] => {
    if (extra.isHidden || !holdsCode(extra.value)) return [extra]
    return isCode(extra.value) ? [] : [conceal(extra.label, extra.value)]
  })
  const isSame = texts.address === address && names.length === 0 && !isNotes
  if (isSame && extras.every((extra, at) => extra === raw.extras[at])) return raw
  return {
    ...raw,
    ...texts,
    extras: [...nameFields, ...concealed, ...extras, ...noteFields],
    told: [...new Set([...raw.told, ...told])],
  }
}

const labels = { title: fieldLabels.entryTitle, login: fieldLabels.login } as const

/** Returns the values of an entry that tell it apart from others. */
function namesOf(raw: Pick<RawItem, 'title' | 'login' | 'address'>) {
  const written = raw.address.trim()
  const address = isUnusable(written) ? '' : written
  const { login, isCleaned: isLoginCleaned } = plainLogin(raw.login)
  const title = plainName(raw.title)
  return { name: title.name || nameInstead(address, login), login, address, title, isLoginCleaned }
}

/** Returns what `ImportItem` is recognised by, where it is something else than the values of the item. */
function knownByOf({ title, login, address, knownBy }: RawItem, item: NonNullable<ImportItem['knownBy']>) {
  const known = namesOf({ title, login, address, ...knownBy })
  const isSame = known.name === item.name && known.login === item.login && known.address === item.address
  return isSame ? {} : { knownBy: { name: known.name, login: known.login, address: known.address } }
}

/** Returns the first address that the domain accepts; the first one where it accepts none, so that its refusal is told. */
export const firstAddress = (written: readonly string[]): string => {
  const addresses = written.map((address) => address.trim()).filter((address) => address !== '')
  const usable = addresses.find(
    (address) => !isRefusedAddress(address) && matchesPattern('REGEX_ADDRESS', address),
  )
  return usable ?? addresses[0] ?? ''
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
