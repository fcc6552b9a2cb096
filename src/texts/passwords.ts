/** What the call that sets a password says. */
export const passwordTexts = {
  changed: 'Mot de passe mis à jour, merci de vous identifier',
} as const
