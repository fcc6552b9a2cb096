import { counted, formatNumber } from '#texts/platform/format.ts'

/** The global search in the top bar. */
export const searchTexts = {
  label: 'Rechercher dans tous vos coffres',
  placeholder: 'Rechercher',
  open: 'Rechercher',
  /** Closes the sheet of a narrow screen. */
  leave: 'Fermer',
  key: 'Ctrl K',
  clear: 'Effacer la recherche',
  results: 'Résultats de la recherche',
  groups: { chest: 'Coffres', folder: 'Dossiers', item: 'Mots de passe' },
  group: (name: string, count: number) => `${name} (${formatNumber(count)})`,
  none: (term: string) => `Aucun résultat avec ${term}`,
  noneDetail: "La recherche porte sur le nom, l'identifiant, l'adresse, la description et les dossiers.",
  refine: 'Affinez votre recherche pour moins de résultats',
  incomplete: "Recherche incomplète : certains coffres n'ont pas pu être parcourus à temps.",
  goOn: 'Relancer la recherche',
  failed: 'Erreur pendant la recherche',
  busy: 'Recherche en cours',
  count: (count: number) => counted(count, 'résultat', 'résultats'),
  dots: '…',
  inDescription: 'trouvé dans la description',
  protectedMark: 'Protégé par une clé maître',
  hints: { move: 'parcourir', open: 'ouvrir' },
} as const
