import type { AccountPasswordFault } from '#domain/account-password.ts'
import { accountPasswordLengths } from '#domain/limits.ts'

/** What the calls of signing in say. */
export const signInTexts = {
  signedOut: 'Vous êtes déconnecté',
  codeSent: 'Code envoyé par mail',
} as const

/** Why a password cannot be an account's, one sentence a fault. */
export const accountPasswordTexts: Record<AccountPasswordFault, string> = {
  TOO_SHORT: `Le mot de passe doit compter au moins ${accountPasswordLengths.minimum} caractères`,
  TOO_SHORT_FOR_ADMINISTRATOR: `Le mot de passe d'un administrateur doit compter au moins ${accountPasswordLengths.minimumForAdministrators} caractères`,
  TOO_LONG: `Le mot de passe doit compter au plus ${accountPasswordLengths.maximum} caractères`,
  HOLDS_LOGIN: "Le mot de passe ne doit pas contenir l'identifiant",
  COMMON: 'Ce mot de passe est trop courant',
}
