import { columnName } from '../column-names.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import {
  addAddress,
  addDate,
  addEmail,
  addExpiry,
  addField,
  addLogin,
  addOtp,
  addPassword,
  type Draft,
} from './entry-draft.ts'
import { tableFormat } from './table-format.ts'

type How = 'login' | 'email' | 'password' | 'address' | 'otp' | 'text' | 'holder' | 'expiry' | 'date'

/** Labels that Enpass gives in English and French. Any other may hold a secret. */
const hows: Readonly<Record<How, readonly string[]>> = {
  login: ['username', 'user name', 'login', 'user id', "nom d'utilisateur", 'identifiant', 'utilisateur'],
  email: ['e mail', 'email', 'courriel', 'adresse e mail'],
  password: ['password', 'mot de passe'],
  address: ['url', 'website', 'site web', 'site', 'adresse web', 'site internet'],
  otp: ['totp', 'one time code', 'code unique', 'code a usage unique'],
  text: [
    'phone',
    'phone number',
    'telephone',
    'numero de telephone',
    'type',
    'company',
    'societe',
    'bank name',
    'banque',
    'nom de la banque',
    'server',
    'serveur',
    'host',
    'hote',
    'port',
    'database',
    'base de donnees',
    'security question',
    'question de securite',
    'country',
    'pays',
    'address',
    'adresse',
    'city',
    'ville',
    'first name',
    'prenom',
    'last name',
    'nom',
  ],
  holder: [
    'cardholder',
    'cardholder name',
    'card holder',
    'titulaire',
    'titulaire de la carte',
    'nom du titulaire',
  ],
  expiry: ['expiry date', 'expiry', 'expiration', "date d'expiration"],
  date: ['valid from', 'date of birth', 'issue date', 'valable depuis', 'date de naissance'],
}
const howOf = new Map(Object.entries(hows).flatMap(([how, names]) => names.map((name) => [name, how as How])))

/** Enpass: CSV. Each row has pairs of a label and a value between its title and its note. */
export const enpassCsv = tableFormat({
  id: 'enpass-csv',
  name: 'Enpass (CSV)',
  family: 'enpass',
  // The dots stand for the further pairs, in every language.
  matches: ({ header }) => header.length > 3 && header.some((name) => /^\.{3,}$/.test(name)),
  hasCellsBeyond: true,
  columns: {},
  rows:
    () =>
    (draft, _cell, { cells }) => {
      // Some versions write no cell where there is no note: the pairs then end the row.
      const hasNote = cells.length % 2 === 0
      // Earlier releases took the last value for a note.
      if (!hasNote && cells.length > 1 && cells.at(-1) !== '')
        draft.former = readRow({ ...draft, ...ownLists() }, cells, true)
      readRow(draft, cells, hasNote)
      return undefined
    },
})

/** Lists of an entry that another one of the same row must not share. */
const ownLists = () => ({ addresses: [], otps: [], fields: [], notesToTell: [] })

function readRow(draft: Draft, cells: readonly string[], hasNote: boolean): Draft {
  // What the columns of the header say is not true of any row.
  draft.fields = []
  draft.title = cells[0] ?? ''
  draft.notes = hasNote ? (cells.at(-1) ?? '') : ''
  const pairs = cells.slice(1, hasNote ? -1 : undefined)
  for (let at = 0; at < pairs.length; at += 2) addPair(draft, pairs[at] ?? '', pairs[at + 1] ?? '')
  if (draft.fields.some(({ label }) => label === labels.code)) draft.category = 'bankCard'
  else if (pairs.length === 0) draft.category = 'other'
  return draft
}

function addPair(draft: Draft, label: string, value: string): void {
  const name = columnName(label.replaceAll('*', ''))
  const how = howOf.get(name)
  if (how === 'login') addLogin(draft, value, label)
  else if (how === 'email') addEmail(draft, value, label)
  else if (how === 'password') addPassword(draft, value, label)
  else if (how === 'address') addAddress(draft, value)
  else if (how === 'otp') addOtp(draft, value)
  else if (how === 'holder') addLogin(draft, value, labels.holder)
  else if (how === 'expiry') addExpiry(draft, value, label)
  else if (how === 'date') addDate(draft, label, value)
  else if (how === 'text') addField(draft, label, 'text', value)
  else addField(draft, /^(?:cvc|cvv)/.test(name) ? labels.code : label, 'concealed', value)
}
