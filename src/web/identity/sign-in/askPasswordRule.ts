import { passwords } from '#contract/identity/passwords.ts'
import { call } from '#web/platform/api/client.ts'
import type { PasswordRule } from './passwordRule.ts'

/** A page that tells both rules is better than none; in milliseconds. */
const patience = 4_000

/** The rule of whom a link was sent to, asked before the first picture; never fails. */
export const askPasswordRule = (token: string): Promise<PasswordRule> =>
  call(passwords.rule, { body: { token }, signal: AbortSignal.timeout(patience) }).then(
    ({ administers }) => administers,
    () => null,
  )
