/** The frame around every page: menu, footer, what is said when the server or the session goes. */
export const shellTexts = {
  product: 'Trousseau',
  tagline: 'Le coffre-fort des mots de passe de votre organisation',
  mainMenu: 'Menu principal',
  explorer: 'Explorateur',
  help: 'Aide',
  shortcuts: 'Raccourcis clavier',
  userMenu: (name: string, role: string) => `${name} ${role}`,
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
  footer: 'Pied de page',
  unreachable: 'Le serveur ne répond pas',
  unreachableBanner:
    'Connexion au serveur interrompue. Nouvelle tentative en cours, rien de ce que vous avez saisi ne se perd.',
  reachableAgain: 'Connexion rétablie',
  sessionExpired: 'Session expirée',
  inactivity: {
    title: 'Toujours là\u202f?',
    detail: (countdown: string) => `Sans activité, vous serez déconnecté dans ${countdown}.`,
    stay: 'Rester connecté',
  },
  broken: {
    title: 'Une erreur est survenue',
    detail: "La page n'a pas pu s'afficher. La recharger suffit en général.",
    reload: 'Recharger la page',
  },
  notFound: {
    title: 'Page introuvable',
    detail: "Cette adresse ne mène à aucune page de l'application.",
    back: "Aller à l'explorateur",
  },
  contentFailed: 'Erreur pendant le chargement du contenu',
} as const
