import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { signIn } from '#contract/identity/sign-in.ts'
import { call } from '#web/platform/api/client.ts'
import { store } from '#web/platform/api/storage.ts'

export type FactorMethod = Factors['methods'][number]
/** `none`: the account has no method left; `lost`: the page that resets its second factor. */
export type FactorScreen = FactorMethod | 'none' | 'lost'

export type Factors = ReplyOf<typeof signIn.secondFactorSecret>

/** A pending sign-in: its token, and its methods, requested once. */
export type SignInStep = {
  readonly jwt: string
  /**
   * Whether it has just begun, rather than been restored after a reload: only then may a code be sent by
   * itself.
   */
  readonly isNew: boolean
  readonly answer: Promise<{ readonly factors: Factors } | { readonly error: unknown }>
}

export const stepOf = (jwt: string, isNew: boolean): SignInStep => ({
  jwt,
  isNew,
  answer: call(signIn.secondFactorSecret, { body: { jwt } }).then(
    (factors) => {
      store('qrScanned', String(factors.qrScanned))
      return { factors }
    },
    (error: unknown) => ({ error }),
  ),
})
