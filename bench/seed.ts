import { randomBytes } from 'node:crypto'
import type { Role } from '../src/domain/platform/roles.ts'
import { neverLocked } from '#server/access/locate.ts'
import { insertChest } from '../src/server/vault/chests/chest-rows.ts'
import type { KeyHolder } from '../src/server/platform/crypto/key-holder.ts'
import { insertSession } from '../src/server/access/session.ts'
import { markReleasesRead } from '../src/server/access/account-rows.ts'
import { createPasswordHasher } from '../src/server/platform/crypto/password-hash.ts'
import { Secret } from '../src/server/platform/crypto/secret.ts'
import { hashToken, newToken } from '../src/server/platform/crypto/token.ts'
import { createWorkBound } from '../src/server/platform/crypto/work-bound.ts'
import type { Database } from '../src/server/platform/database/open.ts'
import { insertAccount } from '../src/server/identity/authentication/account.ts'
import { beginSeeding, closeSeeded, proveAll, type Installation } from './installation.ts'
import { entryOf } from './names.ts'
import { addContent, type Content } from './seed-content.ts'

/** The amount of content in the bench. */
export const sizes = {
  items: 10_000,
  folders: 1_000,
  chests: 1_000,
  hugeItems: 100_000,
  people: 20,
  createdIn: 10,
} as const

export type Account = { readonly id: number; readonly login: string; readonly password: string }

export type Seeded = {
  /** Users who sign in, each with an account of their own: one account allows few concurrent tries. */
  readonly people: readonly Account[]
  /** The session of the user of `big`, `tree`, `huge` and `created`, all attached to one bank. */
  readonly cookie: string
  /** The session of a user who may read a thousand chests. */
  readonly listerCookie: string
  readonly big: Content
  readonly tree: Content
  readonly huge: Content
  /** The chests of new items: people seldom write to one chest concurrently. */
  readonly created: readonly Content[]
}

/** Fills an empty installation: rows in bulk, every value sealed by the product's own code. */
export async function seed(installation: Installation): Promise<Seeded> {
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const worker = await addAccount(database, keys, 'camille.martin')
  const lister = await addAccount(database, keys, 'dominique.petit')
  const bank = await addBank(database, [worker.id, lister.id])

  const chestOf = (name: string, owner: Account, content: { items?: number; folders?: number }) =>
    database.db.transaction().execute(async (tx) => {
      const description = 'Les accès de la ville.'
      const chest = await insertChest(tx, chestKeys, {
        name,
        description,
        createdBy: owner.id,
        at: Date.now(),
        bankId: bank,
      })
      const key = await chestKeys.open(tx, { id: chest.id, ...neverLocked, keyVersion: 1 })
      return addContent(tx, { chestId: chest.id, key, userId: owner.id }, content)
    })

  for (let index = 1; index <= sizes.chests; index += 1) await chestOf(entryOf(index).name, lister, {})
  const people: Account[] = []
  for (let index = 1; index <= sizes.people; index += 1) {
    people.push(await addAccount(database, keys, `personne.${index}`))
  }
  const created: Content[] = []
  for (let index = 1; index <= sizes.createdIn; index += 1) {
    created.push(await chestOf(`Créations ${index}`, worker, {}))
  }
  const seeded = {
    people,
    created,
    big: await chestOf('Dix mille', worker, { items: sizes.items }),
    tree: await chestOf('Mille dossiers', worker, { folders: sizes.folders }),
    huge: await chestOf('Cent mille', worker, { items: sizes.hugeItems, folders: sizes.folders }),
    cookie: await addSession(database, worker.id),
    listerCookie: await addSession(database, lister.id),
  }
  await closeSeeded(database, installation.engine)
  return seeded
}

export async function addAccount(
  database: Database,
  keys: KeyHolder,
  login: string,
  role: Role = 'ROLE_ADMINISTRATOR',
): Promise<Account> {
  const password = 'Un-long-mot-de-passe-7!'
  const hasher = createPasswordHasher({ bound: createWorkBound({ concurrency: 1, queue: 1 }) })
  const passwordHash = await hasher.hash(new Secret(password))
  const id = await database.db.transaction().execute(async (tx) => {
    const made = await insertAccount(
      tx,
      { keys, clock: Date.now },
      {
        login,
        firstName: 'Camille',
        lastName: 'Martin',
        email: `${login}@exemple.fr`,
        role,
        type: 'STANDARD',
        passwordHash,
        createdBy: null,
      },
    )
    await markReleasesRead(tx, made)
    return made
  })
  return { id, login, password }
}

export async function addBank({ db }: Database, userIds: number[]): Promise<number> {
  const row = { label: 'Ville', description: '', max_user: null, active: 1, create_by: null } as const
  const { id } = await db
    .insertInto('banks')
    .values({ ...row, created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('bank_users')
    .values(userIds.map((userId) => ({ bank_id: id, user_id: userId })))
    .execute()
  await proveAll(db)
  return id
}

/** Adds an active session, as step 2 creates it. @returns the value of the Cookie header */
export async function addSession({ db }: Database, userId: number): Promise<string> {
  const id = randomBytes(18).toString('base64url')
  const secret = newToken()
  const now = Date.now()
  await insertSession(
    db,
    {
      id,
      secret_hash: hashToken(secret),
      user_id: userId,
      created_at: now,
      expires_at: now + 12 * 3_600_000,
    },
    { now, ip: '127.0.0.1', userAgent: 'bench' },
  )
  return `sid=${id}.${secret.reveal()}`
}
