import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { marksOf, type ElementSource } from '#server/vault/contents/element-source.ts'

const installationName = 'export.installation'

/** Returns the random identifier of this installation. The first export draws it. */
export async function installationId(
  tx: Kysely<Tables>,
  randomBytes: (count: number) => Uint8Array,
): Promise<string> {
  const drawn = Buffer.from(randomBytes(32)).toString('base64url')
  await tx
    .insertInto('settings')
    .values({ name: installationName, value: drawn })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await tx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', installationName)
    .executeTakeFirstOrThrow()
  return value
}

type Element = { readonly id: number; readonly source?: ElementSource | null }
export type Kind = 'chest' | 'folder' | 'item'

/**
 * Returns a function that gives each element its 16 bytes of identifier in a file: those that it has in the program that
 * it came from, if the file is of that program, else some that are always the same. A second export thus replaces the
 * first in another program, and an import here finds what it came from.
 * @param ownId reads the identifier of an element of that program; null if it is none
 */
export function createExportIds(
  installation: string,
  family: string,
  ownId: (id: string) => Buffer | null,
): (kind: Kind, element: Element) => Buffer {
  const used = new Set<string>()
  return (kind, { id, source = null }) => {
    const mark = marksOf(source).find((one) => one.family === family)
    const own = mark === undefined ? null : ownId(mark.id)
    const derived = () => createHmac('sha256', installation).update(`${kind}\n${id}`).digest().subarray(0, 16)
    // Two elements may come from one entry.
    const bytes = own === null || used.has(own.toString('hex')) ? derived() : own
    used.add(bytes.toString('hex'))
    return bytes
  }
}
