import type { DirectoryReason } from '#domain/identity/directory-refusals.ts'
import { nbsp } from '#texts/platform/format.ts'

/** The reasons of Active Directory for refusing a person, after « Dernier refus : ». */
export const directoryReasonTexts: Readonly<Record<DirectoryReason, string>> = {
  '530': "connexion interdite à cette heure par l'annuaire (530)",
  '531': "connexion permise depuis certains postes seulement par l'annuaire (531)",
  '532': "mot de passe expiré dans l'annuaire (532)",
  '533': "compte désactivé dans l'annuaire (533)",
  '701': "compte expiré dans l'annuaire (701)",
  '773': "mot de passe à changer d'abord dans Windows (773)",
  '775': "compte verrouillé dans l'annuaire (775)",
}

/** The mappings of the directory's groups on the administration page. */
export const directoryTexts = {
  title: "Groupes de l'annuaire",
  detail:
    "À chaque connexion, les personnes d'un groupe de l'annuaire entrent dans le groupe Trousseau choisi, ou en sortent. Celles que vous avez ajoutées à la main y restent.",
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
  removeTitle: 'Supprimer la correspondance\u202f?',
  removeDetail: (team: string) =>
    `Les personnes qui n'étaient dans le groupe «${nbsp}${team}${nbsp}» que par l'annuaire en sortent aussitôt.`,
  removed: 'Correspondance supprimée',
  removeFailed: 'Erreur pendant la suppression de la correspondance',
  loadFailed: 'Erreur pendant le chargement des correspondances',
} as const
