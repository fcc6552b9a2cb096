/** The texts of a demonstration: in the terminal, and on its sign-in page. */
export const demoTexts = {
  filling: '\nPréparation de la démonstration…\n',
  ready: (address: string) => `\nDémonstration prête : ${address}\n\n`,
  account: (login: string, password: string, role: string) => `  ${login.padEnd(16)} ${password}   ${role}\n`,
  masterKeys: '\nClés maîtres des coffres protégés\u00a0:\n',
  masterKey: (chest: string, key: string) => `  ${chest.padEnd(32)} ${key}\n`,
  codes: "\nLa page de connexion affiche les codes du second facteur. Tout est effacé à l'arrêt (Ctrl-C).\n",
  portTaken: (port: number) =>
    `Le port ${port} est déjà pris par un autre programme : choisissez-en un autre avec TROUSSEAU_PORT.\n`,
  banner: {
    title: 'Démonstration',
    detail:
      "Organisation et données fictives, effacées à l'arrêt. N'enregistrez ici aucun vrai mot de passe.",
  },
  accounts: 'Comptes de démonstration',
  use: (name: string) => `Remplir avec le compte de ${name}`,
  fill: 'Remplir',
  password: 'Mot de passe de tous les comptes',
  code: 'Code',
  keys: 'Clés maîtres des coffres protégés',
  /** Below the field of a master key. */
  keyHint:
    'Démonstration\u00a0: la clé est écrite sur la page de connexion, dans le terminal et au début de la description du coffre.',
  failed: "Les comptes de démonstration n'ont pas pu être lus.",
} as const
