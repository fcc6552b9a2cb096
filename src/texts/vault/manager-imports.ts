import { counted, formatCalendarDay, formatNumber, plural } from '#texts/platform/format.ts'

const items = (count: number): string => counted(count, 'mot de passe', 'mots de passe')
const folders = (count: number): string => counted(count, 'dossier', 'dossiers')
const joined = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' et ')

/** Imports from other password managers: the file, the preview, the result, and the imports of a chest. */
export const managerImportTexts = {
  /** The fourth entry of the import dialog, below the three sources. */
  entry: {
    name: 'Autre gestionnaire',
    detail: "Base KeePass, Bitwarden, 1Password, Dashlane, navigateurs\u2026 avec un aperçu avant l'import",
  },
  title: 'Importer depuis un autre gestionnaire',
  help: 'Aide sur cet import (nouvel onglet)',
  file: 'Fichier à importer',
  format: 'Format',
  anyFormat: 'Reconnaître le format',
  formatsFailed: "La liste des formats n'a pas pu être chargée.",
  accepted: (endings: string) => `Fichiers ${endings}`,
  password: 'Mot de passe du fichier',
  passwordHint: "Il ouvre le fichier, et n'est pas conservé.",
  keyFile: 'Fichier-clé (facultatif)',
  anyFile: 'Le fichier-clé de cette base',
  keyFileLimit: 'Un fichier-clé a 1\u00a0Mo au plus.',
  noPassword: "Cette base s'ouvre sans mot de passe",
  toPreview: "Voir l'aperçu",
  previewTitle: "Aperçu de l'import",
  nothingWritten: "Rien n'est écrit avant que vous importiez.",
  source: (file: string, format: string) => `${file}, lu comme\u00a0: ${format}.`,
  into: (destination: string) => `Destination\u00a0: ${destination}.`,
  newFolders: (count: number) => `${folders(count)} à créer.`,
  busy: "Mise à jour de l'aperçu\u2026",
  previewFailed: "L'aperçu n'a pas pu être mis à jour",
  stale: "Le coffre a changé entre-temps\u00a0: rien n'a été importé. Vérifiez le nouvel aperçu.",
  rowChoicesDropped: 'Les entrées du fichier ont changé\u00a0: les choix faits une par une sont à refaire.',
  filters: 'Filtrer les entrées',
  all: 'Toutes',
  verdicts: {
    new: 'Nouveau',
    identical: 'Identique',
    changed: 'Modifié dans le fichier',
    conflict: 'Modifié des deux côtés',
    trashed: 'Dans la corbeille',
    moved: 'Déplacé',
    missing: 'Disparu du fichier',
    refused: 'Refusé',
  },
  /** What a verdict means, and what happens without another choice. */
  explanations: {
    new: 'Absent du coffre\u00a0: création, sauf si vous choisissez de laisser.',
    identical: "Déjà dans le coffre, sans différence\u00a0: il n'y a rien à faire.",
    changed:
      'Modifié dans le fichier depuis le dernier import, et pas dans le coffre\u00a0: le fichier est pris, sauf autre choix.',
    conflict:
      'Différent dans le coffre et dans le fichier\u00a0: le coffre garde sa version, sauf autre choix.',
    trashed: 'Déjà importé, puis mis à la corbeille du coffre\u00a0: rien ne change, sauf autre choix.',
    moved: 'Déjà dans le coffre, mais rangé ailleurs\u00a0: rien ne change.',
    missing: "Venu d'un import précédent, et absent de ce fichier\u00a0: rien n'est supprimé.",
    refused: 'Illisible ou hors limites\u00a0: pas importé. Les remarques disent pourquoi.',
  },
  /** Above the entries of all verdicts. */
  explanation:
    "Ouvrez une entrée pour lire ses remarques. Choisissez entrée par entrée, ou pour tout un verdict après l'avoir filtré.",
  choices: { leave: 'Laisser', file: 'Prendre le fichier', both: 'Garder les deux' },
  choiceForAll: 'Pour toutes ces entrées',
  choiceOf: (name: string) => `Choix pour ${name}`,
  chosen: (choice: string, name: string) => `${choice}\u00a0: changer le choix pour ${name}`,
  rows: "Entrées de l'import",
  noRows: 'Aucune entrée ici',
  columns: {
    name: 'Nom',
    path: 'Dossier',
    verdict: 'Verdict',
    login: 'Identifiant',
    address: 'Adresse',
    content: 'Contenu',
    reasons: 'Remarques',
    choice: 'Choix',
  },
  atRoot: 'À la racine',
  path: (names: readonly string[]) => names.join(' / '),
  content: {
    password: 'mot de passe',
    otp: 'OTP',
    fields: (count: number) => counted(count, 'champ', 'champs'),
    attachments: (count: number) => counted(count, 'pièce jointe', 'pièces jointes'),
    renewal: (day: string) => `à renouveler avant le ${formatCalendarDay(day)}`,
  },
  /** What an entry brings, one by one. */
  fieldLabels: 'Champs supplémentaires',
  concealedField: (label: string) => `${label} (masqué)`,
  fileNames: 'Pièces jointes',
  unnamed: 'Sans titre',
  notes: 'Remarques sur le fichier',
  questions: {
    title: 'À préciser',
    accents:
      'Des accents de ce fichier sont abîmés, comme Ã©, ├®, √© ou Ž pour é\u00a0: faut-il les réparer\u202f?',
    delimiter: 'Plusieurs signes peuvent séparer les colonnes de ce fichier\u00a0: lequel\u202f?',
    entities: (count: number) =>
      `${counted(count, 'entrée contient', 'entrées contiennent')} des caractères codés, comme &amp;\u00a0: faut-il les décoder\u202f?`,
    root: (folder: string) =>
      `Le fichier range tout dans «\u00a0${folder}\u00a0»\u00a0: faut-il créer ce dossier\u202f?`,
  },
  /** By the question and the answer's name on the wire. */
  answers: {
    accents: { leave: 'Non, les laisser tels quels', mend: 'Oui, les réparer' },
    delimiter: {
      ',': 'La virgule',
      ';': 'Le point-virgule',
      '\t': 'La tabulation',
      '|': 'La barre verticale',
    },
    entities: { decode: 'Les décoder', leave: 'Les laisser tels quels' },
    root: { drop: 'Non, importer son contenu directement', keep: 'Oui, créer ce dossier' },
  },
  leftOut: {
    title: 'Laissé de côté',
    binned: (count: number) =>
      count === 0
        ? 'La corbeille du fichier est importée, dans un dossier à part.'
        : `${counted(count, 'entrée', 'entrées')} de la corbeille du fichier.`,
    former: (count: number) =>
      count === 0
        ? 'Les dix derniers anciens mots de passe de chaque nouvelle entrée sont gardés.'
        : `${counted(count, 'ancien mot de passe', 'anciens mots de passe')}.`,
    /** An archive of Trousseau has old values of all fields. */
    old: (count: number) =>
      count === 0
        ? 'Les anciennes valeurs de chaque nouvel élément sont gardées, avec leurs dates.'
        : `${counted(count, 'ancienne valeur', 'anciennes valeurs')}.`,
    lines: (count: number) => `${counted(count, 'ligne sans entrée', 'lignes sans entrée')}.`,
    attachments: (count: number) =>
      `${counted(count, 'pièce jointe', 'pièces jointes')}\u00a0: les remarques de chaque entrée disent pourquoi.`,
    withBin: 'Importer aussi la corbeille',
    withFormer: 'Garder les anciens mots de passe',
    withOld: 'Garder les anciennes valeurs',
    withFavourites: (count: number) =>
      `Reprendre aussi ${plural(count, 'le favori', 'les favoris')} du fichier (${formatNumber(count)})`,
  },
  mapping: {
    title: 'Contenu des colonnes',
    detail: "Ce fichier ne vient pas d'un programme connu\u00a0: vérifiez ce que contient chaque colonne.",
    headerAsked:
      "La première ligne peut nommer les colonnes, ou être une entrée\u00a0: précisez. Elle est lue comme une entrée d'ici là.",
    nameMissing: 'Choisissez la colonne qui contient le nom des entrées.',
    /** Shown where the choices of an earlier import were taken. */
    kept: 'Repris du dernier import de colonnes de mêmes noms. Ce navigateur garde ces choix pour votre compte, sans aucune valeur ni aucun nom de colonne, même après la déconnexion.',
    forget: 'Oublier ces choix',
    header: 'Première ligne',
    headers: { auto: 'Reconnaître', yes: 'Noms des colonnes', no: 'Première entrée' },
    separator: 'Séparateur des dossiers',
    separators: {
      auto: 'Reconnaître',
      '/': 'Barre oblique (/)',
      '\\': 'Barre inverse (\\)',
      '>': 'Chevron (>)',
      '.': 'Point (.)',
      '': 'Aucun',
    },
    target: (column: string) => `Contenu de la colonne ${column}`,
    noExample: 'Colonne vide',
    targets: {
      title: 'Nom',
      login: 'Identifiant',
      email: 'E-mail',
      password: 'Mot de passe',
      address: 'Adresse',
      notes: 'Description',
      otp: 'OTP',
      path: 'Dossier',
      text: 'Champ supplémentaire',
      concealed: 'Champ masqué',
      ignore: 'Ignorer',
    },
  },
  submit: 'Importer',
  failed: "L'import a échoué, rien n'a été importé",
  otherFile: 'Autre fichier',
  undo: 'Annuler cet import',
  undoTitle: 'Annuler cet import\u202f?',
  /** What goes, before the undo. */
  undoDetail: ({
    items: created,
    folders: made,
    updated,
  }: {
    items: number
    folders: number
    updated: number
  }) =>
    [
      ...(created + made > 0
        ? [
            `${joined([...(created > 0 ? [items(created)] : []), ...(made > 0 ? [folders(made)] : [])])} ${plural(created + made, 'créé ira', 'créés iront')} à la corbeille.`,
          ]
        : []),
      ...(updated > 0
        ? [`${items(updated)} mis à jour ${plural(updated, 'reprendra', 'reprendront')} les valeurs d'avant.`]
        : []),
      "Ce que quelqu'un a modifié ou déplacé depuis reste en place.",
    ].join(' '),
  undoFailed: "L'import n'a pas été annulé",
  undoneTitle: 'Import annulé',
  undone: (count: number) =>
    count === 0
      ? "Rien n'a été retiré du coffre."
      : `${counted(count, 'élément a été remis', 'éléments ont été remis')} comme avant l'import.`,
  kept: (count: number) => counted(count, 'élément reste en place', 'éléments restent en place'),
  keptBeyond: (named: number, beyond: number) =>
    `${counted(named, 'élément est nommé', 'éléments sont nommés')} ci-dessous, ${counted(beyond, 'autre reste en place', 'autres restent en place')} aussi.`,
  keptName: 'Nom',
  keptReason: 'Pourquoi',
  /** The imports of a chest. */
  list: {
    title: (chest: string) => `Imports de «\u00a0${chest}\u00a0»`,
    label: 'Imports',
    none: 'Aucun import dans ce coffre',
    noneDetail: 'Un import peut être annulé ici pendant trente jours.',
    failed: "Les imports n'ont pas pu être chargés",
    file: 'Fichier',
    noFile: 'Nom non conservé',
    when: 'Quand',
    who: 'Par',
    format: 'Origine',
    counts: 'Importé',
    state: 'État',
    undone: 'Annulé',
    undo: 'Annuler',
    undoNamed: (file: string, date: string) => `Annuler l'import ${file} du ${date}`,
    inPlace: 'En place',
    content: ({
      items: created,
      folders: made,
      updated,
    }: {
      items: number
      folders: number
      updated: number
    }) =>
      joined([
        ...(created > 0 || made + updated === 0 ? [items(created)] : []),
        ...(made > 0 ? [folders(made)] : []),
        ...(updated > 0 ? [`${formatNumber(updated)} mis à jour`] : []),
      ]),
  },
} as const

export type ColumnTarget = keyof typeof managerImportTexts.mapping.targets
