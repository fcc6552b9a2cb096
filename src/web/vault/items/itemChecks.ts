import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import { eachField, itemTextFields, textRuleOf, type ItemTextField } from '#domain/vault/item-fields.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { all, atMost, follows, required, withoutMarkup, type TextCheck } from '#web/platform/shell/checks.ts'

const addressAllowed: TextCheck = (text) => (isRefusedAddress(text) ? itemTexts.addressRefused : null)

function checkOf(field: Exclude<ItemTextField, 'otp'>): TextCheck {
  const rule = textRuleOf(field)
  if (rule.kind === 'password') return atMost(rule.maximum)
  return all(
    ...(rule.isRequired ? [required] : []),
    ...(rule.kind === 'address' ? [addressAllowed] : []),
    withoutMarkup,
    rule.pattern === null ? atMost(rule.maximum) : follows(rule.pattern, itemTexts.formats[rule.kind]),
  )
}

/**
 * The checks of an item's fields, shared by form and panel. A password may contain any character. That of an OTP, whose
 * reader is long, stands in otpCheck.ts.
 */
export const itemChecks = eachField(
  itemTextFields.filter((field) => field !== 'otp'),
  checkOf,
)
