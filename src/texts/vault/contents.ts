import { counted } from '#texts/platform/format.ts'
import { historyActionOf, type HistoryAction, type HistoryParamName } from '#domain/vault/history.ts'

/** The messages of the calls on folders, items and the trash, which the toasts show unchanged. */
export const contentTexts = {
  folderCreated: 'Dossier créé',
  folderUpdated: 'Dossier mis à jour',
  folderMoved: 'Dossier déplacé',
  itemCreated: 'Mot de passe créé',
  itemUpdated: 'Mot de passe mis à jour',
  itemMoved: 'Mot de passe déplacé',
  /** For folders as well, as specified. */
  removed: 'Mot de passe supprimé',
  restored: 'Elément restauré',
  destroyed: 'Elément supprimé définitivement',
  versionRestored: 'Ancienne valeur restaurée',
  emptied: 'Corbeille vidée',
  noted: 'Action enregistrée',
} as const

export const folderTexts = {
  createTitle: 'Nouveau dossier',
  name: 'Nom',
  description: 'Description',
  nameFormat: '255 caractères au plus, sur une seule ligne',
  submit: 'Créer',
  created: 'Dossier créé',
  createFailed: 'Erreur pendant création du dossier',
  panelLabel: 'Détail du dossier',
  content: 'Contenu',
  contentOf: (items: number, folders: number) =>
    [
      counted(items, 'mot de passe', 'mots de passe'),
      folders > 0 && counted(folders, 'sous-dossier', 'sous-dossiers'),
    ]
      .filter((part) => part !== false)
      .join(', '),
  parent: 'Dans',
  root: 'Racine du coffre',
  open: 'Ouvrir le dossier',
} as const

/** The common texts of item and folder panels. */
export const panelTexts = {
  tabs: 'Vues du panneau',
  details: 'Détails',
  activity: 'Activité',
  edit: (field: string) => `Modifier\u00a0: ${field}`,
  validate: 'Valider',
  cancel: 'Annuler la modification',
  loadFailed: 'Erreur pendant la récupération des infos',
  updateFailed: 'Erreur pendant la mise à jour',
  conflict: {
    title: (person: string) => `${person} a modifié ce champ pendant votre saisie.`,
    lost: "Rien n'est perdu\u00a0: choisissez la valeur à garder.",
    mine: 'Votre valeur',
    theirs: (person: string) => `Valeur de ${person}`,
    theyHave: (person: string, value: string) => `Valeur de ${person}\u00a0: ${value}`,
    keepMine: 'Garder la mienne',
    takeTheirs: 'Prendre la sienne',
  },
  now: 'Valeur actuelle',
  undo: 'Annuler',
  creator: 'Créateur',
  createdAt: 'Création',
  none: 'Aucun',
  required: 'Obligatoire',
  actions: "Plus d'actions",
  move: 'Déplacer',
  remove: 'Supprimer',
  versions: {
    open: "Voir l'ancienne valeur",
    value: 'Ancienne valeur',
    nothing: 'Aucune valeur',
    copy: "Copier l'ancienne valeur",
    close: 'Masquer',
    restore: 'Restaurer',
    openFailed: 'Erreur pendant la récupération des infos',
  },
  history: {
    empty: 'Aucune activité',
    by: (person: string) => `par ${person}`,
  },
} as const

/** The label of each action. */
export const historyActionTexts: Record<HistoryAction, string> = {
  [historyActionOf.creation]: 'Création',
  [historyActionOf.change]: 'Modification',
  [historyActionOf.deletion]: 'Suppression',
  [historyActionOf.restoration]: 'Restauration',
}

/** The label of a change, by its field. */
export const historyParamTexts: Record<HistoryParamName, string> = {
  folder: 'Déplacement',
  name: 'Nom modifié',
  login: 'Identifiant modifié',
  password: 'Mot de passe modifié',
  password_level: 'Niveau du mot de passe modifié',
  description: 'Description modifiée',
  address: 'Adresse modifiée',
  addressDanger: "Niveau de danger de l'adresse modifié",
  category: 'Catégorie modifiée',
  otp: 'OTP modifié',
  otp_delete: 'OTP supprimé',
}

/** Returns the label of a history entry: the changed field if there is one, else the action. */
export const historyLabel = (entry: { action: HistoryAction; paramName?: HistoryParamName | null }): string =>
  entry.action === historyActionOf.change && entry.paramName
    ? historyParamTexts[entry.paramName]
    : historyActionTexts[entry.action]
