import { categories } from '#domain/platform/categories.ts'
import { fieldLabels } from '#texts/vault/import-formats.ts'
import { dayOf, isoMoment } from './formats/keepass/keepass-dates.ts'
import { readTags } from './keepass-tags.ts'
import type { ImportFail, ImportItem } from './model.ts'
import type { FieldReader } from './keepass-references.ts'
import type { RawEntry } from './keepass-grammar.ts'
import { plainName } from './plain-fields.ts'
import { labelledStrings } from './formats/kdbx/field-keys.ts'
import { toItem } from './read-item.ts'
import { isOtpField, isOtpValue, readOtp } from './read-otp.ts'

const standardFields = new Set(['Title', 'UserName', 'Password', 'URL', 'Notes'])

/** Converts a KeePass entry into an item, its references resolved. @param sourceId see `ImportItem` */
export function readEntry(
  entry: RawEntry,
  readField: FieldReader,
  sourceId: string | null,
): { item: ImportItem | null; fails: ImportFail[] } {
  let keepsReference = false
  const text = (field: string): string => {
    const read = readField(entry, field)
    keepsReference ||= read.isUnresolved
    return read.text
  }
  const title = text('Title')
  const { otp, used, fails: otpFails } = readOtp(entry.strings, plainName(title).name)
  const values = { title, login: text('UserName'), password: text('Password'), address: text('URL') }
  const written = text('Notes')
  const hidesNotes = entry.hidden.has('Notes') && written !== ''
  const notes = hidesNotes ? '' : written
  const extras = labelledStrings(entry.strings, entry.fieldKeys)
    .filter(({ key }) => !standardFields.has(key) && !used.has(key))
    .map(({ key, label, value, isOwn }) => ({
      label,
      value,
      isHidden: entry.hidden.has(key) || ((isOtpField(key) || isOtpValue(value)) && !isOwn),
    }))
  if (hidesNotes) extras.push({ label: fieldLabels.notes, value: written, isHidden: true })
  const { tags, category } = readTags(entry.tags)
  if (tags.length > 0) extras.push({ label: fieldLabels.tags, value: tags.join(', '), isHidden: false })
  const expiry = entry.expiry === null ? null : dayOf(entry.expiry)
  if (entry.expiry !== null && expiry === null)
    extras.push({
      label: fieldLabels.expiry,
      value: isoMoment(entry.expiry) ?? entry.expiry,
      isHidden: false,
    })
  const told = [
    ...(entry.isCleaned ? ['CHARACTERS_DROPPED' as const] : []),
    ...(keepsReference ? ['REFERENCE_KEPT' as const] : []),
    ...(entry.expiry !== null && expiry === null ? ['EXPIRY_KEPT' as const] : []),
    ...otpFails,
  ]
  const { item, fails } = toItem({ ...values, notes, extras, otp, line: entry.line, sourceId, told })
  const beyond = {
    ...(expiry !== null && { renewBefore: expiry }),
    ...(category !== null && { categoryId: categories[category].id }),
  }
  return { item: item && { ...item, ...beyond }, fails }
}
