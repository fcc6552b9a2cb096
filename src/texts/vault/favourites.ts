/** Favourites: one's own chests and items within reach. */
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
