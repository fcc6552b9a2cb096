import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { proveRows } from '#server/access/authority.ts'
import { neverLocked } from '#server/access/locate.ts'
import { textColumns } from '#server/access/account-rows.ts'
import { nextIds } from '#server/platform/database/columns.ts'
import { openDatabase, type Database } from '#server/platform/database/open.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import { flagsOf, insertChest } from '#server/vault/chests/chest-rows.ts'
import { writeToChest } from '#server/vault/contents/chest-writing.ts'
import {
  insertElements,
  type FolderInsertion,
  type InsertPlace,
  type ItemInsertion,
} from '#server/vault/contents/insert-elements.ts'
import { releases } from '#texts/platform/changelog.ts'
import { allRights, type Rights } from '#domain/platform/rights.ts'
import { userStates } from '#domain/platform/roles.ts'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { beginSeeding, closeSeeded, type Installation } from './installation.ts'
import { entryOf, nameOfPerson } from './names.ts'
import { keepSummaries } from './seed-dashboard.ts'
import { addAccount, addBank, addSession, type Account } from './seed.ts'

/** Items of the chests that one of the groups reads: twenty chests, 9,956 items. */
const groupChests = [
  500, 500, 500, 500, 2_800, 1_500, 900, 650, 450, 350, 270, 210, 170, 140, 120, 105, 90, 80, 65, 56,
] as const

/** One huge chest, the chests of 90 groups, 198 small chests and an empty one: 2,000 chests, 1,000,000 items. */
export const millionSizes = {
  huge: 100_000,
  groups: 90,
  smallChests: 198,
  itemsOfSmall: 20,
  items: 1_000_000,
  users: 10_000,
  teams: 300,
  journal: 500_000,
  /** Users whose only team is one of a group. */
  readers: 200,
} as const

type Filled = { readonly chestId: number; readonly items: number; readonly someItem: number | null }

/** The seeded content, which stays the same when an installation is measured again. */
export type SeededMillion = {
  /** May read every chest. */
  readonly all: number
  /** Each reads the twenty chests of one group; the groups follow in turn. */
  readonly readers: readonly number[]
  readonly huge: Filled
  readonly groups: readonly (readonly Filled[])[]
}

/** Rows an insert: SQLite accepts 32,766 parameters in a statement. */
const batch = 1_000
const itemsOfFolder = 25
/** The share of a chest's items, and of its folders, at its root. */
const rootShare = 10
const levels = [1, 2, 3, 3, 4, 4, 4, 5, 5, 5] as const

/** Fills an empty installation: the content by the product's own insertion, the rest in bulk. */
export async function seedMillion(installation: Installation): Promise<SeededMillion> {
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const owner = await addAccount(database, keys, 'lectrice.de.tout')
  const users = await addUsers(database, owner.id)
  const bank = await addBank(database, [owner.id, ...users])
  let number = 0
  const fill = async (items: number): Promise<Filled> => {
    const filled = await addFilledChest(database, chestKeys, { owner, bank, items, from: number })
    number += items
    return filled
  }
  const huge = await fill(millionSizes.huge)
  const groups: Filled[][] = []
  for (let group = 0; group < millionSizes.groups; group += 1) {
    const chests: Filled[] = []
    for (const items of groupChests) chests.push(await fill(items))
    groups.push(chests)
  }
  for (let small = 0; small < millionSizes.smallChests; small += 1) await fill(millionSizes.itemsOfSmall)
  await fill(0)
  if (number !== millionSizes.items) throw new Error(`${number} items were seeded`)
  await addTeams(database, users, groups)
  await addJournal(database, users, groups.flat())
  await closeSeeded(database, installation.engine)
  await keepSummaries(installation)
  return { all: owner.id, readers: users.slice(0, millionSizes.readers), huge, groups }
}

/** Adds active sessions of users to a seeded installation. @returns the values of their Cookie headers */
export async function addSessions(installation: Installation, users: readonly number[]): Promise<string[]> {
  const { database } = await beginSeeding(installation)
  const cookies: string[] = []
  for (const user of users) cookies.push(await addSession(database, user))
  await database.close()
  return cookies
}

const count = (of: number): number[] => Array.from({ length: of }, (_, index) => index)

async function inBatches<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) await insert(rows.slice(from, from + batch))
}

async function addUsers({ db }: Database, madeBy: number): Promise<number[]> {
  const at = Date.now()
  const state = {
    role: 'ROLE_INTERVENANT',
    type: 'STANDARD',
    state_id: userStates.active,
    read_features: releases.length,
    second_factor: 'totp',
    qr_scanned: 0,
    last_step: 0,
    failures: 0,
    blocks: 0,
    created_at: at,
    created_by: madeBy,
  } as const
  return db.transaction().execute(async (tx) => {
    const ids = await nextIds(tx, 'users', millionSizes.users - 1)
    const rows = ids.map((id, index) => {
      const { firstName, lastName, login } = nameOfPerson(index)
      const texts = textColumns({ login, email: `${login}@exemple.fr`, firstName, lastName })
      return { id, ...texts, ...state }
    })
    await inBatches(rows, (some) => tx.insertInto('users').values(some).execute())
    await proveRows(tx, at)
    return ids
  })
}

/** Adds a chest with a folder for every 25 items, two levels deep, a tenth of it at the root. */
async function addFilledChest(
  { db }: Database,
  chestKeys: ChestKeys,
  { owner, bank, items, from }: { owner: Account; bank: number; items: number; from: number },
): Promise<Filled> {
  const texts = { name: entryOf(from).name, description: 'Les accès de la ville.' }
  const folderCount = Math.floor(items / itemsOfFolder)
  const folders = count(folderCount).map((index): FolderInsertion => {
    const place: InsertPlace =
      index <= folderCount / rootShare ? { existing: null } : { inserted: Math.floor(index / rootShare) }
    return { name: entryOf(from + index * 3).name, description: '', place }
  })
  const inserted = count(items).map((index): ItemInsertion => {
    const isAtRoot = folderCount === 0 || index % rootShare === 0
    const item = {
      ...noItemTexts,
      fields: [],
      otp: null,
      ...entryOf(from + index),
      login: nameOfPerson(from + index).login,
    }
    return { item, place: isAtRoot ? { existing: null } : { inserted: index % folderCount } }
  })
  const rated = new Map(inserted.map(({ item }, index) => [item, levels[index % levels.length] ?? 4]))
  return db.transaction().execute(async (tx) => {
    const chest = await insertChest(tx, chestKeys, {
      ...texts,
      createdBy: owner.id,
      at: Date.now(),
      bankId: bank,
    })
    const judged = { user: owner.id, right: 'create' } as const
    const located = { id: chest.id, ...neverLocked, judged }
    const writing = await writeToChest(tx, { chestKeys, clock: Date.now }, located)
    const { itemIds } = await insertElements(writing, owner, { folders, items: inserted }, rated)
    return { chestId: chest.id, items, someItem: itemIds[0] ?? null }
  })
}

const readOnly: Rights = { read: true, create: false, update: false, delete: false, export: false }
/** The grants of teams, in turn; one of them lets nobody read. */
const grants: readonly Rights[] = [
  readOnly,
  allRights,
  { ...readOnly, create: true, update: true },
  { ...allRights, export: false },
  { ...readOnly, read: false, create: true },
]

/** A team for each group, which reads its chests with rights that differ; the others have grants on some of them. */
async function addTeams(
  { db }: Database,
  users: readonly number[],
  groups: readonly (readonly Filled[])[],
): Promise<void> {
  const teams = count(millionSizes.teams).map((index) => ({
    name: `Équipe ${index + 1} ${nameOfPerson(index).lastName}`,
    description: 'Astreinte',
    created_by: null,
    created_at: Date.now(),
  }))
  const made = await db.insertInto('teams').values(teams).returning('id').execute()
  const ids = made.map(({ id }) => id)
  const ofGroups = ids.slice(0, groups.length)
  const others = ids.slice(groups.length)
  const at = <Value>(list: readonly Value[], index: number): Value => list[index % list.length] as Value

  const members = users.flatMap((user, index) => [
    ...(index < millionSizes.readers || index % 3 === 0
      ? [{ team_id: at(ofGroups, index), user_id: user }]
      : []),
    ...(index < millionSizes.readers
      ? []
      : [
          { team_id: at(others, index), user_id: user },
          { team_id: at(others, index * 7 + 1), user_id: user },
        ]),
  ])
  const onGroups = groups.flatMap((chests, group) =>
    chests.map(({ chestId }, index) => ({
      chest_id: chestId,
      team_id: at(ofGroups, group),
      ...flagsOf({ ...at(grants, index), read: true }),
    })),
  )
  const flat = groups.flat()
  const onOthers = others.flatMap((team, index) =>
    count(20).map((place) => ({
      chest_id: at(flat, index * 37 + place * 89).chestId,
      team_id: team,
      ...flagsOf(at(grants, index + place)),
    })),
  )
  await db.transaction().execute(async (tx) => {
    await inBatches(members, (rows) =>
      tx
        .insertInto('team_users')
        .values(rows)
        .onConflict((same) => same.doNothing())
        .execute(),
    )
    await inBatches([...onGroups, ...onOthers], (rows) =>
      tx
        .insertInto('chest_team_rights')
        .values(rows)
        .onConflict((same) => same.doNothing())
        .execute(),
    )
  })
}

/** Mostly copies of passwords, over a year, as the product records them. */
async function addJournal(
  { db }: Database,
  users: readonly number[],
  chests: readonly Filled[],
): Promise<void> {
  const now = Date.now()
  const year = 365 * 24 * 3_600_000
  await db.transaction().execute(async (tx) => {
    for (let from = 0; from < millionSizes.journal; from += batch) {
      const rows = count(batch).map((index) => {
        const event = from + index
        const person = (event * 37) % users.length
        const chest = chests[(event * 11) % chests.length]
        const isCopy = event % 5 > 0 && chest?.someItem != null
        return {
          at: now - year + Math.floor((event * year) / millionSizes.journal),
          actor_id: users[person] ?? null,
          actor_name: nameOfPerson(person).login,
          session_id: Buffer.from(`session${String(event % 90_000).padStart(11, '0')}`).toString('base64url'),
          ip: `10.1.${person >> 8}.${person & 255}`,
          action: isCopy ? 'item.copied' : 'sign-in.done',
          outcome: 'done' as const,
          chest_id: isCopy ? chest.chestId : null,
          item_id: isCopy ? chest.someItem + (event % chest.items) : null,
          objects: isCopy ? JSON.stringify({ item: chest.someItem + (event % chest.items) }) : '{}',
        }
      })
      await tx.insertInto('journal').values(rows).execute()
    }
  })
}

/** Returns the bytes of the whole database, without free space, and those of the journal with its indexes. */
export async function bytesOfDatabase({ databaseOptions }: Installation): Promise<Bytes> {
  if (databaseOptions.kind === 'sqlite') return bytesOfFile(databaseOptions.file)
  const database = await openDatabase(databaseOptions)
  const { db } = database
  await sql`vacuum`.execute(db)
  const { rows } = await sql<Bytes>`
    select pg_database_size(current_database()) as whole, pg_total_relation_size('journal') as journal`.execute(
    db,
  )
  await database.close()
  const { whole, journal } = rows[0] ?? {}
  return { whole: Number(whole), journal: Number(journal) }
}

type Bytes = { whole: number; journal: number }

/** SQLite refuses `vacuum` in a transaction, and the product's writer runs everything in one. */
function bytesOfFile(file: string): Bytes {
  const raw = new DatabaseSync(file)
  raw.exec('vacuum; pragma wal_checkpoint(truncate)')
  const journal = raw
    .prepare(
      `select sum(pgsize) as bytes from dbstat where aggregate = 1
        and name in (select name from sqlite_schema where tbl_name = 'journal')`,
    )
    .get()
  raw.close()
  return { whole: statSync(file).size, journal: Number(journal?.['bytes']) }
}
