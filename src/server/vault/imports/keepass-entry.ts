import { categories } from '#domain/platform/categories.ts'
import { fieldLabels } from '#texts/vault/import-formats.ts'
import type { ImportFailReason } from '#texts/vault/imports.ts'
import type { Tally } from './keepass-left.ts'
import type { RawEntry } from './keepass-raw.ts'
import type { FieldReader } from './keepass-references.ts'
import { readValues, type EntryValues } from './keepass-values.ts'
import type { ImportFail, ImportItem } from './model.ts'
import { plainName } from './plain-fields.ts'
import { firstAddress, toItem } from './read-item.ts'
import { readOtherOtp } from './read-otp.ts'

/**
 * Converts a KeePass entry into an item, its references resolved.
 * @param sourceId see `ImportItem`
 * @param groupTags see `readValues`
 */
export function readEntry(
  entry: RawEntry,
  { readField, groupTags, tally }: { readField: FieldReader; groupTags: readonly string[]; tally: Tally },
  sourceId: string | null,
): { item: ImportItem | null; fails: ImportFail[] } {
  const values = readValues(entry, readField, groupTags)
  const { title, login, password, notes, renewal, category, knownBy } = values
  tally.conceal(values)
  for (const part of entry.unused) tally.leave(part)
  if (values.hasData) tally.leave('data')
  const { otp, left, fails: otpFails } = otpOf(values)
  const addresses = values.addresses.map((written) => written.trim())
  const address = firstAddress(addresses)
  const extras = [
    ...addresses
      .filter((other) => other !== address)
      .map((value) => ({ label: fieldLabels.address, value, isHidden: false })),
    ...left.map((value) => ({ label: fieldLabels.otp, value, isHidden: true })),
    ...values.fields.map(({ label, kind, value, isExact = false }) => ({
      label,
      value,
      isHidden: kind === 'concealed',
      ...(isExact && { kind: 'lines' as const }),
    })),
  ]
  const told = [
    ...(entry.isCleaned ? ['CHARACTERS_DROPPED' as const] : []),
    ...(values.keepsReference ? ['REFERENCE_KEPT' as const] : []),
    ...(values.keepsExpiry ? ['EXPIRY_KEPT' as const] : []),
    ...otpFails,
  ]
  const texts = { title, login, password, address, notes, extras, otp }
  const { item, fails } = toItem({ ...texts, line: entry.line, sourceId, told, knownBy })
  const beyond = {
    ...(values.isTitleConcealed && { hasNoName: true }),
    ...(renewal !== null && { renewBefore: renewal }),
    ...(category !== null && { categoryId: categories[category].id }),
  }
  const former = item?.former
  const formerReadings =
    former && (() => former().map((one) => ({ ...one, item: { ...one.item, ...beyond } })))
  return { item: item && { ...item, ...beyond, ...(formerReadings && { former: formerReadings }) }, fails }
}

/** Returns the OTP of an entry, also one that stands where a web address does, and what stays as it is written. */
function otpOf({ title, otp: { otp, fails }, otpAddresses }: EntryValues) {
  let found = otp
  const left: string[] = []
  const told = new Set<ImportFailReason>(fails)
  for (const written of otpAddresses) {
    const read = readOtherOtp(written, plainName(title).name)
    for (const fail of read.fails) told.add(fail)
    found ??= read.otp
    if (read.otp === found && read.otp !== null) continue
    left.push(written)
    if (read.otp !== null) told.add('OTP_SEVERAL')
  }
  return { otp: found, left, fails: [...told] }
}
