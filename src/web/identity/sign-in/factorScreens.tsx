import { lazy, type ComponentType } from 'react'
import { AuthenticatorFactor } from './AuthenticatorFactor.tsx'
import type { FactorMethod, FactorScreen } from './signInStep.ts'
import type { FactorScreenProps } from './factorScreenProps.ts'

const rare = {
  mail: () => import('./MailFactor.tsx').then((module) => ({ default: module.MailFactor })),
  passkey: () => import('./PasskeyFactor.tsx').then((module) => ({ default: module.PasskeyFactor })),
  recovery: () => import('./RecoveryFactor.tsx').then((module) => ({ default: module.RecoveryFactor })),
  sso: () => import('./ProvenFactor.tsx').then((module) => ({ default: module.ProvenFactor })),
  none: () => import('./NoFactor.tsx').then((module) => ({ default: module.NoFactor })),
  lost: () => import('./LostFactor.tsx').then((module) => ({ default: module.LostFactor })),
}

/** The screen of each method of giving the second factor. */
export const factorScreens: Record<FactorScreen, ComponentType<FactorScreenProps>> = {
  totp: AuthenticatorFactor,
  mail: lazy(rare.mail),
  passkey: lazy(rare.passkey),
  recovery: lazy(rare.recovery),
  sso: lazy(rare.sso),
  none: lazy(rare.none),
  lost: lazy(rare.lost),
}

/** Preloads the screens that the user may choose, so that a press shows them immediately. */
export function preloadScreens(methods: readonly FactorMethod[]): void {
  for (const method of [...methods, 'lost'] as const) if (method !== 'totp') void rare[method]()
}
