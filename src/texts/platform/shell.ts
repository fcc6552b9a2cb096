import { productTexts } from './ui.ts'

/** The words of the law for the levels of conformity. */
export const accessibilityLevels = {
  full: 'totalement conforme',
  partial: 'partiellement conforme',
  none: 'non conforme',
} as const

/** The frame of every page: menu, footer, notices about the server and the session. */
export const shellTexts = {
  ...productTexts,
  mainMenu: 'Menu principal',
  explorer: 'Explorateur',
  dashboard: 'Tableau de bord',
  help: 'Aide',
  shortcuts: 'Raccourcis clavier',
  userMenu: (name: string, role: string) => `${name} ${role}`,
  account: 'Mon compte',
  lock: 'Verrouiller',
  lockKeys: 'Ctrl Alt L',
  logout: 'Se déconnecter',
  veil: {
    title: 'Page verrouillée',
    ending: 'Fermeture de la session…',
    delayed:
      "Plus rien n'est affiché ici, mais le serveur ne répond pas\u00a0: il n'a pas encore verrouillé la session. Laissez cet onglet ouvert\u00a0: il le lui demandera dès que possible. Sinon, la session se verrouillera ou se terminera après le délai d'inactivité.",
  },
  backOffice: 'Administration',
  showBackOffice: "Afficher le menu d'administration",
  hideBackOffice: "Masquer le menu d'administration",
  roles: {
    ROLE_SUPER_ADMINISTRATOR: 'Super administrateur',
    ROLE_ADMINISTRATOR: 'Administrateur',
    ROLE_INTERVENANT: 'Intervenant',
  },
  allBanks: 'Toutes les banques',
  noBank: 'Aucune banque courante enregistrée',
  changeBank: (bank: string) => `Changer de banque\u00a0: ${bank}`,
  rail: {
    banks: 'Banques',
    chests: 'Coffres',
    teams: 'Groupes',
    users: 'Utilisateurs',
    journal: 'Journal',
    administration: 'Administration',
  },
  documents: {
    terms: "Conditions d'utilisation",
    privacy: 'Politique de confidentialité',
    legal: 'Mentions légales',
    guide: "Guide d'utilisation",
  },
  /** The short names, for narrow screens. */
  shortDocuments: {
    terms: 'Conditions',
    privacy: 'Confidentialité',
    legal: 'Mentions légales',
    guide: 'Guide',
  },
  /** The mention that each page leads to the declaration by. */
  accessibility: (level: keyof typeof accessibilityLevels) =>
    `Accessibilité\u00a0: ${accessibilityLevels[level]}`,
  download: (document: string) => `${document}, télécharger (PDF)`,
  guideOf: "Guide d'utilisation",
  /** The page of the guide for the page that is shown. */
  pageHelp: 'Aide sur cette page',
  siteMap: 'Plan du site',
  vendor: "Site de l'éditeur",
  extension: 'Extension de navigateur',
  unreachableBanner:
    "Connexion au serveur interrompue\u00a0: ce qui est affiché n'est peut-être plus à jour. Nouvelle tentative en cours\u202f; rien de ce que vous avez saisi ne se perd.",
  reachableAgain: 'Connexion rétablie',
  inactivity: {
    title: 'Toujours là\u202f?',
    detail: (countdown: string) => `Sans activité, vous serez déconnecté dans ${countdown}.`,
    stay: 'Rester connecté',
  },
  notLoaded: {
    title: "Cette fenêtre n'a pas pu s'ouvrir",
    part: "Cette partie de la page n'a pas pu être chargée",
    away: "Le serveur ne répond pas. Rien de ce qui est affiché n'est perdu\u00a0: réessayez dans un moment.",
    gone: "Une nouvelle version vient peut-être d'être installée. Rechargez la page pour continuer.",
  },
  notFound: {
    title: 'Page introuvable',
    detail: "Cette adresse ne mène à aucune page de l'application.",
    back: "Aller à l'explorateur",
  },
  contentFailed: 'Erreur pendant le chargement du contenu',
} as const

/** The keyboard shortcuts, as listed in the help. */
export const shortcutTexts = {
  title: 'Raccourcis clavier',
  characters: "Raccourcis d'un seul caractère",
  charactersDetail:
    'À désactiver si vous dictez vos textes, ou si des touches partent toutes seules. Les flèches, Entrée, Ctrl K, Ctrl Alt L et les menus restent.',
  rows: [
    { keys: ['↑', '↓'], text: "Passer d'une ligne à l'autre" },
    { keys: ['Entrée'], text: 'Ouvrir le dossier ou le détail' },
    { keys: ['Retour arrière'], text: 'Revenir au dossier parent' },
    { keys: ['Maj', 'lettre'], text: 'Aller au nom suivant qui commence ainsi' },
    { keys: ['→', '←'], text: "Passer d'un bouton à l'autre de la ligne" },
    { keys: ['Maj F10'], text: 'Ouvrir le menu de la ligne' },
    { keys: ['l'], text: "Copier l'identifiant de la ligne" },
    { keys: ['c'], text: 'Copier le mot de passe de la ligne' },
    { keys: ['o'], text: 'Copier le code OTP de la ligne' },
    { keys: ['a'], text: "Ouvrir l'adresse de la ligne" },
    { keys: ['e'], text: 'Modifier la ligne' },
    { keys: ['m'], text: 'Déplacer la ligne' },
    { keys: ['p'], text: 'Partager la ligne par une note' },
    { keys: ['g'], text: 'Faire glisser la ligne au clavier' },
    { keys: ['Espace'], text: 'Sélectionner la ligne' },
    { keys: ['Maj ↓', 'Maj ↑'], text: 'Sélectionner les lignes voisines' },
    { keys: ['Ctrl A'], text: 'Tout sélectionner' },
    { keys: ['Suppr'], text: 'Supprimer la ligne ou la sélection' },
    { keys: ['Ctrl Z'], text: 'Annuler le dernier déplacement ou la dernière suppression' },
    { keys: ['F6'], text: 'Aller aux notifications' },
    { keys: ['f'], text: 'Mettre ou retirer un favori' },
    { keys: ['n'], text: 'Nouveau mot de passe' },
    { keys: ['Ctrl K', '/'], text: 'Rechercher dans tous vos coffres' },
    { keys: ['→'], text: 'Aller aux boutons du résultat de la recherche' },
    { keys: ['d'], text: 'Filtrer les dossiers' },
    { keys: ['Échap'], text: 'Fermer le panneau ou la fenêtre' },
    { keys: ['Ctrl Alt L'], text: 'Verrouiller la session' },
    { keys: ['?'], text: 'Afficher cette aide' },
  ],
} as const
