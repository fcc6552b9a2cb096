import type { MasterKeyFault } from '#domain/platform/account-password.ts'
import { masterKeyLimits } from '#domain/platform/limits.ts'

/** What the server says of master keys. */
export const masterKeyServerTexts = {
  locked: 'Coffre verrouillé',
  faults: {
    TOO_SHORT: `La clé maître doit compter au moins ${masterKeyLimits.minimum} caractères`,
    TOO_LONG: `La clé maître doit compter au plus ${masterKeyLimits.maximum} caractères`,
    TOO_FEW_BITS: `La clé maître doit compter au moins ${masterKeyLimits.minimumBits} bits`,
    COMMON: 'Cette clé maître est trop répandue ou trop répétitive',
    UNCHANGED: 'La nouvelle clé maître doit être différente de la précédente',
  },
} as const satisfies { locked: string; faults: Record<MasterKeyFault | 'UNCHANGED', string> }
