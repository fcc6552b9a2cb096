/** What the site map says of each page, under its name. */
export const siteMapTexts = {
  vault: 'Coffres et mots de passe',
  account: 'Vous',
  offices: 'Administration',
  guide: "Guide d'utilisation",
  documents: 'Documents',
  chests: 'Vos coffres',
  passwords: 'Mots de passe à surveiller',
  trash: 'Corbeille du dernier coffre ouvert',
} as const
