/** The texts of the pages and of the document around them. */
export const guideTexts = {
  title: "Guide d'utilisation",
  lead: 'Trousseau au quotidien, puis son administration.',
  contents: 'Sommaire',
  search: 'Rechercher dans le guide',
  results: 'Résultats dans le guide',
  none: (term: string) => `Aucun passage du guide avec «\u00a0${term}\u00a0»`,
  count: (count: number) => (count > 1 ? `${count} passages` : `${count} passage`),
  onThisPage: 'Dans cette page',
  previous: 'Page précédente',
  next: 'Page suivante',
  pdf: 'Télécharger le guide (PDF)',
  note: 'À savoir',
  /** The arrow keys in words, for fonts without their signs. */
  arrows: { up: 'Haut', down: 'Bas', left: 'Gauche', right: 'Droite' },
  anchor: (title: string) => `Adresse de la section\u00a0: ${title}`,
} as const
