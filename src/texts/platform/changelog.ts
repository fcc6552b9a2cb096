/** The dialog of the changelog. */
export const changelogTexts = {
  title: 'Nouveautés',
  version: (version: string) => `Version ${version}`,
  close: 'Fermer',
  loadFailed: 'Erreur pendant le chargement des données',
  /** The specification's own words. */
  markFailed: 'Erreur pendant mise à jour utilisateur',
} as const
