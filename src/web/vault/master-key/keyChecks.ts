import { masterKeyLimits } from '#domain/platform/limits.ts'
import { measureStrength } from '#domain/platform/password-strength.ts'
import { masterKeyTexts } from '#texts/vault/master-key.ts'
import { required } from '#web/platform/shell/checks.ts'
import { followsRule } from '#web/platform/shell/namedRules.ts'

export type KeyValues = { masterKey: string; confirmation: string }

export const noKey: KeyValues = { masterKey: '', confirmation: '' }

/** Any character is allowed in a key. Length and strength are checked here, the blocklist on the server. */
const keyCheck = (text: string): string | null => {
  if (text === '') return null
  if (!followsRule('REGEX_MASTER_KEY', text)) return masterKeyTexts.length
  return measureStrength(text).strength < masterKeyLimits.minimumBits ? masterKeyTexts.weak : null
}

const confirmationCheck = (text: string, { masterKey }: KeyValues): string | null =>
  text === masterKey ? null : masterKeyTexts.differs

/** An empty key and confirmation mean a chest without master key. */
export const optionalKeyChecks = { masterKey: keyCheck, confirmation: confirmationCheck }

export const requiredKeyChecks = {
  masterKey: (text: string) => required(text) ?? keyCheck(text),
  confirmation: confirmationCheck,
}
