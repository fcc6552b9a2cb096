import { counted, formatNumber } from '#texts/platform/format.ts'

/** The back office of banks. */
export const bankTexts = {
  /** The messages of the replies, which the toasts show unchanged. */
  replies: {
    removed: 'La banque a été supprimée',
    userDetached: 'Utilisateur retiré',
    teamDetached: 'Groupe retiré',
    chestDetached: 'Coffre retiré',
  },
  title: 'Backoffice banques',
  table: 'Banques',
  count: (count: number) => counted(count, 'banque', 'banques'),
  search: 'Chercher une banque (nom ou N°)',
  none: "Il n'y a pas de banque à afficher",
  noneDetail: "Une banque réunit les coffres, les groupes et les utilisateurs d'un client.",
  loadFailed: 'Erreur pendant le chargement des banques',
  readFailed: 'Erreur pendant le chargement de la banque',
  columns: {
    id: 'N°',
    label: 'Nom',
    creator: 'Créateur',
    users: 'Utilisateurs',
    teams: 'Groupes',
    chests: 'Coffres',
    maxUser: 'Utilisateurs max.',
  },
  unlimited: 'Infini',
  inactive: 'Inactive',
  create: 'Créer une banque',
  createTitle: 'Nouvelle banque',
  createSubmit: 'Créer',
  choose: 'Travailler ensuite dans cette banque',
  chooseDetail: 'Les groupes, utilisateurs et coffres que vous créerez y seront rattachés.',
  created: 'Banque créé',
  createFailed: 'Erreur pendant création de la banque',
  edit: 'Modifier',
  editTitle: 'Modifier la banque',
  editSubmit: 'Enregistrer',
  edited: 'Banque mise à jour',
  editFailed: 'Erreur pendant modification de la banque',
  label: 'Nom de la banque',
  description: 'Description',
  maxUser: "Limite d'intervenants actifs",
  maxUserDetail: 'Vide\u00a0: aucune limite.',
  maxUserOfOthers: 'Seul un super administrateur peut changer cette limite.',
  maxUserFormat: 'Un nombre entier, de 0 à 1\u202f000\u202f000',
  active: 'Banque active',
  activeDetail:
    'Une banque inactive ne peut pas être choisie, et les droits qui passent par elle ne comptent plus.',
  activeOfOthers: 'Seul un super administrateur peut désactiver ou réactiver une banque.',
  view: 'Détails',
  viewTitle: (bank: string) => `Banque «\u00a0${bank}\u00a0»`,
  activeUsers: 'Intervenants actifs',
  activeUsersOf: (active: number, most: number | null) =>
    most === null
      ? `${formatNumber(active)} (limite\u00a0: Infini)`
      : `${formatNumber(active)} sur ${formatNumber(most)}`,
  isFull: 'La limite est atteinte.',
  attach: {
    user: 'Rattacher des utilisateurs',
    team: 'Rattacher des groupes',
    chest: 'Rattacher des coffres',
  },
  attachTitle: {
    user: (bank: string) => `Utilisateurs de la banque «\u00a0${bank}\u00a0»`,
    team: (bank: string) => `Groupes de la banque «\u00a0${bank}\u00a0»`,
    chest: (bank: string) => `Coffres de la banque «\u00a0${bank}\u00a0»`,
  },
  remove: 'Supprimer',
  removeTitle: 'Supprimer cette banque\u202f?',
  removeDetail: (bank: string) =>
    `La banque «\u00a0${bank}\u00a0» disparaîtra. Ses utilisateurs et ses groupes n'y seront plus rattachés, mais ne seront pas supprimés.`,
  removeForbidden: 'Cette banque a encore des coffres',
  removeHasChests: (bank: string, chests: number) =>
    `La banque «\u00a0${bank}\u00a0» a encore ${counted(chests, 'coffre', 'coffres')}. Elle pourra être supprimée une fois sans coffre\u00a0: retirez-les de la banque, ou supprimez-les.`,
  removed: 'La banque a été supprimée',
  removeFailed: 'Erreur pendant la suppression',
  change: {
    title: 'Changer de banque',
    list: 'Vos banques',
    search: 'Chercher une banque',
    all: 'Toutes les banques',
    current: 'banque courante',
    none: "Vous n'êtes rattaché à aucune banque",
    failed: 'Erreur pendant le changement de banque',
  },
} as const
