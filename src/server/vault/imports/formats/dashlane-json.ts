import type { CategoryKey } from '#domain/platform/categories.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import {
  addAddress,
  addEmail,
  addExpiry,
  addField,
  addLogin,
  addOtp,
  addPassword,
  addUnknown,
  draftEntry,
  type Draft,
  readEntries,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type Found, type FoundEntry } from './found.ts'
import { isObject, type JsonObject, listOf, textAt, valueOf } from './json-values.ts'

/** The lists of an export, and what their entries are. */
const lists: Readonly<Record<string, CategoryKey | null>> = {
  AUTHENTIFIANT: null,
  SECURENOTE: 'other',
  PAYMENTMEANS_CREDITCARD: 'bankCard',
  PAYMENTMEAN_PAYPAL: 'bankCard',
  BANKSTATEMENT: 'bankCard',
  EMAIL: 'other',
  IDENTITY: 'other',
  ADDRESS: 'other',
  PHONE: 'other',
  COMPANY: 'other',
  PERSONALWEBSITE: 'other',
  IDCARD: 'other',
  PASSPORT: 'other',
  DRIVERLICENCE: 'other',
  SOCIALSECURITYSTATEMENT: 'other',
  FISCALSTATEMENT: 'other',
}
const isDashlane = (value: unknown): boolean =>
  isObject(value) && Object.keys(lists).some((name) => Array.isArray(valueOf(value, name)))

/** Dashlane's former JSON: a list for each kind of entry. */
export const dashlaneJson: Format = {
  id: 'dashlane-json',
  name: 'Dashlane (JSON)',
  family: 'dashlane',
  endings: ['.json'],
  needs: [],
  recognises: (file) => file.kind === 'json' && isDashlane(file.value),
  async read(file, { yielder }) {
    if (file.kind !== 'json' || !isObject(file.value)) return { ok: false, code: 'FORMAT_OTHER' }
    const entries: FoundEntry[] = []
    const unreadable: Found['unreadable'][number][] = []
    for (const [name, list] of Object.entries(file.value)) {
      const before = entries.length + unreadable.length
      const read = await readEntries(listOf(list), yielder, (item, place) => {
        const draft = draftEntry(before + place)
        readItem(draft, item, name)
        // Earlier releases named some entries by another key, and took the lack of a category for one.
        const former = draftEntry(before + place)
        readItem(former, item, name, formerTitleKeys)
        if (former.title !== draft.title || former.path.length !== draft.path.length) draft.former = former
        return draft
      })
      entries.push(...read.entries)
      unreadable.push(...read.unreadable.map((one) => ({ ...one, line: before + one.line })))
    }
    return found(entries, { unreadable })
  },
}

/** The keys that name an entry, by preference. */
const formerTitleKeys = [
  'title',
  'bank',
  'BankAccountName',
  'addressName',
  'emailName',
  'phoneName',
  'fullName',
  'Fullname',
  'name',
]
/** A card has a name besides its bank; the title of a person is a form of address. */
const titleKeysOf = (list: string): readonly string[] =>
  list === 'PAYMENTMEANS_CREDITCARD'
    ? ['name', ...formerTitleKeys]
    : list === 'IDENTITY'
      ? formerTitleKeys.filter((key) => key !== 'title')
      : formerTitleKeys
/** The category of what has none. */
const noCategory = 'noCategory'
const known = new Set([
  'title',
  'domain',
  'url',
  'login',
  'secondaryLogin',
  'email',
  'password',
  'note',
  'content',
  'category',
  'otpSecret',
  'otpUrl',
  'owner',
  'cardNumber',
  'securityCode',
  'expireMonth',
  'expireYear',
])
/** Keys of an entry that is a person or a place: nothing of it is secret but its numbers. */
const isShownKey = (key: string): boolean =>
  /^(?:full_?name|pseudo|first|last|middle|addressfull|city|state|zipcode|country|bank|owner|birth|email|phone|company|website|delivery|expire|sex|title)/i.test(
    key,
  )

function readItem(draft: Draft, item: JsonObject, list: string, titleKeys?: readonly string[]): void {
  draft.category = Object.hasOwn(lists, list) ? (lists[list] ?? null) : 'other'
  const titleKey = (titleKeys ?? titleKeysOf(list)).find((key) => textAt(item, key) !== '') ?? ''
  const person = [textAt(item, 'firstName'), textAt(item, 'lastName')].filter((name) => name !== '')
  draft.title = titleKeys === undefined && titleKey === '' ? person.join(' ') : textAt(item, titleKey)
  draft.notes = textAt(item, 'note') || textAt(item, 'content')
  addLogin(draft, textAt(item, 'login') || textAt(item, 'owner'))
  addLogin(draft, valueOf(item, 'secondaryLogin'))
  addEmail(draft, valueOf(item, 'email'))
  addPassword(draft, valueOf(item, 'password'))
  addAddress(draft, textAt(item, 'url') || textAt(item, 'domain'))
  for (const key of ['otpSecret', 'otpUrl']) addOtp(draft, valueOf(item, key))
  const category = textAt(item, 'category')
  if (category !== '' && (titleKeys !== undefined || category !== noCategory)) draft.path = [category]
  addField(draft, labels.number, 'concealed', valueOf(item, 'cardNumber'))
  addField(draft, labels.code, 'concealed', valueOf(item, 'securityCode'))
  const [month, year] = [textAt(item, 'expireMonth'), textAt(item, 'expireYear')]
  if (month !== '' || year !== '') addExpiry(draft, `${month}/${year}`)
  const read = new Set([...known, titleKey])
  // The form of address of a person names nobody.
  if (list === 'IDENTITY' && titleKey !== 'title') read.delete('title')
  addUnknown(draft, item, { known: read, isShown: isShownKey })
}
