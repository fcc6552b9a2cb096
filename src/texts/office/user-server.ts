import { counted, nbsp } from '#texts/platform/format.ts'

/** What the server says about users, besides the refusals. */
export const userServerTexts = {
  removed: "L'utilisateur a été supprimé",
  sessionsEnded: 'Les sessions sont terminées',
} as const

/** How a file of users may name its columns, besides the names of the interface; folded. */
export const userFileHeaders = {
  login: ['login', 'identifiant'],
  email: ['email', 'e-mail', 'mail', 'adresse e-mail', 'adresse email', 'courriel'],
  firstName: ['firstname', 'first_name', 'prenom'],
  lastName: ['lastname', 'last_name', 'nom', 'nom de famille'],
  role: ['role'],
  bank: ['bank', 'banque'],
  teams: ['teams', 'team', 'groupes', 'groupe'],
} as const
export type UserFileColumn = keyof typeof userFileHeaders

const columnTexts: Record<UserFileColumn, string> = {
  login: 'identifiant',
  email: 'adresse e-mail',
  firstName: 'prénom',
  lastName: 'nom',
  role: 'rôle',
  bank: 'banque',
  teams: 'groupes',
}

const quoted = (text: string): string => {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return `«${nbsp}${short}${nbsp}»`
}

/** Why a whole file of users is refused. */
export const userFileTexts = {
  empty: 'Le fichier est vide',
  malformed: (line: number) =>
    `Le fichier CSV est mal formé à la ligne ${line}${nbsp}: vérifiez les guillemets`,
  notText: "Ce fichier n'est pas un fichier CSV",
  tooMany: (maximum: number) => `Ce fichier a plus de ${counted(maximum, 'ligne', 'lignes')}`,
  columnMissing: (column: UserFileColumn) =>
    `La première ligne doit nommer les colonnes${nbsp}: il manque ${quoted(column)}`,
  columnTwice: (column: UserFileColumn) => `La colonne ${quoted(column)} est là deux fois`,
  columnUnknown: (name: string) =>
    `La colonne ${quoted(name)} est inconnue. Colonnes possibles${nbsp}: ${Object.keys(columnTexts).join(', ')}`,
} as const

/** What is wrong with one line. */
export const userLineTexts = {
  tooManyCells: 'Cette ligne a plus de cellules que la première',
  required: (column: UserFileColumn) => `Il manque une valeur${nbsp}: ${columnTexts[column]}`,
  pattern: (column: UserFileColumn, value: string) =>
    `Valeur incorrecte (${columnTexts[column]})${nbsp}: ${quoted(value)}`,
  roleUnknown: (value: string) => `Rôle inconnu${nbsp}: ${quoted(value)}`,
  roleTooHigh: 'Ce rôle est plus élevé que le vôtre',
  bankUnknown: (value: string) => `Banque introuvable${nbsp}: ${quoted(value)}`,
  bankAmbiguous: (value: string) =>
    `Plusieurs banques portent ce nom, donnez son numéro${nbsp}: ${quoted(value)}`,
  teamUnknown: (value: string) => `Groupe introuvable${nbsp}: ${quoted(value)}`,
  teamAmbiguous: (value: string) =>
    `Plusieurs groupes portent ce nom, donnez son numéro${nbsp}: ${quoted(value)}`,
  teamNotManaged: (value: string) =>
    `Ce groupe dépasse le périmètre que vous administrez${nbsp}: ${quoted(value)}`,
  loginTwice: (line: number) => `Cet identifiant est déjà à la ligne ${line}`,
  emailTwice: (line: number) => `Cette adresse e-mail est déjà à la ligne ${line}`,
  loginTaken: "L'utilisateur existe déjà",
  emailTaken: "L'adresse email est déjà utilisé",
  bankFull: (label: string) => `Nombre limite d'utilisateur atteint${nbsp}: ${quoted(label)}`,
} as const
