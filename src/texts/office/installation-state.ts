import { counted, formatDay, formatNumber, formatRelativeDate, nbsp, plural } from '#texts/platform/format.ts'
import { siemAdvice, siemReceiverTexts } from '#texts/platform/siem.ts'

const andSize = (bytes: number | null): string =>
  bytes === null ? '' : ` · ${formatNumber(Math.round(bytes / 104_857.6) / 10)}${nbsp}Mo`
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
type Engine = keyof typeof engines

/** The tiles of the administration page: what an installation is, and where one acts on it. */
export const stateTexts = {
  title: "État de l'installation",
  loadFailed: "L'état de l'installation n'a pas pu être lu",
  people: {
    title: 'Personnes',
    active: (count: number) => counted(count, 'active', 'actives'),
    blocked: (count: number) => counted(count, 'bloquée', 'bloquées'),
    withoutFactor: (count: number) => `${formatNumber(count)} sans second facteur`,
    neverSignedIn: (count: number) => `${formatNumber(count)} en attente d'une première connexion`,
    link: 'Voir les utilisateurs',
  },
  health: {
    title: 'Santé',
    good: 'Tout va bien',
    failing: (count: number) => counted(count, 'tâche en échec', 'tâches en échec'),
    silent: (count: number) => counted(count, 'nœud muet', 'nœuds muets'),
    clock: "L'horloge n'est pas à l'heure",
    directoryCut: "L'annuaire ne donne pas tous les groupes",
    certificate: (at: number, now: number) =>
      at > now ? `Le certificat expire le ${formatDay(at)}` : 'Le certificat a expiré',
    certificateUntil: (at: number) => `certificat jusqu'au ${formatDay(at)}`,
    /** The action for each fault. */
    certificateDetail:
      'Remplacez le certificat et sa clé\u00a0: Trousseau les relit dans la minute, sans redémarrage.',
    failingDetail: 'La cause est dans le journal technique du serveur.',
    silentDetail: "S'il est arrêté pour de bon\u00a0: trousseau forget-node.",
    directoryCutDetail:
      "Sa limite de taille (sizelimit) coupe la liste des groupes d'une personne\u00a0: relevez-la pour le compte qui cherche. En attendant, l'annuaire ne retire personne d'un groupe.",
    clockDetail: (seconds: number) =>
      `${counted(Math.abs(seconds), 'seconde', 'secondes')} d'écart avec la base\u00a0: réglez l'heure du serveur, sinon les codes à usage unique échouent.`,
    database: (engine: Engine, bytes: number) => `${engines[engine]}${andSize(bytes)}`,
    nodes: (count: number) => counted(count, 'nœud', 'nœuds'),
    jobs: (at: number | null, now: number) =>
      at === null ? 'tâches pas encore passées' : `tâches passées ${formatRelativeDate(at, now)}`,
  },
  mails: {
    title: 'E-mails en attente',
    waiting: (count: number) => (count === 0 ? 'Aucun' : formatNumber(count)),
    oldest: (at: number, now: number) => `Le plus ancien\u00a0: ${formatRelativeDate(at, now)}`,
    failed: (count: number) => counted(count, 'abandonné', 'abandonnés'),
    allSent: 'Tout est parti.',
    /** No mail server is configured. */
    none: {
      title: 'E-mails',
      figure: 'Aucun serveur',
      detail:
        "Rien ne part\u00a0: les e-mails s'écrivent dans le dossier «\u00a0mails\u00a0» des données. Définissez SMTP_URL et TROUSSEAU_MAIL_FROM, puis redémarrez.",
    },
    link: "Voir l'envoi des e-mails",
  },
  keys: {
    title: 'Clé racine',
    rotating: 'Changement de clé en cours',
    none: 'Inconnue',
    /** In groups of four, to be read aloud. */
    fingerprint: (digits: string) => digits.replace(/(.{4})(?=.)/g, `$1${nbsp}`),
    since: (at: number) => `en service depuis le ${formatDay(at)}`,
    sources: {
      file: 'dans un fichier',
      passphrase: 'dans un fichier à phrase de passe',
      environment: "dans l'environnement",
    },
    held: (count: number) => counted(count, 'clé présente', 'clés présentes'),
    link: 'Voir les réglages des clés',
  },
  backups: {
    title: 'Sauvegardes',
    none: 'Aucune cette nuit',
    noneDetail: 'TROUSSEAU_BACKUP_DIR en ferait une chaque nuit.',
    waiting: 'Pas encore faite',
    failed: 'Échouée',
    failedDetail: (at: number, now: number) =>
      `Dernier essai ${formatRelativeDate(at, now)}. Sa cause est dans le journal.`,
    good: (at: number, now: number) => `La dernière bonne\u00a0: ${formatRelativeDate(at, now)}.`,
    late: 'En retard',
    recentLate: 'Dernières minutes en retard',
    recentLateDetail: (at: number | null, now: number) =>
      at === null
        ? "Aucune sauvegarde des dernières minutes n'a encore été faite."
        : `Ce qui a changé après la plus récente (${formatRelativeDate(at, now)}) serait perdu par une panne.`,
    recent: (at: number, now: number) => `Changements repris ${formatRelativeDate(at, now)}`,
    never:
      "Aucune n'a encore été faite\u00a0: vérifiez que le dossier existe, et que les tâches de nuit passent.",
    last: (at: number, now: number) => `Faite ${formatRelativeDate(at, now)}`,
    detail: (chests: number, bytes: number) =>
      `Relue, ${counted(chests, 'coffre ouvert', 'coffres ouverts')}${andSize(bytes)}`,
    link: 'Comment sauvegarder',
  },
  journal: {
    title: 'Journal',
    /** PostgreSQL's numbers have gaps. */
    entries: (count: number, engine: Engine) =>
      `${engine === 'postgres' && count > 0 ? 'Environ ' : ''}${counted(count, 'entrée', 'entrées')}`,
    lastDay: (count: number, bytes: number | null) =>
      `${formatNumber(count)}${count >= 10_000 ? ' ou plus' : ''} en 24${nbsp}heures${andSize(bytes)}`,
    unchecked: 'Pas encore vérifié.',
    whole: (date: string) => `Vérifié ${date}\u00a0: entier.`,
    tampered: (date: string) =>
      `Modifié par un autre que le serveur, dit la vérification ${date}. La commande « verify-journal » dit où.`,
  },
  siem: {
    title: 'Événements pour le SIEM',
    sent: 'Tout est envoyé',
    waiting: (count: number) => counted(count, 'événement en attente', 'événements en attente'),
    /** One line for each receiver. */
    good: (receiver: keyof typeof siemReceiverTexts) => `${siemReceiverTexts[receiver]}\u00a0: à jour`,
    behind: (receiver: keyof typeof siemReceiverTexts, at: number, now: number) =>
      `${siemReceiverTexts[receiver]}\u00a0: le plus ancien ${formatRelativeDate(at, now)}`,
    fault: (receiver: keyof typeof siemReceiverTexts, code: string, at: number, now: number) =>
      `${siemReceiverTexts[receiver]}\u00a0: ne prend rien (${code}), constaté ${formatRelativeDate(at, now)}`,
    advice: siemAdvice,
  },
  version: {
    title: 'Version',
    detail: (node: string, engine: Engine, database: string) =>
      `Node.js ${node} · ${engines[engine]} ${database.split(' ')[0] ?? ''}`,
    release: (version: string, date: number) => `Nouveautés de la ${version}, le ${formatDay(date)}`,
  },
  settings: {
    title: 'Réglages',
    set: (count: number) => `${formatNumber(count)} ${plural(count, 'défini', 'définis')}`,
    of: (count: number) => `sur ${formatNumber(count)}\u202f; les autres ont leur valeur par défaut.`,
    link: 'Voir les réglages en vigueur',
  },
} as const

/** The section on backups: how to set, make and try them. */
export const backupTexts = {
  title: 'Sauvegardes',
  detail:
    "Une sauvegarde est un seul fichier, chiffré, fait pendant que Trousseau tourne. Deux choses se gardent à part, jamais au même endroit\u00a0: la clé privée des sauvegardes, et les clés racine. Sans le paquet Debian, «\u00a0trousseau\u00a0» s'écrit «\u00a0npm run trousseau --\u00a0».",
  copy: 'Copier la commande',
  steps: [
    {
      title: 'La clé des sauvegardes',
      detail:
        "Une fois. La clé privée s'affiche, et Trousseau ne la garde pas\u00a0: imprimez-la, et confiez-en une copie à une seconde personne.",
      command: 'trousseau backup-key',
    },
    {
      title: 'Chaque nuit',
      detail:
        'TROUSSEAU_BACKUP_DIR en fait une par nuit, et en garde sept, puis une par semaine et par mois. Cette commande en fait une tout de suite.',
      command: 'trousseau backup /var/backups/trousseau',
    },
    {
      title: 'Les clés racine',
      detail: `Aucune sauvegarde ne les contient. Après le premier démarrage, et après chaque changement de clé, imprimez le fichier et mettez-le au coffre${nbsp}: sans lui, rien ne se déchiffre.`,
      command: null,
    },
    {
      title: 'Un essai',
      detail:
        'Sur une autre machine, avant le jour où il le faudra\u00a0: cette commande ouvre tout ce que la sauvegarde contient, et dit si elle sauverait la situation.',
      command: 'trousseau verify-backup FICHIER --key-file CLÉ',
    },
  ],
} as const

/** The table of the settings in force. */
export const settingsTexts = {
  title: 'Réglages en vigueur',
  detail:
    "Ils se lisent ici et se changent sur le serveur\u00a0: dans les variables d'environnement du service (avec systemd, le fichier de sa ligne EnvironmentFile), puis un redémarrage. Trousseau n'a pas d'autre fichier de réglages.",
  loadFailed: "Les réglages n'ont pas pu être lus",
  count: (set: number, all: number) =>
    set === 0
      ? `${formatNumber(all)} ${plural(all, 'réglage', 'réglages')}, par défaut`
      : `${counted(set, 'défini', 'définis')} sur ${formatNumber(all)}`,
  columns: { name: 'Variable et rôle', value: 'Valeur en vigueur', origin: 'Origine' },
  origins: { set: 'Environnement', unset: 'Par défaut' },
  secret: { set: 'Défini', unset: 'Non défini' },
  secretDetail: 'Secret\u00a0: sa valeur ne quitte pas le serveur.',
} as const
