import type { ReplyOf } from '#contract/endpoint.ts'
import { signIn } from '#contract/sign-in.ts'
import { call } from '#web/api/client.ts'

/** What the sign-in page offers on this host. */
export type Offers = ReplyOf<typeof signIn.options>

const formAlone: Offers = { distAvailable: true, distDefault: false, sso: null }
/** A page without the button is better than none; in milliseconds. */
const patience = 4_000

/** Asked before the first picture, so that nothing moves in it; never fails. */
export const askOffers = (): Promise<Offers> =>
  call(signIn.options, { signal: AbortSignal.timeout(patience) }).catch(() => formAlone)
