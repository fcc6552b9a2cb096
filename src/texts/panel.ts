/** What the detail panels of items and folders share. */
export const panelTexts = {
  tabs: 'Vues du panneau',
  details: 'Détails',
  activity: 'Activité',
  edit: (field: string) => `Modifier\u00a0: ${field}`,
  validate: 'Valider',
  cancel: 'Annuler la modification',
  loadFailed: 'Erreur pendant la récupération des infos',
  updateFailed: 'Erreur pendant la mise à jour',
  conflict: "Quelqu'un d'autre vient de modifier cet élément. Vérifiez, puis validez de nouveau.",
  now: 'Valeur actuelle',
  creator: 'Créateur',
  createdAt: 'Création',
  none: 'Aucun',
  actions: "Plus d'actions",
  move: 'Déplacer',
  remove: 'Supprimer',
  history: {
    empty: 'Aucune activité',
    by: (person: string) => `par ${person}`,
  },
} as const
