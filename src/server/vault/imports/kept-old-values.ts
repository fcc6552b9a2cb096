import { storedOtp } from '#domain/platform/one-time-code.ts'
import { retentionLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { labelFault, valueFault } from '#domain/vault/extra-fields.ts'
import { dueRuleLimits } from '#domain/vault/due-dates.ts'
import { readExtraFieldParam } from '#domain/vault/history.ts'
import { itemFields, itemTextFields, type ItemTextField } from '#domain/vault/item-fields.ts'
import type { ImportedOldValue } from '#server/vault/contents/element-source.ts'
import type { ElementKind } from '#server/vault/contents/history.ts'
import { readText } from '#server/vault/contents/values.ts'
import { readAddress, readCategoryId, readDay } from '#server/vault/items/checks.ts'
import type { OldExtraField } from '#server/vault/items/write-extra-fields.ts'

/**
 * Returns the old values of a file that this element may have: the last ten of each field, each a value that its field
 * accepts, since they can be restored.
 * @returns also how many are left because their field does not accept them
 */
export function keptOldValues(
  element: ElementKind,
  given: readonly ImportedOldValue[],
): { readonly oldValues: readonly ImportedOldValue[]; readonly left: number } {
  const counts = new Map<string, number>()
  let left = 0
  const oldValues = given.filter((old) => {
    const count = (counts.get(old.field) ?? 0) + 1
    counts.set(old.field, count)
    const isKept = isAccepted(element, old)
    if (!isKept) left += 1
    return isKept && count <= retentionLimits.versionsPerField
  })
  return { oldValues, left }
}

const { minimum: least, maximum: most } = dueRuleLimits
const folderFields: ReadonlySet<string> = new Set(['name', 'description', 'renewDays'])
const isTextField = (field: string): field is ItemTextField => itemTextFields.some((one) => one === field)

function isAccepted(element: ElementKind, { field, value }: ImportedOldValue): boolean {
  if (element === 'folder' && !folderFields.has(field)) return false
  const extra = readExtraFieldParam(field)
  if (extra !== null) return extra.change === 'field' && isExtraField(value)
  if (field === 'otp') return value === '' || storedOtp(value) !== null
  try {
    if (field === 'renewDays') return element === 'folder' && isRule(value)
    if (field === 'category') readCategoryId(value)
    else if (field === 'renewBefore') readDay(value)
    else if (field === 'address') readAddress(value, field, value)
    else if (isTextField(field) && itemFields[field].kind !== 'otp') readText(field, value, field, value)
    else return false
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function isExtraField(text: string): boolean {
  const { label, kind, value } = JSON.parse(text) as OldExtraField
  return labelFault(label, label) === null && valueFault(kind, value, value) === null
}

/** A rule of renewal in days; empty for none. */
const isRule = (text: string): boolean =>
  text === '' || (/^[0-9]{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most)
