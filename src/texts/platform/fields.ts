/** The fault of a field, and how to correct it. */
export const fieldTexts = {
  required: 'Ce champ est obligatoire',
  tooLong: (length: number) => `${length} caractères au plus`,
  codeFormat: 'Le code a 6 chiffres',
  markup: 'Les balises HTML ne sont pas acceptées ici',
} as const
