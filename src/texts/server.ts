/** What the server says to the person who starts it. */
export const serverTexts = {
  listening: (address: string) => `\nTrousseau est prêt : ${address}\n`,
  setup: (address: string) =>
    `\nPremière installation : ouvrez cette adresse, une seule fois, pour créer le premier super administrateur :\n  ${address}\n`,
  portTaken:
    'Le port est déjà pris par un autre programme. Arrêtez-le, ou choisissez un autre port avec TROUSSEAU_PORT.\n',
  failed: "Trousseau n'a pas pu démarrer.",
} as const
