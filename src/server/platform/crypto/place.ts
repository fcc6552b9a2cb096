/**
 * The place that a sealed value is bound to. It is authenticated with the value (GCM's additional data), not stored in it.
 * Code that unseals states where the value was read, and a value that was moved elsewhere does not unseal.
 *
 * - `table`, `field`: names in the code, ASCII, at most 255 characters; not necessarily the database's, but
 *   fixed for ever once something is sealed;
 * - `rowId`: the row's id, or 0 where there is none;
 * - `parentId`: the row's parent (the chest of a wrapped key, the item of an old version), or 0;
 * - `revision`: the row's revision where an older content must not be restored, or 0.
 */
export type SealPlace = {
  readonly table: string
  readonly rowId: number
  readonly field: string
  readonly parentId: number
  readonly revision: number
}

/** Returns the place of a value that neither a parent nor a revision binds. */
export const fieldPlace = (table: string, rowId: number, field: string): SealPlace => ({
  table,
  rowId,
  field,
  parentId: 0,
  revision: 0,
})

/** The account that a value belongs to: its number, and its mark, which no later account of that number has. */
export type Owner = {
  readonly id: number
  /** Null for what was sealed before accounts had marks. */
  readonly mark: string | null
}

/** Returns the place of a value of an account. */
export const ownPlace = (table: string, { id, mark }: Owner, field: string): SealPlace =>
  fieldPlace(table, id, mark === null ? field : `${field}|${mark}`)

/** Returns the name of a place for an error message: `items.meta 12`. */
export function nameOfPlace({ table, rowId, field }: SealPlace): string {
  return `${table}.${field} ${rowId}`
}

/**
 * Encodes the additional authenticated data of a place: `v1 | table | row id | field | parent id | key version |
 * revision`, each part after one byte that holds its length, so that no two places share an encoding. Ids and
 * revision are 8 bytes big-endian, the key version 4.
 *
 * This runs twice per row while an index is built: one allocation, no intermediate string or array.
 * @throws RangeError for a number that is no safe integer from 0 up, or a name too long or not ASCII.
 */
export function additionalData(place: SealPlace, keyVersion: number): Uint8Array {
  const { table, field } = place
  const bytes = Buffer.allocUnsafe(3 + (1 + table.length) + 9 + (1 + field.length) + 9 + 5 + 9)
  bytes[0] = 2
  bytes[1] = 0x76
  bytes[2] = 0x31
  let at = writeName(bytes, 3, table)
  at = writeNumber(bytes, at, place.rowId)
  at = writeName(bytes, at, field)
  at = writeNumber(bytes, at, place.parentId)
  bytes[at] = 4
  at = writeWord(bytes, at + 1, keyVersion)
  writeNumber(bytes, at, place.revision)
  return bytes
}

function writeName(bytes: Uint8Array, at: number, name: string): number {
  const length = name.length
  if (length > 255) throw new RangeError('name in a seal place is longer than 255 characters')
  bytes[at] = length
  for (let index = 0; index < length; index += 1) {
    const code = name.charCodeAt(index)
    if (code > 127) throw new RangeError('name in a seal place is not ASCII')
    bytes[at + 1 + index] = code
  }
  return at + 1 + length
}

function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError('number in a seal place is no safe integer')
  bytes[at] = 8
  return writeWord(bytes, writeWord(bytes, at + 1, Math.floor(value / 0x1_0000_0000)), value)
}

/** Four bytes big-endian; assigning to a byte array keeps the low eight bits, and `>>>` takes value mod 2^32. */
function writeWord(bytes: Uint8Array, at: number, value: number): number {
  bytes[at] = value >>> 24
  bytes[at + 1] = value >>> 16
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value >>> 0
  return at + 4
}
