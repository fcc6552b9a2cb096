import { counted } from '#texts/platform/format.ts'

/** The back office of teams. */
export const teamTexts = {
  /** The messages of the replies, which the toasts show unchanged. */
  replies: {
    removed: 'Le groupe a été supprimé',
  },
  title: 'Backoffice groupes',
  table: 'Groupes',
  count: (count: number) => counted(count, 'groupe', 'groupes'),
  search: 'Filtrer les groupes',
  none: "Il n'y a pas de groupe à afficher",
  noneDetail: 'Un groupe donne à plusieurs personnes les mêmes droits sur des coffres.',
  loadFailed: 'Erreur pendant le chargement des groupes',
  columns: {
    id: 'N°',
    name: 'Nom',
    description: 'Description',
    creator: 'Créateur',
    users: 'Utilisateurs',
    banks: 'Banques',
  },
  create: 'Créer un groupe',
  createTitle: 'Nouveau groupe',
  createSubmit: 'Créer',
  createdIn: (bank: string) => `Le groupe sera rattaché à la banque «\u00a0${bank}\u00a0».`,
  created: 'Groupe créé',
  createFailed: 'Erreur pendant création du groupe',
  edit: 'Modifier',
  editTitle: 'Modifier le groupe',
  editSubmit: 'Enregistrer',
  edited: 'Groupe mis à jour',
  editFailed: 'Erreur pendant modification du groupe',
  name: 'Nom du groupe',
  description: 'Description',
  people: 'Rattacher des utilisateurs',
  peopleTitle: (team: string) => `Utilisateurs du groupe «\u00a0${team}\u00a0»`,
  remove: 'Supprimer',
  removeTitle: 'Supprimer ce groupe\u202f?',
  removeDetail: (team: string, people: number) =>
    people === 0
      ? `Le groupe «\u00a0${team}\u00a0» disparaîtra, avec les droits qu'il donne.`
      : `Le groupe «\u00a0${team}\u00a0» disparaîtra. ${counted(people, 'personne perdra', 'personnes perdront')} aussitôt les droits qu'il donne.`,
  removed: 'Le groupe a été supprimé',
  removeFailed: 'Erreur pendant la suppression',
} as const
