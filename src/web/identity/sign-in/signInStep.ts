import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { signIn } from '#contract/identity/sign-in.ts'
import { call } from '#web/platform/api/client.ts'
import { store } from '#web/platform/api/storage.ts'

export type FactorMethod = Factors['methods'][number]
/** `none`: no way is left to the account; `lost`: the link that drops what it had. */
export type FactorScreen = FactorMethod | 'none' | 'lost'

export type Factors = ReplyOf<typeof signIn.secondFactorSecret>

/** A sign-in half done: its token, and how its second factor may be given, asked for once. */
export type SignInStep = {
  readonly jwt: string
  /** Begun just now, and not found again after a reload: what it asks for may be sent by itself. */
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
