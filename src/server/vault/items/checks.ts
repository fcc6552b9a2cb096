import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import { categoryOfId, requiredSecret } from '#domain/platform/categories.ts'
import { isDate } from '#domain/vault/extra-fields.ts'
import { parseOtpSecret, type OtpSettings } from '#domain/platform/one-time-code.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { patternMismatch } from '#server/platform/http/patterns.ts'
import { invalidField, readId, readText } from '#server/vault/contents/values.ts'

/**
 * Returns an address as stored.
 * @param stored the address that it replaces (`readText`)
 * @throws Refusal ADDRESS_REFUSED if it would run code or read files
 */
export function readAddress(value: unknown, at = 'address', stored = ''): string {
  // Checked before the pattern, which would refuse it without this reason.
  if (typeof value === 'string' && isRefusedAddress(value))
    throw new Refusal('ADDRESS_REFUSED', { details: { field: `body/${at}` } })
  return readText('address', value, at, stored)
}

/** Returns the settings of a one-time secret, null if none is given. @throws Refusal OTP_SECRET_INVALID */
export function readOtp(value: unknown, at = 'otp'): OtpSettings | null {
  const text = readText('otp', value, at)
  if (text === '') return null
  const settings = parseOtpSecret(text)
  if (!settings) throw new Refusal('OTP_SECRET_INVALID', { details: { field: `body/${at}` } })
  return settings
}

/**
 * Returns a day of the calendar, yyyy-mm-dd; an empty text for none.
 * @throws Refusal INVALID_REQUEST, PATTERN_MISMATCH when there is no such day
 */
export function readDay(value: unknown, at = 'renewBefore'): string {
  const day = value ?? ''
  if (typeof day !== 'string') throw invalidField(at, 'type')
  if (day !== '' && !isDate(day)) throw patternMismatch(at)
  return day
}

/** @throws Refusal CATEGORY_UNKNOWN when no category has the id */
export function readCategoryId(value: unknown, at = 'categoryId'): number {
  const id = readId(value, at)
  if (categoryOfId(id) === null) throw new Refusal('CATEGORY_UNKNOWN', { details: { field: `body/${at}` } })
  return id
}

/**
 * Requires the secret of a category: a one-time secret for an OTP item, none for a card or a licence, a password for any
 * other.
 * @param at the field whose change removed the secret; omitted at creation, when it is the missing secret's
 * field
 * @throws Refusal VALUE_REQUIRED; `details.required` names the missing one
 */
export function requireSecret(
  categoryId: number,
  has: { password: boolean; otp: boolean },
  at?: string,
): void {
  const required = requiredSecret(categoryId)
  if (required !== null && !has[required])
    throw new Refusal('VALUE_REQUIRED', { details: { field: `body/${at ?? required}`, required } })
}
