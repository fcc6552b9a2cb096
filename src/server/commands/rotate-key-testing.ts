import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { neverLocked } from '../access/locate.ts'
import { readConfig } from '../config.ts'
import { insertAccount } from '#server/identity/authentication/account.ts'
import { sealTotp, unsealTotp } from '#server/identity/authentication/totp.ts'
import { sealRecoveryKey, unsealRecoveryKey } from '#server/identity/recovery-codes/recovery-codes.ts'
import { identityOfUser, linkIdentity } from '#server/identity/sso/identities.ts'
import { confirmFor } from '#server/installation.ts'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import { holderOf, type KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { openPasswordHash } from '#server/platform/crypto/password-hash.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { openMail, sealMail } from '#server/platform/mail/sealing.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import { createChestKeys } from '#server/vault/chests/chest-keys.ts'
import { insertChest } from '#server/vault/chests/chest-rows.ts'
import { createFiguresKeys, markOf } from '#server/vault/summaries/figures-key.ts'
import type { Rotation } from './rotate-key.ts'
import { testInstallation } from './testing.ts'

/** More than two batches. */
const batch = 20
export const chestCount = 45
const totp = new Uint8Array(20).fill(3)
const values = { firstName: 'Camille', login: 'camille' }
const identity = { issuer: 'https://sso.example', subject: 'c', name: 'Camille', email: 'c@exemple.fr' }
const mail = { to: 'c@exemple.fr', template: 'loginReminder', values } as const

/** Returns an installation with something under every kind of key, and what tests of a rotation do with it. */
export async function fillInstallation(engine: Engine) {
  const home = await testInstallation(engine)
  const newNode = async () => {
    const keys = holderOf(
      keySourceOf(readConfig(home.env)),
      async () => true,
      confirmFor(home.database, readConfig(home.env)),
    )
    await keys.reload()
    return keys
  }

  const node = await newNode()
  const { db } = home.database
  const chestKeys = createChestKeys({ keys: node })
  const mark = markOf(await createFiguresKeys({ db, keys: node })(), 'secret')
  const chestIds: number[] = []
  const userId = await db.transaction().execute(async (tx) => {
    const account = await insertAccount(
      tx,
      { keys: node, clock: () => 1 },
      {
        login: 'camille',
        firstName: 'Camille',
        lastName: 'Dupré',
        email: 'c@exemple.fr',
        role: 'ROLE_SUPER_ADMINISTRATOR',
        type: 'STANDARD',
        passwordHash: new Secret('$argon2id$the-hash'),
        createdBy: null,
      },
    )
    const sealing = await sealingKeys(tx, node.keyring)
    const totpSecret = sealTotp(sealing, { id: account, mark: null }, totp)
    await tx.updateTable('users').set({ totp_secret: totpSecret }).where('id', '=', account).execute()
    const sealedKey = sealRecoveryKey(sealing, { id: account, mark: null }, totp)
    await tx.insertInto('recovery_sets').values({ user_id: account, key: sealedKey, created_at: 1 }).execute()
    await linkIdentity(tx, node.keyring, { identity, userId: account, by: null, now: 1 })
    const waiting = { template: 'loginReminder', message_id: '<1@exemple.fr>', state: 'waiting' } as const
    const numbers = { id: 1, attempts: 0, next_at: 1, created_at: 1 }
    await tx
      .insertInto('outbox')
      .values({ ...waiting, ...numbers, sealed: sealMail(sealing, 1, mail) })
      .execute()
    for (let count = 0; count < chestCount; count += 1) {
      const chest = { name: `Coffre ${count}`, description: '', createdBy: account, at: 1, bankId: null }
      chestIds.push((await insertChest(tx, chestKeys, chest)).id)
    }
    return account
  })

  const rotation = (keys: KeyHolder, pause: Rotation['pause']): Rotation => ({
    db: home.database.db,
    keys,
    say: () => undefined,
    pause,
    note: async () => undefined,
    clock: () => 1,
    batch,
  })

  /** The key of the installation's file, in the form of the environment variable. */
  const rootKeyInFile = () => {
    const text = readFileSync(join(home.folder, 'keys', 'root.key'), 'utf8')
    return (JSON.parse(text) as { keys: [{ key: string }] }).keys[0].key
  }

  /** The versions of the root keys under which something is sealed. */
  const versionsInUse = async () => {
    const { db } = home.database
    const keys = await db.selectFrom('chest_keys').select(['wrapped', 'root_version']).execute()
    const hashes = await db.selectFrom('password_hashes').select('hash').execute()
    const users = await db.selectFrom('users').select('totp_secret').execute()
    const mails = await db.selectFrom('outbox').select('sealed').execute()
    const sets = await db.selectFrom('recovery_sets').select('key').execute()
    const identities = await db.selectFrom('sso_identities').select('about').execute()
    const own = await db.selectFrom('installation_keys').select('wrapped').execute()
    const sealed = [
      ...own.map((row) => row.wrapped),
      ...sets.map((row) => row.key),
      ...identities.map((row) => row.about),
      ...mails.map((row) => row.sealed),
      ...keys.map((row) => row.wrapped),
      ...hashes.map((row) => row.hash),
      ...users.map((row) => row.totp_secret),
    ]
    const versions = sealed.flatMap((bytes) => (bytes ? [keyVersionOf(asSealed(bytes))] : []))
    return [...new Set([...versions, ...keys.map((row) => row.root_version)])]
  }

  const expectEverythingOpens = async (keys: KeyHolder) => {
    const { db } = home.database
    const chestKeys = createChestKeys({ keys })
    expect(markOf(await createFiguresKeys({ db, keys })(), 'secret'), 'equal passwords stay equal').toEqual(
      mark,
    )
    for (const id of chestIds) await chestKeys.open(db, { id, ...neverLocked, keyVersion: 1 })
    const { hash, user_mark } = await db.selectFrom('password_hashes').selectAll().executeTakeFirstOrThrow()
    expect(user_mark).not.toBeNull()
    expect(openPasswordHash(keys.keyring, { id: userId, mark: user_mark }, asSealed(hash)).reveal()).toBe(
      '$argon2id$the-hash',
    )
    const { sealed } = await db.selectFrom('outbox').select('sealed').executeTakeFirstOrThrow()
    expect(openMail(keys.keyring, 1, asSealed(sealed ?? new Uint8Array()))).toEqual(mail)
    const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const { key } = await db.selectFrom('recovery_sets').select('key').executeTakeFirstOrThrow()
    expect(Buffer.from(unsealRecoveryKey(keys.keyring, { id: userId, mark: null }, asSealed(key)))).toEqual(
      Buffer.from(totp),
    )
    expect(await identityOfUser(db, keys.keyring, userId)).toMatchObject(identity)
    const opened = unsealTotp(
      keys.keyring,
      { id: userId, mark: null },
      asSealed(user.totp_secret ?? new Uint8Array()),
    )
    expect(Buffer.from(opened)).toEqual(Buffer.from(totp))
  }

  return {
    home,
    node,
    userId,
    chestIds,
    newNode,
    rotation,
    rootKeyInFile,
    versionsInUse,
    expectEverythingOpens,
  }
}
export type FilledInstallation = Awaited<ReturnType<typeof fillInstallation>>
