import { backupHelp } from './backups.ts'
import { counted, formatExactDate, formatNumber } from './platform/format.ts'
import { siemAdvice } from './platform/siem.ts'
import { remoteHelp } from './remote-commands.ts'

/** The operator's commands: name, summary and options. `trousseau <commande>`, or `npm run trousseau -- <commande>`. */
export const commandHelp = {
  'create-admin': {
    summary: "crée un super administrateur (mot de passe demandé, ou lu sur l'entrée standard)",
    options: [
      "--login, --first-name, --last-name, --email  ce qui n'est pas donné est demandé",
      "--generate  tire un mot de passe au hasard et l'affiche une fois",
    ],
  },
  'rotate-key': {
    summary:
      'remplace la clé racine, sans arrêter le serveur ; interrompue, la commande reprend où elle en était',
    options: [],
  },
  'forget-node': {
    summary: "oublie des serveurs arrêtés pour de bon, que « rotate-key » n'attend plus",
    options: ['nom…  les noms que « rotate-key » affiche, par exemple nantes:8420'],
  },
  migrate: { summary: 'met la base de données à jour', options: [] },
  'upgrade-check': {
    summary: "dit ce que cette version ferait à la base et ce qu'il faut faire avant, sans rien changer",
    options: [],
  },
  doctor: {
    summary: "vérifie l'installation et dit comment réparer",
    options: [
      "--sso  essaie seulement l'authentification unique, étape par étape, auprès du fournisseur",
      "--settings FICHIER  les réglages de ce fichier (EnvironmentFile de systemd) au lieu de ceux de l'environnement ; toutes les commandes prennent cette option",
    ],
  },
  'confirm-keys': {
    summary: 'corrige les empreintes gardées des clés racine, après avoir prouvé que ces clés ouvrent tout',
    options: [],
  },
  'verify-journal': {
    summary: "vérifie que personne n'a modifié le journal",
    options: [
      '--checkpoint FICHIER  des points de contrôle gardés ailleurs (copie de checkpoints.txt)',
      "--archive CHEMIN  une archive du journal, ou un dossier d'archives, en plus de celles du dossier de données",
      '--export FICHIER  un export du journal (CSV ou lignes JSON), à comparer au journal ligne à ligne',
      '--print  affiche les lignes des archives données, en JSON, une par ligne, au lieu de vérifier',
    ],
  },
  'resend-events': {
    summary: 'envoie de nouveau les événements du journal à un SIEM, depuis un jour donné',
    options: ['--from AAAA-MM-JJ  le premier jour (UTC)', '--receiver syslog|file  le récepteur'],
  },
  ...backupHelp,
  unseal: { summary: "donne la phrase de passe au serveur qui l'attend", options: [] },
  ...remoteHelp,
} as const

export type CommandName = keyof typeof commandHelp

export const commandTexts = {
  usage:
    'Utilisation : trousseau <commande> [options]\nSans le paquet Debian : npm run trousseau -- <commande> [options]',
  commands: 'Commandes :',
  unknown: (name: string) => `La commande « ${name} » n'existe pas.`,
  badOption: (detail: string) => `Option non comprise : ${detail}`,
  valueMissing: (option: string) => `Il manque la valeur de ${option}.`,
  noValue: (option: string) => `${option} ne prend pas de valeur.`,
  failed: 'La commande a échoué.',
  notInstalled:
    "Rien n'est installé ici : lancez d'abord « npm start », ou vérifiez TROUSSEAU_DATA et DATABASE_URL.",
  passphrase: 'Phrase de passe du trousseau de clés : ',
  noPassphrase: "La phrase de passe est nécessaire : donnez-la sur l'entrée standard.",
  notUtf8:
    "Ce secret n'est pas en UTF-8 : certains de ses caractères seraient remplacés par d'autres. Réglez le terminal ou le fichier sur UTF-8, puis recommencez.",
  notMigrated: "La base n'est pas à jour : lancez « trousseau migrate ».",
} as const

/** Faults of a settings file. */
export const settingsFileTexts = {
  unreadable: (path: string) =>
    `Le fichier de réglages « ${path} » n'existe pas, ou ce compte ne peut pas le lire.`,
  notUtf8: (path: string) =>
    `Le fichier de réglages « ${path} » n'est pas en UTF-8 : systemd le refuse en entier.`,
  open: (path: string) =>
    `Le fichier de réglages « ${path} » est accessible à d'autres comptes. Corrigez avec : chmod 640 ${path} && chown root:trousseau ${path}`,
  noValue: (line: number) => `Ligne ${line} : il manque le signe =, et systemd ignore la ligne.`,
  badName: (line: number, name: string) =>
    `Ligne ${line} : « ${name} » n'est pas un nom de réglage (sans « export », sans espace).`,
  twice: (line: number, name: string) => `Ligne ${line} : ${name} est déjà défini plus haut.`,
  comment: (line: number) =>
    `Ligne ${line} : ce qui suit # fait partie de la valeur. Mettez le commentaire sur sa propre ligne, ou la valeur entre guillemets.`,
  continuedComment: (line: number) =>
    `Ligne ${line} : le commentaire du dessus finit par \\, et certaines versions de systemd le prolongent sur cette ligne. Retirez ce signe.`,
  openQuote: (line: number, name: string) =>
    `Ligne ${line} : le guillemet ouvert par ${name} n'est pas refermé.`,
} as const

export const resendTexts = {
  badDay: (value: string) => `« ${value} » n'est pas un jour : donnez --from AAAA-MM-JJ.`,
  badReceiver: (value: string) => `« ${value} » n'est pas un récepteur : donnez --receiver syslog ou file.`,
  missing: 'Donnez le récepteur et le premier jour : --receiver syslog --from 2026-01-31.',
  notSet: (name: string) => `Ce récepteur n'est pas réglé : définissez ${name}.`,
  done: (events: number) =>
    `${counted(events, 'événement sera envoyé', 'événements seront envoyés')}, déjà reçus ou non ; leur champ « id » ne change pas.`,
} as const

/** The kinds of a fault: the row, the block, or the number of rows at a checkpoint. */
export const createAdminTexts = {
  login: 'Identifiant : ',
  firstName: 'Prénom : ',
  lastName: 'Nom : ',
  email: 'Adresse e-mail : ',
  password: "Mot de passe (16 caractères au moins, il ne s'affiche pas) : ",
  confirmation: 'Encore une fois : ',
  differs: 'Les deux mots de passe diffèrent.',
  missing: (option: string) => `Il manque --${option}.`,
  stray: 'une valeur sans option devant elle',
  noPassword: "Donnez le mot de passe sur l'entrée standard (une ligne), ou demandez --generate.",
  faulty: {
    login: 'Identifiant : des lettres, des chiffres et . _ - + @, sans espace, deux caractères au moins.',
    firstName: 'Prénom : il commence par une lettre, sans chiffre ni caractère spécial.',
    lastName: 'Nom : il commence par une lettre, sans chiffre ni caractère spécial.',
    email: 'Adresse e-mail : une adresse complète, par exemple prenom.nom@exemple.fr.',
  },
  generated: (password: string) => `Mot de passe (affiché cette seule fois) : ${password}`,
  done: (login: string) =>
    `Super administrateur « ${login} » créé. Sa première connexion lui montrera le QR code du second facteur.`,
} as const

export const migrateTexts = {
  applied: (id: string) => `✓ ${id}`,
  upToDate: 'La base est à jour.',
} as const

export const upgradeTexts = {
  program: (version: string) => `Ce programme : version ${version}`,
  upToDate: 'La base a déjà la structure de cette version',
  pending: (ids: readonly string[]) =>
    `${counted(ids.length, 'étape sera appliquée', 'étapes seront appliquées')} au démarrage : ${ids.join(', ')}`,
  nodes: {
    rolling:
      'Les nœuds de la version précédente peuvent rester en marche : remplacez-les un par un (docs/operations.md)',
    stop: "Arrêtez tous les nœuds de la version précédente avant de démarrer celle-ci : ce qu'ils écriraient ensuite ne vaudrait rien",
    stopFirst: (live: number) =>
      `Arrêtez d'abord tous les nœuds de la version précédente (${counted(live, 'en marche', 'en marche')}) : ce qu'ils écriraient après la mise à jour ne vaudrait rien`,
    stopped: "Aucun nœud n'est en marche",
    single: 'Un nœud est sans doute en marche : arrêtez-le, celui-ci ne démarre pas à côté',
  },
  room: {
    good: (free: number, needed: number) =>
      `Place libre : ${formatNumber(free)} Mio, pour ${formatNumber(needed)} au plus`,
    low: (free: number, needed: number) =>
      `Place libre : ${formatNumber(free)} Mio seulement, il en faut jusqu'à ${formatNumber(needed)} : libérez-en avant`,
    elsewhere: "Place libre : elle est sur le serveur PostgreSQL et ne se voit pas d'ici",
  },
  backup: {
    good: (at: number) =>
      `Dernière sauvegarde, d'après le journal : ${formatExactDate(at)}. Revenir en arrière, c'est la remettre en place, avec la clé racine`,
    old: (at: number) =>
      `La dernière sauvegarde, d'après le journal, est du ${formatExactDate(at)} : faites-en une avant (« trousseau backup », avec l'ancienne version), revenir en arrière serait la remettre en place`,
    none: "Sauvegarde : le journal n'en nomme aucune. Sauvegardez la base et la clé racine avant : revenir en arrière, c'est les remettre en place",
  },
  toDo: "À faire par l'exploitant :",
  verdict: {
    nothing: "Rien à faire : cette version démarre sur cette base telle qu'elle est.",
    ready: "La mise à jour peut se faire. Rien n'a été changé.",
    bad: "La mise à jour ne peut pas encore se faire. Rien n'a été changé.",
  },
} as const

/** The kinds of values that root keys seal. */
const sealedNames = {
  chestKeys: 'clés des coffres',
  passwordHashes: 'empreintes des mots de passe',
  totpSecrets: 'seconds facteurs',
  recoveryKeys: 'clés des codes de secours',
  pendingOfSignIns: 'authentificateurs en attente (connexions)',
  pendingOfSessions: 'authentificateurs en attente (sessions)',
  ssoIdentities: "identités de l'authentification unique",
  installationKeys: 'clés des indicateurs',
  outboxMails: 'messages en attente',
} as const

export const rotateKeyTexts = {
  busy: 'Un autre changement de clé est en cours sur cette machine. Attendez sa fin.',
  busyElsewhere:
    "Un changement de clé est en cours sur une autre machine. Attendez sa fin ; s'il a été interrompu, recommencez dans deux minutes.",
  published: (version: number) => `Clé racine ${formatNumber(version)} publiée.`,
  activated: (version: number) => `Clé racine ${formatNumber(version)} active : elle chiffre dès maintenant.`,
  waiting: (version: number, nodes: string) =>
    `Attente des serveurs qui n'ont pas encore lu la clé racine ${formatNumber(version)} : ${nodes}. Chacun doit avoir le fichier de clés d'ici. (Ctrl + C interrompt sans rien perdre.)`,
  silent: (nodes: string) =>
    `Sans nouvelles depuis plus de deux minutes : ${nodes}. Redémarrez-les ; ceux qui sont arrêtés pour de bon s'oublient avec « trousseau forget-node ${nodes} ».`,
  closed: {
    before: (name: keyof typeof sealedNames, count: number) =>
      `${counted(count, "valeur ne s'ouvre", "valeurs ne s'ouvrent")} pas avec les clés racine d'ici (${sealedNames[name]}) : la rotation est refusée, et rien n'a été changé. « trousseau doctor » nomme les coffres ; remettez en place le fichier de clés qui va avec cette base, ou une sauvegarde des deux.`,
    after: (name: keyof typeof sealedNames, count: number) =>
      `${counted(count, "valeur ne s'ouvre", "valeurs ne s'ouvrent")} pas sous la nouvelle clé (${sealedNames[name]}) : l'ancienne clé racine n'a pas été retirée. « trousseau doctor » nomme les coffres ; remettez une sauvegarde en place, puis relancez « trousseau rotate-key ».`,
  },
  rewrapped: (name: string, count: number) =>
    `  ${name} : ${counted(count, 'valeur', 'valeurs')} sous la nouvelle clé`,
  columns: sealedNames,
  overtaken:
    "La clé qui chiffre a été changée par ailleurs pendant ce temps : aucune clé n'a été retirée. Relancez « trousseau rotate-key ».",
  retired: (version: number) => `Ancienne clé racine ${formatNumber(version)} retirée.`,
  retireByHand: (version: number) =>
    `Plus rien n'est chiffré sous la clé racine ${formatNumber(version)} : retirez-la de TROUSSEAU_ROOT_KEY, puis redémarrez.`,
  done: "Changement de clé terminé. Sauvegardez le fichier de clés : les anciennes copies n'ouvrent plus la base, mais ouvrent encore ses anciennes sauvegardes.",
} as const

export const forgetNodeTexts = {
  nameMissing: 'Il manque le nom du serveur à oublier.',
  silent: (name: string) => `Le serveur ${name} est oublié.`,
  live: (name: string) =>
    `Le serveur ${name} a donné signe de vie il y a moins de deux minutes : arrêtez-le, ou attendez.`,
  unknown: (name: string) => `Aucun serveur inscrit ne s'appelle ${name}.`,
} as const

export const confirmKeysTexts = {
  nothing: "La base ne contient encore rien qui prouve une clé : rien n'a été corrigé.",
  closed: (name: keyof typeof sealedNames, count: number) =>
    `${counted(count, "valeur ne s'ouvre", "valeurs ne s'ouvrent")} pas avec les clés d'ici (${sealedNames[name]}) : rien n'a été corrigé. Remettez en place le fichier de clés sauvegardé avec cette base, puis recommencez.`,
  proved: (version: number) => `✓ La clé racine ${formatNumber(version)} ouvre tout ce qui la nomme.`,
  givenUp: (name: keyof typeof sealedNames, count: number) =>
    `Abandonné, faute de clé qui l'ouvre : ${counted(count, 'valeur', 'valeurs')} (${sealedNames[name]}), à refaire.`,
  corrected: (version: number) => `Empreinte de la clé racine ${formatNumber(version)} corrigée.`,
  done: 'Les clés et la base vont ensemble : le serveur peut démarrer.',
} as const

export const unsealTexts = {
  done: 'Le serveur est ouvert.',
  unreachable: (address: string) => `Le serveur ne répond pas à l'adresse ${address}. Est-il démarré ?`,
  notSealed: "Ce serveur n'attend pas de phrase de passe.",
} as const

/** The results of `doctor`'s checks: the success, or how to repair a fault. */
export const doctorTexts = {
  settings: {
    good: 'Réglages lisibles',
    file: (path: string, count: number) =>
      `${path} : ${counted(count, 'réglage lu', 'réglages lus')} comme systemd les lit`,
  },
  folder: {
    good: (folder: string) => `Dossier de données ${folder} : réservé à son compte`,
    open: (folder: string, mode: string) =>
      `Le dossier de données ${folder} est accessible à d'autres comptes (droits ${mode}). Corrigez avec : chmod 700 ${folder}`,
    readOnly: (folder: string) =>
      `Le dossier de données ${folder} n'est pas modifiable par ce compte. Corrigez son propriétaire (chown).`,
  },
  disk: {
    good: (free: string) => `Place libre : ${free}`,
    low: (free: string) =>
      `Place libre : ${free} seulement. Libérez-en : sans place, plus aucune écriture n'est acceptée.`,
    unit: 'Gio',
  },
  costs: (password: number, masterKey: number) =>
    `Temps d'un calcul sur cette machine : ${formatNumber(password)} ms pour un mot de passe, ${formatNumber(masterKey)} ms pour une clé maître`,
  /** @param explanation null for a code that is not known here */
  code: (code: string, explanation: string | null) =>
    explanation === null ? `${code}.` : `${code} : ${explanation}`,
  mail: {
    settings: {
      address: 'SMTP_URL',
      authority: 'SSL_CERT_FILE, ou ajoutez-la à celles de la machine (update-ca-certificates)',
    },
    none: "Aucun serveur de messagerie n'est réglé : les messages deviennent des fichiers du dossier mails",
    good: (server: string) => `Serveur de messagerie ${server} : répond et accepte les messages`,
    bad: (server: string, fault: string) =>
      `${fault} : ${server}. Corrigez SMTP_URL, ou ce serveur ; les messages attendent jusque-là.`,
    sender: (server: string, address: string, code: string) =>
      `Le serveur de messagerie ${server} refuse l'expéditeur ${address} (${code}). Corrigez TROUSSEAU_MAIL_FROM, ou les droits de cette adresse sur ce serveur ; les messages attendent jusque-là.`,
    refused: (count: number, reason: string, oldestAt: number) =>
      `${counted(count, 'message attend', 'messages attendent')} depuis le ${formatExactDate(oldestAt)} que leur expéditeur soit accepté. ${reason} Ensuite, ils partiront d'eux-mêmes.`,
    recipient: (address: string, code: string) =>
      `Le serveur de messagerie accepte l'expéditeur, mais pas ${address} (${code}). Si cette adresse existe, vérifiez ce serveur.`,
  },
  directory: {
    none: "Aucun annuaire n'est réglé : chaque compte a son mot de passe ici",
    good: (server: string) => `Annuaire ${server} : répond, et contient des personnes`,
    nobody:
      "L'annuaire répond, mais personne n'y est trouvé : vérifiez LDAP_BASE_DN et LDAP_USER_FILTER, et que le compte qui cherche peut lire objectGUID ou entryUUID.",
    away: {
      network: (server: string) =>
        `L'annuaire ${server} ne répond pas : vérifiez LDAP_URL, le réseau et le pare-feu.`,
      tls: (server: string) =>
        `L'annuaire ${server} ne prouve pas qui il est (TLS) : vérifiez son certificat, son nom dans LDAP_URL et LDAP_CA_FILE.`,
      timeout: (server: string) =>
        `L'annuaire ${server} ne répond pas à temps : vérifiez son état, ou augmentez LDAP_TIMEOUT_SECONDS.`,
      'service-account': (server: string) =>
        `L'annuaire ${server} refuse le compte qui cherche : vérifiez LDAP_BIND_DN et son mot de passe.`,
      paused: (server: string) =>
        `L'annuaire ${server} a refusé le compte qui cherche : il n'est pas essayé pour l'instant.`,
      answer: (server: string) =>
        `L'annuaire ${server} répond autre chose qu'attendu : vérifiez LDAP_BASE_DN et les droits du compte qui cherche.`,
    },
    settings: { address: 'LDAP_URL', authority: 'LDAP_CA_FILE' },
  },
  sso: {
    none: "Aucune authentification unique n'est réglée (SSO_ISSUER)",
    good: {
      discovery: 'Le fournisseur répond, et son émetteur est celui des réglages',
      keys: 'Les clés du fournisseur se lisent',
      client: "Le fournisseur accepte l'identifiant et le secret de client",
      request: "Le fournisseur accepte la demande d'une connexion",
    },
    steps: { discovery: 'Découverte', keys: 'Clés', client: 'Client', request: 'Demande' },
    prompt:
      'Le fournisseur refuse prompt=select_account : Trousseau répète chaque demande sans lui. Réglez SSO_PROMPT=none pour ne plus le demander.',
    promptPage:
      "Le fournisseur répond à prompt=select_account par une page d'erreur : personne n'en revient. Réglez SSO_PROMPT=none.",
    scope:
      "Le fournisseur accepte la demande d'une connexion, sans la portée user.read, qu'il ne connaît pas : Trousseau répète chaque demande sans elle.",
    scopePage:
      "Le fournisseur répond à la portée user.read par une page d'erreur : personne n'en revient. Déclarez-la chez lui, même vide.",
    clientAuth: (method: string) =>
      `Le fournisseur n'accepte le secret de client que par ${method}\u00a0: réglez SSO_CLIENT_AUTH=${method}.`,
    bad: (step: string, title: string, said: string, help: string) =>
      `${step} : ${title}${said === '' ? '' : ` (${said})`}. ${help}`,
  },
  certificate: {
    good: (at: number) => `Certificat TLS valable jusqu'au ${formatExactDate(at)}`,
    expiring: (at: number) =>
      `Le certificat TLS expire le ${formatExactDate(at)} : renouvelez-le et remplacez les deux fichiers, Trousseau les relit dans la minute.`,
    expired: (at: number) =>
      `Le certificat TLS a expiré le ${formatExactDate(at)} : remplacez-le et sa clé, Trousseau les relit dans la minute.`,
  },
  siemCertificate: {
    good: (at: number) => `Certificat présenté au SIEM valable jusqu'au ${formatExactDate(at)}`,
    expiring: (at: number) =>
      `Le certificat présenté au SIEM (TROUSSEAU_SIEM_CERT_FILE) expire le ${formatExactDate(at)} : renouvelez-le et remplacez les deux fichiers, Trousseau les relit à la connexion suivante.`,
    expired: (at: number) =>
      `Le certificat présenté au SIEM (TROUSSEAU_SIEM_CERT_FILE) a expiré le ${formatExactDate(at)} : remplacez-le et sa clé, Trousseau les relit à la connexion suivante. Les événements attendent dans le journal.`,
  },
  keys: {
    good: (count: number, active: number) =>
      `${counted(count, 'clé racine', 'clés racine')}, la ${formatNumber(active)} active`,
    sealed: "Clés racine : non vérifiées, faute de phrase de passe (donnez-la sur l'entrée standard)",
    misnamed: (version: number) =>
      `La clé racine ${formatNumber(version)} ouvre les données, mais la base en garde une autre empreinte, et le serveur ne démarre pas. Lancez « trousseau confirm-keys », qui la corrige après avoir tout vérifié.`,
    unfinished: "Un changement de clé racine n'est pas terminé. Relancez « trousseau rotate-key ».",
  },
  database: {
    good: (engine: string) => `Base de données ${engine} : répond, sans défaut`,
    clock: (seconds: number) =>
      `L'horloge de cette machine a ${counted(Math.abs(seconds), 'seconde', 'secondes')} ${seconds > 0 ? 'de retard' : "d'avance"} sur celle de la base : les seconds facteurs échouent. Réglez l'heure des deux machines (NTP).`,
    behind: (newest: number) =>
      `L'horloge de cette machine est en retard sur le dernier événement enregistré (${formatExactDate(newest)}), ou elle avançait à ce moment-là. Vérifiez l'heure (NTP) : si elle est juste, cet avertissement cesse au bout d'une heure.`,
    pooling: {
      known: 'Connexions par pgbouncer : sans instructions nommées',
      unknown:
        'La base est derrière pgbouncer : réglez TROUSSEAU_DATABASE_PGBOUNCER=on, sinon des demandes échouent (docs/operations.md).',
      omitted:
        "TROUSSEAU_DATABASE_PGBOUNCER=on, mais la base n'est pas derrière pgbouncer : retirez ce réglage, qui prive les instructions de leurs limites de temps.",
    },
    notInstalled: "La base de données n'existe pas encore : lancez « npm start ».",
    notYet: "La base de données n'existe pas encore : le premier démarrage la crée",
    damaged: (detail: string) =>
      `La base de données est abîmée (${detail}). Arrêtez le serveur et remettez en place la dernière sauvegarde.`,
  },
  migrations: {
    good: 'Structure de la base à jour',
    pending: (ids: string) => `La base n'est pas à jour (${ids}) : lancez « trousseau migrate ».`,
    FROM_THE_FUTURE: (id: string) =>
      `La base vient d'une version plus récente de Trousseau (${id}) : installez cette version.`,
    OTHER_ORDER: (id: string) =>
      `La base n'a pas suivi l'ordre des versions publiées (${id}) : elle vient d'un état de développement, seul le programme qui l'a écrite l'ouvre.`,
  },
  backups: {
    none: "Aucune sauvegarde de nuit n'est réglée : lancez « trousseau backup-key », puis donnez TROUSSEAU_BACKUP_KEY et TROUSSEAU_BACKUP_DIR",
    folder: (folder: string) => `Le dossier des sauvegardes « ${folder} » est accessible`,
    readOnly: (folder: string) =>
      `Le compte qui lance Trousseau ne peut pas écrire dans « ${folder} » : donnez-lui ce dossier (chown), et nommez-le dans ReadWritePaths= de l'unité systemd.`,
    tools: 'pg_dump et pg_restore : de la version du serveur, ou plus récents',
    pooled:
      'TROUSSEAU_DATABASE_PGBOUNCER=on : pg_dump demande une connexion directe, et les sauvegardes de nuit échoueraient. Donnez à ce serveur une DATABASE_URL qui ne passe pas par pgbouncer, ou lancez « trousseau backup » avec une telle adresse.',
    last: (at: number) => `Dernière sauvegarde de nuit : ${formatExactDate(at)}`,
    notYet: "Sauvegardes de nuit : aucune n'a encore été faite",
    failed: (at: number) =>
      `La sauvegarde de nuit a échoué le ${formatExactDate(at)} : sa cause est dans le journal, à la page « Administration ».`,
    late: (at: number | null) =>
      `Les sauvegardes de nuit sont en retard (${at === null ? "aucune n'a encore été faite" : `la dernière : ${formatExactDate(at)}`}) : vérifiez que le serveur tourne, et que le dossier des sauvegardes est accessible.`,
    recent: (at: number) => `Dernière sauvegarde des dernières minutes : ${formatExactDate(at)}`,
    recentFailed: (at: number) =>
      `La sauvegarde des dernières minutes a échoué le ${formatExactDate(at)} : sa cause est dans le journal technique.`,
  },
  siem: {
    good: (receiver: string) => `SIEM (${receiver}) : tout est envoyé`,
    waiting: (receiver: string, events: number, since: number) =>
      `SIEM (${receiver}) : ${counted(events, 'événement attend', 'événements attendent')}, le plus ancien depuis le ${formatExactDate(since)}`,
    fault: (receiver: string, events: number, code: string, since: number) =>
      `SIEM (${receiver}) : ne prend rien depuis le ${formatExactDate(since)} (${code}) ; ${counted(events, 'événement attend', 'événements attendent')}. ${siemAdvice(code)}`,
  },
  journal: {
    good: (rows: number, key: string) =>
      `Journal : ${counted(rows, 'ligne prouvée', 'lignes prouvées')} ; clé publique des points de contrôle ${key}`,
    empty: 'Journal : encore vide',
    closed: "Journal : non vérifié, sa clé ne s'ouvre pas avec ces clés racine",
  },
  chestKeys: {
    good: (count: number) => `${counted(count, "clé de coffre s'ouvre", "clés de coffre s'ouvrent")}`,
    closed: (ids: string) =>
      `Ces coffres ne s'ouvrent pas avec les clés racine d'ici : ${ids}. Remettez en place le fichier de clés qui va avec cette base.`,
  },
  administrators: {
    good: (count: number) =>
      `${counted(count, 'super administrateur actif', 'super administrateurs actifs')}`,
    none: 'Aucun super administrateur actif : créez-en un avec « trousseau create-admin ».',
  },
  proxies: {
    good: "Aucun serveur mandataire inconnu n'a transmis de requêtes cette semaine",
    untrusted: (address: string) =>
      `Des requêtes arrivent par le serveur mandataire ${address}, que TROUSSEAU_TRUSTED_PROXIES ne nomme pas : toutes les personnes qui passent par lui comptent pour une seule. Ajoutez cette adresse et redémarrez.`,
    distant: (address: string) =>
      `Des requêtes avec X-Forwarded-For arrivent directement de ${address} : si c'est votre serveur mandataire, ajoutez cette adresse à TROUSSEAU_TRUSTED_PROXIES et redémarrez ; sinon, quelqu'un atteint Trousseau sans passer par lui.`,
  },
  verdict: {
    good: 'Tout va bien.',
    bad: (count: number) => `${counted(count, 'point à corriger', 'points à corriger')}.`,
  },
} as const
