import type { AccountPasswordFault } from '#domain/platform/account-password.ts'
import { accountPasswordLengths } from '#domain/platform/limits.ts'

const { minimum, minimumForAdministrators, maximum, remembered } = accountPasswordLengths

/** Returns the rules of a new password. @param administers null where the account is not known */
export const newPasswordHelp = (administers: boolean | null): string => {
  const length = administers ? minimumForAdministrators : minimum
  const others = administers === null ? `, ${minimumForAdministrators} pour un compte administrateur` : ''
  return `${length} caractères au moins${others}. Il doit être différent des ${remembered} derniers.`
}

/** Why an account password is refused: one sentence for each fault. */
export const accountPasswordTexts: Record<AccountPasswordFault, string> = {
  TOO_SHORT: `Il faut au moins ${minimum} caractères`,
  TOO_SHORT_FOR_ADMINISTRATOR: `Il faut au moins ${minimumForAdministrators} caractères pour un compte administrateur`,
  TOO_LONG: `Il faut au plus ${maximum} caractères`,
  HOLDS_LOGIN: "Le mot de passe ne doit pas contenir l'identifiant",
  COMMON: 'Ce mot de passe est trop répandu',
  GUESSABLE:
    'Ce mot de passe se devine trop facilement : mots courants, noms, dates et suites sont essayés en premier. Une phrase de mots tirés au hasard résiste bien',
}
