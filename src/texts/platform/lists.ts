import { counted, formatKilobytes, formatNumber } from './format.ts'

/** The texts of tables, pagers and file fields, separate from those that every page loads. */
export const listTexts = {
  selectRow: (row: string) => (row === '' ? 'Sélectionner la ligne' : `Sélectionner ${row}`),
  /** The box of all rows. `isWhole`: the list has no other page. */
  selectRows: (count: number, isWhole: boolean) =>
    count < 2
      ? 'Tout sélectionner'
      : isWhole
        ? `Sélectionner les ${formatNumber(count)}`
        : `Sélectionner les ${formatNumber(count)} de cette page`,
  /** The heading of the column of checkboxes. */
  selection: 'Sélection',
  selectRowsKeys: (label: string) => `${label} (Ctrl+A)`,
  /** The number of selected rows; `total` for a list with other pages, of which none is selected. */
  selectedRows: (count: number, total?: number) =>
    `${counted(count, 'élément sélectionné', 'éléments sélectionnés')}${
      total === undefined ? '' : ` sur cette page (${formatNumber(total)} en tout)`
    }`,
  /** Where rows are cards, which have no heads to press. */
  order: {
    label: 'Trier',
    direction: 'Sens du tri',
    by: (column: string, direction: 'ascending' | 'descending') =>
      `Tri\u00a0: ${column}, ${direction === 'ascending' ? 'croissant' : 'décroissant'}`,
    ascending: 'Croissant',
    descending: 'Décroissant',
  },
  dragByKey: 'Glisser, ou Entrée pour déplacer au clavier',
  paging: {
    label: 'Pagination',
    first: 'Première page',
    previous: 'Page précédente',
    next: 'Page suivante',
    last: 'Dernière page',
    page: (page: number) => `Page ${page}`,
    jump: 'Aller à la page',
    jumpHint: 'Page',
    perPage: 'Lignes par page',
    range: (from: number, to: number, total: number) => `${from}\u2013${to} sur ${total}`,
  },
  files: {
    drop: 'Déposez un fichier ici ou',
    choose: 'choisissez-le',
    remove: 'Retirer le fichier',
    wrongType: (accepted: string) => `Format de fichier non supporté. Attendu\u00a0: ${accepted}.`,
    tooLarge: (limit: string) => `Ce fichier est trop volumineux (${limit} au plus).`,
    single: 'Déposez un seul fichier à la fois.',
    accepted: (accepted: string, limit: string | undefined) =>
      limit === undefined ? accepted : `${accepted}, ${limit} au plus`,
    megabytes: (bytes: number) => `${Math.round((bytes / 1_048_576) * 10) / 10}\u00a0Mo`.replace('.', ','),
    kilobytes: (bytes: number) => `${Math.ceil(bytes / 1024)}\u00a0Ko`,
  },
} as const

/** The actions on selected rows of a back-office list. */
export const selectionTexts = {
  label: 'Actions sur la sélection',
  count: listTexts.selectedRows,
  toBanks: 'Rattacher à des banques',
  toTeams: 'Ajouter à des groupes',
  banks: 'Banques',
  teams: 'Groupes',
  users: 'Utilisateurs',
  chests: 'Coffres',
  searchBanks: 'Filtrer les banques',
  noBank: 'Aucune banque',
  noTeam: 'Aucun groupe',
  noUser: 'Aucun utilisateur',
  noChest: 'Aucun coffre',
  attach: 'Rattacher',
  attached: (count: number) => counted(count, 'élément rattaché', 'éléments rattachés'),
  /** What stopped the action. */
  refused: (to: string, reason: string) => `${to}\u00a0: ${reason}`,
  usersTo: {
    banks: (count: number) => `Rattacher ${counted(count, 'utilisateur', 'utilisateurs')} à des banques`,
    teams: (count: number) => `Ajouter ${counted(count, 'utilisateur', 'utilisateurs')} à des groupes`,
  },
  teamsTo: {
    banks: (count: number) => `Rattacher ${counted(count, 'groupe', 'groupes')} à des banques`,
  },
  banksTo: {
    users: (count: number) => `Rattacher des utilisateurs à ${counted(count, 'banque', 'banques')}`,
    teams: (count: number) => `Rattacher des groupes à ${counted(count, 'banque', 'banques')}`,
    chests: (count: number) => `Rattacher des coffres à ${counted(count, 'banque', 'banques')}`,
  },
  chestsTo: {
    banks: (count: number) => `Rattacher ${counted(count, 'coffre', 'coffres')} à des banques`,
    users: (count: number) => `Rattacher des utilisateurs à ${counted(count, 'coffre', 'coffres')}`,
    teams: (count: number) => `Rattacher des groupes à ${counted(count, 'coffre', 'coffres')}`,
  },
} as const

/** Returns the specification's sentence for a file over its limit, in bytes. */
export const fileTooLarge = (maximumBytes: number): string =>
  `Fichier trop volumineux. Taille maximale: ${formatKilobytes(maximumBytes)}`

/** The common texts of the lists: filters, pickers, deletion. */
export const officeTexts = {
  noResult: 'Aucun résultat',
  /** What a column of names is sorted by. */
  numberOf: (what: string) => `nombre de ${what.toLowerCase()}`,
  readOnly: 'Consultation seule',
  bankFilter: (bank: string) => `Banque\u00a0: ${bank}`,
  dropBank: (bank: string) => `Ne plus filtrer sur la banque ${bank}`,
  keepBank: (bank: string) => `Limiter à la banque ${bank}`,
  others: (count: number) => `+\u00a0${counted(count, 'autre', 'autres')}`,
  allOf: (what: string, name: string) => (name === '' ? what : `${what}\u00a0: ${name}`),
  remove: 'Supprimer',
  showMore: (rest: number) => `Afficher la suite (${formatNumber(rest)})`,
  nameFormat: '255 caractères au plus, sur une seule ligne',
  picker: {
    add: 'Ajouter',
    drop: 'Retirer',
    more: 'Afficher la suite',
    count: formatNumber,
    hint: 'Chaque ajout et chaque retrait prend effet aussitôt.',
    done: 'Terminé',
    loadFailed: 'Erreur pendant le chargement des données',
    paste: 'Coller une liste',
    pasteTitle: 'Coller une liste',
    pasteLabel: 'Identifiants ou adresses e-mail',
    pasteDescription: 'Un par ligne, ou séparés par des virgules ou des points-virgules. 1\u202f000 au plus.',
    pasteTooMany: 'Une liste compte 1\u202f000 entrées au plus',
    pasteEmpty: 'Collez au moins un identifiant ou une adresse e-mail',
    check: 'Vérifier et ajouter',
    unknownTitle: (count: number) => `${counted(count, 'entrée inconnue', 'entrées inconnues')}`,
    unknownDetail: (found: number) =>
      found === 0
        ? "Rien n'a été ajouté."
        : `Rien n'a été ajouté. ${counted(found, 'autre entrée est reconnue', 'autres entrées sont reconnues')}.`,
    dropUnknown: 'Retirer les inconnus de la liste',
    refusedTitle: (count: number) => counted(count, 'personne refusée', 'personnes refusées'),
    refusedDetail: (others: number) =>
      others === 0
        ? "Rien n'a été ajouté."
        : `Rien n'a été ajouté. ${counted(others, 'autre personne peut', 'autres personnes peuvent')} l'être.`,
    dropRefused: 'Retirer les refusés de la liste',
    /** The reason for one refused entry. */
    reasonOf: (name: string, reason: string) => `${name}\u00a0: ${reason}`,
    allAttached: 'Toutes ces personnes en font déjà partie',
  },
  /** The panes and toasts of a picker, by what is attached. */
  attach: {
    user: {
      available: 'Utilisateurs disponibles',
      attached: 'Utilisateurs rattachés',
      search: 'Filtrer les utilisateurs',
      searchAttached: 'Filtrer les utilisateurs rattachés',
      noneAvailable: 'Tous les utilisateurs sont déjà rattachés',
      noneAttached: 'Aucun utilisateur rattaché',
      added: 'Utilisateur ajouté',
      addFailed: "Erreur pendant l'attachement de l'utilisateur",
      removed: 'Utilisateur retiré',
      removeFailed: "Erreur pendant le détachement de l'utilisateur",
    },
    team: {
      available: 'Groupes disponibles',
      attached: 'Groupes rattachés',
      search: 'Filtrer les groupes',
      searchAttached: 'Filtrer les groupes rattachés',
      noneAvailable: 'Tous les groupes sont déjà rattachés',
      noneAttached: 'Aucun groupe rattaché',
      added: 'Groupe ajouté',
      addFailed: "Erreur pendant l'attachement du groupe",
      removed: 'Groupe retiré',
      removeFailed: 'Erreur pendant le détachement du groupe',
    },
    chest: {
      available: 'Coffres disponibles',
      attached: 'Coffres rattachés',
      search: 'Filtrer les coffres',
      searchAttached: 'Filtrer les coffres rattachés',
      noneAvailable: 'Tous les coffres sont déjà rattachés',
      noneAttached: 'Aucun coffre rattaché',
      added: 'Coffre ajouté',
      addFailed: "Erreur pendant l'attachement du coffre",
      removed: 'Coffre retiré',
      removeFailed: 'Erreur pendant le détachement du coffre',
    },
  },
} as const
