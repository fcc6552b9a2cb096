/** What a setting does, and what it means that it is not set, where that is more than « none ». */
export type SettingText = { readonly does: string; readonly unset?: string }

/** The groups of settings, in the order of the table of settings. */
export const settingGroupTexts = [
  'Écoute et données',
  'Clés racine',
  'Sauvegardes',
  'Comptes et sessions',
  'E-mails',
  'Événements pour un SIEM',
  'Mesures et traces',
  'Annuaire (LDAP, Active Directory)',
  'Connexion unique (OpenID Connect)',
  'Documents et liens du pied de page',
] as const

const ownDocument = 'celui de Trousseau'
const noLink = 'aucun lien'

/** One row for each setting of the server. */
export const settingTexts = {
  TROUSSEAU_DATA: { does: 'Dossier des données\u00a0: base, clé racine, verrou, cache.' },
  TROUSSEAU_DATA_ON_SHARE: {
    does: 'SQLite sur un partage réseau (NFS, SMB, sshfs, virtiofs…), au risque de perdre des données.',
  },
  TROUSSEAU_HOST: { does: "Adresse d'écoute\u00a0: une adresse IP, ou localhost." },
  TROUSSEAU_PORT: { does: "Port d'écoute." },
  TROUSSEAU_PUBLIC_URL: {
    does: 'Adresse que les personnes tapent\u202f; les liens des e-mails la reprennent.',
    unset: "l'adresse d'écoute",
  },
  TROUSSEAU_TLS_CERT: { does: 'Certificat TLS, un fichier PEM.', unset: 'pas de TLS' },
  TROUSSEAU_TLS_KEY: { does: 'Clé privée de ce certificat, un fichier PEM.', unset: 'pas de TLS' },
  TROUSSEAU_TRUSTED_PROXIES: {
    does: "Serveurs mandataires dont l'en-tête X-Forwarded-For est cru.",
    unset: 'aucun',
  },
  TROUSSEAU_INDEX_MEMORY: { does: 'Mémoire des index déchiffrés des coffres, en Mio.' },
  TROUSSEAU_ATTACHMENT_MIB: { does: "Taille d'une pièce jointe, en Mio, au plus." },
  TROUSSEAU_ATTACHMENT_ITEM_MIB: { does: "Taille des pièces jointes d'un mot de passe, en Mio, au plus." },
  TROUSSEAU_ATTACHMENT_BANK_MIB: {
    does: "Taille des pièces jointes de tous les coffres d'une banque, en Mio, au plus. Elles sont dans la base, donc dans ses sauvegardes.",
  },
  DATABASE_URL: { does: 'Base de données PostgreSQL.', unset: 'SQLite dans le dossier des données' },
  DATABASE_URL_FILE: { does: 'Fichier qui contient cette adresse.', unset: 'aucun' },
  TROUSSEAU_DRAIN_SECONDS: {
    does: "Secondes pendant lesquelles un nœud qui s'arrête sert encore.",
    unset: '10 avec PostgreSQL, 0 avec SQLite',
  },
  TROUSSEAU_DATABASE_PGBOUNCER: { does: 'Base derrière pgbouncer, en mode transaction.' },
  TROUSSEAU_DATABASE_POOL: { does: 'Connexions de ce nœud à PostgreSQL, au plus.' },
  TROUSSEAU_DATABASE_CONNECT_SECONDS: { does: 'Secondes pour ouvrir une connexion à PostgreSQL.' },
  TROUSSEAU_DATABASE_ACQUIRE_SECONDS: { does: "Secondes d'attente d'une connexion libre." },
  TROUSSEAU_DATABASE_STATEMENT_SECONDS: { does: "Secondes au bout desquelles une requête s'arrête." },
  TROUSSEAU_DATABASE_LOCK_SECONDS: { does: "Secondes d'attente d'une ligne modifiée ailleurs." },
  TROUSSEAU_DATABASE_WAIT_SECONDS: { does: 'Secondes pendant lesquelles un démarrage attend PostgreSQL.' },
  TROUSSEAU_JOURNAL_MONTHS: {
    does: 'Mois de conservation du journal. Chaque mois plus ancien passe dans une archive scellée.',
  },
  TROUSSEAU_JOURNAL_SECRETS_MONTHS: {
    does: 'Mois de conservation des lectures de secrets et des changements de droits.',
    unset: 'comme le reste du journal',
  },
  TROUSSEAU_LOG: { does: 'Niveau le plus bas du journal technique.' },
  TROUSSEAU_ROOT_KEY_FILE: {
    does: 'Fichier des clés racine.',
    unset: 'keys/root.key, dans le dossier des données',
  },
  TROUSSEAU_ROOT_KEY: { does: 'Les clés racine elles-mêmes.', unset: 'le fichier' },
  TROUSSEAU_UNSEAL: {
    does: 'Protection du fichier des clés par une phrase de passe.',
    unset: 'sans phrase de passe',
  },
  TROUSSEAU_BACKUP_KEY: {
    does: "Clé publique pour laquelle les sauvegardes sont chiffrées\u202f; elle n'ouvre rien.",
    unset: 'aucune',
  },
  TROUSSEAU_BACKUP_DIR: {
    does: 'Dossier des sauvegardes de chaque nuit.',
    unset: 'pas de sauvegardes de nuit',
  },
  TROUSSEAU_BACKUP_AT: { does: 'Heure de la sauvegarde de nuit, à la montre du serveur.' },
  TROUSSEAU_BACKUP_MINUTES: {
    does: 'Minutes entre deux sauvegardes de plus, dont les trois dernières restent\u00a0; 0\u00a0: aucune.',
    unset: '4 avec SQLite, aucune avec PostgreSQL',
  },
  TROUSSEAU_INACTIVITY_MINUTES: {
    does: 'Minutes sans activité au bout desquelles une session est verrouillée, ou se termine.',
  },
  TROUSSEAU_INACTIVITY: {
    does: "Ce que devient une session sans activité\u00a0: «\u00a0lock\u00a0» (verrouillée\u00a0; le mot de passe ou une clé d'accès la rouvre) ou «\u00a0logout\u00a0» (terminée).",
  },
  TROUSSEAU_NETWORK_TRIES: {
    does: 'Connexions échouées depuis un réseau, en 15 minutes, avant que ses navigateurs inconnus attendent.',
  },
  TROUSSEAU_ALERT_READINGS: {
    does: "Éléments dont une personne peut lire les secrets en dix minutes avant une alerte, ou cinq fois ce qui lui est habituel si c'est davantage.",
  },
  TROUSSEAU_ALERT_MAILS: {
    does: "Envoi des alertes par e-mail\u00a0; la page d'administration les montre dans tous les cas.",
  },
  TROUSSEAU_MAIL_CODE: {
    does: "Qui peut recevoir un code par e-mail comme second facteur\u00a0: users (qui n'administre pas), all ou off.",
  },
  TROUSSEAU_PASSWORD_MAX_DAYS: {
    does: 'Jours au bout desquels un mot de passe de compte doit changer.',
    unset: 'sans limite',
  },
  TROUSSEAU_PASSWORD_FLOOR: {
    does: "ask\u00a0: un mot de passe de compte qui se devine en moins de dix milliards d'essais doit changer à la prochaine connexion. Les nouveaux y sont tenus dans tous les cas.",
  },
  TROUSSEAU_CLEAR_EXPORTS: {
    does: 'Exports non chiffrés (CSV, Bitwarden sans mot de passe, fiche de secours).',
  },
  TROUSSEAU_RECOVERY_SHARES: { does: 'Parts imprimables de la clé maître des coffres protégés.' },
  SMTP_URL: { does: 'Serveur qui envoie les e-mails.', unset: 'fichiers dans le dossier des données' },
  SMTP_URL_FILE: { does: 'Fichier qui contient cette adresse.', unset: 'aucun' },
  TROUSSEAU_MAIL_FROM: { does: 'Expéditeur des e-mails.', unset: 'aucun' },
  TROUSSEAU_SIEM_URL: { does: 'Récepteur syslog des événements du journal.', unset: 'aucun récepteur' },
  TROUSSEAU_SIEM_CA_FILE: {
    does: 'Autorité du certificat du récepteur, un fichier PEM.',
    unset: 'les autorités de la machine',
  },
  TROUSSEAU_SIEM_CERT_FILE: {
    does: 'Certificat que Trousseau présente au récepteur, un fichier PEM.',
    unset: 'aucun',
  },
  TROUSSEAU_SIEM_KEY_FILE: { does: 'Clé privée de ce certificat, un fichier PEM.', unset: 'aucune' },
  TROUSSEAU_SIEM_FILE: { does: 'Fichier où les événements du journal sont ajoutés.', unset: 'aucun fichier' },
  TROUSSEAU_SIEM_FORMAT: { does: 'Forme des événements\u00a0: json ou cef.' },
  TROUSSEAU_METRICS_ADDRESS: {
    does: 'Adresse et port des mesures pour Prometheus (/metrics).',
    unset: 'aucune adresse à part',
  },
  TROUSSEAU_METRICS_TOKEN: { does: 'Jeton que /metrics demande.' },
  TROUSSEAU_METRICS_TOKEN_FILE: { does: 'Fichier qui contient ce jeton.', unset: 'aucun fichier' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    does: 'Collecteur OpenTelemetry (OTLP sur HTTP) des traces.',
    unset: 'aucune trace',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    does: 'Adresse complète du collecteur, pour les seules traces.',
    unset: 'celle du réglage précédent',
  },
  OTEL_EXPORTER_OTLP_HEADERS: { does: 'En-têtes envoyés au collecteur.' },
  OTEL_SERVICE_NAME: { does: 'Nom de ce service dans les traces.' },
  OTEL_TRACES_SAMPLER: { does: "Demandes tracées, au sens d'OpenTelemetry." },
  OTEL_TRACES_SAMPLER_ARG: { does: 'Part des demandes tracées, de 0 à 1.' },
  OTEL_SDK_DISABLED: { does: 'true\u00a0: aucune trace.' },
  LDAP_URL: {
    does: "Annuaire qui vérifie le mot de passe d'une partie des comptes.",
    unset: "pas d'annuaire",
  },
  LDAP_NAME: { does: "Nom de l'annuaire à l'écran.", unset: 'le domaine de la base' },
  LDAP_BIND_DN: { does: "Compte qui cherche dans l'annuaire.", unset: 'aucun' },
  LDAP_BIND_PASSWORD: { does: 'Mot de passe de ce compte.' },
  LDAP_BIND_PASSWORD_FILE: { does: 'Fichier qui contient ce mot de passe.', unset: 'aucun' },
  LDAP_BASE_DN: { does: 'Entrée sous laquelle les personnes et les groupes sont cherchés.', unset: 'aucune' },
  LDAP_USER_FILTER: {
    does: 'Filtre qui trouve une personne.',
    unset: "sAMAccountName ou uid d'une personne",
  },
  LDAP_PRIMARY_GROUP: {
    does: "on\u00a0: le groupe principal d'une personne d'Active Directory («\u00a0Utilisateurs du domaine\u00a0») compte parmi ses groupes.",
  },
  LDAP_DEACTIVATE_DAYS: {
    does: "Jours au bout desquels un compte dont l'entrée a disparu de l'annuaire, ou y est désactivée, est désactivé.",
    unset: 'aucun compte désactivé',
  },
  LDAP_CA_FILE: {
    does: "Autorité du certificat de l'annuaire, un fichier PEM.",
    unset: 'les autorités de la machine',
  },
  LDAP_TIMEOUT_SECONDS: { does: "Secondes qu'une connexion peut occuper l'annuaire." },
  SSO_ISSUER: { does: 'Émetteur de la connexion unique.', unset: 'pas de connexion unique' },
  SSO_CLIENT_ID: { does: 'Identifiant de client donné par le fournisseur.', unset: 'aucun' },
  SSO_CLIENT_SECRET: { does: 'Secret de client.' },
  SSO_CLIENT_SECRET_FILE: { does: 'Fichier qui contient ce secret.', unset: 'aucun' },
  SSO_CLIENT_AUTH: {
    does: 'Manière de donner ce secret au fournisseur\u00a0: client_secret_basic ou client_secret_post.',
    unset: "celle qu'il annonce",
  },
  SSO_TENANT: { does: 'Locataire exigé des identités (Entra ID).', unset: 'tous' },
  SSO_MFA: { does: 'Second facteur demandé par le fournisseur\u00a0: accepté, ou redemandé par Trousseau.' },
  SSO_PROMPT: {
    does: "Choix du compte demandé au fournisseur\u00a0; none s'il ne connaît pas select_account.",
  },
  SSO_LABEL: { does: 'Texte du bouton de connexion unique.', unset: "le nom d'hôte de l'émetteur" },
  TROUSSEAU_ORGANISATION: { does: 'Qui exploite cette installation.', unset: 'non renseigné' },
  TROUSSEAU_ORGANISATION_ADDRESS: { does: 'Son adresse postale.', unset: 'non renseignée' },
  TROUSSEAU_CONTACT: { does: 'À qui écrire.', unset: 'non renseigné' },
  TROUSSEAU_PUBLISHER: { does: 'Directeur ou directrice de la publication.', unset: 'non renseigné' },
  TROUSSEAU_HOSTING: { does: "Qui l'héberge.", unset: 'non renseigné' },
  TROUSSEAU_TERMS: { does: "Conditions d'utilisation.", unset: 'celles de Trousseau' },
  TROUSSEAU_PRIVACY: { does: 'Politique de confidentialité.', unset: 'celle de Trousseau' },
  TROUSSEAU_LEGAL: { does: 'Mentions légales.', unset: 'celles de Trousseau' },
  TROUSSEAU_GUIDE: { does: "Guide d'utilisation.", unset: ownDocument },
  TROUSSEAU_VENDOR_URL: { does: "Site de l'éditeur.", unset: noLink },
  TROUSSEAU_EXTENSION_URL: { does: "Adresse de l'extension de navigateur.", unset: noLink },
  TROUSSEAU_EXTENSION_URL_GRP1: { does: 'La même, pour le groupe de domaines GRP-1.', unset: noLink },
  TROUSSEAU_DOMAIN_GROUPS: { does: "Groupes de noms d'hôte.", unset: 'aucun' },
} as const satisfies Record<string, SettingText>

/** The page of the French documents that lists the settings. */
export const settingsPage = {
  introduction: `# Réglages

Cette page s'adresse aux personnes qui exploitent Trousseau. Voir aussi [l'installation](installation.md), [l'exploitation](exploitation.md), [la sauvegarde](sauvegarde.md), [la sécurité](securite.md) et [le guide](guide.md).

<!-- Écrite par « npm run settings ». -->

Trousseau lit ses réglages dans son environnement, c'est-à-dire dans \`/etc/trousseau/settings\` avec le paquet Debian. Aucun n'est obligatoire, et un réglage vide compte comme absent.

- Une valeur fausse arrête le démarrage avec une phrase qui dit comment la corriger. \`trousseau doctor --settings FICHIER\` le dit avant.
- Un nom inconnu qui commence par \`TROUSSEAU\` et un tiret bas l'arrête aussi, de même qu'un nom qui ne diffère d'un de ceux-ci que par la casse ou les tirets bas.
- Un secret peut être dans un fichier que nomme le réglage en \`…_FILE\` : une ligne, fermée aux autres comptes (droits 0600, ou 0640 si le fichier appartient à root).
- Les autres noms inconnus sont laissés de côté : une machine peut avoir des variables d'un autre programme pour l'annuaire ou la connexion unique.

Les limites exactes de chaque valeur sont dans la [page anglaise](../settings.md) ; la page d'administration montre les réglages en vigueur.`,
  columns: ['réglage', 'par défaut', "ce qu'il fait", 'exemple'],
  none: 'aucun',
} as const
