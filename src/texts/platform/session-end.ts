import { formatExactDate } from './format.ts'

/** Before the end of a session, which activity does not postpone. */
export const sessionEndTexts = {
  title: (expiresAt: string) => `Votre session se termine le ${formatExactDate(Date.parse(expiresAt))}`,
  detail:
    "Une session dure douze heures au plus. Prolongez-la en confirmant que c'est bien vous\u00a0: vous restez sur cette page, pour douze nouvelles heures.",
  prolong: 'Prolonger',
  soon: 'Votre session se termine bientôt',
  countdown: (countdown: string) =>
    `Elle se termine dans ${countdown}. Prolongez-la de douze heures en confirmant que c'est bien vous, sans quitter cette page. Sinon, ce que vous êtes en train de saisir y reste gardé\u00a0: vous le retrouverez en vous reconnectant.`,
  later: 'Plus tard',
} as const

/** The sign-in in front of a page that keeps unsaved input. */
export const sealedTexts = {
  title: 'Votre saisie est gardée',
  detail:
    "Elle reste cachée dans cette page. Reconnectez-vous avec le même compte\u00a0: vous la retrouverez telle quelle. Si quelqu'un d'autre se connecte, elle est effacée.",
  back: "Vous revoilà\u00a0: votre saisie est telle que vous l'avez laissée",
  away: 'Session expirée. Votre saisie est gardée dans cet onglet\u00a0: connectez-vous dans un autre avec le même compte, puis revenez ici.',
  elsewhere: 'Se connecter dans un autre onglet',
} as const
