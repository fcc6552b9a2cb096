import { counted } from '#texts/platform/format.ts'

type Holds = { items: number; folders: number }

/** Returns `12 mots de passe et 3 dossiers`, without zero counts. */
const contentOf = ({ items, folders }: Holds): string =>
  [
    items > 0 && counted(items, 'mot de passe', 'mots de passe'),
    folders > 0 && counted(folders, 'dossier', 'dossiers'),
  ]
    .filter((part) => part !== false)
    .join(' et ')

const isOne = ({ items, folders }: Holds) => items + folders === 1

export const trashTexts = {
  title: 'Corbeille',
  of: (chest: string) => `Corbeille · ${chest}`,
  back: 'Revenir au coffre',
  older: 'Supprimés il y a plus de 30 jours',
  table: 'Éléments supprimés',
  columns: {
    id: 'N°',
    name: 'Nom',
    type: 'Type',
    deletedBy: 'Supprimé par',
    deletedAt: 'Suppression',
  },
  kinds: { item: 'Mot de passe', folder: 'Dossier' },
  holding: (holds: Holds) => `avec ${contentOf(holds)}`,
  empty: 'Aucune donnée',
  emptyRecent: "Rien n'a été supprimé depuis 30 jours.",
  emptyOlder: "Rien n'a été supprimé il y a plus de 30 jours.",
  selectionActions: 'Actions sur la sélection',
  restore: 'Restaurer',
  remove: 'Supprimer définitivement',
  restoreTitle: (count: number) =>
    count === 1 ? 'Restaurer cet élément\u202f?' : `Restaurer ces ${count} éléments\u202f?`,
  restoreOne: (name: string, holds: Holds) =>
    `«\u00a0${name}\u00a0» reprendra sa place dans le coffre${
      contentOf(holds) === '' ? '' : `, avec ${contentOf(holds)}`
    }.`,
  restoreSeveral: (holds: Holds) => `${contentOf(holds)} reprendront leur place dans le coffre.`,
  restorePlace: "Les éléments dont le dossier n'existe plus reviennent à la racine du coffre.",
  removeTitle: (count: number) =>
    count === 1 ? 'Supprimer définitivement\u202f?' : `Supprimer définitivement ces ${count} éléments\u202f?`,
  removeOne: (name: string, holds: Holds) =>
    `«\u00a0${name}\u00a0»${contentOf(holds) === '' ? '' : `, avec ${contentOf(holds)},`} et ses anciennes versions seront détruits.`,
  removeSeveral: (holds: Holds) =>
    isOne(holds)
      ? `${contentOf(holds)} sera détruit, anciennes versions comprises.`
      : `${contentOf(holds)} seront détruits, anciennes versions comprises.`,
  forGood: 'Personne ne pourra les retrouver.',
  emptyTrash: 'Vider la corbeille',
  emptyTitle: 'Vider la corbeille\u202f?',
  emptyAll: 'Tout ce que contient la corbeille de ce coffre est concerné, quelle que soit sa date.',
  emptied: 'Corbeille vidée',
  restored: (count: number) =>
    count === 1 ? 'Elément restauré' : counted(count, 'élément restauré', 'éléments restaurés'),
  removed: (count: number) =>
    count === 1
      ? 'Elément supprimé définitivement'
      : `${counted(count, 'élément supprimé', 'éléments supprimés')} définitivement`,
  restoreFailed: 'Erreur pendant la restauration',
  removeFailed: 'Erreur pendant la suppression',
  loadFailed: 'Erreur pendant le chargement de la corbeille',
} as const
