import { counted, narrowNbsp, nbsp } from './format.ts'

/** The messages of the server to its operator. */
export const serverTexts = {
  listening: (address: string) => `\nTrousseau est prêt : ${address}\n`,
  /** Over plain http a browser accepts the session's cookies from localhost only. */
  plain:
    '\nDepuis une autre machine, personne ne pourra se connecter à cette adresse : il faut du https. Réglez TROUSSEAU_TLS_CERT et TROUSSEAU_TLS_KEY, ou TROUSSEAU_PUBLIC_URL derrière un serveur mandataire.\n',
  sealed: (address: string) =>
    `\nTrousseau est scellé : donnez la phrase de passe avec « trousseau unseal », ou à ${address} (docs/operations.md). D'ici là, il ne répond qu'aux contrôles de santé.\n`,
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

/** Problems of the database, with how to repair them. */
export const databaseProblems = {
  FOLDER_IN_USE: (folder: string) =>
    `Le dossier de données « ${folder} » est déjà utilisé par un autre serveur Trousseau. Arrêtez cet autre serveur, ou donnez un autre dossier à TROUSSEAU_DATA.`,
  FOLDER_NOT_WRITABLE: (folder: string) =>
    `Impossible d'écrire dans le dossier de données « ${folder} ». Donnez au compte qui lance Trousseau le droit d'y écrire, ou indiquez un autre dossier dans TROUSSEAU_DATA.`,
  FILE_NOT_OPENED: (file: string) =>
    `Impossible d'ouvrir ou de lire le fichier de base de données${file && ` « ${file} »`}. Vérifiez qu'il existe, que le compte qui lance Trousseau peut le lire et y écrire, et que le disque n'est pas plein.`,
  FILE_READ_ONLY: (file: string) =>
    `Le fichier de base de données${file && ` « ${file} »`} peut seulement être lu. Donnez au compte qui lance Trousseau le droit d'y écrire, et vérifiez que son disque n'est pas monté en lecture seule.`,
  FILE_MISSING: (file: string) =>
    `La base de données « ${file} » n'existe pas ou est vide, alors que la clé racine de cette installation est là : une sauvegarde reste sans doute à remettre en place (docs/operations.md). Pour commencer malgré tout une installation vide, lancez une seule fois « npm start -- --new-installation ».`,
  FILE_LOST: (file: string) =>
    `La base de données « ${file} » a été supprimée, déplacée ou remplacée pendant que Trousseau l'utilisait : plus rien n'y est écrit. Arrêtez Trousseau, remettez la base en place, puis redémarrez.`,
  FILE_DAMAGED: (file: string) =>
    file === ''
      ? 'La base de données est abîmée : SQLite ne peut plus la lire en entier. Gardez une copie de ce fichier, puis restaurez la dernière bonne sauvegarde.'
      : `Le fichier « ${file} » n'est pas une base de données Trousseau lisible. Remettez en place la dernière sauvegarde de ce fichier.`,
  DISK_FULL: () =>
    `Le disque de la base de données est plein : plus rien ne peut y être écrit. Libérez de la place, puis recommencez ; ce qui était enregistré n'est pas perdu.`,
  SERVER_UNREACHABLE: (server: string) =>
    `Le serveur PostgreSQL « ${server} » ne répond pas. Vérifiez qu'il est démarré et que DATABASE_URL indique la bonne adresse.`,
  SERVER_REFUSES: (server: string) =>
    `Le serveur PostgreSQL « ${server} » refuse la connexion. Vérifiez dans DATABASE_URL le compte, le mot de passe et le nom de la base.`,
  SERVER_UNSUITABLE: (server: string) =>
    `La base PostgreSQL « ${server} » ne convient pas : il faut la version 14 ou une plus récente, en codage UTF8. Indiquez-en une autre dans DATABASE_URL.`,
  SERVER_FULL: (server: string) =>
    `Le serveur PostgreSQL « ${server} » n'a plus de connexion libre. Augmentez son réglage max_connections, ou réduisez TROUSSEAU_DATABASE_POOL sur chaque nœud.`,
  SERVER_READ_ONLY: (server: string) =>
    `La base PostgreSQL « ${server} » peut seulement être lue : c'est sans doute une réplique. Indiquez dans DATABASE_URL le serveur principal, ou tous les serveurs avec target_session_attrs=read-write.`,
  SERVER_POOLED: (server: string) =>
    `La base PostgreSQL « ${server} » est derrière pgbouncer, qui refuse les réglages envoyés à l'ouverture d'une connexion. Réglez TROUSSEAU_DATABASE_PGBOUNCER=on (docs/operations.md).`,
  FROM_THE_FUTURE: (migration: string) =>
    `La base de données a été mise à jour par une version plus récente de Trousseau (étape « ${migration} » inconnue de celle-ci). Installez cette version plus récente, ou remettez en place la sauvegarde faite avant la mise à jour.`,
  OTHER_ORDER: (migration: string) =>
    `La base de données n'a pas suivi l'ordre des versions publiées : l'étape « ${migration} » y manque ou n'est pas de celles-ci, alors que des étapes suivantes y sont. Elle vient d'un état de développement entre deux versions. Ouvrez-la avec le programme qui l'a écrite et exportez ses coffres, ou remettez en place une sauvegarde faite avec une version publiée.`,
  MIGRATION_BLOCKED: (migration: string) =>
    `La base de données ne peut pas être mise à jour : l'étape « ${migration} » attend depuis dix minutes des tables qu'une sauvegarde ou une autre transaction garde. Cette étape n'a rien changé. Attendez que celle-ci se termine, ou arrêtez-la, puis relancez Trousseau.`,
  WRITER_BUSY: (seconds: string) =>
    `La base de données est occupée depuis plus de ${seconds} secondes : l'écriture a été abandonnée. Réessayez ; si cela persiste, redémarrez le serveur.`,
} as const

export type DatabaseProblemCode = keyof typeof databaseProblems

/**
 * Problems of the root keys, for operators who start the server or rotate keys: the file or setting, then
 * what to do.
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
    `La clé racine ${version} ouvre les données, mais la base en garde une autre empreinte : elle a sans doute été ouverte un jour avec les clés d'un autre moment. Lancez « trousseau doctor », qui dit comment réparer.`,
  AUTHORITY_LOST: (mark: string) =>
    `La base ne contient plus la clé qui prouve les comptes et les droits, alors que ce serveur les a déjà prouvés : quelqu'un l'a effacée, ou la base est une sauvegarde d'avant la version 0.2.0. Remettez en place une sauvegarde plus récente. Si cette base est bien celle que vous voulez, effacez ${mark} : tout ce qu'elle contient sera alors tenu pour vrai.`,
  ACCOUNTS_LOST: (mark: string) =>
    `La base ne contient aucun compte, alors que ce serveur en a déjà servi : quelqu'un les a effacés, ou la sauvegarde n'est pas encore restaurée. Restaurez la base. Pour commencer une nouvelle installation, lancez une fois « npm start -- --new-installation », ou effacez ${mark}.`,
  PASSPHRASE_REQUIRED: () => 'La phrase de passe est nécessaire pour ouvrir les clés.',
  PASSPHRASE_WRONG: () => 'La phrase de passe est incorrecte, ou le fichier de clés a été modifié.',
  PASSPHRASE_GUESSABLE: () =>
    'La phrase de passe se devine trop facilement : mots courants, noms, dates et suites sont essayés en premier. Une phrase de mots tirés au hasard résiste bien : six mots suffisent.',
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

/** Logged at the start when the source of the keys is weaker than it could be. */
export const keyWarningTexts = {
  ENVIRONMENT:
    "La clé racine vient de la variable TROUSSEAU_ROOT_KEY : elle est visible dans l'environnement du processus et souvent dans la configuration du service. Préférez un fichier (TROUSSEAU_ROOT_KEY_FILE) ou une phrase de passe (TROUSSEAU_UNSEAL=passphrase).",
} as const

/** Returns an HTML page without script. */
const plainPage = (title: string, lines: readonly string[]): string => `<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Trousseau</title>
    <link rel="stylesheet" href="/plain.css">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
${lines.map((line) => `      <p>${line}</p>`).join('\n')}
    </main>
  </body>
</html>
`

/** The page of an unknown address. */
export const notFoundPage = plainPage('Page introuvable', [
  "Cette adresse n'existe pas, ou ne sert plus.",
  '<a href="/auth">Aller à la connexion</a>',
])

/** The page while the server is sealed. */
export const sealedPage = plainPage('Trousseau est scellé', [
  'Un administrateur doit donner la phrase de passe. Revenez dans un moment.',
])

/** The frame of the API's documentation page. The documentation itself is the contract's, in English. */
export const interfaceDocsTexts = {
  title: "Documentation de l'interface",
  lead: "Tous les appels de Trousseau, tels que le serveur les vérifie. Les phrases en anglais sont celles du contrat d'où viennent les routes, les contrôles et cette page.",
  document: 'Document OpenAPI 3.1 (JSON)',
  count: (calls: number) => counted(calls, 'appel', 'appels'),
  contents: 'Sommaire',
  parameters: 'Paramètres',
  body: 'Corps de la demande',
  replies: 'Réponses',
  success: 'Réponse',
  refusals: 'Refus',
  name: 'Nom',
  place: 'Place',
  type: 'Type',
  status: 'Statut',
  meaning: 'Codes et messages',
  places: { path: 'adresse', query: 'requête' },
  required: 'obligatoire',
  optional: 'facultatif',
  types: {
    string: 'texte',
    integer: 'entier',
    number: 'nombre',
    boolean: 'booléen',
    null: 'rien',
    array: 'liste de',
    object: 'objet',
    any: 'toute valeur',
    file: 'fichier',
  },
  either: ' ou ',
  deeper: 'et ainsi de suite',
  range: (low: number | undefined, high: number | undefined) =>
    low === undefined
      ? `au plus ${high ?? ''}`
      : high === undefined
        ? `au moins ${low}`
        : `de ${low} à ${high}`,
  rules: [
    'Chaque appel sous /api porte X-Requested-With: XMLHttpRequest et vient de la même origine.',
    'Les adresses répondent avec et sans barre oblique finale. Les champs inconnus sont refusés.',
    "Les textes sont de l'Unicode valide, en UTF-8 : une moitié de paire (\\ud800) ou des octets d'un autre codage sont refusés.",
    `Un refus s'écrit { "code", "message", "details"${narrowNbsp}? }${nbsp}: le message est en français.`,
  ],
} as const

/** The fault of a setting, and how to correct it. */
export const configTexts = {
  dataFolderMissing: (path: string) =>
    `Le dossier de données ${path} n'existe pas : démarrez d'abord le serveur, qui le crée, montez le disque qui le porte, ou corrigez TROUSSEAU_DATA.`,
  dataFolder: (path: string) =>
    `Le dossier de données ${path} n'est pas utilisable : il doit être un dossier que ce compte peut créer, lire et écrire. Corrigez ses droits, ou choisissez un autre dossier avec TROUSSEAU_DATA.`,
  networkShare: (path: string, share: string) =>
    `Le dossier de données ${path} est sur un partage réseau (${share}), où SQLite peut perdre ou abîmer la base. Choisissez un disque local avec TROUSSEAU_DATA, ou PostgreSQL avec DATABASE_URL. Pour passer outre, à vos risques : TROUSSEAU_DATA_ON_SHARE=on.`,
  hostElsewhere: (host: string) =>
    `L'adresse ${host} n'est pas une adresse de cette machine : corrigez TROUSSEAU_HOST (127.0.0.1, 0.0.0.0, ::1…).`,
  portTaken: (port: number) =>
    `Le port ${port} est déjà pris par un autre programme. Arrêtez-le, ou choisissez un autre port avec TROUSSEAU_PORT.`,
  portForbidden: (port: number) =>
    `Ce compte n'a pas le droit d'écouter sur le port ${port} : choisissez un port à partir de 1024 avec TROUSSEAU_PORT.`,
  unknown: (name: string) =>
    `Le réglage ${name} n'existe pas. Vérifiez son orthographe dans docs/fr/reglages.md, qui liste tous les réglages.`,
  misspelt: (name: string, meant: string) =>
    `Le réglage ${name} n'existe pas, mais son nom ressemble à ${meant} : corrigez-le, ou retirez-le.`,
  host: (value: string) =>
    `TROUSSEAU_HOST vaut « ${value} » : donnez une adresse IP de cette machine (127.0.0.1, 0.0.0.0, ::1…) ou localhost.`,
  integer: (name: string, value: string, minimum: number, maximum: number) =>
    `${name} vaut « ${value} » : donnez un nombre entier de ${minimum} à ${maximum}.`,
  onOrOff: (name: string, value: string) => `${name} vaut « ${value} » : donnez « on » ou « off ».`,
  inactivity: (value: string, policies: readonly string[]) =>
    `TROUSSEAU_INACTIVITY vaut « ${value} » : choisissez parmi ${policies.join(', ')} (verrouiller la session, la terminer).`,
  journalMonths: (secrets: number, others: number) =>
    `TROUSSEAU_JOURNAL_SECRETS_MONTHS vaut ${secrets}, moins que les ${others} mois du reste du journal : donnez au moins ${others}, ou baissez TROUSSEAU_JOURNAL_MONTHS.`,
  passwordFloor: (value: string) => `TROUSSEAU_PASSWORD_FLOOR vaut « ${value} » : donnez « ask » ou « off ».`,
  mailCode: (value: string, policies: readonly string[]) =>
    `TROUSSEAU_MAIL_CODE vaut « ${value} » : choisissez parmi ${policies.join(', ')} (personne, les comptes sans administration, tout le monde).`,
  publicUrl: (value: string) =>
    `TROUSSEAU_PUBLIC_URL vaut « ${value} » : donnez une adresse complète sans chemin, par exemple https://coffre.exemple.fr.`,
  publicUrlPlain: (value: string) =>
    `TROUSSEAU_PUBLIC_URL vaut « ${value} » : hors de cette machine, les navigateurs ne gardent une connexion qu'en https. Donnez l'adresse https, celle du serveur mandataire ou celle de TROUSSEAU_TLS_CERT.`,
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
    `${name} vaut « ${value} » : donnez le chemin d'un fichier PDF que ce compte peut lire, ou une adresse https:// (http:// pour un site interne).`,
  link: (name: string, value: string) =>
    `${name} vaut « ${value} » : donnez une adresse https:// (http:// pour un site interne).`,
  line: (name: string) => `${name} doit tenir sur une ligne, en 300 caractères au plus.`,
  domainGroups: (value: string) =>
    `TROUSSEAU_DOMAIN_GROUPS contient « ${value} » : donnez des paires hôte=groupe séparées par des virgules, par exemple coffre.exemple.fr=GRP-1.`,
  authoritiesInDer: (name: string, file: string) =>
    `${name} nomme «\u00a0${file}\u00a0», qui est au format DER\u00a0: les connexions TLS l'ignoreraient. Convertissez-le en PEM\u00a0: openssl x509 -inform der -in ${file} -out ${file}.pem.`,
  ssoAlone: (name: string) =>
    `${name} est réglé sans SSO_ISSUER : donnez l'adresse du fournisseur d'identité, ou retirez ${name}.`,
  ssoIssuer: (value: string) =>
    `SSO_ISSUER vaut « ${value} » : donnez l'adresse https de l'émetteur (issuer), sans mot de passe ni paramètre.`,
  ssoMissing: (name: string) =>
    `SSO_ISSUER est réglé sans ${name} : complétez les réglages de l'authentification unique.`,
  ssoMfa: (value: string) =>
    `SSO_MFA vaut « ${value} » : choisissez require (notre second facteur suit) ou accept (celui du fournisseur suffit).`,
  ssoClientAuth: (value: string) =>
    `SSO_CLIENT_AUTH vaut «\u00a0${value}\u00a0»\u00a0: choisissez client_secret_basic (le secret est dans un en-tête) ou client_secret_post (il est dans le corps), ou retirez ce réglage.`,
  ssoPrompt: (value: string) =>
    `SSO_PROMPT vaut « ${value} » : choisissez select_account (le fournisseur propose le choix du compte) ou none (rien ne lui est demandé).`,
  ssoLabel: (longest: number) => `SSO_LABEL doit tenir sur une ligne, en ${longest} caractères au plus.`,
  ssoSecret:
    'Donnez le secret du client par SSO_CLIENT_SECRET ou par SSO_CLIENT_SECRET_FILE, un seul des deux.',
  ldapAlone: (name: string) =>
    `${name} est réglé sans LDAP_URL : donnez l'adresse de l'annuaire, ou retirez ce réglage.`,
  ldapUrl: (value: string) =>
    `LDAP_URL vaut « ${value} » : donnez ldaps://annuaire.exemple.fr, ou ldap://annuaire.exemple.fr pour StartTLS, sans chemin ni mot de passe.`,
  ldapMissing: (name: string) => `LDAP_URL est réglé sans ${name} : complétez les réglages de l'annuaire.`,
  ldapDn: (name: string, value: string) =>
    `${name} vaut « ${value} » : donnez un nom d'annuaire, par exemple ou=people,dc=exemple,dc=fr.`,
  ldapBindDn: (value: string) =>
    `LDAP_BIND_DN vaut « ${value} » : donnez un nom d'annuaire, par exemple cn=trousseau,dc=exemple,dc=fr. Active Directory prend aussi trousseau@exemple.fr et EXEMPLE\\trousseau.`,
  ldapPassword:
    "L'annuaire demande le mot de passe du compte qui cherche : réglez LDAP_BIND_PASSWORD ou LDAP_BIND_PASSWORD_FILE, un seul des deux.",
  ldapFilter: (value: string) =>
    `LDAP_USER_FILTER vaut « ${value} » : donnez un filtre d'annuaire où {login} tient la place de l'identifiant, par exemple (uid={login}).`,
  ldapFilterEscape: (value: string) =>
    `LDAP_USER_FILTER vaut « ${value} » : après une barre oblique inverse, un filtre d'annuaire veut deux chiffres hexadécimaux (RFC 4515). Écrivez \\5c, à la place de \\, dans un nom comme CN=Martin\\5c, Luc.`,
  ldapFilterBytes: (value: string) =>
    `LDAP_USER_FILTER vaut « ${value} » : des octets après une barre oblique inverse ne sont pas de l'UTF-8. Écrivez les lettres telles quelles.`,
  ldapDeactivateDays: (value: string, fewest: number, most: number) =>
    `LDAP_DEACTIVATE_DAYS vaut « ${value} » : donnez un nombre de jours, de ${fewest} à ${most}, ou retirez ce réglage.`,
  ldapName: 'LDAP_NAME doit tenir sur une ligne, en 100 caractères au plus.',
  ldapTimeout: (value: string) =>
    `LDAP_TIMEOUT_SECONDS vaut « ${value} » : donnez un nombre entier de 1 à 60.`,
  ldapAuthorities: (path: string) =>
    `LDAP_CA_FILE désigne « ${path} » : donnez un fichier PEM que ce compte peut lire, avec le certificat de l'autorité de l'annuaire.`,
  tlsPair:
    'Le certificat et sa clé vont ensemble : réglez TROUSSEAU_TLS_CERT et TROUSSEAU_TLS_KEY, ou aucun des deux.',
  tlsFiles: (cert: string, key: string) =>
    `Le certificat « ${cert} » et la clé « ${key} » ne peuvent pas servir ensemble : vérifiez que ces deux fichiers PEM existent, que le compte qui lance Trousseau peut les lire et que la clé est bien celle du certificat.`,
} as const

/** Faults of the files that hold a secret setting. */
export const secretFileTexts = {
  both: (value: string, file: string) => `${value} et ${file} sont réglés : gardez un seul des deux.`,
  unreadable: (file: string, path: string) =>
    `${file} désigne « ${path} » : donnez un fichier que ce compte peut lire.`,
  open: (file: string, path: string, mode: string) =>
    `${file} désigne « ${path} », accessible à d'autres comptes (droits ${mode}). Corrigez avec : chmod 600 ${path} (640 si root en est propriétaire et le groupe du service son groupe).`,
  notOneLine: (file: string, path: string) =>
    `${file} désigne « ${path} » : ce fichier doit contenir la valeur seule, sur une ligne.`,
} as const

/** Faults in the settings of the metrics. */
export const metricsSettingTexts = {
  address: (value: string) =>
    `TROUSSEAU_METRICS_ADDRESS vaut « ${value} » : donnez une adresse IP et un port, par exemple 127.0.0.1:9420 ou [::1]:9420.`,
  taken: (value: string) =>
    `L'adresse des mesures ${value} est déjà prise par un autre programme, ou n'est pas de cette machine : corrigez TROUSSEAU_METRICS_ADDRESS.`,
  token: (shortest: number) =>
    `Le jeton des mesures doit compter au moins ${shortest} caractères, sans espace ni accent (« openssl rand -hex 32 »).`,
} as const

/** Faults in the settings of the SIEM. */
export const siemSettingTexts = {
  format: (value: string, formats: readonly string[]) =>
    `TROUSSEAU_SIEM_FORMAT vaut « ${value} » : choisissez parmi ${formats.join(', ')}.`,
  alone: (name: string) =>
    `${name} est réglé sans TROUSSEAU_SIEM_URL : donnez l'adresse du récepteur, ou retirez ce réglage.`,
  url: "TROUSSEAU_SIEM_URL n'est pas l'adresse d'un récepteur syslog : donnez syslog+tls://siem.exemple.fr:6514, sans compte ni chemin.",
  clear: (value: string) =>
    `TROUSSEAU_SIEM_URL vaut « ${value} » : sans TLS, les événements ne vont que sur cette machine. Donnez syslog+tls://, ou l'adresse d'un relais local.`,
  authorities: (file: string) =>
    `TROUSSEAU_SIEM_CA_FILE nomme « ${file} » : ce fichier doit exister, être lisible par le compte qui lance Trousseau et contenir des certificats PEM.`,
  pair: 'Le certificat et sa clé vont ensemble : réglez TROUSSEAU_SIEM_CERT_FILE et TROUSSEAU_SIEM_KEY_FILE, ou aucun des deux.',
  files: (cert: string, key: string) =>
    `Le certificat « ${cert} » et la clé « ${key} » ne peuvent pas servir ensemble : vérifiez que ces deux fichiers PEM existent, que le compte qui lance Trousseau peut les lire et que la clé est bien celle du certificat.`,
} as const

/** A wrong setting of backups. */
export const backupSettingTexts = {
  key: "TROUSSEAU_BACKUP_KEY n'est pas une clé publique de sauvegarde (age1…) : « trousseau backup-key » en crée une. La clé privée (AGE-SECRET-KEY-1…) n'a rien à faire dans les réglages.",
  at: (value: string) => `TROUSSEAU_BACKUP_AT=${value} n'est pas une heure : écrivez par exemple 02:00.`,
  minutes: (value: string) =>
    `TROUSSEAU_BACKUP_MINUTES=${value} n'est pas un nombre de minutes de 1 à 1440 : écrivez par exemple 5, ou 0 pour n'en faire aucune.`,
  minutesAlone: 'TROUSSEAU_BACKUP_MINUTES demande TROUSSEAU_BACKUP_DIR.',
  alone: 'TROUSSEAU_BACKUP_DIR demande TROUSSEAU_BACKUP_KEY : lancez « trousseau backup-key ».',
} as const
