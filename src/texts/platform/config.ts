/** The fault of a setting, and how to correct it. */
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
    `Le réglage ${name} n'existe pas. Vérifiez son orthographe dans docs/settings.md, qui liste tous les réglages.`,
  misspelt: (name: string, meant: string) =>
    `Le réglage ${name} n'existe pas, mais son nom ressemble à ${meant} : corrigez-le, ou retirez-le.`,
  host: (value: string) =>
    `TROUSSEAU_HOST vaut « ${value} » : donnez une adresse IP de cette machine (127.0.0.1, 0.0.0.0, ::1…) ou localhost.`,
  integer: (name: string, value: string, minimum: number, maximum: number) =>
    `${name} vaut « ${value} » : donnez un nombre entier de ${minimum} à ${maximum}.`,
  onOrOff: (name: string, value: string) => `${name} vaut « ${value} » : donnez « on » ou « off ».`,
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
  ssoAlone: (name: string) =>
    `${name} est réglé sans SSO_ISSUER : donnez l'adresse du fournisseur d'identité, ou retirez ${name}.`,
  ssoIssuer: (value: string) =>
    `SSO_ISSUER vaut « ${value} » : donnez l'adresse https de l'émetteur (issuer), sans mot de passe ni paramètre.`,
  ssoMissing: (name: string) =>
    `SSO_ISSUER est réglé sans ${name} : complétez les réglages de l'authentification unique.`,
  ssoMfa: (value: string) =>
    `SSO_MFA vaut « ${value} » : choisissez require (notre second facteur suit) ou accept (celui du fournisseur suffit).`,
  ssoLabel: (longest: number) => `SSO_LABEL doit tenir sur une ligne, en ${longest} caractères au plus.`,
  ssoSecret:
    'Donnez le secret du client par SSO_CLIENT_SECRET ou par SSO_CLIENT_SECRET_FILE, un seul des deux.',
  ssoSecretFile: (path: string) =>
    `Le secret du client ne se lit pas dans « ${path} » : vérifiez SSO_CLIENT_SECRET_FILE et ses droits.`,
  ldapAlone: (name: string) =>
    `${name} est réglé sans LDAP_URL : donnez l'adresse de l'annuaire, ou retirez ce réglage.`,
  ldapUrl: (value: string) =>
    `LDAP_URL vaut « ${value} » : donnez ldaps://annuaire.exemple.fr, ou ldap://annuaire.exemple.fr pour StartTLS, sans chemin ni mot de passe.`,
  ldapMissing: (name: string) => `LDAP_URL est réglé sans ${name} : complétez les réglages de l'annuaire.`,
  ldapDn: (name: string, value: string) =>
    `${name} vaut « ${value} » : donnez un nom d'annuaire, par exemple ou=people,dc=exemple,dc=fr.`,
  ldapPassword:
    "L'annuaire demande le mot de passe du compte qui cherche : réglez LDAP_BIND_PASSWORD ou LDAP_BIND_PASSWORD_FILE, un seul des deux.",
  ldapPasswordFile: (path: string) =>
    `LDAP_BIND_PASSWORD_FILE désigne « ${path} » : donnez un fichier que ce compte peut lire et qui contient le mot de passe.`,
  ldapFilter: (value: string) =>
    `LDAP_USER_FILTER vaut « ${value} » : donnez un filtre d'annuaire où {login} tient la place de l'identifiant, par exemple (uid={login}).`,
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
