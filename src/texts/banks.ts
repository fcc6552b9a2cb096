export const bankTexts = {
  /** What the calls answer; the toasts show it as it stands. */
  replies: {
    removed: 'La banque a été supprimée',
    userDetached: 'Utilisateur retiré',
    teamDetached: 'Groupe retiré',
    chestDetached: 'Coffre retiré',
  },
} as const
