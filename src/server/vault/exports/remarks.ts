import type { ExportFormat } from '#domain/vault/export-formats.ts'
import type { ExportRemark, ExportRemarks } from '#domain/vault/export-remarks.ts'
import { storedOtp } from '#domain/platform/one-time-code.ts'
import { fieldLabels } from '#texts/vault/import-formats.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { withPaths, type ExportContent, type ExportItem } from './model.ts'

/** The longest period of codes, in seconds, that KeePass programs and telephones are known to follow. */
const longestPeriod = 60

/** What KeePass replaces when it copies or types a value: `{TITLE}`, `{REF:…}`, `{S:…}`, `%APPDATA%` (help, "Placeholders"). */
const placeholder = /\{[^{}\s]+\}|%[A-Za-z_()0-9]+%/

/** Values that KeePass gives away by copying or typing; its fields of one line drop tabulators when they are edited. */
const copiedValues = ({ login, password, address, fields }: ExportItem): string[] => [
  login,
  password,
  address,
  ...fields.filter(({ kind }) => kind !== 'lines').map(({ value }) => value),
]

const concerns: Readonly<Record<ExportRemark, (item: ExportItem) => boolean>> = {
  otpPeriod: ({ otp }) => otp !== null && (storedOtp(otp)?.period ?? 0) > longestPeriod,
  placeholders: (item) => copiedValues(item).some((value) => placeholder.test(value)),
  tabs: (item) => copiedValues(item).some((value) => value.includes('\t')),
  // KeePass parts tags by colons, too: they stay a field.
  tags: ({ fields }) => fields.some(({ label, value }) => label === fieldLabels.tags && value.includes(':')),
}

/** Counts the items that a program would read in another way; only databases of KeePass have remarks. */
export async function remarksOf(content: ExportContent, format: ExportFormat): Promise<ExportRemarks> {
  if (format !== 'kdbx') return {}
  const yielder = createYielder()
  const counts: Partial<Record<ExportRemark, number>> = {}
  for (const { item } of withPaths(content)) {
    const pause = yielder.step(8)
    if (pause) await pause
    for (const remark of Object.keys(concerns) as ExportRemark[])
      if (concerns[remark](item)) counts[remark] = (counts[remark] ?? 0) + 1
  }
  return counts
}
