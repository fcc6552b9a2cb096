import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/items.ts'
import { all, atMost, follows, required, withoutMarkup } from '#web/platform/shell/checks.ts'

/** The checks of an item's fields, shared by form and panel. A password may contain any character. */
export const itemChecks = {
  name: all(required, follows('REGEX_ITEM_NAME', itemTexts.nameFormat)),
  login: all(withoutMarkup, follows('REGEX_NAME', itemTexts.nameFormat)),
  password: atMost(fieldLimits.password),
  address: all(
    (text) => (isRefusedAddress(text) ? itemTexts.addressRefused : null),
    follows('REGEX_ADDRESS', itemTexts.addressFormat),
  ),
  otp: follows('REGEX_OTP', itemTexts.otpFormat),
  description: all(withoutMarkup, atMost(fieldLimits.description)),
}
