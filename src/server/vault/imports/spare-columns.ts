import { columnName, fieldOf, type CsvField } from './column-names.ts'
import { isOtpValue, isProse, readOtherOtp } from './read-otp.ts'
import { secrecyOf } from './secret-names.ts'

/** What a column may hold where no column of a known name does. */
export type SpareField = Extract<CsvField, 'name' | 'login' | 'password' | 'address' | 'otp'>

/** What people have accounts of. */
const thing =
  '(?:site(?: web| internet)?|service|application|appli|logiciel|programme|plateforme|portail|outil|serveur|machine|equipement|ressource)'
const of = "(?:du |de la |de l'|de |d')"
const whole = (...names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})$`)

/** The names of such columns, as `columnName` writes them, in the order of preference of each field. */
const spareNames: readonly { readonly field: Exclude<SpareField, 'otp'>; readonly names: RegExp }[] = [
  {
    field: 'name',
    names: whole(
      `(?:nom|titre|libelle|intitule|designation) ${of}?(?:${thing}|entree|fiche)`,
      '(?:site|app|application|service|item|entry|resource|website) (?:name|title)',
      'display name',
      'nickname',
    ),
  },
  { field: 'name', names: whole('application|appli|logiciel|programme|plateforme|portail|ressource|app') },
  { field: 'name', names: whole('(?:nom|libelle|intitule) (?:du|de) compte', 'account (?:name|title)') },
  {
    field: 'login',
    names: whole(
      'username value',
      'user ?id',
      'id utilisateur',
      '(?:user|login|sign in) (?:name|id)',
      "(?:identifiant|id|login) (?:de connexion|utilisateur|d'utilisateur|de l'utilisateur|(?:du |de )?compte|d'acces)",
      "(?:nom|compte) (?:de connexion|utilisateur|de l'utilisateur)",
      '(?:e ?mail|courriel|adresse (?:e ?)?mail) (?:de connexion|(?:du |de )?compte|utilisateur)',
    ),
  },
  { field: 'login', names: whole('nom (?:du|de) compte', 'account (?:name|id)') },
  { field: 'password', names: whole('password value', 'passwort') },
  {
    field: 'address',
    names: whole(
      `(?:adresse|url|lien|page)(?: web| internet| url)? ${of}(?:${thing}|connexion|acces|compte)`,
      '(?:adresse|site|page|lien|url) (?:internet|web|url)',
      '(?:origin|site|login|website|service) (?:urls?|address)',
      'web address',
    ),
  },
  { field: 'address', names: whole('domaine?', 'adresse ip') },
]

/** Names of columns that hold one-time secrets, or whether somebody uses one ('Oui', 'par SMS'). */
const spareOtpNames = whole(
  'mfa',
  'a2f',
  '2fa',
  'double authentification',
  'totp secret',
  'secret totp',
  'secret otp',
  'cle totp',
  'cle otp',
  'code otp',
  'code 2fa',
  'code mfa',
  'otp auth',
  'one time password',
  'twofasecret',
)

/** Whether a column may hold one-time secrets, by its name. @param name as `columnName` writes it */
export const isSpareOtp = (name: string): boolean => spareOtpNames.test(name)

/** Fields that one column may hold at once ('Identifiant / e-mail'), and what it becomes then. */
const joined: readonly { readonly parts: readonly CsvField[]; readonly field: Exclude<SpareField, 'otp'> }[] =
  [
    { parts: ['name'], field: 'name' },
    { parts: ['login', 'email'], field: 'login' },
    { parts: ['password'], field: 'password' },
    { parts: ['address'], field: 'address' },
  ]

/**
 * Returns what a column may be where no other is, first what it most likely is, by its name alone.
 * @param name as `columnName` writes it
 */
export function spareFieldsOf(name: string): Exclude<SpareField, 'otp'>[] {
  if (name.length > 100) return []
  const parts = name.split(/ ?[/|] ?| ou | or /).map(fieldOf)
  const both =
    parts.length > 1
      ? joined.find((one) => parts.every((part) => part !== undefined && one.parts.includes(part)))
      : undefined
  const found = [
    ...(both ? [both.field] : []),
    ...spareNames.flatMap((one) => (one.names.test(name) ? [one.field] : [])),
  ]
  const isSecret = secrecyOf(name) === 'secret'
  return [...new Set(found)].filter((field) => field === 'password' || !isSecret)
}

/** Whether a cell is a one-time secret, or its address. */
const isCode = (cell: string): boolean =>
  isOtpValue(cell) || (cell.trim() !== '' && !isProse(cell) && readOtherOtp(cell, '').otp !== null)

/** Words by which people say whether there is a second factor, and which one. */
const answers = new Set(
  [
    'oui non yes no vrai faux true false x ok aucun aucune sans avec na sms mail email courriel appli application app',
    'telephone tel mobile portable smartphone appel vocal notification push fait faire active actif activee inactif desactive',
    'desactivee active enabled disabled obligatoire optionnel optionnelle possible impossible google microsoft authy',
    'authenticator freeotp yubikey badge fido fido2 webauthn passkey totp otp mfa 2fa a2f code codes token usb cle physique',
    'securite carte e a au en de du la le l un une et ou par via sur pour pas avec prevoir prevue prevu none',
  ].flatMap((words) => words.split(' ')),
)

/** Whether a cell only says whether there is a second factor. */
const isAnswer = (cell: string): boolean =>
  cell.length <= 100 &&
  columnName(cell)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .every((word) => answers.has(word))

/** Of these, earlier releases took the first two for one-time secrets in every table. */
const formerOtps = whole('2fa', 'double authentification')

/**
 * Returns the place of the column that earlier releases took for the one-time secrets in a table without a known name of one;
 * -1 without any.
 * @param isLate the releases that knew all of the names above
 */
export const formerOtpAt = (names: readonly string[], isLate: boolean): number => {
  const at = names.findIndex((name) => formerOtps.test(name))
  return at === -1 && isLate ? names.findIndex(isSpareOtp) : at
}

export type SpareColumns = {
  /** The fields of columns, by their places. */
  readonly fields: ReadonlyMap<number, SpareField>
  /** The places of columns that say whether there is a second factor: none of their cells is a secret. */
  readonly answers: ReadonlySet<number>
}

/**
 * Returns what the columns without a field of their own hold where no other column does.
 * @param names as `columnName` writes them
 * @param given the fields of the other columns
 */
export function spareColumnsOf(
  names: readonly string[],
  given: readonly (CsvField | undefined)[],
  cellsAt: (place: number) => readonly string[],
): SpareColumns {
  const fields = new Map<number, SpareField>()
  const free = names.flatMap((name, place) =>
    given[place] === undefined ? [{ place, found: spareFieldsOf(name) }] : [],
  )
  const taken = new Set(given)
  for (const field of ['name', 'login', 'password', 'address'] as const) {
    if (taken.has(field)) continue
    // The first preference of a column counts before the second one of another.
    const best = free
      .filter(({ place, found }) => !fields.has(place) && found.includes(field))
      .toSorted(
        (one, other) => preferenceOf(names[one.place], field) - preferenceOf(names[other.place], field),
      )
    const [first] = best
    if (first) fields.set(first.place, field)
  }
  const otps = names.flatMap((name, place) => (given[place] === undefined && isSpareOtp(name) ? [place] : []))
  const withCode = otps.find((place) => cellsAt(place).some(isCode))
  // Without a password, the code is what the table is for.
  const hasPassword = taken.has('password') || [...fields.values()].includes('password')
  const otp = withCode ?? (hasPassword ? undefined : otps[0])
  if (otp !== undefined && !taken.has('otp')) fields.set(otp, 'otp')
  const answered = otps.filter(
    (place) => !fields.has(place) && cellsAt(place).every((cell) => isAnswer(cell)),
  )
  return { fields, answers: new Set(answered) }
}

/** Returns how likely a name is that of a field; 0 is most likely. */
function preferenceOf(name: string | undefined, field: SpareField): number {
  const at = spareNames.findIndex((one) => one.field === field && one.names.test(name ?? ''))
  return at === -1 ? 0 : at + 1
}
