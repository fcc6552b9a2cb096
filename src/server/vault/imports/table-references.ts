import type { Yielder } from '#server/vault/contents/yielder.ts'
import { holdsReference } from './keepass-references.ts'

/** The fields of an entry that KeePass's references may name. */
export type Referable = {
  readonly title: string
  readonly login: string
  readonly password: string
  readonly address: string
  readonly notes: string
}
type Field = keyof Referable

const byLetter: Readonly<Record<string, Field>> = {
  T: 'title',
  U: 'login',
  P: 'password',
  A: 'address',
  N: 'notes',
}
const fields = Object.values(byLetter)

/** `{REF:P@T:Routeur}`: the password of the entry whose title has these words. */
const wholeReference = /^\{REF:([TUPAN])@([TUA]):([^{}]{1,200})\}$/i
/** References may chain; a longer chain is treated as a cycle. */
const longestChain = 8
/** In UTF-16 units: a longer value is not copied, so that a small file stays small. */
const longestCopied = 1000
/** Different references that are looked up, each among all entries. */
const mostLookedUp = 200

/** Returns an entry with its references resolved, and whether one is left. */
export type ResolveEntry = <Entry extends Referable>(
  entry: Entry,
) => Promise<{ entry: Entry; isUnresolved: boolean }>

/**
 * Returns a function that resolves KeePass's field references in a table (help, "Field References"). A table has no
 * UUIDs, by which KeePass refers to a duplicated entry. A reference by title, login or address is resolved if one entry
 * alone has its words there: KeePass then finds no other. A shown field never gets a password.
 */
export function tableReferences(entries: readonly Referable[], yielder: Yielder): ResolveEntry {
  const found = new Map<string, Referable | null>()
  const only = async (field: Field, text: string): Promise<Referable | null> => {
    const key = `${field} ${text}`
    const known = found.get(key)
    if (known !== undefined || found.size >= mostLookedUp) return known ?? null
    const words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    let match: Referable | null = null
    let count = 0
    for (const entry of entries) {
      const pause = yielder.step()
      if (pause) await pause
      const value = entry[field].toLowerCase()
      if (words.length === 0 || !words.every((word) => value.includes(word))) continue
      match = entry
      count += 1
      if (count > 1) break
    }
    const result = count === 1 ? match : null
    found.set(key, result)
    return result
  }
  const resolve = async (field: Field, given: string): Promise<string> => {
    let text = given
    for (let hop = 0; hop < longestChain; hop += 1) {
      const [, wanted = '', by = '', words = ''] = wholeReference.exec(text) ?? []
      const [target, search] = [byLetter[wanted.toUpperCase()], byLetter[by.toUpperCase()]]
      if (target === undefined || search === undefined) return text
      if (target === 'password' && field !== 'password') return text
      const referred = (await only(search, words))?.[target]
      if (referred === undefined || referred.length > longestCopied) return text
      text = referred
    }
    return given
  }
  return async (entry) => {
    const changes: Partial<Record<Field, string>> = {}
    let isUnresolved = false
    for (const field of fields) {
      if (!holdsReference(entry[field])) continue
      const text = await resolve(field, entry[field])
      changes[field] = text
      isUnresolved ||= holdsReference(text)
    }
    return { entry: { ...entry, ...changes }, isUnresolved }
  }
}
