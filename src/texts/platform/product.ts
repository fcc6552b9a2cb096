/** The texts of every page, the light sign-in page included. */
export const productTexts = {
  product: 'Trousseau',
  tagline: 'Le coffre-fort des mots de passe de votre organisation',
  unreachable: 'Le serveur ne répond pas',
  internal: 'Une erreur est survenue',
  footer: 'Pied de page',
} as const
