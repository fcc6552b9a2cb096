import { attachmentName } from '#domain/vault/attachments.ts'
import { fewNames } from '#texts/vault/import-formats.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import { holdsReference } from '../keepass-references.ts'
import type { ImportRefused } from '../model.ts'
import { isOwnTable } from '../own-csv.ts'
import { tableReferences, type Referable } from '../table-references.ts'
import { trousseauArchive } from './archive/archive-format.ts'
import { anyCsv, columnsOf, type TableColumn } from './any-csv.ts'
import { bitwardenCsv, bitwardenOldCsv } from './bitwarden-csv.ts'
import { bitwarden } from './bitwarden.ts'
import { firefox, safari } from './browsers.ts'
import { chromium } from './chromium.ts'
import { devolutionsCsv, mRemoteNgCsv } from './connections-csv.ts'
import { dashlaneCsv, dashlaneOldCsv } from './dashlane-csv.ts'
import { dashlaneJson } from './dashlane-json.ts'
import { dashlaneZip } from './dashlane-zip.ts'
import { enpassCsv } from './enpass-csv.ts'
import { enpassJson } from './enpass-json.ts'
import type { Format } from './format.ts'
import type { Found, FoundEntry } from './found.ts'
import { kdbx } from './keepass/kdbx-format.ts'
import { keePassCsv, keePassXcCsv, strongbox } from './keepass/keepass-csv.ts'
import { keePassXml } from './keepass/keepass-xml-format.ts'
import { keeperCsv } from './keeper-csv.ts'
import { keeperJson } from './keeper-json.ts'
import { lastPass } from './lastpass.ts'
import { lockSelf } from './lockself.ts'
import { mRemoteNg } from './mremoteng.ts'
import { nextcloudJson } from './nextcloud-json.ts'
import { nextcloudZip } from './nextcloud-zip.ts'
import { nordPass } from './nordpass.ts'
import { onePassword1pif } from './onepassword-1pif.ts'
import { onePassword1pux } from './onepassword-1pux.ts'
import { onePasswordCsv, onePasswordWideCsv } from './onepassword-csv.ts'
import { netwrix, nextcloud, passwordState } from './organisations-csv.ts'
import { padlocJson } from './padloc-json.ts'
import { passbolt } from './passbolt.ts'
import { passmanJson } from './passman-json.ts'
import { passwordSafe } from './password-safe.ts'
import { protonCsv } from './proton-csv.ts'
import { proton } from './proton.ts'
import { psonoJson } from './psono-json.ts'
import { revelation } from './revelation.ts'
import { roboForm } from './roboform.ts'
import { safeInCloud } from './safeincloud.ts'
import { buttercup, padlocCsv, passmanCsv, passpack, psonoCsv, safeInCloudCsv } from './small-managers-csv.ts'
import { isZip, sniff, sniffOnly, type Sniffed } from './sniff.ts'
import { teamPass, teamPasswordManager, teamPassTemplate } from './teampass.ts'
import { trousseauCsv } from './trousseau-csv.ts'
import type { Archive } from './zip.ts'
import { zohoVault } from './zoho.ts'

/** Every format that a program is known for, in the order of the screen. A new reader is added here, and nowhere else. */
const knownFormats: readonly Format[] = [
  trousseauArchive,
  trousseauCsv,
  kdbx,
  keePassXml,
  keePassXcCsv,
  keePassCsv,
  strongbox,
  lockSelf,
  bitwarden,
  bitwardenCsv,
  bitwardenOldCsv,
  onePassword1pux,
  onePassword1pif,
  onePasswordCsv,
  onePasswordWideCsv,
  lastPass,
  dashlaneZip,
  dashlaneCsv,
  dashlaneJson,
  dashlaneOldCsv,
  nordPass,
  proton,
  protonCsv,
  keeperJson,
  keeperCsv,
  roboForm,
  enpassJson,
  enpassCsv,
  chromium,
  firefox,
  safari,
  passbolt,
  teamPass,
  teamPassTemplate,
  teamPasswordManager,
  passwordSafe,
  netwrix,
  mRemoteNg,
  mRemoteNgCsv,
  devolutionsCsv,
  nextcloudJson,
  nextcloud,
  nextcloudZip,
  passwordState,
  zohoVault,
  safeInCloud,
  safeInCloudCsv,
  revelation,
  passmanJson,
  passmanCsv,
  padlocJson,
  padlocCsv,
  psonoJson,
  psonoCsv,
  passpack,
  buttercup,
]

/** Every format, in the order of the screen. */
export const formats: readonly Format[] = [...knownFormats, anyCsv(knownFormats)]

export type FileReading = {
  readonly format?: string
  readonly password?: Secret<string>
  readonly keyFile?: Uint8Array
  readonly answers?: Readonly<Record<string, string>>
}
export type ReadFile = {
  readonly format: Format
  readonly found: Found
  /** The columns that the person may map; null for a file of a known program. */
  readonly columns: readonly TableColumn[] | null
  /** The entries are numbered by the lines of the file. */
  readonly hasLines: boolean
  /** The file is a ZIP. */
  readonly isPacked: boolean
}

const noDelimiters = { delimiter: '', fittingDelimiters: [] } as const

/** Returns what the text of a file leaves in doubt, whatever its format is. */
function textQuestions(
  file: Sniffed,
  { id }: Format,
  answers: Readonly<Record<string, string>>,
): Found['questions'] {
  if (!('isGarbled' in file)) return []
  const { isGarbled } = file
  const { delimiter, fittingDelimiters } = file.kind === 'table' ? file : noDelimiters
  const isMended = answers['accents'] === 'mend'
  // The header of a known program tells its delimiter.
  const isDoubtful = id === 'csv' && fittingDelimiters.some((one) => one !== delimiter)
  const whole = { count: 1, detail: '' }
  return [
    ...(isGarbled || isMended
      ? [{ id: 'accents', choices: ['leave', 'mend'], proposed: 'leave', ...whole } as const]
      : []),
    ...(isDoubtful
      ? [
          {
            id: 'delimiter',
            choices: [...new Set([delimiter, ...fittingDelimiters])].toSorted(),
            proposed: delimiter,
            ...whole,
          } as const,
        ]
      : []),
  ]
}

/** Returns the format of a file by its content; undefined if no reader recognises it. */
export const formatOf = (file: Sniffed): Format | undefined =>
  formats.find((format) => format.recognises(file))

/** Tells of each entry from whose row NUL characters were dropped, and of a JSON file from which controls were. */
function withCleaned(read: Found, file: Sniffed): Found {
  const reason = 'CHARACTERS_DROPPED'
  if (file.kind === 'json' && file.isCleaned) return { ...read, notes: [...read.notes, { reason }] }
  const lines = new Set(
    file.kind === 'table' ? file.rows.flatMap((row) => (row.isCleaned === true ? [row.line] : [])) : [],
  )
  if (lines.size === 0) return read
  const tells = ({ line, notesToTell }: Found['entries'][number]): boolean =>
    lines.has(line) && !notesToTell.some((note) => note.reason === reason)
  return {
    ...read,
    entries: read.entries.map((entry) =>
      tells(entry) ? { ...entry, notesToTell: [...entry.notesToTell, { reason }] } : entry,
    ),
  }
}

/** Names the files of an archive that its reader did not use: no entry says whose they are. */
function withUnused(read: Found, archive: Archive | null): Found {
  const left = archive?.unused().map((path) => attachmentName(path)) ?? []
  return left.length === 0
    ? read
    : { ...read, notes: [...read.notes, { reason: 'FILES_LEFT', detail: fewNames(left) }] }
}

/** Resolves KeePass's references in a table of another program, and tells of each entry that keeps one. */
async function withReferences(read: Found, file: Sniffed, yielder: Yielder): Promise<Found> {
  if (file.kind !== 'table' || isOwnTable(file.text) || !holdsReference(file.text)) return read
  const partsOf = ({ title, login, password, notes, addresses: [address = ''] }: FoundEntry): Referable => ({
    title,
    login,
    password,
    address,
    notes,
  })
  const resolve = tableReferences(read.entries.map(partsOf), yielder)
  const entries: FoundEntry[] = []
  for (const written of read.entries) {
    const { entry, isUnresolved } = await resolve(partsOf(written))
    const { address, ...texts } = entry
    const isLeft = isUnresolved || written.fields.some(({ value }) => holdsReference(value))
    entries.push({
      ...written,
      ...texts,
      addresses: written.addresses.length === 0 ? [] : [address, ...written.addresses.slice(1)],
      notesToTell: [...written.notesToTell, ...(isLeft ? [{ reason: 'REFERENCE_KEPT' } as const] : [])],
    })
  }
  return { ...read, entries }
}

/**
 * Finds out what a file is and reads it.
 * @param reading `format`: the id that the person chose; without it, the content decides
 */
export async function readFile(
  bytes: Uint8Array,
  reading: FileReading = {},
): Promise<ReadFile | ImportRefused> {
  const yielder = createYielder()
  const { password = null, keyFile = null, answers = {} } = reading
  const file = await sniff(bytes, yielder, answers)
  if ('ok' in file) return file
  const archive = file.kind === 'zip' ? file.archive : null
  // No program's archive: a person packed an export, beside other files maybe.
  const isOther = archive !== null && formatOf(file) === undefined
  const sniffed = (isOther ? await sniffOnly(archive, yielder, answers) : null) ?? file
  if ('ok' in sniffed) return sniffed
  const format = formatOf(sniffed)
  if (!format) return { ok: false, code: 'FORMAT_UNKNOWN' }
  if (reading.format !== undefined && reading.format !== format.id) return { ok: false, code: 'FORMAT_OTHER' }
  const read = await format.read(sniffed, { password, keyFile, answers, yielder })
  if (!read.ok) return read
  const whole = withUnused(withCleaned(read, sniffed), archive)
  const found = await withReferences(whole, sniffed, yielder)
  if (found.entries.length === 0 && found.folders.length === 0 && found.unreadable.length === 0)
    return { ok: false, code: 'NOTHING_FOUND' }
  const asked = textQuestions(sniffed, format, answers)
  return {
    format,
    found: {
      ...found,
      questions: [...asked, ...found.questions],
      // The question says so.
      notes: asked.some(({ id }) => id === 'accents')
        ? found.notes.filter(({ reason }) => reason !== 'ACCENTS_BROKEN')
        : found.notes,
    },
    columns: format.id === 'csv' ? columnsOf(sniffed, answers) : null,
    hasLines: ['table', 'xml', '1pif'].includes(sniffed.kind),
    isPacked: isZip(bytes),
  }
}
