import { categories } from '#domain/platform/categories.ts'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { storedOtp } from '#domain/platform/one-time-code.ts'
import { fieldLabels, binFolder } from '#texts/vault/import-formats.ts'
import type { ImportedOldValue } from '#server/vault/contents/element-source.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import type { Extra } from '../extras-as-fields.ts'
import {
  nothingSkipped,
  type FormerReading,
  type ImportContent,
  type ImportFail,
  type ImportItem,
  type ImportRefused,
} from '../model.ts'
import { toFolderTexts } from '../folder-texts.ts'
import { keptOldValues } from '../kept-old-values.ts'
import { createPathFolders } from '../path-folders.ts'
import { keepable, keepableSecret, plainName } from '../plain-fields.ts'
import { firstAddress, readingsOf, toItem } from '../read-item.ts'
import { isOtpValue, readOtherOtp } from '../read-otp.ts'
import type { Found, FoundEntry, FoundNote } from './found.ts'
import { createFileJudge, leftOf } from './found-files.ts'
import { noOtherWays, type OtherWays } from './other-ways.ts'

/** What the person wants of the parts that are left out by default. */
export type ContentChoices = {
  /** Brings the program's trash into a folder of its own. */
  readonly withBin: boolean
  /** Keeps the last former passwords as old values of new items. */
  readonly withFormer: boolean
  /** The size of an attached file at most, in bytes. */
  readonly fileBytes: number
  readonly otherWays?: OtherWays
}

/** The content of a file, and where each part of it comes from. */
export type ManagerContent = ImportContent & {
  readonly foundOf: ReadonlyMap<ImportItem, FoundEntry>
  /** Entries that are not imported, for the reasons in `fails` of the same line and name. */
  readonly refusedEntries: readonly { readonly line: number; readonly name: string }[]
}

/**
 * Brings what a reader found under the rules of the domain: names, limits, one address, one OTP. Every entry is imported,
 * or reported with the reason; every value that has no place of its own becomes a field, or is reported.
 */
export async function toContent(
  read: Found,
  family: string,
  { withBin, withFormer, fileBytes, otherWays = noOtherWays }: ContentChoices,
): Promise<ManagerContent | ImportRefused> {
  // Before anything is made of them.
  if (read.entries.length + read.unreadable.length > limits.entries || read.folders.length > limits.entries)
    return { ok: false, code: 'TOO_MANY' }
  const yielder = createYielder()
  const folders = createPathFolders()
  const fails: ImportFail[] = read.notes.map((note) => ({ line: 1, name: '', ...note }))
  const idOf = await distinctIds(read.entries, yielder)
  const skipped = { ...nothingSkipped, lines: read.blankRows }
  const foundOf = new Map<ImportItem, FoundEntry>()
  const judgeFiles = createFileJudge(fileBytes)
  const refusedEntries: { line: number; name: string }[] = []
  for (const { line, name: written, note } of read.unreadable) {
    const { name } = plainName(written)
    refusedEntries.push({ line, name })
    fails.push({ line, name, ...note })
  }
  const { unmended } = otherWays
  for (const [
    at,
    { line, description, sourceId, own, isBinned = false, ...folder },
  ] of read.folders.entries()) {
    if (isBinned && !withBin) continue
    const placeOf = (path: readonly string[]) => (isBinned ? [binFolder, ...path] : path)
    const path = placeOf(folder.path)
    if (path.length > limits.entries) return { ok: false, code: 'TOO_MANY' }
    const formerFolder = unmended?.folders[at]?.path
    const { oldValues, left } = keptOldValues('folder', withFormer ? (own?.oldValues ?? []) : [])
    if (!withFormer) skipped.history += own?.oldValues.length ?? 0
    if (left > 0)
      fails.push({
        line,
        name: plainName(path.at(-1) ?? '').name,
        reason: 'OLD_VALUES_LEFT',
        detail: String(left),
      })
    const renewDays = own?.renewDays ?? null
    const marks = own?.marks ?? []
    folders.addPath(
      path,
      line,
      { description, sourceId, oldValues, renewDays, marks },
      { keys: own?.keys, former: formerFolder && placeOf(formerFolder) },
    )
    if (folders.count() > limits.entries) return { ok: false, code: 'TOO_MANY' }
  }
  for (const [at, entry] of read.entries.entries()) {
    const pause = yielder.step(16)
    if (pause) await pause
    const isBinned = entry.state === 'binned'
    if (!withFormer) skipped.history += oldValuesOf(entry).length
    if (isBinned && !withBin) {
      skipped.recycleBin += 1
      continue
    }
    const { item: plain, fails: told } = toItem(rawItemOf(entry, idOf(entry), read.isExact === true))
    const { files, notes } = plain
      ? await judgeFiles(entry.files)
      : { files: [], notes: leftOf('ATTACHMENT_LEFT', entry.files) }
    const old = keptOldValues('item', withFormer ? oldValuesOf(entry) : [])
    const wasShown = entry.fields.some((field) => field.wasShown)
    const unmendedEntry = unmended?.entries[at]
    const direct = otherWays.direct(entry.line)
    const former = (): readonly FormerReading[] => [
      ...(entry.former ? formerReadingOf(entry.former, idOf(entry), entry.path, true) : []),
      ...(plain?.former?.() ?? []).map((one) => ({ ...one, item: { ...one.item, ...beyondOf(entry) } })),
      ...(wasShown ? formerReadingOf(asShown(entry), idOf(entry), entry.path, true) : []),
      ...(unmendedEntry ? formerReadingOf(unmendedEntry, idOf(entry), entry.path, false) : []),
      ...direct,
    ]
    const item = plain && {
      ...plain,
      ...beyondOf(entry),
      oldValues: old.oldValues,
      ...((plain.former || entry.former || wasShown || unmendedEntry || direct.length > 0) && { former }),
      ...(files.length > 0 && { files }),
    }
    fails.push(...told)
    const oldNotes: FoundNote[] =
      old.left > 0 ? [{ reason: 'OLD_VALUES_LEFT', detail: String(old.left) }] : []
    const isTold = ({ reason }: FoundNote) =>
      reason === 'CHARACTERS_DROPPED' && told.some((one) => one.reason === reason)
    const further = entry.notesToTell.filter((note) => !isTold(note))
    for (const note of [...notes, ...oldNotes, ...further])
      fails.push({ line: entry.line, name: plain?.name ?? nameOf(entry), ...note })
    skipped.attachments += entry.files.length - files.length
    if (item === null) {
      refusedEntries.push({ line: entry.line, name: told[0]?.name ?? nameOf(entry) })
      continue
    }
    foundOf.set(item, entry)
    const placeOf = (path: readonly string[]) => (isBinned ? [binFolder, ...path] : path)
    // Each level is a folder. Those of one path are made at once.
    if (entry.path.length > limits.entries) return { ok: false, code: 'TOO_MANY' }
    const formerPath = unmendedEntry && placeOf(unmendedEntry.path)
    folders.add(item, placeOf(entry.path), { keys: entry.own?.keys, former: formerPath })
    if (folders.count() > limits.entries) return { ok: false, code: 'TOO_MANY' }
  }
  const { folders: top, items, fails: folderFails } = folders
  return {
    ok: true,
    family,
    folders: top,
    items,
    refused: refusedEntries.length,
    refusedEntries,
    foundOf,
    skipped,
    fails: [...fails, ...folderFails],
  }
}

/** Returns an entry as earlier releases read it: its fields as their program shows them. */
const asShown = (entry: FoundEntry): FoundEntry => ({
  ...entry,
  fields: entry.fields.map((field) => (field.wasShown ? { ...field, kind: 'text' } : field)),
})

/**
 * Returns what an earlier release, or another way, made of an entry.
 * @param path the names of its folders as it is read now
 */
function formerReadingOf(
  former: FoundEntry,
  sourceId: string | null,
  path: readonly string[],
  isKept: boolean,
): readonly FormerReading[] {
  const isElsewhere = former.path.length !== path.length || former.path.some((part, at) => part !== path[at])
  const names = former.path.map((part) => toFolderTexts(part, '', former.line).texts.name)
  return readingsOf(rawItemOf(former, sourceId, false), isKept).map((reading) => ({
    ...reading,
    item: { ...reading.item, ...beyondOf(former) },
    ...(isElsewhere && { path: names }),
  }))
}

/** What an entry has besides what every item of a file has, and an OTP as an archive of Trousseau has it. */
function beyondOf({ category, renewal, own, hasNoName = false }: FoundEntry) {
  const { otp = null, since = null, marks = [] } = own ?? {}
  return {
    ...(hasNoName && { hasNoName }),
    ...(renewal !== null && { renewBefore: renewal }),
    ...(category !== null && { categoryId: categories[category].id }),
    ...(otp !== null && storedOtp(otp) !== null && { otp }),
    ...(since !== null && { passwordAt: since }),
    ...(marks.length > 0 && { marks }),
  }
}

const oldValuesOf = ({ formerPasswords, own }: FoundEntry): readonly ImportedOldValue[] =>
  own?.oldValues ??
  formerPasswords.flatMap(({ value, at }) =>
    value === ''
      ? []
      : [{ field: 'password', value: keepableSecret(value), until: at === null ? null : Date.parse(at) }],
  )

const nameOf = ({ title }: FoundEntry): string => plainName(title).name

function rawItemOf(entry: FoundEntry, sourceId: string | null, isExactFile: boolean) {
  const { title, login, email, password, notes, line, state, knownBy } = entry
  const isExact = isExactFile || entry.own !== null
  const isGiven = (text: string): boolean => text !== ''
  const written = entry.addresses.map((address) => address.trim()).filter(isGiven)
  const isCode = (address: string): boolean => !isExact && isOtpValue(address)
  const opened = written.filter((address) => !isCode(address))
  const addresses = opened.map((address) => keepable(address, isExact).trim()).filter(isGiven)
  const address = firstAddress(addresses)
  const { otp, left, told } = otpOf({ ...entry, otps: [...entry.otps, ...written.filter(isCode)] })
  const isCleaned = opened.some((one) => keepable(one, isExact) !== one)
  const extras: Extra[] = [
    ...(login.trim() !== '' && email.trim() !== '' && email.trim() !== login.trim()
      ? [{ label: fieldLabels.email, value: email.trim(), isHidden: false }]
      : []),
    ...addresses
      .filter((other) => other !== address)
      .map((value) => ({ label: fieldLabels.address, value, isHidden: false })),
    ...left.map((value) => ({ label: fieldLabels.otp, value, isHidden: true })),
    ...entry.fields.map(({ label, kind, value, isExact = false }) => ({
      label,
      value,
      isHidden: kind === 'concealed',
      ...(entry.own !== null ? { kind } : isExact && { kind: 'lines' as const }),
    })),
  ]
  return {
    title,
    login: login.trim() === '' ? email : login,
    password,
    address,
    notes,
    extras,
    otp,
    line,
    sourceId,
    knownBy: { ...knownBy, address: firstAddress(knownBy?.addresses ?? written) },
    isExact,
    told: [
      ...told,
      ...(state === 'archived' ? (['ARCHIVED'] as const) : []),
      ...(isCleaned ? (['CHARACTERS_DROPPED'] as const) : []),
    ],
  }
}

/** Returns the first readable OTP of an entry, and the others, which stay as they are written. */
function otpOf({ otps, title }: FoundEntry) {
  const left: string[] = []
  const told = new Set<ReturnType<typeof readOtherOtp>['fails'][number]>()
  let otp: string | null = null
  for (const written of otps) {
    if (written.trim() === '') continue
    const read = readOtherOtp(written, plainName(title).name)
    for (const fail of read.fails) told.add(fail)
    if (read.otp === null) left.push(written)
    else if (otp === null) otp = read.otp
    else if (read.otp !== otp) {
      left.push(written)
      told.add('OTP_SEVERAL')
    }
  }
  return { otp, left, told: [...told] }
}

/** Returns a function that gives each entry an identifier of its own: files repeat identifiers. */
async function distinctIds(
  entries: readonly FoundEntry[],
  yielder: Yielder,
): Promise<(entry: FoundEntry) => string | null> {
  const seen = new Map<string, number>()
  const ids = new Map<FoundEntry, string>()
  for (const entry of entries) {
    const pause = yielder.step()
    if (pause) await pause
    if (entry.sourceId === null) continue
    const count = (seen.get(entry.sourceId) ?? 0) + 1
    seen.set(entry.sourceId, count)
    ids.set(entry, count === 1 ? entry.sourceId : `${entry.sourceId} (${count})`)
  }
  return (entry) => ids.get(entry) ?? null
}
