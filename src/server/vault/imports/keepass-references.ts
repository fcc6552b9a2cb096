import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { RawEntry, RawGroup } from './keepass-raw.ts'

/**
 * Reads a field of an entry. `isUnresolved`: it still holds a reference to another entry. `isHidden`: the file protects the
 * value, here or where it was found. A reference to a password stays in any other field: it would become visible.
 */
export type FieldReader = (
  entry: RawEntry,
  field: string,
) => { text: string; isUnresolved: boolean; isHidden: boolean }

/** The groups and entries of a file or of a group. */
type Content = Pick<RawGroup, 'groups' | 'entries'>

/** KeePass's letters for the fields that a reference may name. */
const fieldsByLetter: Readonly<Record<string, string>> = {
  T: 'Title',
  U: 'UserName',
  P: 'Password',
  A: 'URL',
  N: 'Notes',
}

/** `{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}`: the password of the entry with this UUID. */
const wholeReference = /^\{REF:([TUPAN])@I:([0-9A-F]{32})\}$/i
const anyReference = /\{REF:/i

/** Whether a value holds a reference to a field of another entry. */
export const holdsReference = (text: string): boolean => anyReference.test(text)

/** References may chain; a longer chain is treated as a cycle. */
const longestChain = 8

/**
 * In UTF-16 units: a longer value is not copied in place of a reference, so that a small file stays small.
 */
const longestCopied = 1000

/**
 * Returns a reader that resolves KeePass's field references (help, "Field References"). Only a value that is
 * one reference by UUID is resolved: KeePass writes it for a duplicated entry. Any other reference is kept
 * and reported.
 */
export async function fieldReader(file: Content, yielder: Yielder): Promise<FieldReader> {
  const entries = new Map<string, RawEntry>()
  await collect(file, entries, yielder)
  return (entry, field) => {
    const isShown = field !== 'Password'
    let text = entry.strings.get(field) ?? ''
    let isHidden = entry.hidden.has(field)
    for (let hop = 0; hop < longestChain; hop += 1) {
      const [, letter, uuid] = wholeReference.exec(text) ?? []
      const target = uuid === undefined ? undefined : entries.get(uuid.toUpperCase())
      if (letter === undefined || target === undefined || (isShown && /p/i.test(letter))) break
      const name = fieldsByLetter[letter.toUpperCase()] ?? ''
      const referred = target.strings.get(name) ?? ''
      if (referred.length > longestCopied) break
      text = referred
      isHidden ||= target.hidden.has(name)
    }
    return { text, isUnresolved: holdsReference(text), isHidden }
  }
}

async function collect(group: Content, entries: Map<string, RawEntry>, yielder: Yielder): Promise<void> {
  // UUIDs are base64 in the file and hexadecimal in references.
  for (const entry of group.entries) {
    entries.set(Buffer.from(entry.uuid, 'base64').toString('hex').toUpperCase(), entry)
    const pause = yielder.step(4)
    if (pause) await pause
  }
  for (const child of group.groups) await collect(child, entries, yielder)
}
