/** The first columns of a table that Trousseau exports: those of the template, then one that marks it as such. */
export const ownCsvHeader = [
  'Nom',
  'Identifiant',
  'Mot de passe',
  'Adresse',
  'Description',
  'OTP',
  'Dossier',
  'Catégorie Trousseau',
] as const

/** The column after them, of a table whose items have dates of renewal, yyyy-mm-dd. */
export const ownRenewalColumn = 'Renouvellement Trousseau'

const [hiddenMark, visibleMark] = [' (masqué)', ' (visible)'] as const

/** Returns the name of the column of an extra field. The label of a visible one that ends in a mark gets one more. */
export const ownExtraName = (label: string, isHidden: boolean): string => {
  if (isHidden) return `${label}${hiddenMark}`
  return label.endsWith(hiddenMark) || label.endsWith(visibleMark) ? `${label}${visibleMark}` : label
}

/** Reads the name of the column of an extra field. */
export const readOwnExtraName = (name: string): { label: string; isHidden: boolean } => {
  const mark = [hiddenMark, visibleMark].find((one) => name.endsWith(one))
  return mark === undefined
    ? { label: name, isHidden: false }
    : { label: name.slice(0, -mark.length), isHidden: mark === hiddenMark }
}
