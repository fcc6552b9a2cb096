import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { fieldLabels, keePassLabels } from '#texts/vault/import-formats.ts'
import type { RawEntry, RawGroup } from '../../keepass-grammar.ts'
import { uniqueIds } from '../../keepass-ids.ts'
import { readTags } from '../../keepass-tags.ts'
import { fieldReader, holdsReference, type FieldReader } from '../../keepass-references.ts'
import type { RawFile } from '../../keepass-xml.ts'
import { plainName } from '../../plain-fields.ts'
import { isOtpField, isOtpValue, readOtp } from '../../read-otp.ts'
import {
  emptyEntry,
  found,
  type Found,
  type FoundEntry,
  type FoundField,
  type FoundFolder,
  type FoundNote,
} from '../found.ts'
import { labelledStrings } from '../kdbx/field-keys.ts'
import { dayOf, isoMoment } from './keepass-dates.ts'
import { filesOf, type FilePool } from './keepass-files.ts'

type Context = {
  readonly readField: FieldReader
  readonly idOf: (uuid: string) => string | null
  readonly pool: FilePool
  readonly recycleBin: string
  /** Whether places stand for lines: a database has none. */
  readonly countsPlaces: boolean
  readonly yielder: Yielder
  readonly entries: FoundEntry[]
  readonly folders: FoundFolder[]
  /** Groups from whose texts forbidden characters were dropped. */
  readonly cleaned: RawGroup[]
}

/**
 * Returns what a KeePass document holds. The group around all others may be dropped: it stands for the database and
 * often has a program's own name.
 */
export async function foundKeePass(
  file: RawFile,
  {
    pool,
    countsPlaces,
    answers,
    yielder,
  }: Pick<Context, 'pool' | 'countsPlaces' | 'yielder'> & { answers: Readonly<Record<string, string>> },
): Promise<Found> {
  const readField = await fieldReader(file, yielder)
  const { recycleBin } = file
  const gathered = { entries: [] as FoundEntry[], folders: [] as FoundFolder[], cleaned: [] as RawGroup[] }
  const context: Context = {
    ...gathered,
    readField,
    idOf: uniqueIds(file),
    pool,
    recycleBin,
    countsPlaces,
    yielder,
  }
  const [wrapper] = file.hasWrapper ? file.groups : []
  const proposed = wrapper !== undefined && wrapper.notes === '' ? 'drop' : 'keep'
  const isDropped = wrapper !== undefined && (answers['root'] ?? proposed) === 'drop'
  await addEntries(file.entries, [], 'live', context)
  for (const group of file.groups) {
    if (isDropped) await addContent(group, [], 'live', context)
    else await addGroup(group, [], 'live', context)
  }
  const { entries, folders } = gathered
  return found(entries, {
    folders,
    questions: wrapper
      ? [{ id: 'root', choices: ['drop', 'keep'], proposed, count: entries.length, detail: wrapper.name }]
      : [],
    notes: [
      ...(file.hasMarkedValues ? [{ reason: 'PROTECTED_LITERAL' } as const] : []),
      ...(gathered.cleaned.length > 0
        ? [
            {
              reason: 'FOLDERS_CLEANED',
              detail: gathered.cleaned.map(({ name }) => name).join(', '),
            } as const,
          ]
        : []),
    ],
  })
}

/** Folders that a remark names. */
const mostCleaned = 20

type Place = readonly string[]
type State = 'live' | 'binned'

/** The parser bounds the depth, so recursion is safe here. */
async function addGroup(group: RawGroup, above: Place, state: State, context: Context): Promise<void> {
  const path = [...above, group.name]
  const { folders, cleaned, idOf, countsPlaces } = context
  if (group.isCleaned && cleaned.length < mostCleaned) cleaned.push(group)
  if (state === 'live')
    folders.push({
      path,
      description: group.notes,
      line: countsPlaces ? folders.length + 1 : group.line,
      sourceId: idOf(group.uuid),
    })
  return addContent(group, path, state, context)
}

async function addContent(group: RawGroup, path: Place, state: State, context: Context): Promise<void> {
  const { recycleBin, yielder } = context
  await addEntries(group.entries, path, state, context)
  for (const child of group.groups) {
    // The bin is no folder: what it holds keeps its place below it.
    if (recycleBin !== '' && child.uuid === recycleBin) await addContent(child, [], 'binned', context)
    else await addGroup(child, path, state, context)
    const pause = yielder.step(4)
    if (pause) await pause
  }
}

async function addEntries(
  entries: readonly RawEntry[],
  path: Place,
  state: State,
  context: Context,
): Promise<void> {
  for (const entry of entries) {
    const line = context.countsPlaces ? context.entries.length + 1 : entry.line
    context.entries.push({ ...toFound(entry, context), path, state, line })
    const pause = context.yielder.step(8)
    if (pause) await pause
  }
}

const standardFields = new Set(['Title', 'UserName', 'Password', 'URL', 'Notes'])
/** Further addresses, of Keepass2Android and of KeePassXC. */
const furtherAddress = /^KP2A_URL(?:_\d+)?$/
/** A passkey, of KeePassXC. */
const passkeyField = /^KPEX_PASSKEY_/

function toFound(entry: RawEntry, { readField, idOf, pool }: Context): FoundEntry {
  let keepsReference = false
  const text = (field: string): string => {
    const read = readField(entry, field, field !== 'Password')
    keepsReference ||= read.isUnresolved
    return read.text
  }
  const title = text('Title')
  const otp = readOtp(entry.strings, plainName(title).name)
  const fields: FoundField[] = []
  const addresses = [text('URL')]
  const notes = text('Notes')
  const hidesNotes = entry.hidden.has('Notes') && notes !== ''
  const values = { login: text('UserName'), password: text('Password'), notes: hidesNotes ? '' : notes }
  if (hidesNotes) fields.push({ label: fieldLabels.notes, kind: 'concealed', value: notes })
  let [hasPasskey, keepsOtp] = [false, false]
  for (const { key, label, value, isOwn } of labelledStrings(entry.strings, entry.fieldKeys)) {
    if (standardFields.has(key) || otp.used.has(key) || value === '') continue
    if (furtherAddress.test(key)) addresses.push(value)
    else if (passkeyField.test(key)) hasPasskey = true
    else {
      const isOtp = (isOtpField(key) || isOtpValue(value)) && !isOwn
      keepsOtp ||= isOtp
      keepsReference ||= holdsReference(value)
      const kind = isOtp || entry.hidden.has(key) ? 'concealed' : value.includes('\n') ? 'lines' : 'text'
      fields.push({ label, kind, value })
    }
  }
  const { tags, category } = readTags(entry.tags)
  if (tags.length > 0) fields.push({ label: fieldLabels.tags, kind: 'text', value: tags.join(', ') })
  const { expiry } = entry
  const renewal = expiry === null ? null : dayOf(expiry)
  const keepsExpiry = expiry !== null && renewal === null
  if (keepsExpiry)
    fields.push({ label: fieldLabels.expiry, kind: 'text', value: isoMoment(expiry) ?? expiry })
  const left = [...entry.unused].map((part) => keePassLabels[part]).join(', ')
  const notesToTell: FoundNote[] = [
    ...(entry.isCleaned ? [{ reason: 'CHARACTERS_DROPPED' } as const] : []),
    ...(keepsReference ? [{ reason: 'REFERENCE_KEPT' } as const] : []),
    ...(keepsOtp ? [{ reason: 'OTP_CONCEALED' } as const] : []),
    ...(keepsExpiry ? [{ reason: 'EXPIRY_KEPT' } as const] : []),
    ...(hasPasskey ? [{ reason: 'PASSKEY_LEFT' } as const] : []),
    ...(left === '' ? [] : [{ reason: 'FIELDS_LEFT', detail: left } as const]),
  ]
  return {
    ...emptyEntry,
    title,
    ...values,
    addresses: addresses.filter((address) => address !== ''),
    otps: otp.otp === null ? [] : [otpAsWritten(entry, otp.otp)],
    fields,
    category,
    renewal,
    files: filesOf(entry, pool),
    formerPasswords: formerPasswords(entry),
    sourceId: idOf(entry.uuid),
    notesToTell,
  }
}

/** Returns the OTP; an address that names an issuer or another account as it is written, for these names. */
function otpAsWritten({ strings }: RawEntry, otp: string): string {
  const written = (strings.get('otp') ?? '').trim()
  const settings = /^otpauth:/i.test(written) ? parseOtpSecret(written) : null
  if (settings === null) return otp
  const isNamed = settings.issuer !== '' || ![strings.get('Title') ?? '', ''].includes(settings.account)
  return isNamed ? written : otp
}

/**
 * Returns the former passwords, newest first: each old version whose password the next one changed, and when that
 * next one was saved.
 */
function formerPasswords({ past, strings, modified }: RawEntry): FoundEntry['formerPasswords'] {
  const former: FoundEntry['formerPasswords'][number][] = []
  let next = { password: strings.get('Password') ?? '', modified }
  for (const version of past.toReversed()) {
    const { password } = version
    if (password !== next.password && password !== '' && !holdsReference(password))
      former.push({ value: password, at: isoMoment(next.modified) })
    next = version
  }
  return former
}
