import { counted } from './format.ts'

const items = (count: number) => counted(count, 'mot de passe', 'mots de passe')
const folders = (count: number) => counted(count, 'dossier', 'dossiers')

type Counts = { items: number; folders: number }
const joined = (counts: Counts) =>
  [counts.items > 0 && items(counts.items), counts.folders > 0 && folders(counts.folders)]
    .filter((part) => part !== false)
    .join(', ')
/** « 3 mots de passe », « 2 dossiers », « 5 éléments » when there are both. */
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
  folder: 'Dossier',
  back: 'Revenir au niveau précédent',
  root: 'Racine du coffre',
  folderCount: (itemCount: number, folderCount: number) =>
    [itemCount === 0 && folderCount > 0 ? false : items(itemCount), folderCount > 0 && folders(folderCount)]
      .filter((part) => part !== false)
      .join(', '),
  nothingHere: 'Aucune donnée',
  nothingHereDetail: 'Créez un premier mot de passe, ou importez ceux que vous avez déjà.',
  nothingHereReadOnly: 'Ce dossier ne contient rien pour le moment.',
  loadFailed: 'Erreur lors du chargement du coffre',
  chestGone: "Ce coffre n'existe pas, ou vous n'y avez pas accès.",
  elementGone: "Cet élément n'existe plus",
  elementGoneDetail: 'Il a été supprimé ou déplacé, ou son adresse est fausse.',
  toRoot: 'Aller à la racine du coffre',
  protectedChest: 'Ce coffre est protégé',
  protectedChestDetail: "La clé maître est demandée pour voir ce qu'il contient.",
  changeChest: 'Changer de coffre',
  editChest: 'Modifier le coffre',
  protectedMark: 'Protégé par une clé maître',
  toolbar: 'Actions du coffre',
  newItem: 'Nouveau mot de passe',
  newFolder: 'Nouveau dossier',
  importItems: 'Importer',
  trash: 'Corbeille',
  moreActions: "Plus d'actions",
  openAddress: (host: string) => `Ouvrir ${host} dans un nouvel onglet`,
  copyLogin: "Copier l'identifiant",
  copyPassword: 'Copier le mot de passe',
  menu: {
    open: 'Ouvrir',
    details: 'Détails',
    edit: 'Modifier',
    copyPassword: 'Copier le mot de passe',
    copyLogin: "Copier l'identifiant",
    openAddress: "Ouvrir l'adresse",
    category: 'Changer la catégorie',
    move: 'Déplacer',
    remove: 'Supprimer',
  },
  tree: {
    label: 'Dossiers du coffre',
    chest: 'Coffre courant',
    filter: 'Filtrer les dossiers',
    none: 'Aucun résultat',
    empty: 'Aucun dossier',
    failed: 'Problème lors du chargement',
    show: 'Afficher les dossiers',
    resize: 'Largeur de la colonne des dossiers',
  },
  selection: {
    bar: 'Actions sur la sélection',
    count: (count: number) => (count > 1 ? `${count} éléments sélectionnés` : `${count} élément sélectionné`),
    move: 'Déplacer',
    remove: 'Supprimer',
    clear: 'Tout désélectionner',
    moveAll: (count: number) => `Déplacer les ${count} éléments`,
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
    item: (name: string) => `Vous allez supprimer un mot de passe\u00a0: «\u00a0${name}\u00a0».`,
    folder: (name: string) => `Vous allez supprimer un dossier\u00a0: «\u00a0${name}\u00a0».`,
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
