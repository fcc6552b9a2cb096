import { passwords } from '#contract/identity/passwords.ts'
import { call } from '#web/platform/api/client.ts'
import { unknownRule, type PasswordRule } from './passwordRule.ts'

/** Timeout in milliseconds, after which the page shows both rules. */
const patience = 4_000

/** Requests the rule for the account of a link, before the first render. Never rejects. */
export const fetchPasswordRule = (token: string): Promise<PasswordRule> =>
  call(passwords.rule, { body: { token }, signal: AbortSignal.timeout(patience) }).then(
    (told) => ({ ...unknownRule, ...told }),
    () => unknownRule,
  )
