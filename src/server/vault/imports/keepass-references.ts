import type { Breather } from '#server/vault/contents/breather.ts'
import type { RawEntry, RawGroup } from './keepass-grammar.ts'

/** A field of an entry; `isUnresolved` when it still holds a reference to another entry. */
export type FieldReader = (entry: RawEntry, field: string) => { text: string; isUnresolved: boolean }

/** Entries, and groups of them: of a file or of one of its groups. */
type Content = Pick<RawGroup, 'groups' | 'entries'>

/** KeePass's letters for the fields that a reference may ask for. */
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

/** A reference may lead to a reference; beyond this many it is taken for a circle. */
const longestChain = 8

/** Longest value that is copied in place of a reference, so that a small file stays small once read. */
const longestCopied = 1000

/**
 * Reads fields through KeePass's field references (help, "Field References"). Only a value that is one
 * reference by UUID is followed, which is what KeePass writes for a duplicated entry. Any other reference is left as it stands and told.
 */
export async function fieldReader(file: Content, breather: Breather): Promise<FieldReader> {
  const entries = new Map<string, RawEntry>()
  await collect(file, entries, breather)
  return (entry, field) => {
    let text = entry.strings.get(field) ?? ''
    for (let hop = 0; hop < longestChain; hop += 1) {
      const [, letter, uuid] = wholeReference.exec(text) ?? []
      const target = uuid === undefined ? undefined : entries.get(uuid.toUpperCase())
      if (letter === undefined || target === undefined) break
      const referred = target.strings.get(fieldsByLetter[letter.toUpperCase()] ?? '') ?? ''
      if (referred.length > longestCopied) break
      text = referred
    }
    return { text, isUnresolved: anyReference.test(text) }
  }
}

async function collect(group: Content, entries: Map<string, RawEntry>, breather: Breather): Promise<void> {
  // The file has the UUID in base64, references have it in hexadecimal.
  for (const entry of group.entries) {
    entries.set(Buffer.from(entry.uuid, 'base64').toString('hex').toUpperCase(), entry)
    const pause = breather.step(4)
    if (pause) await pause
  }
  for (const child of group.groups) await collect(child, entries, breather)
}
