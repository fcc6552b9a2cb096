import { createDecipheriv, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { Secret } from '#server/platform/crypto/secret.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { columnName } from '../column-names.ts'
import type { ImportRefused } from '../model.ts'
import {
  addAddress,
  addDate,
  addEmail,
  addExpiry,
  addField,
  addNamed,
  addLogin,
  addOtp,
  addPassword,
  type Draft,
  momentOf,
  readDrafts,
  setExpiry,
  setFormerPasswords,
  setTagPlaces,
  tell,
} from './entry-draft.ts'
import type { Format, Reading } from './format.ts'
import { found, type ReadResult } from './found.ts'
import { beginsWith, isObject, type JsonObject, listOf, textAt, textOf, valueOf } from './json-values.ts'
import { parseJsonPaced } from './paced-json.ts'

/** Earlier versions name the scheme; version 4 writes its parameters alone. */
const isContainer = (value: unknown): value is JsonObject =>
  isObject(value) &&
  Object.hasOwn(value, 'encryptedData') &&
  (valueOf(value, 'scheme') === 'PBES2' ||
    ['keyParams', 'encryptionParams'].every((name) => isObject(valueOf(value, name))))
const isItem = (value: unknown): boolean =>
  isObject(value) &&
  Array.isArray(valueOf(value, 'fields')) &&
  Array.isArray(valueOf(value, 'tags')) &&
  !['template_type', 'login', 'type'].some((key) => Object.hasOwn(value, key))
const isPlain = (value: unknown): boolean =>
  isObject(value) && !Object.hasOwn(value, 'encrypted') && beginsWith(valueOf(value, 'items'), isItem)

/** Padloc: its container, which a password opens, and what it holds. */
export const padlocJson: Format = {
  id: 'padloc-json',
  name: 'Padloc',
  family: 'padloc',
  endings: ['.pbes2', '.json'],
  needs: ['password'],
  recognises: (file) => file.kind === 'json' && (isContainer(file.value) || isPlain(file.value)),
  async read(file, reading) {
    if (file.kind !== 'json') return { ok: false, code: 'FORMAT_OTHER' }
    if (!isContainer(file.value)) return readItems(file.value, reading)
    if (reading.password === null) return { ok: false, code: 'FILE_PASSWORD_NEEDED' }
    const opened = await open(file.value, reading.password)
    if (!opened.ok) return opened
    const value = await parseJsonPaced(opened.text, reading.yielder)
    return isObject(value) ? readItems(value, reading) : { ok: false, code: 'CONTENT_BROKEN' }
  },
}

/** Padloc's own limit; the parameters come from whoever wrote the file. */
const mostIterations = 10_000_000
/** In bits. */
const tagSizes = [64, 96, 128]
const tagBits = 8
const derive = promisify(pbkdf2)

/** Opens a container: PBKDF2-SHA256, AES-256-GCM; its bytes are base64url. */
async function open(
  container: JsonObject,
  password: Secret<string>,
): Promise<{ readonly ok: true; readonly text: string } | ImportRefused> {
  const [key, cipher] = [valueOf(container, 'keyParams'), valueOf(container, 'encryptionParams')]
  const [iterations, tagSize] = [valueOf(key, 'iterations'), valueOf(cipher, 'tagSize')]
  const bytesOf = (value: unknown, name: string): Buffer => Buffer.from(textAt(value, name), 'base64url')
  if (typeof iterations !== 'number' || !Number.isInteger(iterations) || iterations < 1)
    return { ok: false, code: 'CONTENT_BROKEN' }
  if (iterations > mostIterations) return { ok: false, code: 'KDF_TOO_COSTLY' }
  const known =
    textAt(key, 'algorithm') === 'PBKDF2' &&
    textAt(key, 'hash') === 'SHA-256' &&
    textAt(cipher, 'algorithm') === 'AES-GCM' &&
    typeof tagSize === 'number' &&
    tagSizes.includes(tagSize)
  if (!known) return { ok: false, code: 'CIPHER_UNSUPPORTED' }
  const tagLength = tagSize / tagBits
  const [iv, sealed] = [bytesOf(cipher, 'iv'), bytesOf(container, 'encryptedData')]
  if (iv.length === 0 || sealed.length <= tagLength) return { ok: false, code: 'CONTENT_BROKEN' }
  const derived = await derive(password.reveal(), bytesOf(key, 'salt'), iterations, 32, 'sha256')
  try {
    const decipher = createDecipheriv('aes-256-gcm', derived, iv, { authTagLength: tagLength })
    decipher.setAAD(bytesOf(cipher, 'additionalData'))
    decipher.setAuthTag(sealed.subarray(-tagLength))
    const bytes = Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
    return { ok: true, text: bytes.toString('utf8') }
  } catch {
    // The tag is all that tells a wrong password: changed content looks the same.
    return { ok: false, code: 'FILE_PASSWORD_WRONG' }
  }
}

async function readItems(value: unknown, { yielder }: Reading): Promise<ReadResult> {
  const { entries, unreadable } = await readDrafts(listOf(valueOf(value, 'items')), yielder, {
    idKey: 'id',
    read: readItem,
  })
  return found(entries, { unreadable })
}

function readItem(draft: Draft, item: JsonObject): void {
  draft.title = textAt(item, 'name')
  const fields = listOf(valueOf(item, 'fields'))
  const isCard = isCardOrAccount(fields)
  if (isCard) draft.category = 'bankCard'
  for (const field of fields) if (!isCard || !addCardField(draft, field)) addItemField(draft, field)
  draft.isFavourite = listOf(valueOf(item, 'favorited')).length > 0
  setExpiry(draft, expiryOf(item))
  const old = listOf(valueOf(item, 'history')).flatMap((version) =>
    listOf(valueOf(version, 'fields'))
      .filter((field) => textAt(field, 'type') === 'password')
      .map((field) => ({ value: textAt(field, 'value'), at: momentOf(valueOf(version, 'created')) })),
  )
  setFormerPasswords(draft, old)
  const files = listOf(valueOf(item, 'attachments')).map((file) => textAt(file, 'name'))
  if (files.length > 0) tell(draft, 'ATTACHMENT_MISSING', files.join(', '))
  // Tags are the only folders; those of Padlock were paths.
  setTagPlaces(draft, listOf(valueOf(item, 'tags')).map(textOf))
}

const dayMs = 24 * 3_600_000

/** Returns when an entry expires, in milliseconds: so many days after its last change. An empty text without it. */
function expiryOf(item: JsonObject): number | '' {
  const [days, updated] = [valueOf(item, 'expiresAfter'), momentOf(valueOf(item, 'updated'))]
  return typeof days === 'number' && days > 0 && updated !== null ? Date.parse(updated) + days * dayMs : ''
}

/** Types that Padloc masks. */
const secretTypes = new Set(['credit', 'iban', 'pin', 'apiSecret', 'apisecret'])
const shownTypes = new Set(['text', 'bic', 'phone', 'address', 'username', 'month', 'date', 'note'])

/** Padloc does not keep the template of an item: a card or an account shows in its fields. */
function isCardOrAccount(fields: readonly unknown[]): boolean {
  const types = fields.map((field) => textAt(field, 'type'))
  const isPaying = (field: unknown): boolean =>
    ['credit', 'iban'].includes(textAt(field, 'type')) || /^iban$/i.test(textAt(field, 'name'))
  return fields.some(isPaying) && !types.includes('password') && !types.includes('url')
}

/** Adds a part of a card or an account. @returns false for any other field */
function addCardField(draft: Draft, field: unknown): boolean {
  const [label, type, value] = [textAt(field, 'name'), textAt(field, 'type'), valueOf(field, 'value')]
  const name = columnName(label)
  if (type === 'credit') addField(draft, labels.number, 'concealed', value)
  else if (type === 'month') addExpiry(draft, value)
  else if (type === 'pin' && /cv[cv]|securit/.test(name)) addField(draft, labels.code, 'concealed', value)
  else if (type === 'pin') addField(draft, labels.pin, 'concealed', value)
  else if (type === 'text' && /owner|holder|titulaire|proprietaire/.test(name)) addLogin(draft, value, label)
  else return false
  return true
}

function addItemField(draft: Draft, field: unknown): void {
  const [name, value] = [textAt(field, 'name') || labels.unnamed, valueOf(field, 'value')]
  const type = textAt(field, 'type') || guessedType(field, name)
  if (type === 'username') addLogin(draft, value, name)
  else if (type === 'password') addPassword(draft, value, name)
  else if (type === 'email') addEmail(draft, value, name)
  else if (type === 'url') addAddress(draft, value)
  else if (type === 'totp') addOtp(draft, value)
  else if (type === 'note' && draft.notes === '') draft.notes = textOf(value)
  else if (type === 'date') addDate(draft, name, value)
  else if (type === 'month') addExpiry(draft, value, name)
  else if (type === 'address') addField(draft, name, 'lines', value)
  else {
    const isShown = shownTypes.has(type) && !secretTypes.has(type) && valueOf(field, 'masked') !== true
    addNamed(draft, name, isShown ? 'text' : 'concealed', value)
  }
}

/** Early versions wrote no types: Padloc itself goes by the name. */
function guessedType(field: unknown, name: string): string {
  if (valueOf(field, 'masked') === true || /password/i.test(name)) return 'password'
  return /username/i.test(name) ? 'username' : /url/i.test(name) ? 'url' : 'text'
}
