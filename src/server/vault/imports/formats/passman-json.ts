import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { addEmbeddedFiles } from './archive-files.ts'
import {
  addAddress,
  addEmail,
  addField,
  addNamed,
  addLogin,
  addOtp,
  addPassword,
  setExpiry,
  type Draft,
  readDrafts,
  setTagPlaces,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found } from './found.ts'
import { beginsWith, isObject, type JsonObject, listOf, textAt, textOf, valueOf } from './json-values.ts'

/** The second form is that of the first version. */
const isCredential = (value: unknown): boolean =>
  isObject(value) &&
  Object.hasOwn(value, 'label') &&
  ['custom_fields', 'customFields', 'guid'].some((key) => Object.hasOwn(value, key))

/** Passman, of Nextcloud: JSON. Its tags are what its people have for folders. */
export const passmanJson: Format = {
  id: 'passman-json',
  name: 'Passman (JSON)',
  family: 'passman',
  endings: ['.json'],
  needs: [],
  recognises: (file) => file.kind === 'json' && beginsWith(file.value, isCredential),
  async read(file, { yielder }) {
    if (file.kind !== 'json') return { ok: false, code: 'FORMAT_OTHER' }
    const list = listOf(file.value)
    const kept = list.filter((value) => !isVaultTest(value))
    const read = await readDrafts(kept, yielder, { idKey: 'guid', read: readPassmanItem })
    return found(read.entries, { unreadable: read.unreadable, blankRows: list.length - kept.length })
  },
}

/** A hidden entry with which Passman tests the key of a vault. */
const isVaultTest = (value: unknown): boolean =>
  [1, '1', true].some((flag) => valueOf(value, 'hidden') === flag) &&
  textAt(value, 'label').startsWith('Test key for vault')

export function readPassmanItem(draft: Draft, item: JsonObject): void {
  draft.title = textAt(item, 'label')
  draft.notes = textAt(item, 'description')
  addLogin(draft, textAt(item, 'username') || textAt(item, 'account'))
  addEmail(draft, valueOf(item, 'email'))
  addPassword(draft, valueOf(item, 'password'))
  addAddress(draft, valueOf(item, 'url'))
  for (const key of ['otp', 'otpsecret']) addOtp(draft, otpOf(valueOf(item, key)))
  if (Number(textAt(item, 'delete_time')) > 0) draft.state = 'binned'
  const expires = Number(textAt(item, 'expire_time'))
  if (expires > 0) setExpiry(draft, expires * 1000)
  const customs = ['custom_fields', 'customFields'].flatMap((key) => listOf(valueOf(item, key)))
  for (const field of customs) addCustom(draft, field)
  const inFields = customs.map((field) => valueOf(field, 'value')).filter(isObject)
  addEmbeddedFiles(
    draft,
    [...inFields, ...listOf(valueOf(item, 'files'))].map((file) => ({
      name: textAt(file, 'filename'),
      content: textAt(file, 'file_data'),
    })),
  )
  const tags = listOf(valueOf(item, 'tags'))
  setTagPlaces(
    draft,
    tags.map((tag) => textAt(tag, 'text') || textOf(tag)),
  )
}

/** Returns the secret alone, or an address where the settings are not the usual ones. */
function otpOf(otp: unknown): string {
  const secret = isObject(otp) ? textAt(otp, 'secret') : textOf(otp)
  const settings = ['algorithm', 'digits', 'period'].filter((key) => textAt(otp, key) !== '')
  if (secret === '' || settings.length === 0 || /^otpauth:/i.test(secret)) return secret
  const query = new URLSearchParams({
    secret,
    ...Object.fromEntries(settings.map((key) => [key, textAt(otp, key)])),
  })
  return `otpauth://totp/?${query.toString()}`
}

function addCustom(draft: Draft, field: unknown): void {
  const [label, type, value] = [textAt(field, 'label'), textAt(field, 'field_type'), valueOf(field, 'value')]
  // A file: its bytes are attached, and the field names it.
  if (isObject(value)) return addField(draft, label, 'text', textAt(value, 'filename'))
  const isSecret =
    type === 'password' ||
    [valueOf(field, 'secret'), valueOf(field, 'clicktoshow')].some(
      (flag) => flag === true || textOf(flag) === '1',
    )
  addNamed(draft, label || labels.unnamed, isSecret ? 'concealed' : 'text', value)
}
