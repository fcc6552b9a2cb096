/** The test variant of the dashboard, for super administrators. */
export const dashboardTrialTexts = {
  title: 'Variante de test',
  detail: "Rien de ce qui est montré ici ne vient de l'installation, sauf les expressions de validation.",
  visits: 'Connexions par jour (données fixes)',
  rules: 'Expressions de validation',
  rulesTable: 'Expressions de validation',
  ruleName: 'Nom',
  ruleValue: 'Expression',
  toasts: 'Notifications',
  toastsDetail: 'Chaque bouton affiche une notification.',
  kinds: { success: 'Succès', error: 'Erreur', info: 'Information', action: 'Avec une action' },
  said: {
    success: "Ceci est une notification d'essai de succès",
    error: "Ceci est une notification d'essai d'erreur",
    info: "Ceci est une notification d'essai d'information",
    action: "Ceci est une notification d'essai avec une action",
    undo: 'Annuler',
    undone: 'Action annulée',
  },
  session: 'Session expirée',
  sessionDetail: "Met fin à votre session et affiche l'écran de connexion, comme à l'expiration.",
  expire: 'Faire expirer la session',
} as const
