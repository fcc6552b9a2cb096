/** Favourites: one's own chests and items within reach. */
export const favouriteTexts = {
  chests: 'Coffres favoris',
  items: 'Mots de passe favoris',
  add: 'Ajouter aux favoris',
  remove: 'Retirer des favoris',
  addOf: (name: string) => `Ajouter ${name} aux favoris`,
  removeOf: (name: string) => `Retirer ${name} des favoris`,
  toggleOf: (name: string) => `Favori\u00a0: ${name}`,
  added: 'Favori ajouté',
  addFailed: 'Erreur ajout favori',
  removed: 'Favori supprimé',
  removeFailed: 'Erreur suppression favori',
  loadFailed: 'Erreur chargement favoris',
  cardFailed: "Erreur lors de la génération d'un favori",
} as const
