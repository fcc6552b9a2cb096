/** What the server says to the person who starts it. */
export const serverTexts = {
  listening: (address: string) => `\nTrousseau est prêt : ${address}\n`,
  sealed: (address: string) =>
    `\nTrousseau est scellé : donnez la phrase de passe à ${address} (docs/operations.md). D'ici là, il ne sert que son état de santé.\n`,
  setup: (address: string) =>
    `\nPremière installation : ouvrez cette adresse, une seule fois, pour créer le premier super administrateur :\n  ${address}\n`,
  failed: "Trousseau n'a pas pu démarrer.",
} as const
