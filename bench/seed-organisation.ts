import { createChestKeys } from '../src/server/vault/chests/chest-keys.ts'
import { flagsOf, insertChest } from '../src/server/vault/chests/chest-rows.ts'
import type { KeyHolder } from '../src/server/platform/crypto/key-holder.ts'
import type { Database } from '../src/server/platform/database/open.ts'
import { newGrant } from '../src/domain/platform/rights.ts'
import { userStates, type Role } from '../src/domain/platform/roles.ts'
import { nextId } from '../src/server/platform/database/columns.ts'
import { proveRows } from '#server/access/authority.ts'
import { textColumns } from '../src/server/access/account-rows.ts'
import { releases } from '../src/texts/platform/changelog.ts'
import { proveAll } from './installation.ts'
import { entryOf, nameOfPerson } from './names.ts'

/** The size of a hosting company with many clients, on which the back offices are measured. */
export const organisationSizes = { banks: 200, chests: 5_000, users: 2_000, teams: 300 } as const

/** Rows an insert: PostgreSQL accepts 65,535 parameters in a statement, SQLite 32,766. */
const batch = 1_000

/**
 * Adds banks, chests, users and teams, with each chest, user and team attached to one bank or two, teams of twenty
 * people, and eight grants a chest. The first objects are attached to the first bank, so that all pages cost the same.
 *
 * @param madeBy the creator of everything: an administrator who sees it only where attached
 * @returns the ids of the banks, to attach further users to
 */
export async function addOrganisation(
  database: Database,
  keys: KeyHolder,
  madeBy: number,
): Promise<number[]> {
  const { db } = database
  const at = Date.now()
  const count = (of: number) => Array.from({ length: of }, (_, index) => index)
  const inBatches = async <Row>(rows: Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> => {
    for (let from = 0; from < rows.length; from += batch) await insert(rows.slice(from, from + batch))
  }
  const one = <T>(list: readonly T[], index: number): T => {
    const found = list[index % list.length]
    if (found === undefined) throw new Error('an empty list')
    return found
  }

  const bankIds: number[] = []
  for (const index of count(organisationSizes.banks)) {
    const row = {
      label: `Client ${index + 1} ${nameOfPerson(index * 10).lastName}`,
      description: '',
      max_user: null,
    }
    const bank = { ...row, active: 1, create_by: madeBy, created_at: at } as const
    bankIds.push((await db.insertInto('banks').values(bank).returning('id').executeTakeFirstOrThrow()).id)
  }
  await proveAll(db)

  const userIds: number[] = []
  await db.transaction().execute(async (tx) => {
    for (const index of count(organisationSizes.users)) {
      const login = `agent.${index + 1}`
      const role: Role = index % 40 === 0 ? 'ROLE_ADMINISTRATOR' : 'ROLE_INTERVENANT'
      const id = await nextId(tx, 'users')
      userIds.push(id)
      const { firstName, lastName } = nameOfPerson(index)
      const texts = textColumns({ login, email: `${login}@exemple.fr`, firstName, lastName })
      const state = {
        role,
        type: 'STANDARD',
        state_id: userStates.active,
        read_features: releases.length,
      } as const
      const signIn = { second_factor: 'totp', qr_scanned: 0, last_step: 0, failures: 0, blocks: 0 } as const
      const row = { id, ...texts, ...state, ...signIn, created_at: at, created_by: madeBy }
      await tx.insertInto('users').values(row).execute()
    }
    await proveRows(tx, at)
  })

  const teamIds: number[] = []
  for (const index of count(organisationSizes.teams)) {
    const row = {
      name: `Groupe ${index + 1} ${nameOfPerson(index * 10).lastName}`,
      description: 'Astreinte',
      created_by: madeBy,
    }
    const team = { ...row, created_at: at }
    teamIds.push((await db.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow()).id)
  }

  const chestIds: number[] = []
  const chestKeys = createChestKeys({ keys })
  await db.transaction().execute(async (tx) => {
    for (const index of count(organisationSizes.chests)) {
      const place = { createdBy: one(userIds, index), at, bankId: one(bankIds, index) }
      const chest = await insertChest(tx, chestKeys, { name: entryOf(index).name, description: '', ...place })
      chestIds.push(chest.id)
    }
  })

  const bankOf = (index: number) => one(bankIds, index)
  await inBatches(
    userIds.map((user, index) => ({ bank_id: bankOf(index), user_id: user })),
    (rows) => db.insertInto('bank_users').values(rows).execute(),
  )
  await inBatches(
    teamIds.map((team, index) => ({ bank_id: bankOf(index), team_id: team })),
    (rows) => db.insertInto('bank_teams').values(rows).execute(),
  )
  await inBatches(
    teamIds.flatMap((team, index) =>
      count(20).map((place) => ({ team_id: team, user_id: one(userIds, index * 20 + place) })),
    ),
    (rows) => db.insertInto('team_users').values(rows).execute(),
  )
  const grant = flagsOf(newGrant)
  await inBatches(
    chestIds.flatMap((chest, index) =>
      count(5).map((place) => ({
        chest_id: chest,
        user_id: one(userIds, index + organisationSizes.banks * (place + 1)),
        ...grant,
      })),
    ),
    (rows) =>
      db
        .insertInto('chest_user_rights')
        .values(rows)
        .onConflict((same) => same.doNothing())
        .execute(),
  )
  await inBatches(
    chestIds.flatMap((chest, index) =>
      count(3).map((place) => ({ chest_id: chest, team_id: one(teamIds, index + place * 7), ...grant })),
    ),
    (rows) =>
      db
        .insertInto('chest_team_rights')
        .values(rows)
        .onConflict((same) => same.doNothing())
        .execute(),
  )
  return bankIds
}
