import { nbsp } from '#texts/platform/format.ts'

/** The mappings of the directory's groups on the administration page. */
export const directoryTexts = {
  title: "Groupes de l'annuaire",
  detail:
    "Les personnes d'un groupe de l'annuaire entrent dans le groupe Trousseau choisi, et en sortent, à chaque connexion. Celles que vous y avez mises à la main y restent.",
  group: "Groupe de l'annuaire",
  groupDetail: 'Les groupes contenus dans ce groupe comptent aussi.',
  groupSearch: "Chercher dans l'annuaire",
  groupNone: 'Aucun groupe ne correspond',
  groupMissing: 'Choisissez un groupe dans la liste',
  team: 'Groupe Trousseau',
  teamSearch: 'Chercher un groupe',
  teamNone: 'Aucun groupe ne correspond',
  teamMissing: 'Choisissez un groupe dans la liste',
  add: 'Ajouter la correspondance',
  added: 'Correspondance ajoutée',
  addFailed: "Erreur pendant l'ajout de la correspondance",
  list: 'Correspondances',
  noneDetail: "Aucun groupe de l'annuaire ne donne accès à un groupe Trousseau.",
  remove: 'Supprimer',
  removeOf: (group: string, team: string) =>
    `Supprimer la correspondance de «${nbsp}${group}${nbsp}» vers «${nbsp}${team}${nbsp}»`,
  removeTitle: 'Supprimer la correspondance ?',
  removeDetail: (team: string) =>
    `Les personnes que l'annuaire seul avait mises dans le groupe «${nbsp}${team}${nbsp}» en sortent tout de suite.`,
  removed: 'Correspondance supprimée',
  removeFailed: 'Erreur pendant la suppression de la correspondance',
  loadFailed: 'Erreur pendant le chargement des correspondances',
} as const
