import { lazy, type ComponentType, type ReactNode } from 'react'
import { AuthenticatorFactor } from './AuthenticatorFactor.tsx'
import type { Factors } from './signInStep.ts'
import type { Giving } from './useFactor.ts'
import type { MailCode } from './useMailCode.ts'

export type FactorMethod = Factors['methods'][number]
/** `none`: no way is left to the account; `lost`: the link that drops what it had. */
export type FactorScreen = FactorMethod | 'none' | 'lost'

/** What every screen of the second factor is given. */
export type FactorScreenProps = {
  jwt: string
  factors: Factors
  factor: Giving
  mail: MailCode
  /** Somebody has just come to it: what it asks for needs no further press. */
  startsAtOnce: boolean
  onBack: (error?: unknown) => void
  /** To the link that drops the second factor. */
  onLost: () => void
  /** To the way that is offered first. */
  onReturn: () => void
  /** The other ways, and the way back. */
  links: ReactNode
}

const rare = {
  mail: () => import('./MailFactor.tsx').then((module) => ({ default: module.MailFactor })),
  passkey: () => import('./PasskeyFactor.tsx').then((module) => ({ default: module.PasskeyFactor })),
  recovery: () => import('./RecoveryFactor.tsx').then((module) => ({ default: module.RecoveryFactor })),
  sso: () => import('./ProvenFactor.tsx').then((module) => ({ default: module.ProvenFactor })),
  none: () => import('./NoFactor.tsx').then((module) => ({ default: module.NoFactor })),
  lost: () => import('./LostFactor.tsx').then((module) => ({ default: module.LostFactor })),
}

/** What is shown for each way to give the second factor. */
export const factorScreens: Record<FactorScreen, ComponentType<FactorScreenProps>> = {
  totp: AuthenticatorFactor,
  mail: lazy(rare.mail),
  passkey: lazy(rare.passkey),
  recovery: lazy(rare.recovery),
  sso: lazy(rare.sso),
  none: lazy(rare.none),
  lost: lazy(rare.lost),
}

/** Fetches what somebody may choose here: pressing it then changes the screen at once. */
export function preloadScreens(methods: readonly FactorMethod[]): void {
  for (const method of [...methods, 'lost'] as const) if (method !== 'totp') void rare[method]()
}
