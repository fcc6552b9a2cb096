import { randomBytes } from 'node:crypto'
import { allRights, newGrant, type Rights } from '#domain/platform/rights.ts'
import { userStates, type Role, type UserType } from '#domain/platform/roles.ts'
import { flagsOf, insertChest } from '#server/vault/chests/chest-rows.ts'
import { hashToken, newToken } from '#server/platform/crypto/token.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { textColumns } from '#server/access/account-rows.ts'
import type { TestApp } from './app.ts'

export type TestUser = { id: number; login: string }
export type TestChest = { id: number; name: string }

type NewUser = { login: string; role?: Role; type?: UserType; banks?: number[]; currentBank?: number | null }

/** Factories that write what the calls of other features write. */
export function worldOf({ deps, time }: TestApp) {
  const { db, chestKeys } = deps

  const addBank = async (label: string, active: 0 | 1 = 1): Promise<number> => {
    const row = { label, description: '', max_user: null, active, create_by: null, created_at: time.now }
    return (await db.insertInto('banks').values(row).returning('id').executeTakeFirstOrThrow()).id
  }

  const addUser = (user: NewUser): Promise<TestUser> =>
    db.transaction().execute(async (tx) => {
      const id = await nextId(tx, 'users')
      const email = `${user.login}@exemple.fr`
      await tx
        .insertInto('users')
        .values({
          id,
          ...textColumns({ login: user.login, email, firstName: 'Camille', lastName: user.login }),
          role: user.role ?? 'ROLE_INTERVENANT',
          type: user.type ?? 'STANDARD',
          state_id: userStates.active,
          last_bank_id: user.currentBank ?? null,
          read_features: 0,
          second_factor: 'totp',
          qr_scanned: 0,
          last_step: 0,
          failures: 0,
          blocks: 0,
          created_at: time.now,
        })
        .execute()
      for (const bank of user.banks ?? []) {
        await tx.insertInto('bank_users').values({ bank_id: bank, user_id: id }).execute()
      }
      return { id, login: user.login }
    })

  const addTeam = async (name: string, users: TestUser[], banks: number[] = []): Promise<number> => {
    const row = { name, description: '', created_by: null, created_at: time.now }
    const { id } = await db.insertInto('teams').values(row).returning('id').executeTakeFirstOrThrow()
    for (const user of users)
      await db.insertInto('team_users').values({ team_id: id, user_id: user.id }).execute()
    for (const bank of banks)
      await db.insertInto('bank_teams').values({ bank_id: bank, team_id: id }).execute()
    return id
  }

  const addChest = async (name: string, owner: TestUser, banks: number[] = []): Promise<TestChest> =>
    db.transaction().execute(async (tx) => {
      const [bankId = null, ...others] = banks
      const chest = await insertChest(tx, chestKeys, {
        name,
        description: '',
        createdBy: owner.id,
        at: time.now,
        bankId,
      })
      for (const bank of others) {
        await tx.insertInto('bank_chests').values({ bank_id: bank, chest_id: chest.id }).execute()
      }
      return { id: chest.id, name }
    })

  const grantUser = async (chest: TestChest, user: TestUser, rights: Partial<Rights> = {}): Promise<void> => {
    const flags = flagsOf({ ...newGrant, ...rights })
    await db
      .insertInto('chest_user_rights')
      .values({ chest_id: chest.id, user_id: user.id, ...flags })
      .onConflict((conflict) => conflict.columns(['user_id', 'chest_id']).doUpdateSet(flags))
      .execute()
  }

  const grantTeam = async (chest: TestChest, teamId: number, rights: Partial<Rights> = {}): Promise<void> => {
    const flags = flagsOf({ ...newGrant, ...rights })
    await db
      .insertInto('chest_team_rights')
      .values({ chest_id: chest.id, team_id: teamId, ...flags })
      .execute()
  }

  /** Inserts an active session, as the second step does. @returns the value of the Cookie header */
  const session = async (user: TestUser): Promise<string> => {
    const id = randomBytes(18).toString('base64url')
    const secret = newToken()
    await db
      .insertInto('sessions')
      .values({
        id,
        secret_hash: hashToken(secret),
        user_id: user.id,
        created_at: time.now,
        last_seen_at: time.now,
        expires_at: time.now + 12 * 3_600_000,
        ip: '127.0.0.1',
        user_agent: 'test',
      })
      .execute()
    return `sid=${id}.${secret.reveal()}`
  }

  return { addBank, addUser, addTeam, addChest, grantUser, grantTeam, session, allRights }
}

export type World = ReturnType<typeof worldOf>
