/**
 * What is wrong with the root keys, and how to mend it. Whoever reads these starts the server or turns its keys
 * over: each says the file or setting, then what to do.
 */
export const keyErrorTexts = {
  SEALED: () => 'Trousseau est scellé : un administrateur doit donner la phrase de passe.',
  KEYRING_MISSING: (path: string) =>
    `Le fichier de clés ${path} n'existe pas alors que la base contient déjà des données. Remettez-le en place depuis sa sauvegarde : sans lui, rien ne peut être déchiffré.`,
  KEYRING_EXISTS: (path: string) => `Le fichier de clés ${path} existe déjà : il n'a pas été remplacé.`,
  KEYRING_NO_FILE: (path: string) =>
    `${path} n'est pas un fichier : donnez à TROUSSEAU_ROOT_KEY_FILE le chemin du fichier de clés lui-même, par exemple ${path}/root.key.`,
  KEYRING_READABLE: (path: string, mode: string) =>
    `Le fichier de clés ${path} est accessible à d'autres comptes que le sien (droits ${mode}). Corrigez avec : chmod 600 ${path}`,
  KEYRING_UNREADABLE: (path: string, reason: string) =>
    `Le fichier de clés ${path} ne peut pas être lu (${reason}). Vérifiez qu'il appartient au compte qui lance Trousseau.`,
  KEYRING_UNWRITABLE: (path: string, reason: string) =>
    `Le fichier de clés ${path} ne peut pas être écrit (${reason}). Vérifiez que son dossier appartient au compte qui lance Trousseau et qu'il reste de la place.`,
  KEYRING_DAMAGED: (path: string) =>
    `Le fichier de clés ${path} est abîmé ou vient d'une version plus récente. Remettez-le en place depuis sa sauvegarde, sans le modifier à la main.`,
  KEYRING_SEALED: (path: string) =>
    `Le fichier de clés ${path} est protégé par une phrase de passe. Réglez TROUSSEAU_UNSEAL=passphrase.`,
  KEYRING_NOT_SEALED: (path: string) =>
    `Le fichier de clés ${path} n'est pas protégé par une phrase de passe. Retirez le réglage TROUSSEAU_UNSEAL.`,
  KEYRING_FOREIGN: (version: number) =>
    `La clé racine ${version} n'est pas celle de cette installation : sa base a été créée avec une autre. Remettez en place le bon fichier de clés ; avec plusieurs serveurs, copiez celui du premier sur les autres.`,
  KEYRING_INCOMPLETE: (version: number) =>
    `La base contient des données chiffrées sous la clé racine ${version}, qui n'est pas ici : la base et les clés ne sont pas du même moment. Remettez en place le fichier de clés sauvegardé avec cette base, ou une sauvegarde de la base faite avec ces clés (docs/operations.md).`,
  KEYRING_MISNAMED: (version: number) =>
    `La clé racine ${version} ouvre les données, mais la base en garde une autre empreinte : elle a sans doute été ouverte un jour avec les clés d'un autre moment. Lancez « npm run trousseau -- doctor », qui dit comment réparer.`,
  PASSPHRASE_REQUIRED: () => 'La phrase de passe est nécessaire pour ouvrir les clés.',
  PASSPHRASE_WRONG: () => 'La phrase de passe est incorrecte, ou le fichier de clés a été modifié.',
  PASSPHRASE_SHORT: (minimum: number) => `La phrase de passe doit compter au moins ${minimum} caractères.`,
  ENVIRONMENT_FORMAT: () =>
    'TROUSSEAU_ROOT_KEY doit contenir 32 octets en base64 (« openssl rand -base64 32 »), ou une liste comme 1:clé,2:clé* de numéros croissants.',
  ENVIRONMENT_ACTIVE: () =>
    "TROUSSEAU_ROOT_KEY contient plusieurs clés : marquez celle qui sert à chiffrer, et elle seule, d'un astérisque à la fin (1:clé,2:clé*).",
  ENVIRONMENT_FIXED: () =>
    'Les clés viennent de TROUSSEAU_ROOT_KEY : Trousseau ne peut pas les changer. Modifiez ce réglage, puis redémarrez.',
  KEY_UNKNOWN: (version: number) => `La clé racine ${version} n'existe pas dans le trousseau de clés.`,
  KEY_ACTIVE: (version: number) =>
    `La clé racine ${version} est la clé active : activez-en une autre avant de la retirer.`,
  KEY_NEWER: (version: number) =>
    `La clé racine ${version} est plus récente que la clé active : activez-la au lieu de la retirer.`,
  KEY_OUT_OF_ORDER: (version: number, expected: number) =>
    `La clé racine ${version} ne peut pas être publiée : la prochaine porte au moins le numéro ${expected}.`,
} as const

/** Said at the start, in the log, when the keys' source is weaker than it could be. */
export const keyWarningTexts = {
  ENVIRONMENT:
    "La clé racine vient de la variable TROUSSEAU_ROOT_KEY : elle est visible dans l'environnement du processus et souvent dans la configuration du service. Préférez un fichier (TROUSSEAU_ROOT_KEY_FILE) ou une phrase de passe (TROUSSEAU_UNSEAL=passphrase).",
} as const
