import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import type { DangerLevel } from '#domain/platform/address-danger.ts'

/** The name of each level. */
export const strengthTexts: Record<StrengthLevel, string> = {
  0: 'Aucun',
  1: 'Très faible',
  2: 'Faible',
  3: 'Moyen',
  4: 'Fort (recommandé)',
  5: 'Très fort',
}

/** The name of each level. */
export const dangerTexts: Record<DangerLevel, string> = {
  0: 'Aucune adresse',
  1: 'Sûre',
  2: 'Risque faible',
  3: 'Risque modéré',
  4: 'Risque élevé',
  5: 'Risque grave',
}

/** The name of a button that explains the danger of an address. */
export const dangerDetail = "Détail du danger de l'adresse"
