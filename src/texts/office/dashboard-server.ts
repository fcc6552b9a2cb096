import type { Indicator } from '#domain/vault/figures.ts'

/** The names of the indicators, as their call tells them. */
export const indicatorTexts: Record<Indicator, string> = {
  chests: 'Coffres',
  guardianChests: 'Coffres protégés',
  folders: 'Dossiers',
  items: 'Mots de passe',
  weakShare: 'Mots de passe faibles (%)',
  reused: 'Mots de passe réutilisés',
  old: "Mots de passe de plus d'un an",
  activeUsers: 'Utilisateurs actifs',
  activeIntervenants: 'Intervenants actifs',
  teams: 'Groupes',
  usersWithoutFactor: 'Utilisateurs sans second facteur',
  notas: 'Messages uniques créés (30 jours)',
}
