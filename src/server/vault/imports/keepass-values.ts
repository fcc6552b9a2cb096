import type { CategoryKey } from '#domain/platform/categories.ts'
import { fieldLabels, keePassLabels } from '#texts/vault/import-formats.ts'
import { columnName } from './column-names.ts'
import type { FoundField } from './formats/found.ts'
import { impossible, labelledStrings } from './formats/kdbx/field-keys.ts'
import { dayOf, isoMoment } from './formats/keepass/keepass-dates.ts'
import { keeSettings } from './keepass-plugins.ts'
import type { RawEntry } from './keepass-raw.ts'
import { holdsReference, type FieldReader } from './keepass-references.ts'
import { readTags } from './keepass-tags.ts'
import { plainName } from './plain-fields.ts'
import { isOtpField, isOtpValue, readOtp, type OtpReading } from './read-otp.ts'
import { isPrivateKey, isSecretName, spacedKey } from './secret-names.ts'

/** What an entry holds, by the rules that both readers of KeePass files share. */
export type EntryValues = {
  readonly title: string
  readonly login: string
  readonly password: string
  readonly notes: string
  /** Web addresses in the order of the entry, without empty ones. */
  readonly addresses: readonly string[]
  /** Addresses of OTPs that stand where a web address does. */
  readonly otpAddresses: readonly string[]
  readonly otp: OtpReading
  readonly fields: readonly (FoundField & { readonly key: string })[]
  readonly category: CategoryKey | null
  readonly renewal: string | null
  /** The labels of standard strings that the file protects: they are concealed fields. */
  readonly concealed: readonly string[]
  /** The labels of strings that the file does not protect: they are concealed by their names, or as private keys. */
  readonly secretNames: readonly string[]
  readonly isTitleConcealed: boolean
  /** By which the entry is recognised if it has no UUID, as earlier releases read it. */
  readonly knownBy: {
    readonly title: string
    readonly login: string
    readonly address: string
    readonly addresses: readonly string[]
  }
  readonly keepsReference: boolean
  /** A field holds an OTP that is not the entry's. */
  readonly keepsOtp: boolean
  readonly keepsExpiry: boolean
  /** The entry has data of programs or plugins that is left out. */
  readonly hasData: boolean
}

/** The standard strings, and what each is called where it is concealed. */
const labels = {
  Title: fieldLabels.entryTitle,
  UserName: fieldLabels.login,
  URL: fieldLabels.address,
  Notes: fieldLabels.notes,
} as const
const standardFields: ReadonlySet<string> = new Set([...Object.keys(labels), 'Password'])

/** The address of an OTP. One of Steam's (`isOtpValue`) may be that of a game in such a place. */
const otpAddress = /^\s*otpauth(?:-migration)?:/i

/** Further addresses: KeePassXC takes any key that begins so (`EntryAttributes::AdditionalUrlAttribute`). */
const isFurtherAddress = (key: string): boolean => key.startsWith('KP2A_URL')

/**
 * Reads the values of an entry. What the file protects, and what its name or content tells to be a secret, is concealed;
 * secrets and texts of several lines keep their outer blanks.
 * @param groupTags see `inheritedTags`
 */
export function readValues(
  entry: RawEntry,
  readField: FieldReader,
  groupTags: readonly string[],
): EntryValues {
  let [keepsReference, keepsOtp] = [false, false]
  const fields: (FoundField & { key: string })[] = []
  const [concealed, secretNames]: [string[], string[]] = [[], []]
  const conceal = (key: string, label: string, value: string): void => {
    fields.push({ key, label, kind: 'concealed', value })
  }
  const read = (field: string): { text: string; isHidden: boolean } => {
    const found = readField(entry, field)
    keepsReference ||= found.isUnresolved
    return found
  }
  /** Returns a standard string; an empty one where it is concealed. */
  const shown = (field: keyof typeof labels): string => {
    const { text, isHidden } = read(field)
    // A value that XML cannot express is encrypted without being a secret, as in exports of Trousseau.
    if (!isHidden || text.trim() === '' || impossible.test(text)) return text
    conceal(field, labels[field], text)
    concealed.push(labels[field])
    return ''
  }
  const written = { title: read('Title').text, login: read('UserName').text, address: read('URL').text }
  const isOtpAddress = otpAddress.test(written.address)
  const [title, login] = [shown('Title'), shown('UserName')]
  const url = isOtpAddress ? '' : shown('URL')
  const notes = shown('Notes')
  const otp = readOtp(entry.strings, plainName(title).name)
  const addresses = [url]
  const known = [written.address]
  for (const { key, label, value, isOwn } of labelledStrings(entry.strings, entry.fieldKeys)) {
    if (standardFields.has(key) || otp.used.has(key) || value === '') continue
    const isHidden = entry.hidden.has(key)
    const isOtp = (isOtpField(key) || isOtpValue(value)) && !isOwn
    const isAddress = isFurtherAddress(key) && !isOwn
    if (isAddress) known.push(value)
    if (isAddress && !isHidden && !otpAddress.test(value)) {
      addresses.push(value)
      continue
    }
    keepsOtp ||= isOtp
    keepsReference ||= holdsReference(value)
    // What Trousseau wrote is as its own item has it.
    if (isOwn) fields.push({ key, label, ...(isHidden ? concealedField(value) : shownField(value, true)) })
    else if (isHidden || isOtp) conceal(key, label, value)
    else if (isSecretName(columnName(spacedKey(label))) || isPrivateKey(value)) {
      conceal(key, label, value)
      secretNames.push(label)
    } else fields.push({ key, label, ...shownField(value, value.trim().includes('\n')) })
  }
  if (entry.overrideUrl.trim() !== '')
    fields.push({ key: '', label: keePassLabels.overrideUrl, ...shownField(entry.overrideUrl.trim(), false) })
  const kee = keeSettings(entry.custom)
  for (const address of kee.addresses) addresses.push(address)
  if (kee.kept !== null) conceal('', kee.kept.label, kee.kept.value)
  const { tags, category } = readTags(entry.tags, groupTags)
  if (tags.length > 0) fields.push({ key: '', label: fieldLabels.tags, kind: 'text', value: tags.join(', ') })
  const { expiry } = entry
  const renewal = expiry === null ? null : dayOf(expiry)
  const keepsExpiry = expiry !== null && renewal === null
  if (keepsExpiry)
    fields.push({ key: '', label: fieldLabels.expiry, kind: 'text', value: isoMoment(expiry) ?? expiry })
  return {
    title,
    login,
    password: read('Password').text,
    notes,
    addresses: distinct(addresses.filter((address) => address.trim() !== '')),
    otpAddresses: isOtpAddress ? [written.address] : [],
    otp,
    fields,
    category,
    renewal,
    concealed,
    secretNames,
    isTitleConcealed: concealed.includes(labels.Title),
    knownBy: { ...written, addresses: known },
    keepsReference,
    keepsOtp,
    keepsExpiry,
    hasData: kee.isLeft,
  }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

const concealedField = (value: string) => ({ kind: 'concealed' as const, value })

function shownField(value: string, isExact: boolean): Pick<FoundField, 'kind' | 'value' | 'isExact'> {
  const kind = value.includes('\n') ? 'lines' : 'text'
  return { kind, value, ...(isExact && value !== value.trim() && value.trim() !== '' && { isExact: true }) }
}
