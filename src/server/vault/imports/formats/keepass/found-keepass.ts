import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { keePassLabels } from '#texts/vault/import-formats.ts'
import { binOf } from '../../keepass-bin.ts'
import { uniqueIds } from '../../keepass-ids.ts'
import { createTally, type Tally } from '../../keepass-left.ts'
import type { RawEntry, RawGroup } from '../../keepass-raw.ts'
import { fieldReader, holdsReference, type FieldReader } from '../../keepass-references.ts'
import { inheritedTags } from '../../keepass-tags.ts'
import { readValues } from '../../keepass-values.ts'
import type { RawFile } from '../../keepass-xml.ts'
import { emptyEntry, found, type Found, type FoundEntry, type FoundFolder, type FoundNote } from '../found.ts'
import { isoMoment } from './keepass-dates.ts'
import { filesOf, type FilePool } from './keepass-files.ts'

type Context = {
  readonly readField: FieldReader
  readonly idOf: (uuid: string) => string | null
  readonly pool: FilePool
  readonly isBin: (group: RawGroup) => boolean
  readonly tally: Tally
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
  const isBin = binOf(file)
  const tally = createTally()
  const gathered = { entries: [] as FoundEntry[], folders: [] as FoundFolder[], cleaned: [] as RawGroup[] }
  const context: Context = {
    ...gathered,
    readField,
    idOf: uniqueIds(file),
    pool,
    isBin,
    tally,
    countsPlaces,
    yielder,
  }
  const [wrapper] = file.hasWrapper ? file.groups : []
  const proposed = wrapper !== undefined && wrapper.notes === '' ? 'drop' : 'keep'
  const isDropped = wrapper !== undefined && (answers['root'] ?? proposed) === 'drop'
  const top: Place = { path: [], tags: [], state: 'live' }
  await addEntries(file.entries, top, context)
  for (const group of file.groups) {
    if (isDropped) await addContent(group, top, context)
    else await addGroup(group, top, context)
  }
  if (isDropped && wrapper.notes.trim() !== '') tally.leave('rootNotes')
  const { entries, folders } = gathered
  return found(entries, {
    folders,
    questions: wrapper
      ? [{ id: 'root', choices: ['drop', 'keep'], proposed, count: entries.length, detail: wrapper.name }]
      : [],
    notes: [
      ...tally.notes(),
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

type State = 'live' | 'binned'
/** Where a group or an entry lies, and the tags that it inherits. */
type Place = { readonly path: readonly string[]; readonly tags: readonly string[]; readonly state: State }

/** The parser bounds the depth, so recursion is safe here. */
async function addGroup(group: RawGroup, above: Place, context: Context): Promise<void> {
  const { folders, cleaned, idOf, isBin, countsPlaces } = context
  // The bin is no folder: what it holds keeps its place below it.
  if (isBin(group)) return addContent(group, { ...above, path: [], state: 'binned' }, context)
  const path = [...above.path, group.name]
  if (group.isCleaned && cleaned.length < mostCleaned) cleaned.push(group)
  if (above.state === 'live')
    folders.push({
      path,
      description: group.notes,
      line: countsPlaces ? folders.length + 1 : group.line,
      sourceId: idOf(group.uuid),
    })
  else if (group.notes.trim() !== '')
    folders.push({
      path,
      description: group.notes,
      line: countsPlaces ? folders.length + 1 : group.line,
      // The entries below keep the identity that they had when such folders had no description.
      sourceId: null,
      isBinned: true,
    })
  return addContent(group, { ...above, path }, context)
}

async function addContent(group: RawGroup, place: Place, context: Context): Promise<void> {
  const { tally, yielder } = context
  const tags = inheritedTags(group.tags, place.tags)
  if (place.state === 'live') {
    for (const part of group.unused) tally.leave(part)
    if (tags === null) tally.leave('groupTags')
  }
  const inside = { ...place, tags: tags ?? place.tags }
  await addEntries(group.entries, inside, context)
  for (const child of group.groups) {
    await addGroup(child, inside, context)
    const pause = yielder.step(4)
    if (pause) await pause
  }
}

async function addEntries(
  entries: readonly RawEntry[],
  { path, tags, state }: Place,
  context: Context,
): Promise<void> {
  for (const entry of entries) {
    const line = context.countsPlaces ? context.entries.length + 1 : entry.line
    context.entries.push({ ...toFound(entry, tags, context, state), path, state, line })
    const pause = context.yielder.step(8)
    if (pause) await pause
  }
}

/** A passkey, of KeePassXC. */
const passkeyField = /^KPEX_PASSKEY_/

function toFound(
  entry: RawEntry,
  groupTags: readonly string[],
  { readField, idOf, pool, tally }: Context,
  state: State,
): FoundEntry {
  const values = readValues(entry, readField, groupTags)
  const { title, login, password, notes, addresses, otp, category, renewal, knownBy } = values
  if (state === 'live') {
    tally.conceal(values)
    if (values.hasData) tally.leave('data')
  }
  const kept = values.fields.filter(({ key }) => !passkeyField.test(key))
  const hasPasskey = kept.length < values.fields.length
  const left = [...entry.unused].map((part) => keePassLabels[part]).join(', ')
  const notesToTell: FoundNote[] = [
    ...(entry.isCleaned ? [{ reason: 'CHARACTERS_DROPPED' } as const] : []),
    ...(values.keepsReference ? [{ reason: 'REFERENCE_KEPT' } as const] : []),
    ...(values.keepsOtp ? [{ reason: 'OTP_CONCEALED' } as const] : []),
    ...(values.keepsExpiry ? [{ reason: 'EXPIRY_KEPT' } as const] : []),
    ...(hasPasskey ? [{ reason: 'PASSKEY_LEFT' } as const] : []),
    ...(left === '' ? [] : [{ reason: 'FIELDS_LEFT', detail: left } as const]),
  ]
  return {
    ...emptyEntry,
    title,
    login,
    password,
    notes,
    addresses,
    category,
    renewal,
    notesToTell,
    knownBy,
    ...(values.isTitleConcealed && { hasNoName: true }),
    otps: [...(otp.otp === null ? [] : [otpAsWritten(entry, otp.otp)]), ...values.otpAddresses],
    fields: kept.map(({ key: _key, ...field }) => field),
    files: filesOf(entry, pool),
    formerPasswords: formerPasswords(entry),
    sourceId: idOf(entry.uuid),
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
