/** What the calls on folders, items and the trash answer; the toasts show it as it stands. */
export const contentTexts = {
  folderCreated: 'Dossier créé',
  folderUpdated: 'Dossier mis à jour',
  folderMoved: 'Dossier déplacé',
  itemCreated: 'Mot de passe créé',
  itemUpdated: 'Mot de passe mis à jour',
  itemMoved: 'Mot de passe déplacé',
  /** Also for folders, as specified. */
  removed: 'Mot de passe supprimé',
  restored: 'Elément restauré',
  destroyed: 'Elément supprimé définitivement',
  versionRestored: 'Ancienne valeur restaurée',
  emptied: 'Corbeille vidée',
  noted: 'Action enregistrée',
} as const
