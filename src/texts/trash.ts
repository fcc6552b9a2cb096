export const trashTexts = {
  title: 'Corbeille',
  of: (chest: string) => `Corbeille · ${chest}`,
  back: 'Revenir au coffre',
  older: 'Supprimés il y a plus de 30 jours',
  table: 'Éléments supprimés',
  columns: { icon: 'Type', id: 'Id', name: 'Nom', deletedBy: 'Supprimé par', deletedAt: 'Suppression' },
  kinds: { item: 'Mot de passe', folder: 'Dossier' },
  empty: 'Aucune donnée',
  restore: 'Restaurer',
  remove: 'Supprimer définitivement',
  restoreTitle: 'Restaurer cet élément\u202f?',
  restoreDetail: (name: string) =>
    `«\u00a0${name}\u00a0» reprendra sa place dans le coffre, avec tout ce qu'il contenait.`,
  removeTitle: 'Supprimer définitivement\u202f?',
  removeDetail: (name: string) =>
    `«\u00a0${name}\u00a0» et ses anciennes versions seront détruits. Personne ne pourra les retrouver.`,
  restored: 'Elément restauré',
  removed: 'Elément supprimé définitivement',
  restoreFailed: 'Erreur pendant la restauration',
  removeFailed: 'Erreur pendant la suppression',
  loadFailed: 'Erreur pendant le chargement de la corbeille',
} as const
