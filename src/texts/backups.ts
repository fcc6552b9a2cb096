import { counted, formatExactDate, formatNumber } from '#texts/platform/format.ts'

/** What stops a backup, its verification or its restoration, and what to do. */
export const backupProblems = {
  noKey:
    "Aucune clé de sauvegarde n'est réglée : lancez une fois « trousseau backup-key », gardez la clé privée ailleurs que sur ce serveur, et mettez la clé publique dans TROUSSEAU_BACKUP_KEY.",
  noFolder: (folder: string) =>
    `Le dossier « ${folder} » n'existe pas, ou n'est pas lisible. Créez-le, ou montez le disque qui le porte : Trousseau ne le crée pas, pour ne jamais écrire là où rien n'est monté.`,
  busy: "Une autre sauvegarde est en cours sur ce serveur. Attendez qu'elle se termine.",
  damaged: (detail: string) =>
    `La base de données est abîmée (${detail}). Aucune sauvegarde n'en est faite : gardez la dernière bonne, et restaurez-la.`,
  readBack: (path: string) =>
    `La sauvegarde « ${path} », relue, n'est pas ce qui a été écrit : elle a été effacée. Vérifiez le disque, puis recommencez.`,
  toolMissing: (tool: string) =>
    `« ${tool} » est introuvable : installez les outils de PostgreSQL, de la version du serveur ou plus récente (sur Debian, le paquet postgresql-client).`,
  toolTooOld: (tool: string) =>
    `« ${tool} » est plus ancien que le serveur PostgreSQL, ou que la sauvegarde : installez les outils de la version du serveur (sur Debian, le paquet postgresql-client de cette version).`,
  toolFailed: (tool: string, detail: string) => `« ${tool} » a échoué : ${detail}`,
  noIdentity: (path: string) =>
    `« ${path} » ne contient pas de clé privée de sauvegarde : une ligne qui commence par AGE-SECRET-KEY-1.`,
  sealed: {
    FORMAT: (path: string) => `« ${path} » n'est pas une sauvegarde de Trousseau.`,
    KEY: (path: string) =>
      `« ${path} » ne s'ouvre pas avec cette clé : elle a été chiffrée pour une autre clé de sauvegarde.`,
    DAMAGED: (path: string) => `« ${path} » est abîmée, ou il en manque la fin : rien n'en est utilisable.`,
  },
  notOurs: (path: string) =>
    `« ${path} » s'ouvre, mais n'est pas une sauvegarde de cette version de Trousseau, ou vient d'une version plus récente.`,
  changed: (name: string) =>
    `Le fichier « ${name} » de la sauvegarde n'est pas celui que son manifeste annonce : quelqu'un l'a changé, ou retiré.`,
  baseMissing: (path: string, base: string) =>
    `« ${path} » ne contient que ce qui a changé depuis « ${base} », qui n'est pas à côté : mettez les deux fichiers dans le même dossier.`,
  otherBase: (base: string) =>
    `« ${base} » n'est pas la sauvegarde entière sur laquelle ces changements ont été faits : quelqu'un l'a remplacée. Prenez une autre sauvegarde.`,
  otherRootKeys: (at: string) =>
    `Les clés racine d'ici ne sont pas celles de cette sauvegarde du ${formatExactDate(Date.parse(at))} : elle vient d'une autre installation, ou d'avant un changement de clé. Remettez en place le fichier de clés de ce moment.`,
  forged:
    "La sauvegarde n'a pas été faite par cette installation : son manifeste n'est pas prouvé par ses clés racine. Ne la restaurez pas.",
  otherEngine:
    "Cette sauvegarde est celle d'une base PostgreSQL, et aucune n'est réglée ici : définissez DATABASE_URL, ou donnez --scratch-url avec l'adresse d'une base vide.",
  wrongEngine: (engine: string) =>
    `Cette sauvegarde est celle d'une base ${engine} : réglez DATABASE_URL en conséquence, puis recommencez.`,
  noScratch:
    "Impossible de créer une base temporaire à côté de celle des réglages : donnez à ce compte le droit CREATEDB, ou donnez --scratch-url avec l'adresse d'une base vide.",
  baseNotEmpty: "Cette base PostgreSQL n'est pas vide : donnez une base vide. Rien n'y a été changé.",
  folderNotEmpty: (path: string) =>
    `« ${path} » existe déjà : une restauration ne se fait que dans un endroit vide. Déplacez-le d'abord, sans l'effacer. Rien n'a été changé.`,
  pooled:
    'TROUSSEAU_DATABASE_PGBOUNCER=on : pg_dump demande une connexion directe. Donnez à cette commande une DATABASE_URL qui ne passe pas par pgbouncer.',
} as const

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const nbsp = '\u00a0'

type Opened = {
  readonly chests: number
  readonly guardians: number
  readonly items: number
  readonly versions: number
  readonly attachments: number
}

export const backupTexts = {
  stray: 'une valeur sans option devant elle',
  folderMissing: 'Donnez le dossier de la sauvegarde : trousseau backup /mnt/sauvegardes',
  fileMissing: (command: string) =>
    `Donnez le fichier et la clé : trousseau ${command} FICHIER --key-file CLÉ`,
  made: (path: string, bytes: number) =>
    `✓ Sauvegarde écrite, relue et chiffrée : ${path} (${formatNumber(Math.max(1, Math.round(bytes / 1_048_576)))} Mio)`,
  proved: ({ chests, items }: Opened, engine: keyof typeof engineNames) =>
    `✓ Ouverts ${engine === 'sqlite' ? 'dans cette copie' : "dans la base, à l'instant de la copie"} : ${counted(chests, 'coffre', 'coffres')} sur sept, ${counted(items, 'mot de passe', 'mots de passe')}`,
  unproved: (count: number, values: readonly string[]) =>
    `✗ ${counted(count, "valeur ne s'ouvre", "valeurs ne s'ouvrent")} pas : ${values.join(', ')}. La base elle-même est abîmée à cet endroit : gardez les sauvegardes plus anciennes.`,
  key: {
    identity: (identity: string) =>
      `Clé privée de sauvegarde (affichée cette seule fois) :\n\n  ${identity}\n`,
    explanation:
      "Gardez-la hors de ce serveur, en deux endroits : imprimée au coffre-fort, et chez une seconde personne. Elle seule ouvre les sauvegardes ; Trousseau ne la garde pas, et ne peut pas la retrouver. Pour restaurer, il faut en plus le fichier des clés racine, qui n'est dans aucune sauvegarde.",
    setting: (recipient: string) =>
      `Ajoutez aux réglages de chaque serveur la clé publique, qui chiffre sans rien ouvrir :\n\n  TROUSSEAU_BACKUP_KEY=${recipient}\n`,
  },
  of: (at: string, engine: keyof typeof engineNames, program: string) =>
    `Sauvegarde du ${formatExactDate(Date.parse(at))}, ${engineNames[engine]}, Trousseau ${program}`,
  opened: ({ chests, items, versions, attachments }: Opened, journalRows: number) =>
    `✓ Ouverts : ${[
      counted(chests, 'coffre', 'coffres'),
      counted(items, 'mot de passe', 'mots de passe'),
      counted(versions, 'ancienne valeur', 'anciennes valeurs'),
      counted(attachments, 'pièce jointe', 'pièces jointes'),
    ].join(', ')} ; journal : ${counted(journalRows, 'ligne prouvée', 'lignes prouvées')}`,
  guardians: (count: number) =>
    `– ${counted(count, 'coffre protégé', 'coffres protégés')} : présents et entiers ; leur contenu ne s'ouvre qu'avec leurs clés maîtres.`,
  faults: {
    rows: (table: string, there: number, announced: number) =>
      `✗ Table ${table} : ${counted(there, 'ligne', 'lignes')}, alors que le manifeste en annonce ${formatNumber(announced)}`,
    closed: (count: number, values: readonly string[]) =>
      `✗ ${counted(count, "valeur ne s'ouvre", "valeurs ne s'ouvrent")} pas : ${values.join(', ')}`,
    rootKeys: "✗ Les clés racine d'ici n'ouvrent pas tout ce qui les nomme",
    journal: (count: number) => `✗ Journal : ${counted(count, 'défaut', 'défauts')}`,
    authority: (rows: readonly string[]) =>
      `✗ Comptes et droits que le serveur n'a pas écrits : ${rows.join(', ')}`,
  },
  good: `Cette sauvegarde sauverait la situation${nbsp}: tout s'ouvre, tout y est.`,
  bad: (count: number) =>
    `Cette sauvegarde ne sauverait pas toute la situation${nbsp}: ${counted(count, 'défaut', 'défauts')}.`,
  restore: {
    refused:
      "Rien n'a été restauré. Choisissez une autre sauvegarde ; à défaut, « --despite-faults » restaure ce qui est bon dans celle-ci.",
    halfFilled: 'La base PostgreSQL a reçu ces données : recréez-la vide avant un nouvel essai.',
    done: "✓ Restauré. Démarrez le serveur : les super administrateurs y liront l'avertissement, jusqu'à ce que l'un d'eux le confirme.",
    ended: (ended: { sessions: number; links: number; mails: number; notas: number }) =>
      `Terminés : ${[
        counted(ended.sessions, 'session', 'sessions'),
        counted(ended.links, 'lien de mot de passe', 'liens de mot de passe'),
        counted(
          ended.mails,
          'courriel en attente, qui ne partira pas une seconde fois',
          'courriels en attente, qui ne partiront pas une seconde fois',
        ),
        counted(
          ended.notas,
          'note à lecture unique, peut-être déjà lue',
          'notes à lecture unique, peut-être déjà lues',
        ),
      ].join(', ')}.`,
    since: (at: string) =>
      `Tout ce qui a changé depuis le ${formatExactDate(Date.parse(at))} est revenu en arrière : mots de passe des comptes, comptes désactivés, droits retirés, codes de secours déjà utilisés. Revoyez-les. Les autres serveurs de cette base se redémarrent maintenant.`,
  },
} as const

export const backupHelp = {
  'backup-key': {
    summary: 'crée la clé des sauvegardes : affiche une fois la clé privée, et le réglage de la clé publique',
    options: [],
  },
  backup: {
    summary: 'écrit une sauvegarde chiffrée, pendant que le serveur tourne : backup DOSSIER',
    options: [],
  },
  'verify-backup': {
    summary:
      'ouvre tout ce que contient une sauvegarde, et dit si elle sauverait la situation : verify-backup FICHIER',
    options: [
      '--key-file FICHIER  la clé privée de sauvegarde',
      "--scratch-url ADRESSE  une base PostgreSQL vide, au lieu d'une base temporaire à côté de celle des réglages",
    ],
  },
  restore: {
    summary: 'restaure une sauvegarde dans un endroit vide, après avoir tout vérifié : restore FICHIER',
    options: [
      '--key-file FICHIER  la clé privée de sauvegarde',
      '--despite-faults  restaure malgré des défauts, faute de mieux',
    ],
  },
} as const
