import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { ChestKey, DataKey } from '#server/platform/crypto/data-key.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { fieldPlace } from '#server/platform/crypto/place.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { unsealJson } from '#server/platform/crypto/seal.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealedColumnNames, unreadableRows } from '#server/root-keys/sealed-columns.ts'
import { openRow } from '#server/vault/attachments/read.ts'
import { createChestKeys } from '#server/vault/chests/chest-keys.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { unsealSource } from '#server/vault/contents/element-source.ts'
import {
  unsealItemOtp,
  unsealItemPassword,
  unsealItemSecrets,
  unsealMeta,
  unwrapElementKey,
} from '#server/vault/contents/sealing.ts'
import { unsealVersion } from '#server/vault/contents/versions.ts'
import { unsealFileName } from '#server/vault/imports/file-names.ts'
import { createFiguresKeys } from '#server/vault/summaries/figures-key.ts'

/** What was opened, and what was not. */
export type OpenedContent = {
  /** Ordinary chests: those that were opened. */
  chests: number
  /** Guardian chests: their content opens with their master keys only. */
  guardians: number
  folders: number
  items: number
  versions: number
  attachments: number
  /** Names of values that do not open, such as `items.password 12`; the first ones when there are many. */
  readonly broken: string[]
  brokenCount: number
  /** The chests in which a value does not open. */
  readonly brokenChests: Set<number>
}

const breathe = (): Promise<void> => nextTurn()
const namedValues = 20
const batchRows = 200

type Opening = {
  readonly db: Kysely<Tables>
  readonly ck: ChestKey
  readonly chestId: number
  readonly found: OpenedContent
  readonly attempt: <Value>(name: string, open: () => Value) => Value | undefined
  readonly rest: () => Promise<void>
}

/**
 * Opens every value of chests: folders, items with their passwords, one-time secrets and concealed fields, old values,
 * attachments whole, names of imported files. Values are opened and dropped.
 * @param isMeant the chests to open; all of them by default
 * @param rest called between batches
 */
export async function openContent(
  db: Kysely<Tables>,
  keys: Pick<KeyHolder, 'keyring'>,
  {
    isMeant = () => true,
    rest = breathe,
  }: { isMeant?: (chestId: number) => boolean; rest?: () => Promise<void> } = {},
): Promise<OpenedContent> {
  const found: OpenedContent = {
    chests: 0,
    guardians: 0,
    folders: 0,
    items: 0,
    versions: 0,
    attachments: 0,
    broken: [],
    brokenCount: 0,
    brokenChests: new Set(),
  }
  let current = 0
  const blame = (name: string): void => {
    found.brokenCount += 1
    found.brokenChests.add(current)
    if (found.broken.length < namedValues) found.broken.push(name)
  }
  const attempt = <Value>(name: string, open: () => Value): Value | undefined => {
    try {
      return open()
    } catch (error) {
      if (!isBroken(error)) throw error
      blame(name)
      return undefined
    }
  }
  const chestKeys = createChestKeys({ keys: keys as KeyHolder })
  const chests = await db
    .selectFrom('chests')
    .select(['id', 'guardian', 'key_version', 'former_key_version'])
    .orderBy('id')
    .execute()
  for (const { id, guardian, key_version: keyVersion, former_key_version: formerKeyVersion } of chests) {
    if (!isMeant(id)) continue
    current = id
    if (guardian) {
      found.guardians += 1
      continue
    }
    found.chests += 1
    const chest = { id, guardian: false, keyVersion, formerKeyVersion, unlock: null }
    const ck = await chestKeys.open(db, chest).catch((error: unknown) => {
      if (!isBroken(error)) throw error
      return null
    })
    if (ck) await openChest({ db, ck, chestId: id, found, attempt, rest })
    else blame(`chest_keys.wrapped ${id}`)
  }
  return found
}

/** A chest without its key is as broken as a value that does not unseal. */
const isBroken = (error: unknown): boolean => error instanceof SealError || error instanceof Refusal

async function openChest(opening: Opening): Promise<void> {
  const { db, ck, chestId, attempt } = opening
  for (const table of ['folders', 'items'] as const) {
    for (let after = 0; ;) {
      const last = await openBatch(opening, table, after)
      await opening.rest()
      if (last === null) break
      after = last
    }
  }
  const imports = await db
    .selectFrom('imports')
    .select(['id', 'file_name'])
    .where('chest_id', '=', chestId)
    .where('file_name', 'is not', null)
    .execute()
  for (const { id, file_name: name } of imports)
    if (name !== null) attempt(`imports.file_name ${id}`, () => unsealFileName(ck, { id, chestId }, name))
}

/** @returns the id of the last row of the batch; null after the last batch */
async function openBatch(opening: Opening, table: ElementTable, after: number): Promise<number | null> {
  const { db, ck, chestId, found, attempt } = opening
  const keysOfElements = new Map<number, DataKey>()
  const rows =
    table === 'folders' ? await foldersAfter(db, chestId, after) : await itemsAfter(db, chestId, after)
  for (const row of rows) {
    found[table] += 1
    const parent = 'parent_id' in row ? row.parent_id : row.folder_id
    const name = (part: string): string => `${table}.${part} ${row.id}`
    const key = attempt(name('key'), () => unwrapElementKey(ck, table, row, parent))
    if (!key) continue
    keysOfElements.set(row.id, key)
    attempt(name('meta'), () => unsealMeta(key, table, row, chestId))
    const { source } = row
    if (source !== null) attempt(name('source'), () => unsealSource(key, table, row.id, chestId, source))
    if ('parent_id' in row) continue
    attempt(name('password'), () => unsealItemPassword(key, row, chestId))
    attempt(name('otp'), () => unsealItemOtp(key, row, chestId))
    attempt(name('secrets'), () => unsealItemSecrets(key, row, chestId))
    // A row that lost what its flags announce would open otherwise.
    if ((row.has_password === 1) !== (row.password !== null)) attempt(name('password'), missing)
    if ((row.has_otp === 1) !== (row.otp !== null)) attempt(name('otp'), missing)
  }
  await openVersions(opening, table, keysOfElements)
  if (table === 'items') await openAttachments(opening, keysOfElements)
  return rows.length < batchRows ? null : (rows.at(-1)?.id ?? null)
}

function missing(): never {
  throw new SealError('FORMAT', 'a value is missing')
}

const foldersAfter = (db: Kysely<Tables>, chestId: number, after: number) =>
  db
    .selectFrom('folders')
    .select(['id', 'parent_id', 'wrapped_key', 'meta', 'meta_revision', 'source'])
    .where('chest_id', '=', chestId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchRows)
    .execute()

const itemsAfter = (db: Kysely<Tables>, chestId: number, after: number) =>
  db
    .selectFrom('items')
    .select(['id', 'folder_id', 'wrapped_key', 'meta', 'meta_revision', 'source', 'password', 'has_password'])
    .select(['password_revision', 'otp', 'has_otp', 'otp_revision', 'secrets', 'secrets_revision'])
    .where('chest_id', '=', chestId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchRows)
    .execute()

async function openVersions(
  { db, found, attempt }: Opening,
  table: ElementTable,
  keysOfElements: ReadonlyMap<number, DataKey>,
): Promise<void> {
  const versions = await db
    .selectFrom('versions')
    .select(['id', 'element_id', 'field', 'sealed'])
    .where('element', '=', table === 'folders' ? 'folder' : 'item')
    .where(isAmong(db, sql.ref('element_id'), sql`${listOf(db, [...keysOfElements.keys()])}`))
    .execute()
  for (const version of versions) {
    const key = keysOfElements.get(version.element_id)
    if (!key) continue
    found.versions += 1
    attempt(`versions.${version.field} ${version.id}`, () => unsealVersion(key, version))
  }
}

async function openAttachments(
  { db, found, attempt, rest }: Opening,
  keysOfItems: ReadonlyMap<number, DataKey>,
): Promise<void> {
  const files = await db
    .selectFrom('attachments')
    .select(['id', 'item_id', 'wrapped_key', 'meta'])
    .where('discard_at', 'is', null)
    .where(isAmong(db, sql.ref('item_id'), sql`${listOf(db, [...keysOfItems.keys()])}`))
    .execute()
  for (const file of files) {
    const key = keysOfItems.get(Number(file.item_id))
    if (!key) continue
    found.attachments += 1
    const name = `attachments.meta ${file.id}`
    const opened = attempt(name, () => openRow(db, key, Number(file.item_id), file))
    if (!opened) continue
    try {
      for await (const _ of opened.chunks) await rest()
    } catch (error) {
      if (!isBroken(error)) throw error
      attempt(`attachments.chunk ${file.id}`, missing)
    }
  }
}

/** Returns the names of values that root keys and the key of the figures do not open. */
export async function brokenOutsideChests(
  db: Kysely<Tables>,
  keys: Pick<KeyHolder, 'keyring'>,
): Promise<string[]> {
  const broken: string[] = []
  for (const name of sealedColumnNames)
    for await (const { ids } of unreadableRows(db, keys.keyring, name))
      broken.push(`${name} ${Object.values(ids).join(' ')}`)
  const rows = await db.selectFrom('kept_figures').selectAll().execute()
  if (rows.length === 0) return broken
  try {
    const { kept } = await createFiguresKeys({ db, keys: keys as KeyHolder })()
    for (const { scope, day, sealed } of rows)
      unsealJson(kept, fieldPlace('kept_figures', day, scope), asSealed(sealed))
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    broken.push('kept_figures')
  }
  return broken
}
