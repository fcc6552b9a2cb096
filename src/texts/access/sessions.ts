/** The active sessions of the caller or of a user, and ending one. */
export const sessionTexts = {
  list: 'Sessions ouvertes',
  current: 'Cette session',
  unknownBrowser: 'Navigateur inconnu',
  unknownSystem: 'système inconnu',
  device: (browser: string, system: string) => `${browser}, ${system}`,
  from: (address: string) => `depuis ${address}`,
  signedIn: 'Connexion',
  lastSeen: 'dernière activité',
  end: 'Terminer',
  endOf: (device: string, address: string) => `Terminer la session ${device} depuis ${address}`,
  ended: 'Session terminée',
  endFailed: 'Erreur pendant la fin de la session',
} as const
