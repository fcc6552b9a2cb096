import type { ImportStage } from '#domain/vault/import-stages.ts'
import { formatFaultTexts, formatNoteTexts } from './import-formats.ts'
import { counted, nbsp, plural, typographic, formatNumber } from '#texts/platform/format.ts'

/**
 * The texts of imports. The keys of the two tables are the codes of the file readers, so that a code without
 * its sentence does not compile.
 */

/** Why a whole file is refused. Nothing of it is imported. */
export const importFaultTexts = {
  EMPTY_FILE: 'Le fichier est vide.',
  KDBX_FILE:
    'Ce fichier est une base KeePass chiffrée. Ouvrez-la dans KeePass, puis exportez-la au format KeePass XML (2.x).',
  PACKED_FILE:
    "Ce fichier est un classeur ou une archive ZIP. Enregistrez le classeur au format CSV UTF-8, ou importez le fichier que contient l'archive.",
  NOT_TEXT: "Ce fichier n'est pas un texte.",
  XML_IN_CSV:
    "Ce fichier .csv contient du XML. Donnez-lui l'extension .xml, puis choisissez la source KeePass.",
  CSV_IN_XML:
    "Ce fichier .xml contient du CSV. Donnez-lui l'extension .csv, puis choisissez la source CSV, ou LockSelf s'il en vient.",
  NO_HEADER:
    'La première ligne de ce fichier ne nomme aucune colonne connue. Elle doit être, par exemple : Nom;Identifiant;Mot de passe.',
  COLUMNS_MISSING:
    'Il manque une colonne à ce fichier : un mot de passe (ou un OTP), et un nom, un identifiant ou une adresse. Ajoutez-la ou renommez-la dans la première ligne, par exemple : Nom;Identifiant;Mot de passe.',
  COLUMN_TWICE: 'Une colonne est présente deux fois dans ce fichier. Gardez-en une seule.',
  COLUMNS_ALIKE:
    'Plusieurs colonnes de ce fichier désignent la même chose. Gardez-en une seule, ou renommez les autres : elles deviendront alors des champs supplémentaires.',
  CATEGORIES_ONLY:
    'Ce fichier est la liste des catégories de LockSelf : il ne contient aucun mot de passe. Ses catégories peuvent devenir des dossiers.',
  NOT_CATEGORIES: "Ce fichier n'est pas la liste des catégories de LockSelf : aucun dossier n'a été créé.",
  NO_ROWS: "Ce fichier ne contient que les noms des colonnes : il n'y a rien à importer.",
  NOT_LOCKSELF:
    "Ce fichier n'est pas un export LockSelf : il n'a pas la colonne Category/SubCategory. S'il vient d'ailleurs, choisissez la source CSV.",
  QUOTE_OPEN: "Un guillemet ouvert dans ce fichier n'est jamais fermé.",
  QUOTE_FOLLOWED: 'Un guillemet fermant est suivi de texte dans ce fichier.',
  ROW_TOO_LONG:
    'Une ligne de ce fichier est trop longue : un guillemet y est peut-être ouvert sans être fermé.',
  TOO_MANY_COLUMNS: 'Une ligne de ce fichier a trop de colonnes.',
  NOT_XML: "Ce fichier n'est pas un fichier XML.",
  NOT_KEEPASS: "Ce fichier XML n'est pas un export KeePass.",
  PROTECTED_VALUES:
    'Des valeurs de ce fichier sont chiffrées (Protected="True"). Exportez de nouveau la base depuis KeePass, au format KeePass XML (2.x) non chiffré.',
  DOCTYPE_REFUSED: 'Ce fichier contient une déclaration DOCTYPE avec des définitions, refusée par sécurité.',
  ENTITY_REFUSED: 'Ce fichier utilise une entité XML inconnue, refusée par sécurité.',
  TOO_DEEP: 'Les dossiers de ce fichier sont imbriqués trop profondément.',
  TOO_MANY: 'Ce fichier contient trop de dossiers ou de mots de passe.',
  ILLEGAL_CHARACTER: 'Ce fichier contient un caractère interdit en XML.',
  ENCODING_INVALID:
    "Ce fichier contient des octets qui ne correspondent pas à son encodage. Exportez-le de nouveau, en UTF-8 si le programme d'origine le propose.",
  ENCODING_MISMATCH: "L'encodage annoncé par ce fichier n'est pas celui de son contenu.",
  ENCODING_UNSUPPORTED: "L'encodage de ce fichier n'est pas pris en charge. Enregistrez-le en UTF-8.",
  TRUNCATED: 'Ce fichier est incomplet : la fin manque.',
  MALFORMED: 'Ce fichier XML est mal formé.',
  ...formatFaultTexts,
} as const
export type ImportFault = keyof typeof importFaultTexts

/** The notes on one entry or folder. Each states whether it was imported. */
export const importFailTexts = {
  NAME_TOO_LONG: 'Nom trop long : mot de passe non importé.',
  LOGIN_TOO_LONG: 'Identifiant trop long : mot de passe non importé.',
  PASSWORD_TOO_LONG: 'Mot de passe trop long : non importé.',
  ADDRESS_TOO_LONG: 'Adresse trop longue : mot de passe non importé.',
  DESCRIPTION_TOO_LONG: 'Description trop longue : mot de passe non importé.',
  FIELDS_TOO_LONG: 'Champs masqués trop longs ou trop nombreux : mot de passe non importé.',
  NAME_CLEANED:
    'Nom contenant une balise HTML ou un caractère invisible : mot de passe importé, nom corrigé.',
  LOGIN_CLEANED:
    'Identifiant sur plusieurs lignes ou contenant un caractère invisible : mot de passe importé, identifiant corrigé.',
  ADDRESS_REFUSED:
    "Adresse refusée par sécurité : mot de passe importé, l'adresse est dans un champ supplémentaire.",
  OTP_COUNTER:
    "OTP à compteur (HOTP) non pris en charge : mot de passe importé, l'OTP est dans un champ masqué.",
  OTP_UNSUPPORTED: "Réglages OTP non pris en charge : mot de passe importé, l'OTP est dans un champ masqué.",
  OTP_UNREADABLE: "OTP illisible : mot de passe importé, l'OTP est dans un champ masqué.",
  OTP_SEVERAL: 'Plusieurs OTP différents : le premier est importé, les autres sont dans des champs masqués.',
  EXPIRY_KEPT:
    "Date d'expiration hors du calendrier : mot de passe importé, la date est dans un champ, sans date de renouvellement.",
  REFERENCE_KEPT:
    'Référence à une autre entrée non résolue : mot de passe importé, la référence telle quelle.',
  FOLDER_NAME_CLEANED:
    'Nom de dossier contenant une balise HTML ou un caractère invisible : dossier importé, nom corrigé.',
  FOLDER_NAME_BROKEN:
    'Dossier déjà importé avec des accents abîmés : il garde son nom, que vous pouvez corriger.',
  FOLDERS_RENAMED: (names: string) =>
    `Dossiers déjà importés avec des accents abîmés, qui prennent leur nom réparé : ${names}.`,
  FOLDER_NAME_TOO_LONG: 'Nom de dossier trop long : dossier importé, nom raccourci.',
  FOLDER_DESCRIPTION_TOO_LONG:
    'Description de dossier trop longue : dossier importé, description raccourcie.',
  FOLDER_JOINED: 'Dossier au-delà du 64e niveau : importé, réuni avec celui qui le contient.',
  CELLS_BEYOND:
    'Ligne plus longue que celle des colonnes : mot de passe importé, le surplus est dans des champs masqués. Vérifiez leurs valeurs.',
  SPREADSHEET_NUMBER:
    "Mot de passe qu'un tableur a transformé en nombre (notation scientifique) : importé tel quel, à corriger.",
  SPREADSHEET_DIGITS:
    "Ce fichier semble être passé par un tableur : ses mots de passe ne contiennent que des chiffres, sans zéro au début. S'il en manque, corrigez-les : ils sont importés tels quels.",
  COLUMNS_KEPT: (labels: string) =>
    `Colonnes sans champ correspondant, gardées en champs supplémentaires : ${labels}.`,
  COLUMNS_UNKNOWN: (labels: string) =>
    `Colonnes dont le contenu n'est pas reconnu, importées en champs masqués : ${labels}. Pour choisir ce qu'elles contiennent, importez le même fichier au même endroit par « Autre gestionnaire » : les entrées sont mises à jour, aucune n'est doublée.`,
  COLUMNS_LEFT: (labels: string) => `Colonnes laissées de côté : ${labels}.`,
  ACCENTS_BROKEN:
    "Des accents de ce fichier sont abîmés (Ã©, ├®, √© ou Ž pour é), parfois aussi dans les noms de dossiers : importés tels quels. Pour les réparer, importez le même fichier au même endroit par «\u00a0Autre gestionnaire\u00a0», qui le propose\u00a0: les entrées sont mises à jour, aucune n'est doublée.",
  BIN_LEFT:
    "La corbeille de ce fichier est laissée de côté. Pour l'importer, choisissez «\u00a0Autre gestionnaire\u00a0», qui le propose.",
  CHARACTERS_DROPPED:
    "Caractères de contrôle invalides retirés, le reste est importé. S'il y en avait dans le mot de passe, vérifiez-le.",
  CONTROLS_KEPT:
    'Le mot de passe ou un champ masqué contient des caractères de contrôle, invisibles : importé tel quel, à vérifier.',
  FOLDERS_CLEANED: (names: string) => `Caractères de contrôle invalides retirés des dossiers : ${names}.`,
  BACKSLASHES_KEPT:
    'Barres obliques inverses, doublées ou non dans ce fichier : importées telles quelles. KeePass les double toutes, le fichier a donc été modifié. Vérifiez les mots de passe qui en ont.',
  PERSONAL_FOLDER:
    'Espace personnel de LockSelf : importé dans un dossier de ce coffre, que tous ceux qui lisent ce coffre voient.',
  IN_TRASH: 'Déjà importé, puis mis à la corbeille : laissé dans la corbeille.',
  CHANGED_IN_CHEST: 'Différent dans le coffre et dans le fichier : le coffre garde sa version.',
  UPDATE_RIGHT_MISSING:
    'Modifié dans le fichier : non mis à jour, vous ne pouvez pas modifier les mots de passe de ce coffre.',
  LEFT_BY_CHOICE: 'Laissé de côté, comme choisi.',
  ...formatNoteTexts,
} as const satisfies Record<string, string | ((detail: string) => string)>
export type ImportFailReason = keyof typeof importFailTexts

/** The names of entries that have none in the file. */
export const unnamed = { item: 'Sans titre', folder: 'Sans titre' } as const

/** The label of the fields of a file that have none, or no place of their own. */
export const otherFieldsLabel = 'Autres champs'

/** Returns a field without a place of its own as a line (or paragraph). */
export function extraFieldText(name: string, value: string): string {
  return value.includes('\n') ? `${name}${nbsp}:\n${value}` : `${name}${nbsp}: ${value}`
}

/** The columns of a LockSelf file without a counterpart in items, by their folded names. */
export const lockSelfLabels: Readonly<Record<string, string>> = {
  tags: 'Étiquettes',
  opt1: 'Champ 1',
  opt2: 'Champ 2',
  opt3: 'Champ 3',
  type: 'Type',
}

/** Returns the sentence for a refused file, with the line, the encoding and the columns if known. */
export function importFaultText(fault: {
  code: ImportFault
  line?: number
  encoding?: string
  columns?: readonly string[]
}): string {
  const { columns = [] } = fault
  const places = [
    columns.length === 0
      ? []
      : [`${plural(columns.length, 'Colonne', 'Colonnes')} : ${columns.map(shortened).join(', ')}.`],
    fault.line === undefined ? [] : [`Ligne ${fault.line}.`],
    fault.encoding === undefined ? [] : [`Encodage : ${fault.encoding}.`],
  ].flat()
  return typographic([importFaultTexts[fault.code], ...places].join(' '))
}

const longestColumn = 60
const shortened = (name: string): string =>
  name.length > longestColumn ? `${Array.from(name).slice(0, longestColumn).join('')}…` : name

/** Returns the sentence for one entry or folder. */
export function importFailText(reason: ImportFailReason, detail = ''): string {
  const text: string | ((detail: string) => string) = importFailTexts[reason]
  return typographic(typeof text === 'string' ? text : text(detail))
}

/** Returns the name of a folder beyond the last level, joined to that of its parent. */
export const joinedFolderName = (above: string, name: string): string => `${above} / ${name}`

/** Folders of the last level cannot contain folders. */
export const destinationTooDeepText =
  'Ce dossier est au 64e niveau, le dernier\u00a0: les dossiers du fichier ne peuvent pas y être créés. Choisissez une destination moins profonde.'

/** A user runs one import at a time. */
export const importRunningText = 'Un import que vous avez lancé est en cours\u00a0: attendez sa fin.'

export type ImportCounts = {
  /** Created items and folders, and changed items. */
  items: number
  folders: number
  updated: number
  /** Attached files. */
  attached: number
  /** Entries equal to an item of the chest. */
  same: number
  /** Entries that differ from an item and leave it unchanged, and entries whose item is in the trash. */
  kept: number
  inTrash: number
  /** Items of an earlier import that are no longer in the file. */
  gone: number
  /** Entries beyond a limit. */
  refused: number
  skipped: {
    recycleBin: number
    recycleBinFolders: number
    history: number
    attachments: number
    lines: number
  }
}

/** Returns the sentence of a successful import: what was imported, what existed, and what was left out. */
export function importSuccessText(counts: ImportCounts): string {
  const { items, folders, updated, attached, same, gone } = counts
  const made = joined([
    ...(items > 0 ? [counted(items, ...nouns.item)] : []),
    ...(folders > 0 ? [counted(folders, ...nouns.folder)] : []),
  ])
  const sentences = [
    made === '' ? '' : `${made} ${plural(items + folders, 'importé', 'importés')}`,
    updated === 0 ? '' : `${counted(updated, ...nouns.item)} mis à jour`,
    attached === 0
      ? ''
      : `${counted(attached, ...nouns.attachment)} ${plural(attached, 'importée', 'importées')}`,
    same === 0 ? '' : `${counted(same, ...nouns.item)} déjà ${plural(same, 'présent', 'présents')}`,
    leftText(counts),
    gone === 0
      ? ''
      : `${counted(gone, ...nouns.item)} d'un import précédent ${plural(gone, "n'est", 'ne sont')} plus dans ce fichier : ${plural(gone, 'laissé', 'laissés')} en place`,
  ].filter((sentence) => sentence !== '')
  const isNew = items + folders + updated > 0
  return typographic(`${[...(isNew ? [] : ['Rien de nouveau']), ...sentences].join('. ')}.`)
}

function leftText({ refused, kept, inTrash, skipped }: ImportCounts): string {
  const bin = joined([
    ...(skipped.recycleBin > 0 ? [counted(skipped.recycleBin, ...nouns.item)] : []),
    ...(skipped.recycleBinFolders > 0 ? [counted(skipped.recycleBinFolders, ...nouns.folder)] : []),
  ])
  const left = [
    refused > 0 ? [`${counted(refused, ...nouns.entry)} hors limites (voir la liste)`] : [],
    kept > 0
      ? [
          `${counted(kept, ...nouns.entry)} ${plural(kept, 'différente', 'différentes')} dans le coffre (voir la liste)`,
        ]
      : [],
    inTrash > 0 ? [`${counted(inTrash, ...nouns.entry)} à la corbeille du coffre (voir la liste)`] : [],
    bin === '' ? [] : [`${bin} de la corbeille du fichier`],
    skipped.history > 0 ? [counted(skipped.history, ...nouns.oldVersion)] : [],
    skipped.attachments > 0 ? [counted(skipped.attachments, ...nouns.attachment)] : [],
    skipped.lines > 0 ? [counted(skipped.lines, ...nouns.line)] : [],
  ].flat()
  return left.length === 0 ? '' : `Non importés : ${left.join(', ')}`
}

const nouns = {
  item: ['mot de passe', 'mots de passe'],
  folder: ['dossier', 'dossiers'],
  entry: ['entrée', 'entrées'],
  oldVersion: ['ancienne version', 'anciennes versions'],
  attachment: ['pièce jointe', 'pièces jointes'],
  line: ['ligne sans entrée', 'lignes sans entrée'],
} as const

function joined(parts: readonly string[]): string {
  return parts.join(' et ')
}

/** The import dialog, from the choice of a source to the result. */
export const importTexts = {
  title: 'Importer des mots de passe',
  choice: "D'où viennent-ils\u202f?",
  sources: {
    lockself: {
      name: 'LockSelf',
      detail: 'Fichier CSV exporté de LockSelf, à 11 ou 12 colonnes',
      howTo:
        'Dans LockSelf, exportez vos mots de passe au format CSV, déchiffrés. Les catégories deviennent des dossiers.',
    },
    keepass: {
      name: 'KeePass',
      detail: 'Fichier XML de KeePass 1 ou 2, de KeePassX ou de KeePassXC',
      howTo:
        'Dans KeePass 2\u00a0: Fichier, Exporter, «\u00a0KeePass XML (2.x)\u00a0»\u202f; dans KeePass 1, au format XML. Les groupes deviennent des dossiers.',
    },
    csv: {
      name: 'CSV',
      detail: "Tableau dont la première ligne nomme les colonnes\u00a0: le modèle, ou l'export d'un tableur",
      howTo:
        "La première ligne nomme les colonnes\u00a0: Nom, Identifiant, Mot de passe, Adresse, Description, OTP, Dossier. L'ordre est libre\u202f; «\u00a0/\u00a0» sépare les dossiers.",
    },
  },
  changeSource: 'Changer de source',
  template: 'Télécharger le modèle CSV',
  limit: (ending: string, kilobytes: string) => `${ending} (${kilobytes} au plus)`,
  file: 'Fichier à importer',
  afterwards: "Supprimez le fichier après l'import\u00a0: il contient tout en clair.",
  destination: 'Destination\u00a0: ',
  root: (chest: string) => `${chest}, à la racine`,
  submit: 'Importer',
  running: 'Import en cours…',
  runningCount: (count: number) => `Import de ${counted(count, 'entrée', 'entrées')}…`,
  /** The stages of the server, in order. */
  stages: {
    judging: 'Évaluation des mots de passe',
    sealing: 'Chiffrement',
    writing: 'Enregistrement',
    attaching: 'Pièces jointes',
  },
  progress: (stage: ImportStage, done: number, total: number) =>
    `${formatNumber(done)} sur ${stage === 'attaching' ? counted(total, ...nouns.attachment) : counted(total, ...nouns.entry)}`,
  stayHere: 'Gardez cette fenêtre ouverte. Si quelque chose ne va pas, rien ne sera importé.',
  doneTitle: 'Import terminé',
  /** `remarks`: an entry may have several. */
  fails: (entries: number, remarks: number) =>
    remarks === entries
      ? counted(entries, 'entrée à vérifier', 'entrées à vérifier')
      : `${counted(entries, 'entrée à vérifier', 'entrées à vérifier')}, ${counted(remarks, 'remarque', 'remarques')}`,
  failLine: 'Ligne ou nom',
  failMessage: 'Message',
  /** Returns the position in the file: the number of a line, or the name of an entry. */
  failPlace: (where: string | number, numbering: 'line' | 'entry' = 'line') =>
    typeof where === 'number'
      ? `${numbering === 'line' ? 'Ligne' : 'Entrée'}\u00a0${formatNumber(where)}`
      : where,
  errorTitle: "L'import a échoué",
  nothingDone: "Rien n'a été importé.",
  /** For a file that contains only LockSelf categories. */
  categoriesTitle: 'Créer les dossiers\u202f?',
  createFolders: 'Créer les dossiers',
  again: 'Choisir un autre fichier',
  close: 'Fermer',
  see: 'Voir les mots de passe',
} as const

const rows = [
  'Nom;Identifiant;Mot de passe;Adresse;Description;OTP;Dossier',
  'Exemple : messagerie;marie.durand;À remplacer 1;https://courriel.exemple.fr;Boîte du service. Remplacez cette ligne.;;Exemples/Messagerie',
  'Exemple : pare-feu;admin;"À remplacer ; 2";https://10.0.0.1;"Les guillemets entourent ce qui contient un point-virgule, un guillemet ("") ou un retour à la ligne.";JBSWY3DPEHPK3PXP;Exemples',
]

/** The CSV file to fill in. Its byte order mark marks it as UTF-8 for spreadsheets. */
export const csvTemplate = {
  name: 'modele-import-trousseau.csv',
  text: `\uFEFF${rows.map((row) => `${row}\r\n`).join('')}`,
} as const
