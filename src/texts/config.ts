/** What is wrong with a setting, and how to mend it. */
export const configTexts = {
  dataFolder: (path: string) =>
    `Le dossier de données ${path} n'est pas utilisable : il doit être un dossier que ce compte peut créer, lire et écrire. Corrigez ses droits, ou choisissez un autre dossier avec TROUSSEAU_DATA.`,
  hostElsewhere: (host: string) =>
    `L'adresse ${host} n'est pas une adresse de cette machine : corrigez TROUSSEAU_HOST (127.0.0.1, 0.0.0.0, ::1…).`,
  portTaken: (port: number) =>
    `Le port ${port} est déjà pris par un autre programme. Arrêtez-le, ou choisissez un autre port avec TROUSSEAU_PORT.`,
  portForbidden: (port: number) =>
    `Ce compte n'a pas le droit d'écouter sur le port ${port} : choisissez un port à partir de 1024 avec TROUSSEAU_PORT.`,
  unknown: (name: string) =>
    `Le réglage ${name} n'existe pas. Vérifiez son orthographe dans le tableau des réglages du README.`,
  host: (value: string) =>
    `TROUSSEAU_HOST vaut « ${value} » : donnez une adresse IP de cette machine (127.0.0.1, 0.0.0.0, ::1…) ou localhost.`,
  integer: (name: string, value: string, minimum: number, maximum: number) =>
    `${name} vaut « ${value} » : donnez un nombre entier de ${minimum} à ${maximum}.`,
  onOrOff: (name: string, value: string) => `${name} vaut « ${value} » : donnez « on » ou « off ».`,
  publicUrl: (value: string) =>
    `TROUSSEAU_PUBLIC_URL vaut « ${value} » : donnez une adresse complète sans chemin, par exemple https://coffre.exemple.fr.`,
  unseal: (value: string) =>
    `TROUSSEAU_UNSEAL vaut « ${value} » : la seule valeur possible est « passphrase ».`,
  oneKeySource:
    'Plusieurs sources de clé racine sont réglées : gardez une seule des trois, TROUSSEAU_ROOT_KEY_FILE, TROUSSEAU_ROOT_KEY ou TROUSSEAU_UNSEAL.',
  logLevel: (value: string, levels: readonly string[]) =>
    `TROUSSEAU_LOG vaut « ${value} » : choisissez parmi ${levels.join(', ')}.`,
  proxy: (value: string) =>
    `TROUSSEAU_TRUSTED_PROXIES contient « ${value} » : donnez des adresses IP ou des réseaux (10.0.0.0/8) séparés par des virgules.`,
  database:
    "DATABASE_URL n'est pas une adresse PostgreSQL : donnez postgres://utilisateur:mot-de-passe@hôte:port/base, ou retirez ce réglage pour utiliser SQLite.",
  smtpUrl:
    "SMTP_URL n'est pas l'adresse d'un serveur de messagerie : donnez smtp://utilisateur:mot-de-passe@hôte:587 (STARTTLS) ou smtps://utilisateur:mot-de-passe@hôte:465, les signes particuliers du mot de passe encodés (%40 pour @), ou retirez ce réglage pour que les messages s'écrivent dans le dossier de données.",
  mailFrom: (value: string) =>
    `TROUSSEAU_MAIL_FROM vaut « ${value} » : donnez l'adresse de l'expéditeur, par exemple trousseau@exemple.fr ou Trousseau <trousseau@exemple.fr>.`,
  mailFromMissing:
    "SMTP_URL est réglé sans TROUSSEAU_MAIL_FROM : donnez l'adresse de l'expéditeur, par exemple Trousseau <trousseau@exemple.fr>.",
  document: (name: string, value: string) =>
    `${name} vaut « ${value} » : donnez le chemin d'un fichier PDF que ce compte peut lire, ou une adresse https://.`,
  link: (name: string, value: string) => `${name} vaut « ${value} » : donnez une adresse https://.`,
  line: (name: string) => `${name} doit tenir sur une ligne, en 300 caractères au plus.`,
  domainGroups: (value: string) =>
    `TROUSSEAU_DOMAIN_GROUPS contient « ${value} » : donnez des paires hôte=groupe séparées par des virgules, par exemple coffre.exemple.fr=GRP-1.`,
  tlsPair:
    'Le certificat et sa clé vont ensemble : réglez TROUSSEAU_TLS_CERT et TROUSSEAU_TLS_KEY, ou aucun des deux.',
  tlsFiles: (cert: string, key: string) =>
    `Le certificat « ${cert} » et la clé « ${key} » ne peuvent pas servir ensemble : vérifiez que ces deux fichiers PEM existent, que le compte qui lance Trousseau peut les lire et que la clé est bien celle du certificat.`,
} as const
