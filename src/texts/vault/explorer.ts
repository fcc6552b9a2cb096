import { counted, formatDate, formatNumber } from '#texts/platform/format.ts'
import { listTexts } from '#texts/platform/lists.ts'

const items = (count: number) => counted(count, 'mot de passe', 'mots de passe')
const folders = (count: number) => counted(count, 'dossier', 'dossiers')

type Counts = { items: number; folders: number }
const joined = (counts: Counts) =>
  [counts.items > 0 && items(counts.items), counts.folders > 0 && folders(counts.folders)]
    .filter((part) => part !== false)
    .join(', ')
/** Returns « 3 mots de passe », « 2 dossiers », or « 5 éléments » for both. */
const several = (counts: Counts) =>
  counts.items > 0 && counts.folders > 0
    ? counted(counts.items + counts.folders, 'élément', 'éléments')
    : joined(counts)
export const explorerTexts = {
  pageTitle: 'Explorateur',
  table: 'Dossiers et mots de passe',
  columns: {
    icon: 'Type',
    name: 'Nom',
    login: 'Identifiant',
    password: 'Mot de passe',
    otp: 'OTP',
    address: 'Adresse',
    category: 'Catégorie',
    creator: 'Créateur',
  },
  back: 'Revenir au niveau précédent',
  folderRow: (name: string) => `${name}, dossier`,
  itemRow: (name: string, login: string, due: string | null) =>
    [name, login, due].filter((part) => part !== '' && part !== null).join(', '),
  root: 'Racine du coffre',
  folderCount: (itemCount: number, folderCount: number) =>
    folderCount > 0 ? `${items(itemCount)}, ${folders(folderCount)}` : items(itemCount),
  nothingHere: 'Aucune donnée',
  nothingHereDetail: 'Créez un premier mot de passe, ou importez ceux que vous avez déjà.',
  nothingHereReadOnly: 'Ce dossier ne contient rien pour le moment.',
  loadFailed: 'Erreur lors du chargement du coffre',
  /** Above a table that was loaded before the connection was lost. */
  loadedAt: (at: number) =>
    `Liste chargée à ${formatDate(at, { timeStyle: 'short' })}, peut-être plus à jour`,
  /** In place of a folder that was not loaded before the connection was lost. */
  away: 'Contenu indisponible pour le moment',
  awayDetail:
    "Le serveur ne répond pas, et ce dossier n'avait pas encore été chargé. Il s'affichera dès son retour.",
  chestGone: "Ce coffre n'existe pas, ou vous n'y avez pas accès.",
  elementGone: "Cet élément n'existe plus",
  elementGoneDetail: "Il a été supprimé ou déplacé, ou l'adresse est erronée.",
  toRoot: 'Aller à la racine du coffre',
  protectedChest: 'Ce coffre est protégé',
  protectedChestDetail: "La clé maître est demandée pour voir ce qu'il contient.",
  changeChest: 'Changer de coffre',
  changeChestFrom: (chest: string) => `Changer de coffre\u00a0: ${chest}`,
  editChest: 'Modifier le coffre',
  protectedMark: 'Protégé par une clé maître',
  toolbar: 'Actions du coffre',
  newItem: 'Nouveau mot de passe',
  newFolder: 'Nouveau dossier',
  importItems: 'Importer',
  journal: 'Journal du coffre',
  imports: 'Imports de ce coffre',
  exportChest: 'Exporter le coffre',
  /** The toolbar's button of a one-time message. The menu of a row has the specification's word. */
  share: 'Partager',
  trash: 'Corbeille',
  moreActions: "Plus d'actions",
  menu: {
    open: 'Ouvrir',
    details: 'Détails',
    edit: 'Modifier',
    renew: 'Renouveler',
    copyPassword: 'Copier le mot de passe',
    copyLogin: "Copier l'identifiant",
    copyCode: 'Copier le code',
    noPassword: 'Aucun mot de passe à copier',
    noLogin: 'Aucun identifiant à copier',
    noCode: 'Aucun code à copier',
    noAddress: 'Aucune adresse à ouvrir',
    openAddress: "Ouvrir l'adresse",
    category: 'Changer la catégorie',
    move: 'Déplacer',
    duplicate: 'Dupliquer',
    away: { copy: 'Copier vers un autre coffre…', move: 'Déplacer vers un autre coffre…' },
    note: 'Note',
    export: 'Exporter',
    remove: 'Supprimer',
  },
  tree: {
    label: 'Dossiers du coffre',
    chest: 'Coffre courant',
    filter: 'Filtrer les dossiers',
    none: 'Aucun résultat',
    failed: 'Problème lors du chargement',
    resize: 'Largeur de la colonne des dossiers',
  },
  selection: {
    bar: 'Actions sur la sélection',
    count: listTexts.selectedRows,
    move: 'Déplacer',
    remove: 'Supprimer',
    clear: 'Tout désélectionner',
    moveAll: (count: number) => `Déplacer les ${count} éléments`,
    exportAll: (count: number) => `Exporter les ${count} éléments`,
    removeAll: (count: number) => `Supprimer les ${count} éléments`,
  },
  drag: {
    handle: (name: string) => `Faire glisser ${name}`,
    handleSeveral: (count: number) => `Faire glisser les ${count} éléments sélectionnés`,
    carried: (count: number) => `${count} éléments`,
    onto: (name: string) => `Déplacer dans «\u00a0${name}\u00a0»`,
    ontoRoot: 'Déplacer à la racine',
    help: 'Tab ou flèches pour choisir où, Entrée pour déposer, Échap pour annuler',
  },
  move: {
    title: (name: string) => `Déplacer «\u00a0${name}\u00a0»`,
    titleSeveral: (counts: Counts) => `Déplacer ${several(counts)}`,
    movedSeveral: (counts: Counts) => `${several(counts)} déplacés`,
    undo: 'Annuler',
    undone: 'Déplacement annulé',
    inside: 'dossier à déplacer',
    intro: 'Choisissez le dossier de destination.',
    filter: 'Chercher un dossier',
    tree: 'Dossiers de destination',
    current: 'dossier actuel',
    submit: 'Déplacer ici',
    none: 'Aucun résultat',
    movedItem: 'Mot de passe déplacé',
    movedFolder: 'Dossier déplacé',
    failed: 'Problème lors du changement',
    loadFailed: 'Problème lors du chargement',
  },
  remove: {
    titleItem: 'Supprimer un mot de passe',
    titleFolder: 'Supprimer un dossier',
    titleSeveral: (counts: Counts) => `Supprimer ${several(counts)}`,
    several: (counts: Counts) => `Vous allez supprimer ${joined(counts)}.`,
    doneSeveral: (counts: Counts) => `${several(counts)} supprimés`,
    trashSeveral: 'Vous pourrez les retrouver dans la corbeille du coffre.',
    goesWithThem: (counts: Counts) => `Partiront avec eux\u00a0: ${joined(counts)}.`,
    inAll: (counts: Counts) => `En tout\u00a0: ${joined(counts)}.`,
    folderName: 'le nom du dossier',
    number: (count: number) => `le nombre de mots de passe (${count})`,
    item: (name: string) => `Vous allez supprimer un mot de passe\u00a0: «\u00a0${name}\u00a0».`,
    folder: (name: string) => `Vous allez supprimer un dossier\u00a0: «\u00a0${name}\u00a0».`,
    uncounted: "Tout ce qu'il contient partira aussi\u00a0; cela n'a pas pu être compté.",
    goesWith: (counts: Counts) => `Partiront avec lui\u00a0: ${joined(counts)}.`,
    emptyFolder: 'Il est vide.',
    restoredSeveral: 'Eléments restaurés',
    trash: 'Vous pourrez le retrouver dans la corbeille du coffre.',
    submit: 'Supprimer',
    done: 'Mot de passe supprimé',
    failed: 'Erreur pendant la suppression',
    undo: 'Annuler',
    restored: 'Elément restauré',
    restoreFailed: 'Erreur pendant la restauration',
  },
} as const

/** Favourites: the caller's own chests and items. */
export const favouriteTexts = {
  chests: 'Coffres favoris',
  items: 'Mots de passe favoris',
  add: 'Ajouter aux favoris',
  remove: 'Retirer des favoris',
  toggleOf: (name: string) => `Favori\u00a0: ${name}`,
  noLogin: 'Aucun identifiant',
  copyLoginOf: (name: string) => `Copier l'identifiant\u00a0: ${name}`,
  copyPasswordOf: (name: string) => `Copier le mot de passe\u00a0: ${name}`,
  openAddress: (host: string) => `Ouvrir ${host} dans un nouvel onglet`,
  protectedMark: 'Protégé par une clé maître',
  added: 'Favori ajouté',
  addFailed: 'Erreur ajout favori',
  removed: 'Favori supprimé',
  removeFailed: 'Erreur suppression favori',
  loadFailed: 'Erreur chargement favoris',
  cardFailed: "Erreur lors de la génération d'un favori",
} as const

/** The global search in the top bar. */
export const searchTexts = {
  label: 'Rechercher dans tous vos coffres',
  placeholder: 'Rechercher',
  open: 'Rechercher',
  /** Closes the sheet on a narrow screen. */
  leave: 'Fermer',
  key: 'Ctrl K',
  clear: 'Effacer la recherche',
  results: 'Résultats de la recherche',
  groups: { chest: 'Coffres', folder: 'Dossiers', item: 'Mots de passe' },
  group: (name: string, count: number) => `${name} (${formatNumber(count)})`,
  none: (term: string) => `Aucun résultat avec ${term}`,
  noneDetail: "La recherche porte sur le nom, l'identifiant, l'adresse, la description et les dossiers.",
  /** Removes the filter by the current bank where nothing is found. */
  everyBank: 'Chercher dans toutes les banques',
  refine: 'Affinez votre recherche pour moins de résultats',
  incomplete: "Recherche incomplète : certains coffres n'ont pas pu être parcourus.",
  goOn: 'Relancer la recherche',
  failed: 'Erreur pendant la recherche',
  busy: 'Recherche en cours',
  count: (count: number) => counted(count, 'résultat', 'résultats'),
  dots: '…',
  inDescription: 'trouvé dans la description',
  inDescriptionOrField: 'trouvé dans la description ou un champ',
  protectedMark: 'Protégé par une clé maître',
  hints: { move: 'parcourir', open: 'ouvrir', use: 'copier' },
  usesOf: (name: string) => `Actions\u00a0: ${name}`,
} as const
