import { use, useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { signIn } from '#contract/identity/sign-in.ts'
import { call } from '#web/platform/api/client.ts'
import { removeStored, pathAfterSignIn, readStored } from '#web/platform/api/storage.ts'
import { removeLinkingCode } from './linkingCode.ts'

/** What the sign-in page offers on this host. */
export type Offers = ReplyOf<typeof signIn.options>

export type Offering = {
  offers: Offers
  /** The reply, if it was not in time. */
  late: Promise<Offers> | null
}

const formAlone: Offers = {
  distAvailable: true,
  distDefault: false,
  sso: null,
  signedIn: false,
  locked: null,
}
/** Timeout in milliseconds, after which the page renders without the button. */
const patience = 4_000

/** Requests the offers before the first render, so that nothing shifts. Never rejects. */
export async function fetchOffers(): Promise<Offering> {
  const asked = call(signIn.options, {}).catch(() => formAlone)
  const waited = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))
  const offers = await Promise.race([asked, waited])
  return offers === null ? { offers: formAlone, late: asked } : { offers, late: null }
}

/**
 * Requests the offers and redirects a signed-in user to the application. Only a reply in time redirects, so
 * that no user loses what they are typing.
 */
export async function fetchOffersOrRedirect(): Promise<Offering> {
  const offering = await fetchOffers()
  return offering.offers.signedIn ? enter(() => removeStored('origin')) : offering
}

/**
 * Returns the offers known so far. `keepsPlace` is true for a button that appears after the first render, or
 * may.
 */
export function useOffers(asked: Promise<Offering>): { offers: Offers; keepsPlace: boolean } {
  const { offers, late } = use(asked)
  const [arrived, setArrived] = useState<Offers | null>(null)
  useEffect(() => void late?.then(setArrived), [late])
  return { offers: arrived ?? offers, keepsPlace: late !== null }
}

/**
 * Opens the page after sign-in.
 * @param clean removes what was stored for it
 * @param origin the page that was left; the browser's last one by default
 * @returns never, so that the form is not shown while the next page loads
 */
export async function enter(clean: () => void, origin = readStored('origin')): Promise<never> {
  // Another tab's sign-in has shown the hidden page: following a link would discard its input.
  if (resume === null && isInPage) return new Promise(() => undefined)
  const path = pathAfterSignIn(origin)
  const isBack = resume !== null && (await resume())
  clean()
  removeLinkingCode()
  if (!isBack) window.location.replace(path)
  return new Promise(() => undefined)
}

/** Shows the page that is hidden behind the sign-in. Returns false when another user has signed in. */
type Resume = () => Promise<boolean>
let resume: Resume | null = null
/** Whether this document is a page that a sign-in has hidden, and not that of the sign-in. */
let isInPage = false

/** Sets what a sign-in in front of a hidden page leads to. Returns the function that removes it. */
export function resumeBy(show: Resume): () => void {
  resume = show
  isInPage = true
  return () => {
    resume = null
  }
}

/** Returns whether a page is hidden behind the sign-in: following a link would discard its input. */
export const isBeforePage = (): boolean => resume !== null
