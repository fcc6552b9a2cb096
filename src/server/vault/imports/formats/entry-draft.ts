import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { isDate } from '#domain/vault/extra-fields.ts'
import { fieldLabels, otherPlacesText } from '#texts/vault/import-formats.ts'
import { dayInFrance } from '#texts/platform/format.ts'
import type { ImportFailReason } from '#texts/vault/imports.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { emptyEntry, type Found, type FoundEntry, type FoundFieldKind } from './found.ts'
import { isObject, type JsonObject, textAt, textOf } from './json-values.ts'
import { columnName } from '../column-names.ts'
import { partsOf } from '../csv-row.ts'
import { isProse } from '../read-otp.ts'
import { isPrivateKey, isSecretName, spacedKey } from '../secret-names.ts'

type Growing<Value> = Value extends readonly (infer Item)[] ? Item[] : Value

/** An entry that is being read. */
export type Draft = { -readonly [Key in keyof FoundEntry]: Growing<FoundEntry[Key]> }

/** Returns an entry without content. @param line its place among the entries, from 1 */
export const draftEntry = (line: number): Draft => ({
  ...emptyEntry,
  path: [],
  addresses: [],
  otps: [],
  fields: [],
  files: [],
  formerPasswords: [],
  notesToTell: [],
  line,
})

/** Adds a field; an empty value is none. A text of several lines is shown on several. */
export function addField(draft: Draft, label: string, kind: FoundFieldKind, value: unknown): void {
  const text = textOf(value)
  if (text === '') return
  const shown = kind === 'text' && /[\r\n]/.test(text) ? 'lines' : kind
  draft.fields.push({ label: label.trim() === '' ? fieldLabels.unnamed : label, kind: shown, value: text })
}

/**
 * Adds a field that a person named. One that its program shows is concealed where its name, or the value itself, tells a
 * secret.
 * @param name what is judged, where the label has more
 */
export function addNamed(
  draft: Draft,
  label: string,
  kind: 'text' | 'concealed',
  value: unknown,
  name: string = label,
): void {
  const isSecret = isSecretName(columnName(spacedKey(name))) || isPrivateKey(textOf(value))
  const before = draft.fields.length
  addField(draft, label, isSecret ? 'concealed' : kind, value)
  const added = draft.fields[before]
  if (kind === 'text' && isSecret && added) draft.fields.splice(before, 1, { ...added, wasShown: true })
}

/** Sets the login; a second one becomes a field. */
export function addLogin(draft: Draft, value: unknown, label: string = fieldLabels.secondLogin): void {
  const text = textOf(value)
  if (draft.login === '') draft.login = text
  else if (text !== draft.login) addField(draft, label, 'text', text)
}

/** Sets the e-mail; a second one becomes a field. */
export function addEmail(draft: Draft, value: unknown, label: string = fieldLabels.email): void {
  const text = textOf(value)
  if (draft.email === '') draft.email = text
  else if (text !== draft.email) addField(draft, label, 'text', text)
}

/** Sets the password; a second one becomes a concealed field. */
export function addPassword(draft: Draft, value: unknown, label: string = fieldLabels.password): void {
  const text = textOf(value)
  if (draft.password === '') draft.password = text
  else if (text !== draft.password) addField(draft, label, 'concealed', text)
}

/** Adds an address, or the application that it names: its own scheme opens nothing in a browser. */
export function addAddress(draft: Draft, value: unknown): void {
  const text = textOf(value)
  if (text.trim() === '') return
  if (/^\s*(?:android|androidapp|iosapp):\/\//i.test(text))
    addField(draft, fieldLabels.application, 'text', text)
  else draft.addresses.push(text)
}

export function addOtp(draft: Draft, value: unknown): void {
  const text = textOf(value)
  if (text.trim() === '') return
  if (!isProse(text)) return void draft.otps.push(text)
  addField(draft, fieldLabels.otp, 'concealed', text)
  if (!draft.notesToTell.some(({ reason }) => reason === 'OTP_UNREADABLE')) tell(draft, 'OTP_UNREADABLE')
}

export function tell(draft: Draft, reason: ImportFailReason, detail?: string): void {
  draft.notesToTell.push(detail === undefined ? { reason } : { reason, detail })
}

/** Tells what an entry has and Trousseau cannot hold; nothing to tell without labels. */
export function tellLeft(draft: Draft, labels: readonly string[]): void {
  if (labels.length > 0) tell(draft, 'FIELDS_LEFT', [...new Set(labels)].join(', '))
}

/** Sets the place of an entry to the first of several paths; the others are named in its description. */
export function setPlaces(draft: Draft, places: readonly (readonly string[])[]): void {
  const [first = [], ...others] = places
  draft.path = [...first]
  if (others.length === 0) return
  const names = others.map((path) => path.join(' / ')).join(', ')
  draft.notes = [draft.notes, otherPlacesText(names)].filter((text) => text !== '').join('\n\n')
  tell(draft, 'OTHER_PLACES', names)
}

/** Sets the places that tags name. Backslashes part the levels of a tag. */
export function setTagPlaces(draft: Draft, tags: readonly string[]): void {
  const paths = tags.map((tag) => partsOf(tag, '\\'))
  setPlaces(
    draft,
    paths.filter(({ length }) => length > 0),
  )
}

/**
 * Returns a day as `yyyy-mm-dd`; null if it is none. A time without a zone keeps its day.
 * @param at milliseconds, or an ISO 8601 text
 */
export function dayOf(at: unknown): string | null {
  if (typeof at === 'string' && !/^\d{4}-\d{2}-\d{2}/.test(at)) return null
  if (typeof at !== 'string' && typeof at !== 'number') return null
  const date = new Date(at)
  // Years beyond four digits are written in another form.
  if (Number.isNaN(date.getTime()) || !/^\d{4}-/.test(date.toISOString())) return null
  const written =
    typeof at === 'string' ? /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+)?$/.exec(at.trim())?.[1] : undefined
  const day = written ?? dayInFrance(date.getTime())
  return isDate(day) ? day : null
}

/**
 * Sets the date of renewal. What is no day of the calendar stays a field and is told; an empty text is none.
 * @param at milliseconds, or an ISO 8601 text
 */
export function setExpiry(draft: Draft, at: string | number): void {
  if (at === '') return
  draft.renewal = dayOf(at)
  if (draft.renewal !== null) return
  addField(draft, fieldLabels.expiry, 'text', String(at))
  tell(draft, 'EXPIRY_KEPT')
}

/** Returns a moment as ISO 8601; null if it is none. @param at milliseconds, or an ISO 8601 text */
export const momentOf = (at: unknown): string | null =>
  dayOf(at) === null ? null : new Date(at as string | number).toISOString()

/** Adds a date; what is no date stays a text. @param at milliseconds, or an ISO 8601 text */
export function addDate(draft: Draft, label: string, at: unknown): void {
  const day = dayOf(at)
  addField(draft, label, day === null ? 'text' : 'date', day ?? at)
}

/** The ways to write a month: `yyyy-mm`, `yyyymm`, `mm/yyyy`, `mm/yy`, `mmyyyy`, `mmyy`. */
const months = [
  { form: /^(?<year>(?:19|20)\d{2})[-/ ]?(?<month>0[1-9]|1[0-2])$/ },
  { form: /^(?<month>0?[1-9]|1[0-2])\s?[-/]\s?(?<year>\d{4}|\d{2})$/ },
  { form: /^(?<month>0[1-9]|1[0-2])(?<year>\d{4}|\d{2})$/ },
] as const

/** Returns the last day of a month, on which a card still pays; null if the text is no month. */
export function monthEnd(text: string): string | null {
  const groups = months.map(({ form }) => form.exec(text.trim())?.groups).find((found) => found !== undefined)
  if (!groups) return null
  const year = Number(groups['year']) + (groups['year']?.length === 2 ? 2000 : 0)
  return dayOf(Date.UTC(year, Number(groups['month']), 0))
}

/** Adds the month of an expiry as its last day; what is no month stays a text. */
export function addExpiry(draft: Draft, value: unknown, label: string = fieldLabels.expiry): void {
  const day = monthEnd(textOf(value))
  addField(draft, label, day === null ? 'text' : 'date', day ?? value)
}

/** Sets the former passwords, newest first. */
export function setFormerPasswords(
  draft: Draft,
  passwords: readonly { readonly value: string; readonly at: string | null }[],
): void {
  const kept = passwords.filter(({ value }) => value !== '')
  draft.formerPasswords = kept.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
}

/** Returns the identifiers of entries: one that repeats gets its occurrence, an empty one is none. */
export function createSourceIds(): (id: string) => string | null {
  const seen = new Map<string, number>()
  return (id) => {
    if (id === '') return null
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return count === 1 ? id : `${id}#${count}`
  }
}

/** The deepest nesting of folders that a reader follows. */
const deepestFolder = 256

/**
 * Returns the paths of folders that name their parent, by their identifiers. A folder without a parent in the file, or
 * inside itself, is at the top. @returns null if they are nested too deeply
 */
export function folderPaths(
  folders: readonly { readonly id: string; readonly parent: string; readonly name: string }[],
): Map<string, readonly string[]> | null {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const paths = new Map<string, readonly string[]>()
  for (const folder of folders) {
    const chain = []
    const passed = new Set<string>()
    let above: typeof folder | undefined = folder
    while (above && !paths.has(above.id) && !passed.has(above.id)) {
      passed.add(above.id)
      chain.push(above)
      above = byId.get(above.parent)
    }
    let path = above ? (paths.get(above.id) ?? []) : []
    for (const { id, name } of chain.toReversed()) {
      path = [...path, name]
      if (path.length > deepestFolder) return null
      paths.set(id, path)
    }
  }
  return paths
}

/**
 * Returns the entries of a list that are read: one more than a file may have is enough for it to be refused, and millions
 * would take a minute and a gigabyte.
 */
export const readable = <Value>(list: readonly Value[]): readonly Value[] => list.slice(0, limits.entries + 1)

/** Reads a list of entries one by one; what is no object is told as unreadable. */
export async function readEntries(
  list: readonly unknown[],
  yielder: Yielder,
  read: (value: JsonObject, line: number) => FoundEntry,
): Promise<{ entries: FoundEntry[]; unreadable: Found['unreadable'][number][] }> {
  const entries: FoundEntry[] = []
  const unreadable: Found['unreadable'][number][] = []
  for (const [place, value] of readable(list).entries()) {
    const pause = yielder.step(8)
    if (pause) await pause
    if (isObject(value)) entries.push(read(value, place + 1))
    else unreadable.push({ line: place + 1, name: '', note: { reason: 'ENTRY_UNREADABLE' } })
  }
  return { entries, unreadable }
}

/** Reads a list of entries whose identifiers stand under one key. */
export function readDrafts(
  list: readonly unknown[],
  yielder: Yielder,
  { idKey, read }: { idKey: string; read: (draft: Draft, item: JsonObject) => void },
): ReturnType<typeof readEntries> {
  const sourceIds = createSourceIds()
  return readEntries(list, yielder, (item, line) => {
    const draft = draftEntry(line)
    read(draft, item)
    draft.sourceId = sourceIds(textAt(item, idKey))
    return draft
  })
}

/** Adds what a reader does not know, by its keys: it may be secret, so that most of it is concealed. */
export function addUnknown(
  draft: Draft,
  values: JsonObject,
  {
    known,
    isShown = () => false,
    prefix = '',
  }: { known: ReadonlySet<string>; isShown?: (key: string) => boolean; prefix?: string },
): void {
  for (const [key, value] of Object.entries(values)) {
    if (known.has(key) || value === null) continue
    const text = typeof value === 'object' ? JSON.stringify(value) : textOf(value)
    if (text === '{}' || text === '[]') continue
    const kind = isShown(key) && !isSecretName(columnName(spacedKey(key))) ? 'text' : 'concealed'
    addField(draft, `${prefix}${key}`, kind, text)
  }
}
