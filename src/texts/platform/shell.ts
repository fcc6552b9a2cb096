import { productTexts } from './product.ts'

/** The frame around every page: menu, footer, what is said when the server or the session goes. */
export const shellTexts = {
  ...productTexts,
  mainMenu: 'Menu principal',
  explorer: 'Explorateur',
  dashboard: 'Tableau de bord',
  help: 'Aide',
  shortcuts: 'Raccourcis clavier',
  userMenu: (name: string, role: string) => `${name} ${role}`,
  account: 'Mon compte',
  logout: 'Se déconnecter',
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
    administration: 'Administration',
  },
  documents: {
    terms: "Conditions d'utilisation",
    privacy: 'Politique de confidentialité',
    legal: 'Mentions légales',
  },
  /** The same where there is little room. */
  shortDocuments: {
    terms: 'Conditions',
    privacy: 'Confidentialité',
    legal: 'Mentions légales',
  },
  download: (document: string) => `${document}, télécharger (PDF)`,
  guide: 'Guide',
  guideOf: "Guide d'utilisation",
  vendor: "Site de l'éditeur",
  extension: 'Extension de navigateur',
  unreachableBanner:
    'Connexion au serveur interrompue. Nouvelle tentative en cours, rien de ce que vous avez saisi ne se perd.',
  reachableAgain: 'Connexion rétablie',
  sessionExpired: 'Session expirée',
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
