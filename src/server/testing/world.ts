import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { allRights, newGrant, type Rights } from '#domain/platform/rights.ts'
import { userStates, type Role, type UserType } from '#domain/platform/roles.ts'
import { flagsOf, insertChest } from '#server/vault/chests/chest-rows.ts'
import { hashToken, newToken } from '#server/platform/crypto/token.ts'
import { nextNumber } from '#server/access/numbers.ts'
import { proofOfRow } from '#server/access/authority.ts'
import { marksIn, newMark } from '#server/access/marks.ts'
import { changeMarks, markOf, marksOf } from '#server/access/proved-changes.ts'
import { textColumns } from '#server/access/account-rows.ts'
import { insertSession } from '#server/access/session.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { TestApp } from './app.ts'

export type TestUser = { id: number; login: string }
export type TestChest = { id: number; name: string }

type NewUser = { login: string; role?: Role; type?: UserType; banks?: number[]; currentBank?: number | null }

/** Factories that write what the calls of other features write. */
export function worldOf(app: TestApp) {
  const { deps, plainDb: db, time } = app
  const { chestKeys } = deps
  /** What the test has written itself is proved first: the rows below name others. */
  const write = async <Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> => {
    await app.prove()
    return db.transaction().execute(work)
  }

  const addBank = (label: string, active: 0 | 1 = 1): Promise<number> =>
    write(async (tx) => {
      const proved = { id: await nextNumber(tx, 'banks'), mark: newMark(), active }
      const row = { ...proved, label, description: '', max_user: null, create_by: null, created_at: time.now }
      await tx
        .insertInto('banks')
        .values({ ...row, ...proofOfRow(tx, 'banks', proved, time.now) })
        .execute()
      return proved.id
    })

  const addUser = (user: NewUser): Promise<TestUser> =>
    write(async (tx) => {
      const id = await nextNumber(tx, 'users')
      const { login } = user
      const proved = {
        id,
        login,
        email: `${login}@exemple.fr`,
        role: user.role ?? 'ROLE_INTERVENANT',
        type: user.type ?? 'STANDARD',
        state_id: userStates.active,
        ad_id: null,
        ad_sam_account: null,
        second_factor: 'totp' as const,
        created_by: null,
        last_bank_id: user.currentBank ?? null,
        deleted_at: null,
        mark: newMark(),
        bank_marks: await marksOf(tx, 'banks', user.banks ?? []),
        team_marks: '',
      }
      await tx
        .insertInto('users')
        .values({
          ...textColumns({ login, email: proved.email, firstName: 'Camille', lastName: login }),
          ...proved,
          ...proofOfRow(tx, 'users', proved, time.now),
          read_features: 0,
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

  const addTeam = (name: string, users: TestUser[], banks: number[] = []): Promise<number> =>
    write(async (tx) => {
      const bank_marks = await marksOf(tx, 'banks', banks)
      const proved = { id: await nextNumber(tx, 'teams'), mark: newMark(), bank_marks, created_by: null }
      const row = { ...proved, name, description: '', created_at: time.now }
      await tx
        .insertInto('teams')
        .values({ ...row, ...proofOfRow(tx, 'teams', proved, time.now) })
        .execute()
      const { id } = proved
      for (const user of users)
        await tx.insertInto('team_users').values({ team_id: id, user_id: user.id }).execute()
      for (const bank of banks)
        await tx.insertInto('bank_teams').values({ bank_id: bank, team_id: id }).execute()
      const marks = { list: 'team_marks', add: [proved.mark] } as const
      await changeMarks(
        tx,
        'users',
        users.map((user) => user.id),
        marks,
        time.now,
      )
      return id
    })

  const addChest = async (name: string, owner: TestUser, banks: number[] = []): Promise<TestChest> =>
    write(async (tx) => {
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
      const marks = { list: 'bank_marks', add: marksIn(await marksOf(tx, 'banks', others)) } as const
      await changeMarks(tx, 'chests', [chest.id], marks, time.now)
      return { id: chest.id, name }
    })

  const grantUser = (chest: TestChest, user: TestUser, rights: Partial<Rights> = {}): Promise<void> =>
    write((tx) => grantUserIn(tx, chest, user, { ...newGrant, ...rights }))

  /** Detaches a user from a bank within a transaction. */
  const leaveBank = async (tx: Transaction<Tables>, user: TestUser, bank: number): Promise<void> => {
    await tx.deleteFrom('bank_users').where('user_id', '=', user.id).where('bank_id', '=', bank).execute()
    const remove = [await markOf(tx, 'banks', bank)]
    await changeMarks(tx, 'users', [user.id], { list: 'bank_marks', remove }, time.now)
  }

  /** Sets the rights of a user within a transaction. */
  const grantUserIn = async (
    tx: Transaction<Tables>,
    chest: Pick<TestChest, 'id'>,
    user: Pick<TestUser, 'id'>,
    rights: Rights,
  ): Promise<void> => {
    const grant = {
      chest_id: chest.id,
      chest_mark: await markOf(tx, 'chests', chest.id),
      user_id: user.id,
      user_mark: await markOf(tx, 'users', user.id),
      ...flagsOf(rights),
    }
    const row = { ...grant, ...proofOfRow(tx, 'chest_user_rights', grant, time.now) }
    const { chest_id: _chest, user_id: _user, ...changes } = row
    await tx
      .insertInto('chest_user_rights')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'chest_id']).doUpdateSet(changes))
      .execute()
  }

  const grantTeam = (chest: TestChest, teamId: number, rights: Partial<Rights> = {}): Promise<void> =>
    write(async (tx) => {
      const grant = {
        chest_id: chest.id,
        chest_mark: await markOf(tx, 'chests', chest.id),
        team_id: teamId,
        team_mark: await markOf(tx, 'teams', teamId),
        ...flagsOf({ ...newGrant, ...rights }),
      }
      await tx
        .insertInto('chest_team_rights')
        .values({ ...grant, ...proofOfRow(tx, 'chest_team_rights', grant, time.now) })
        .execute()
    })

  /** Inserts an active session, as the second step does. @returns the value of the Cookie header */
  const session = async (user: TestUser): Promise<string> => {
    const id = randomBytes(18).toString('base64url')
    const secret = newToken()
    const times = { created_at: time.now, expires_at: time.now + 12 * 3_600_000 }
    await app.prove()
    await insertSession(
      db,
      { id, secret_hash: hashToken(secret), user_id: user.id, ...times },
      { now: time.now, ip: '127.0.0.1', userAgent: 'test' },
    )
    return `sid=${id}.${secret.reveal()}`
  }

  return {
    addBank,
    addUser,
    addTeam,
    addChest,
    grantUser,
    grantUserIn,
    grantTeam,
    leaveBank,
    session,
    allRights,
  }
}

export type World = ReturnType<typeof worldOf>
