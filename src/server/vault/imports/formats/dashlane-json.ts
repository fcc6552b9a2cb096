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
        return draft
      })
      entries.push(...read.entries)
      unreadable.push(...read.unreadable.map((one) => ({ ...one, line: before + one.line })))
    }
    return found(entries, { unreadable })
  },
}

/** The keys that name an entry, by preference. */
const titleKeys = [
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

function readItem(draft: Draft, item: JsonObject, list: string): void {
  draft.category = Object.hasOwn(lists, list) ? (lists[list] ?? null) : 'other'
  const titleKey = titleKeys.find((key) => textAt(item, key) !== '') ?? ''
  draft.title = textAt(item, titleKey)
  draft.notes = textAt(item, 'note') || textAt(item, 'content')
  addLogin(draft, textAt(item, 'login') || textAt(item, 'owner'))
  addLogin(draft, valueOf(item, 'secondaryLogin'))
  addEmail(draft, valueOf(item, 'email'))
  addPassword(draft, valueOf(item, 'password'))
  addAddress(draft, textAt(item, 'url') || textAt(item, 'domain'))
  for (const key of ['otpSecret', 'otpUrl']) addOtp(draft, valueOf(item, key))
  if (textAt(item, 'category') !== '') draft.path = [textAt(item, 'category')]
  addField(draft, labels.number, 'concealed', valueOf(item, 'cardNumber'))
  addField(draft, labels.code, 'concealed', valueOf(item, 'securityCode'))
  const [month, year] = [textAt(item, 'expireMonth'), textAt(item, 'expireYear')]
  if (month !== '' || year !== '') addExpiry(draft, `${month}/${year}`)
  addUnknown(draft, item, { known: new Set([...known, titleKey]), isShown: isShownKey })
}
