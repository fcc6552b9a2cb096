import { knownDeviceOf } from '#server/access/known-devices.ts'
import type { Actor } from '#server/access/session.ts'
import { readStep } from '#server/access/steps.ts'
import type { Apart } from '#server/platform/http/tries-apart.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** What says that a sign-in is half done: the token, and the cookie of the browser that began it. */
export type StepProof = { readonly jwt: string; readonly binding: string | undefined }

/** A browser that has signed this login in; null for any other. */
export async function browserOf(
  { db, clock }: Pick<PlatformDeps, 'db' | 'clock'>,
  cookie: string | undefined,
  login: string,
): Promise<Apart | null> {
  const device = await knownDeviceOf(db, cookie, login, clock())
  if (!device) return null
  return {
    who: `device:${device.userId}:${device.key}`,
    turn: { lane: 'known', person: device.userId },
  }
}

/** A browser that has signed somebody in, where the provider of single sign-on will say who comes. */
export async function anyBrowserOf(
  { db, clock }: Pick<PlatformDeps, 'db' | 'clock'>,
  cookie: string | undefined,
): Promise<Apart | null> {
  const device = await knownDeviceOf(db, cookie, null, clock())
  return device && { who: `device:sso:${device.key}`, turn: { lane: 'known' } }
}

/** A sign-in half done, in the browser that began it; null for whatever goes on with none. */
export async function stepOf(
  { db, keys, clock }: Pick<PlatformDeps, 'db' | 'keys' | 'clock'>,
  proof: StepProof,
): Promise<Apart | null> {
  const step = await readStep(db, keys.keyring, { ...proof, now: clock() })
  return step && { who: `step:${step.jti}`, turn: { lane: 'known', person: step.userId } }
}

/** Somebody who is signed in: who signs in goes before them. */
export const sessionOf = ({ id, sessionId }: Pick<Actor, 'id' | 'sessionId'>): Apart => ({
  who: `session:${sessionId}`,
  turn: { lane: 'work', person: id },
})
