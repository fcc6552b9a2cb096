import type { ReplyOf } from '#contract/endpoint.ts'
import { signIn } from '#contract/sign-in.ts'
import { call } from '#web/api/client.ts'
import { forget, pathAfterSignIn, readStored } from '#web/api/storage.ts'
import { forgetLinkingCode } from './linkingCode.ts'

/** What the sign-in page offers on this host. */
export type Offers = ReplyOf<typeof signIn.options>

const formAlone: Offers = { distAvailable: true, distDefault: false, sso: null, signedIn: false }
/** A page without the button is better than none; in milliseconds. */
const patience = 4_000

/** Asked before the first picture, so that nothing moves in it; never fails. */
export const askOffers = (): Promise<Offers> =>
  call(signIn.options, { signal: AbortSignal.timeout(patience) }).catch(() => formAlone)

/** The same for the form, which whoever is signed in already never sees: they are led on instead. */
export const askOffersOrEnter = (): Promise<Offers> =>
  askOffers().then((offers) => (offers.signedIn ? enter(() => forget('origin')) : offers))

/**
 * Goes where one goes once signed in.
 * @param clean forgets what was kept for it
 * @returns never: the form must not be shown while the next page comes
 */
export function enter(clean: () => void): Promise<never> {
  const path = pathAfterSignIn(readStored('origin'))
  clean()
  forgetLinkingCode()
  window.location.replace(path)
  return new Promise(() => undefined)
}
