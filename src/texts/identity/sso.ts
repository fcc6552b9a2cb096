/** Single sign-on: what the back office and the sign-in page say of it. */
export const ssoTexts = {
  linked: 'Compte lié',
  parted: 'Lien supprimé',
} as const
