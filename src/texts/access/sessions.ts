/** The active sessions of the caller or of a user, and ending one. */
export const sessionTexts = {
  list: 'Sessions ouvertes',
  current: 'Cette session',
  locked: 'Verrouillée',
  unknownBrowser: 'Navigateur inconnu',
  unknownSystem: 'système inconnu',
  device: (browser: string, system: string) => `${browser}, ${system}`,
  from: (address: string) => `depuis ${address}`,
  signedIn: 'Connexion',
  lastSeen: 'dernière activité',
  end: 'Terminer',
  endOf: (device: string, address: string) => `Terminer la session ${device} depuis ${address}`,
  ended: 'Session terminée',
  endFailed: "La session n'a pas pu être terminée",
} as const
