import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { eachField, itemTextFields, textRuleOf, type ItemTextField } from '#domain/vault/item-fields.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { all, atMost, follows, required, withoutMarkup, type TextCheck } from '#web/platform/shell/checks.ts'

const addressAllowed: TextCheck = (text) => (isRefusedAddress(text) ? itemTexts.addressRefused : null)

/** Asks the reader that the server asks: what it cannot compute is refused before it is sent. */
const otpAllowed: TextCheck = (text) =>
  text.trim() === '' || parseOtpSecret(text) !== null ? null : itemTexts.otpFormat

function checkOf(field: ItemTextField): TextCheck {
  const rule = textRuleOf(field)
  if (rule.kind === 'password') return atMost(rule.maximum)
  if (rule.kind === 'otp') return otpAllowed
  return all(
    ...(rule.isRequired ? [required] : []),
    ...(rule.kind === 'address' ? [addressAllowed] : []),
    withoutMarkup,
    rule.pattern === null ? atMost(rule.maximum) : follows(rule.pattern, itemTexts.formats[rule.kind]),
  )
}

/** The checks of an item's fields, shared by form and panel. A password may contain any character. */
export const itemChecks = eachField(itemTextFields, checkOf)
