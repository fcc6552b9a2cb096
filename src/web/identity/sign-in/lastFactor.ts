import type { FactorMethod, FactorScreen } from './signInStep.ts'

/**
 * A key of this browser, beside the five of the specification: like the theme, it stays when those are
 * cleared.
 */
const key = 'second-factor'

/**
 * Stores which method ended a sign-in in this browser. It is stored by browser and not by account, since a
 * passkey mostly belongs to one device, and another device would ask for it in vain.
 */
export function storeLastFactor(screen: FactorScreen): void {
  if (screen === 'passkey') localStorage.setItem(key, screen)
  // A single sign-on is no choice of a method.
  else if (screen !== 'sso') localStorage.removeItem(key)
}

/** Returns the preferred method: the passkey where it was used last, else the server's first one. */
export const preferredScreen = (methods: readonly FactorMethod[]): FactorScreen =>
  methods.find((method) => method === 'passkey' && localStorage.getItem(key) === method) ??
  methods[0] ??
  'none'
