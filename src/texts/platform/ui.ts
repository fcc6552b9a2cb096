/** The texts of every page, the light sign-in page included. */
export const productTexts = {
  product: 'Trousseau',
  tagline: 'Le coffre-fort des mots de passe de votre organisation',
  unreachable: 'Le serveur ne répond pas',
  internal: 'Une erreur est survenue',
  footer: 'Pied de page',
} as const

/** The texts of the design system. They know nothing of the domain. */
export const uiTexts = {
  close: 'Fermer',
  /** Of a menu or a window. */
  notLoaded: "Ce menu ou cette fenêtre n'a pas pu s'ouvrir. Réessayez dans un instant, ou rechargez la page.",
  cancel: 'Annuler',
  undo: 'Annuler',
  /** What has to be typed before a deletion. */
  typeToConfirm: (what: string) => `Pour confirmer, saisissez ${what}`,
  save: 'Enregistrer',
  loading: 'Chargement…',
  required: 'obligatoire',
  requiredLegend: '* champ obligatoire',
  reveal: 'Afficher',
  mask: 'Masquer',
  clear: 'Effacer',
  search: 'Rechercher',
  copy: 'Copier',
  copied: 'Copié',
  /** What was copied, and when the clipboard is cleared. */
  copiedDetail: (what: string, clearing: string) => (clearing === '' ? what : `${what}, ${clearing}`),
  /** When the clipboard is cleared after a copy. */
  clearedBy: {
    never: () => '',
    timer: (seconds: number) => `presse-papiers vidé dans ${seconds}\u00a0s`,
    gesture: (seconds: number) =>
      `presse-papiers vidé à la première touche ou au premier clic ici, après ${seconds}\u00a0s`,
  },
  copyFailed: 'Copie impossible',
  retry: 'Réessayer',
  more: "Plus d'actions",
  rowActions: (row: string) => (row === '' ? 'Actions de la ligne' : `Actions\u00a0: ${row}`),
  actions: 'Actions',
  empty: 'Aucune donnée',
  emptyCell: 'Aucun',
  busyRow: 'En cours…',
  sortBy: (column: string) => `Trier par ${column}`,
  columns: {
    choose: 'Choisir les colonnes',
    title: 'Colonnes',
    intro: 'Une colonne choisie se retire quand la place manque pour lire les noms.',
    up: (column: string) => `Monter ${column}`,
    down: (column: string) => `Descendre ${column}`,
    narrower: (column: string) => `Réduire ${column}`,
    wider: (column: string) => `Élargir ${column}`,
    /** In pixels. */
    width: (pixels: number) => `${pixels} px`,
    reset: 'Rétablir',
    done: 'Terminé',
  },
  choose: 'Choisir…',
  notifications: 'Notifications',
  dismissToast: 'Fermer la notification',
  scrollToTop: 'Revenir en haut',
  skipToContent: 'Aller au contenu',
  breadcrumb: "Fil d'Ariane",
  toggleFolder: 'Déplier ou replier',
  discard: {
    title: 'Abandonner la saisie\u00a0?',
    detail: "Ce que vous avez saisi n'est pas enregistré.",
    keep: 'Continuer la saisie',
    discard: 'Abandonner',
  },
  theme: {
    label: 'Thème',
    light: 'Clair',
    dark: 'Sombre',
    system: 'Système',
  },
  density: {
    label: 'Hauteur des lignes',
    comfortable: 'Confortable',
    compact: 'Compacte',
  },
  seconds: (seconds: number) =>
    seconds > 1 ? `${seconds} secondes restantes` : `${seconds} seconde restante`,
  level: (word: string, level: number, of: number) => `${word}, niveau ${level} sur ${of}`,
  secretMasked: 'Masqué',
} as const

/** The fault of a field, and how to correct it. */
export const fieldTexts = {
  required: 'Ce champ est obligatoire',
  tooLong: (length: number) => `${length} caractères au plus`,
  codeFormat: 'Le code a 6 chiffres',
  markup: 'Les balises HTML ne sont pas acceptées ici',
} as const

/** Shown for a page, or a part of it, that failed to render. */
export const brokenTexts = {
  title: 'Une erreur est survenue',
  detail: "La page n'a pas pu s'afficher. La recharger suffit en général.",
  reload: 'Recharger la page',
}
