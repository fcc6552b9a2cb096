import { keePassLabels } from '#texts/vault/import-formats.ts'
import { listOf, parseJson, textAt, valueOf } from './formats/json-values.ts'

/** The custom data of Kee (KeePassRPC), version 2. Version 1 is a protected string of the entry. */
const keeKey = 'KPRPC JSON'

/** What is kept of the custom data of an entry. */
export type KeptData = {
  /** Further addresses of the entry, as Kee compares them. */
  readonly addresses: readonly string[]
  /** The settings as they are written where they hold values that the entry has nowhere else; else null. */
  readonly kept: { readonly label: string; readonly value: string } | null
  /** Whether something is left out. */
  readonly isLeft: boolean
}

/** Reads the custom data of an entry: Kee gives each entry addresses, and forms may have values of their own. */
export function keeSettings(custom: ReadonlyMap<string, string>): KeptData {
  const written = custom.get(keeKey)
  if (written === undefined) return { addresses: [], kept: null, isLeft: custom.size > 0 }
  const settings = parseJson(written)
  const addresses = listOf(valueOf(settings, 'altUrls')).filter((address) => typeof address === 'string')
  // A field without a value of its own is filled from a string of the entry.
  const holdsValues = listOf(valueOf(settings, 'fields')).some((field) => textAt(field, 'value') !== '')
  const isKept = holdsValues || settings === undefined
  return {
    addresses,
    kept: isKept ? { label: keePassLabels.kee, value: written } : null,
    isLeft: !isKept || custom.size > 1,
  }
}
