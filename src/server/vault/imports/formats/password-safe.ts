import { fieldLimits } from '#domain/platform/limits.ts'
import { fieldLabels, keePassLabels } from '#texts/vault/import-formats.ts'
import { partsOf } from '../csv-row.ts'
import {
  addAddress,
  addField,
  addOtp,
  createSourceIds,
  setExpiry,
  draftEntry,
  type Draft,
  momentOf,
  readable,
  setFormerPasswords,
  tell,
  tellLeft,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type FoundEntry, type FoundFolder } from './found.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  childText,
  notesOfTree,
  readXmlTree,
  type XmlNode,
} from './xml-tree.ts'

/** Password Safe (pwsafe.org): XML. */
export const passwordSafe: Format = {
  id: 'password-safe',
  name: 'Password Safe (XML)',
  family: 'password-safe',
  endings: ['.xml'],
  needs: [],
  recognises: (file) => file.kind === 'xml' && file.root === 'passwordsafe',
  async read(file, { yielder }) {
    if (file.kind !== 'xml') return { ok: false, code: 'FORMAT_OTHER' }
    const tree = await readXmlTree(file.text.trimStart(), yielder)
    if (!tree.ok) return tree
    const delimiter = attributeOf(tree.root, 'delimiter')
    const sourceId = createSourceIds()
    const entries: FoundEntry[] = []
    const nodes = readable(childrenOf(tree.root, 'entry'))
    const passwords = passwordsOf(nodes)
    for (const node of nodes) {
      entries.push(entryOf(node, { delimiter, sourceId, passwords }))
      const pause = yielder.step(8)
      if (pause) await pause
    }
    return found(entries, { folders: emptyGroupsOf(tree.root), notes: notesOfTree(tree) })
  },
}

/** What is read by name, or steers the program only. Other elements are of later versions, and may be secret. */
const known =
  /^(?:group|title|username|password|url|autotype|notes|uuid|[acrxlp]m?timex?|xtime_interval|pwhistory|passwordpolicy(?:name)?|runcommand|(?:shift)?dca|email|protected|symbols|kbshortcut|twofactorkey|totp\w*|unknownrecordfields)$/i

/** A literal dot in the name of a group is written like a separator. */
const groupOf = (text: string): string[] => partsOf(text, '.')

function emptyGroupsOf(root: XmlNode): FoundFolder[] {
  const list = childOf(root, 'EmptyGroups')
  return (list ? childrenOf(list, 'EGName') : []).map(({ text, line }) => ({
    path: groupOf(text),
    description: '',
    line,
    sourceId: null,
  }))
}

/** The hashes that the lowest bits of the settings name. */
const hashes = ['SHA1', 'SHA256', 'SHA512'] as const

/** Adds the one-time secret, as an address where its settings are not the usual ones. */
function addOneTimeSecret(draft: Draft, node: XmlNode): void {
  const secret = childText(node, 'twofactorkey').trim()
  const numberAt = (name: string): number => Number(childText(node, name).trim() || 'NaN')
  const [step, length] = [numberAt('totptimestep'), numberAt('totplength')]
  const algorithm = hashes[numberAt('totpconfig') & 3]
  const settings = {
    ...(Number.isNaN(step) ? {} : { period: String(step) }),
    ...(Number.isNaN(length) ? {} : { digits: String(length) }),
    ...(algorithm === undefined || algorithm === 'SHA1' ? {} : { algorithm }),
  }
  // A count that begins at another moment than all others gives other codes.
  const start = numberAt('totpstarttime')
  if (secret !== '' && (start > 0 || algorithm === undefined)) {
    addField(draft, fieldLabels.otp, 'concealed', secret)
    tell(draft, 'OTP_CONCEALED')
  } else if (secret === '' || Object.keys(settings).length === 0) addOtp(draft, secret)
  else addOtp(draft, `otpauth://totp/?${new URLSearchParams({ secret, ...settings }).toString()}`)
}

/** An alias or a shortcut: the password is a reference to another entry. The first colon parts it: trying each is quadratic. */
const reference = /^\[(?:\[.*\]|~.*~|[^[\]:]*:[^[\]]*)\]$/s

/**
 * Line ends are written as a sign that the file names. A text with more of them than a description may have characters
 * is refused in any case: replacing sixteen million takes 600 MB.
 */
function withLineEnds(notes: string, delimiter: string): string {
  if (delimiter === '') return notes
  const lines = notes.split(delimiter, fieldLimits.description + 2)
  return lines.length > fieldLimits.description + 1 ? notes : lines.join('\n')
}

/** An alias: it has the password of the entry of this group, title and login. */
const alias = /^\[\[(.*)\]\]$/s

/** Returns the passwords of entries by what an alias calls them; null for a name that several have. */
function passwordsOf(nodes: readonly XmlNode[]): ReadonlyMap<string, string | null> {
  const passwords = new Map<string, string | null>()
  for (const node of nodes) {
    const password = childText(node, 'password')
    if (reference.test(password)) continue
    const name = ['group', 'title', 'username'].map((part) => childText(node, part)).join(':')
    passwords.set(name, passwords.has(name) ? null : password)
  }
  return passwords
}

type Context = {
  readonly delimiter: string
  readonly sourceId: (id: string) => string | null
  readonly passwords: ReadonlyMap<string, string | null>
}

function entryOf(node: XmlNode, { delimiter, sourceId, passwords }: Context): FoundEntry {
  const draft = draftEntry(node.line)
  draft.path = groupOf(childText(node, 'group'))
  draft.title = childText(node, 'title')
  draft.login = childText(node, 'username')
  draft.email = childText(node, 'email')
  const written = childText(node, 'password')
  draft.password = passwords.get(alias.exec(written)?.[1] ?? '') ?? written
  if (draft.password === written && reference.test(draft.password)) tell(draft, 'ALIAS_VALUE')
  addAddress(draft, childText(node, 'url'))
  draft.notes = withLineEnds(childText(node, 'notes'), delimiter)
  addOneTimeSecret(draft, node)
  addField(draft, fieldLabels.command, 'text', childText(node, 'runcommand'))
  for (const { name, text } of node.children) if (!known.test(name)) addField(draft, name, 'concealed', text)
  if (childText(node, 'autotype') !== '') tellLeft(draft, [keePassLabels.autoType])
  setExpiry(draft, timeOf(node, 'xtime', 'ltime'))
  draft.sourceId = sourceId(childText(node, 'uuid').replaceAll('-', '').trim().toLowerCase())
  setFormerPasswords(draft, formerOf(node))
  return draft
}

/** Returns a time, local and without its zone: of one element since version 3.27, of two before. */
function timeOf(node: XmlNode, ...names: readonly string[]): string {
  for (const name of names) {
    const whole = childText(node, `${name}x`).trim()
    if (whole !== '') return whole
    const parts = childOf(node, name)
    if (parts) return `${childText(parts, 'date').trim()}T${childText(parts, 'time').trim()}`
  }
  return ''
}

/** An old password was in use until the next one was set. */
function formerOf(node: XmlNode): { value: string; at: string | null }[] {
  const history = childOf(node, 'pwhistory')
  const list = history && childOf(history, 'history_entries')
  const old = (list ? childrenOf(list, 'history_entry') : []).map((entry) => ({
    value: childText(entry, 'oldpassword'),
    set: timeOf(entry, 'changed'),
  }))
  return old.map(({ value }, index) => ({
    value,
    at: momentOf(old[index + 1]?.set ?? timeOf(node, 'pmtime')),
  }))
}
