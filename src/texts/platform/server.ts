/** What the server says to the person who starts it. */
export const serverTexts = {
  listening: (address: string) => `\nTrousseau est prêt : ${address}\n`,
  /** Over plain http a browser keeps the session's cookies for this very machine alone. */
  plain:
    '\nDepuis une autre machine, personne ne pourra se connecter à cette adresse : il faut du https. Réglez TROUSSEAU_TLS_CERT et TROUSSEAU_TLS_KEY, ou TROUSSEAU_PUBLIC_URL derrière un serveur mandataire.\n',
  sealed: (address: string) =>
    `\nTrousseau est scellé : donnez la phrase de passe avec « npm run trousseau -- unseal », ou à ${address} (docs/operations.md). D'ici là, il ne sert que son état de santé.\n`,
  setup: (address: string) =>
    `\nPremière installation : ouvrez cette adresse, une seule fois, pour créer le premier super administrateur :\n  ${address}\n`,
  beginNew: 'Tapez « nouvelle » pour commencer une installation vide, ou Entrée pour arrêter : ',
  beginNewAnswer: 'nouvelle',
  logLost: (code: string) =>
    `Le journal technique ne peut plus être écrit (${code}). Trousseau continue sans lui ; les lignes perdues sont comptées, et leur nombre y sera écrit dès que possible.\n`,
  proxyUntrusted: (address: string) =>
    `Des requêtes arrivent par ${address} avec l'en-tête X-Forwarded-For, mais TROUSSEAU_TRUSTED_PROXIES ne nomme pas cette adresse : toutes les personnes qui passent par elle comptent pour une seule, et les erreurs d'une seule peuvent les bloquer toutes. Si c'est votre serveur mandataire, ajoutez-la à TROUSSEAU_TRUSTED_PROXIES et redémarrez ; sinon, quelqu'un atteint Trousseau sans passer par lui.`,
  failed: "Trousseau n'a pas pu démarrer.",
} as const
