/** What every page says of the product, the light one that signs in included. */
export const productTexts = {
  product: 'Trousseau',
  tagline: 'Le coffre-fort des mots de passe de votre organisation',
  unreachable: 'Le serveur ne répond pas',
  internal: 'Une erreur est survenue',
  footer: 'Pied de page',
} as const
