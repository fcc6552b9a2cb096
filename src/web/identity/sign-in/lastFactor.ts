import type { FactorMethod, FactorScreen } from './signInStep.ts'

/** Of this browser, beside the five keys of the specification: it stays when they are cleared, as the theme does. */
const key = 'second-factor'

/**
 * Notes how a sign-in of this browser was ended. Of the browser and not of the account, because a passkey is mostly
 * kept by a device: another machine of the same person would ask in vain for what it does not hold.
 */
export function noteFactor(screen: FactorScreen): void {
  if (screen === 'passkey') localStorage.setItem(key, screen)
  // Who signs on elsewhere is not asked, and has chosen nothing.
  else if (screen !== 'sso') localStorage.removeItem(key)
}

/** The way that is offered first: the passkey where it was used last, else the one that the server puts in front. */
export const firstScreen = (methods: readonly FactorMethod[]): FactorScreen =>
  methods.find((method) => method === 'passkey' && localStorage.getItem(key) === method) ??
  methods[0] ??
  'none'
