import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import type { TextCheck } from '#web/platform/shell/checks.ts'

/** Asks the reader that the server asks: what it cannot compute is refused before it is sent. */
export const otpCheck: TextCheck = (text) =>
  text.trim() === '' || parseOtpSecret(text) !== null ? null : itemTexts.otpFormat
