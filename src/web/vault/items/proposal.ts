import { generatorLimits } from '#domain/platform/limits.ts'
import { generatePassword } from '#domain/platform/password-generator.ts'

/**
 * Returns a random password by the rules of the generator. It is drawn in this browser: one that is not saved
 * is sent nowhere and stored nowhere.
 */
export const proposePassword = (): string =>
  generatePassword({ length: generatorLimits.default, specials: true }, (count) =>
    crypto.getRandomValues(new Uint8Array(count)),
  )
