import { knownDeviceOf } from '#server/access/known-devices.ts'
import type { Actor } from '#server/access/session.ts'
import { readStep } from '#server/access/steps.ts'
import type { Apart } from '#server/platform/http/tries-apart.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** What proves a pending sign-in: the token, and the cookie of the browser that began it. */
export type StepProof = { readonly jwt: string; readonly binding: string | undefined }

/** Returns how the throttle counts a browser that has signed this login in before, else null. */
export async function knownBrowserOf(
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

/** The same for a browser that has signed in any account: single sign-on does not know yet which. */
export async function anyKnownBrowserOf(
  { db, clock }: Pick<PlatformDeps, 'db' | 'clock'>,
  cookie: string | undefined,
): Promise<Apart | null> {
  const device = await knownDeviceOf(db, cookie, null, clock())
  return device && { who: `device:sso:${device.key}`, turn: { lane: 'known' } }
}

/** Returns how the throttle counts a pending sign-in in the browser that began it, else null. */
export async function stepOf(
  { db, keys, clock }: Pick<PlatformDeps, 'db' | 'keys' | 'clock'>,
  proof: StepProof,
): Promise<Apart | null> {
  const step = await readStep(db, keys.keyring, { ...proof, now: clock() })
  return step && { who: `step:${step.jti}`, turn: { lane: 'known', person: step.userId } }
}

/** Returns how the throttle counts a session. Its costly work is queued behind that of sign-ins. */
export const sessionOf = ({ id, sessionId }: Pick<Actor, 'id' | 'sessionId'>): Apart => ({
  who: `session:${sessionId}`,
  turn: { lane: 'work', person: id },
})
