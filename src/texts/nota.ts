import type { NotaExpiryId } from '#domain/nota.ts'

/** One-time messages: what a person is offered, told, and reads at the link. */
export const notaExpiryTexts: Record<NotaExpiryId, string> = {
  1: '1\u00a0heure',
  2: '4\u00a0heures',
  3: '1\u00a0jour',
  4: '3\u00a0jours',
  5: '7\u00a0jours',
  6: '30\u00a0jours',
}

export const notaTexts = {
  created: 'Message créé',
  createFailed: 'Erreur pendant la création du message',
} as const
