import { use, useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { signIn } from '#contract/identity/sign-in.ts'
import { call } from '#web/platform/api/client.ts'
import { forget, pathAfterSignIn, readStored } from '#web/platform/api/storage.ts'
import { forgetLinkingCode } from './linkingCode.ts'

/** What the sign-in page offers on this host. */
export type Offers = ReplyOf<typeof signIn.options>

export type Offering = {
  offers: Offers
  /** The answer, where it did not come in time. */
  late: Promise<Offers> | null
}

const formAlone: Offers = { distAvailable: true, distDefault: false, sso: null, signedIn: false }
/** A page without the button, which comes later, is better than none; in milliseconds. */
const patience = 4_000

/** Asked before the first picture, so that nothing moves in it; never fails. */
export async function askOffers(): Promise<Offering> {
  const asked = call(signIn.options, {}).catch(() => formAlone)
  const waited = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))
  const offers = await Promise.race([asked, waited])
  return offers === null ? { offers: formAlone, late: asked } : { offers, late: null }
}

/**
 * The same for the form, which whoever is signed in already never sees: they are led on instead. By an answer in
 * time only, since nobody is led away from what they may be typing.
 */
export async function askOffersOrEnter(): Promise<Offering> {
  const offering = await askOffers()
  return offering.offers.signedIn ? enter(() => forget('origin')) : offering
}

/** What is offered as far as one knows; `keepsPlace`: of the button that may come, or has come, after the page. */
export function useOffers(asked: Promise<Offering>): { offers: Offers; keepsPlace: boolean } {
  const { offers, late } = use(asked)
  const [arrived, setArrived] = useState<Offers | null>(null)
  useEffect(() => void late?.then(setArrived), [late])
  return { offers: arrived ?? offers, keepsPlace: late !== null }
}

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
