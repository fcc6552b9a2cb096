import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { databaseProblems } from '#texts/database.ts'
import { neverLocked } from '../access/locate.ts'
import { createChestKeys } from '../chests/chest-keys.ts'
import { insertChest } from '../chests/queries.ts'
import { readConfig } from '../config.ts'
import { asSealed, keyVersionOf } from '../crypto/envelope.ts'
import { holderOf, type KeyHolder } from '../crypto/key-holder.ts'
import { keySourceOf } from '../crypto/key-sources.ts'
import { watchKeys } from '../crypto/key-watch.ts'
import { openPasswordHash } from '../crypto/password-hash.ts'
import { Secret } from '../crypto/secret.ts'
import { createFiguresKeys, markOf } from '../dashboard/figures-key.ts'
import { eachEngine } from '../testing/databases.ts'
import { openMail, sealMail } from '../mail/sealing.ts'
import { openRecoveryKey, sealRecoveryKey } from '../recovery-codes/queries.ts'
import { insertAccount } from '../sign-in/account.ts'
import { confirmKeys } from '../root-keys/proof.ts'
import { sealingKeys } from '../root-keys/sealing-keys.ts'
import { openTotp, sealTotp } from '../sign-in/totp.ts'
import { identityOfUser, linkIdentity } from '../sso/identities.ts'
import { doctorCommand } from './doctor.ts'
import { rotateKeyCommand, rotateKeys, type Rotation } from './rotate-key.ts'
import { lockRotation } from './rotation-lock.ts'
import { testInstallation, type TestInstallation } from './testing.ts'

/** More than two batches. */
const batch = 20
const chestCount = 45
const totp = new Uint8Array(20).fill(3)
const values = { firstName: 'Camille', login: 'camille' }
const identity = { issuer: 'https://sso.example', subject: 'c', name: 'Camille', email: 'c@exemple.fr' }
const mail = { to: 'c@exemple.fr', template: 'loginReminder', values } as const

/** However busy the machine is. */
const eventually = { timeout: 30_000, interval: 10 } as const

class Killed extends Error {}

eachEngine((engine) => {
  let home: TestInstallation
  let node: KeyHolder
  let userId: number
  let chestIds: number[]
  let mark: object

  const newNode = async () => {
    const keys = holderOf(
      keySourceOf(readConfig(home.env)),
      async () => true,
      (keyring) => confirmKeys(home.database, keyring),
    )
    await keys.reload()
    return keys
  }

  beforeEach(async () => {
    home = await testInstallation(engine)
    node = await newNode()
    const { db } = home.database
    const chestKeys = createChestKeys({ keys: node })
    mark = markOf(await createFiguresKeys({ db, keys: node })(), 'secret')
    chestIds = []
    await db.transaction().execute(async (tx) => {
      userId = await insertAccount(
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
      const totpSecret = sealTotp(sealing, userId, totp)
      await tx.updateTable('users').set({ totp_secret: totpSecret }).where('id', '=', userId).execute()
      const sealedKey = sealRecoveryKey(sealing, userId, totp)
      await tx
        .insertInto('recovery_sets')
        .values({ user_id: userId, key: sealedKey, created_at: 1 })
        .execute()
      await linkIdentity(tx, node.keyring, { identity, userId, by: null, now: 1 })
      const waiting = { template: 'loginReminder', message_id: '<1@exemple.fr>', state: 'waiting' } as const
      const numbers = { id: 1, attempts: 0, next_at: 1, created_at: 1 }
      await tx
        .insertInto('outbox')
        .values({ ...waiting, ...numbers, sealed: sealMail(sealing, 1, mail) })
        .execute()
      for (let count = 0; count < chestCount; count += 1) {
        const chest = { name: `Coffre ${count}`, description: '', createdBy: userId, at: 1, bankId: null }
        chestIds.push((await insertChest(tx, chestKeys, chest)).id)
      }
    })
  })
  afterEach(() => home.close())

  const rotation = (keys: KeyHolder, pause: Rotation['pause']): Rotation => ({
    db: home.database.db,
    keys,
    say: () => undefined,
    pause,
    note: async () => undefined,
    clock: () => 1,
    batch,
  })

  /** The key of the installation's file, as the environment would hold it. */
  const rootKeyInFile = () => {
    const text = readFileSync(join(home.folder, 'keys', 'root.key'), 'utf8')
    return (JSON.parse(text) as { keys: [{ key: string }] }).keys[0].key
  }

  /** The versions of root keys under which something is sealed. */
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
    const { hash } = await db.selectFrom('password_hashes').select('hash').executeTakeFirstOrThrow()
    expect(openPasswordHash(keys.keyring, userId, asSealed(hash)).reveal()).toBe('$argon2id$the-hash')
    const { sealed } = await db.selectFrom('outbox').select('sealed').executeTakeFirstOrThrow()
    expect(openMail(keys.keyring, 1, asSealed(sealed ?? new Uint8Array()))).toEqual(mail)
    const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const { key } = await db.selectFrom('recovery_sets').select('key').executeTakeFirstOrThrow()
    expect(Buffer.from(openRecoveryKey(keys.keyring, userId, asSealed(key)))).toEqual(Buffer.from(totp))
    expect(await identityOfUser(db, keys.keyring, userId)).toMatchObject(identity)
    const opened = openTotp(keys.keyring, userId, asSealed(user.totp_secret ?? new Uint8Array()))
    expect(Buffer.from(opened)).toEqual(Buffer.from(totp))
  }

  describe('rotating the root key', () => {
    it('moves everything under a new key and retires the old one', async () => {
      const before = await newNode()
      await rotateKeys(rotation(node, async () => undefined))
      expect(node.keyring.versions).toEqual([2])
      expect(await versionsInUse()).toEqual([2])
      await expectEverythingOpens(await newNode())
      await expect(expectEverythingOpens(before)).rejects.toThrow('KEY_MISSING')
    })

    it('goes on after a kill between any two of its steps', async () => {
      let pauses = 0
      await rotateKeys(rotation(node, async () => void (pauses += 1)))
      expect(pauses).toBeGreaterThan(8)
      let expected = 2
      for (let killedAt = 1; killedAt <= pauses; killedAt += 1) {
        let seen = 0
        const dying = rotateKeys(
          rotation(await newNode(), async () => {
            seen += 1
            if (seen === killedAt) throw new Killed()
          }),
        )
        await expect(dying).rejects.toThrow(Killed)
        // In between, a node that starts opens everything.
        await expectEverythingOpens(await newNode())
        await rotateKeys(rotation(await newNode(), async () => undefined))
        expected += 1
        const after = await newNode()
        expect([after.keyring.versions, await versionsInUse()]).toEqual([[expected], [expected]])
        await expectEverythingOpens(after)
      }
    })

    it('is followed by a running server, which seals and opens all along', async () => {
      const server = await newNode()
      const silent = { info: () => undefined, error: () => undefined }
      const endWatch = watchKeys(server, readConfig(home.env), silent, 20)
      const chestKeys = createChestKeys({ keys: server })
      const { db } = home.database
      let isOver = false
      let served = 0
      const serve = async () => {
        while (!isOver) {
          await db.transaction().execute(async (tx) => {
            const chest = { name: 'Nouveau', description: '', createdBy: userId, at: 1, bankId: null }
            const { id } = await insertChest(tx, chestKeys, chest)
            chestIds.push(id)
          })
          await createChestKeys({ keys: server }).open(db, {
            id: chestIds[served % chestIds.length] ?? 0,
            ...neverLocked,
            keyVersion: 1,
          })
          served += 1
        }
      }
      const serving = serve()
      const servedOnceMore = () => expect.poll(() => served, eventually).toBeGreaterThan(served + 1)
      // What the real wait is long enough for: the server has read the keys, and what it began before is done.
      const settle = async (ms: number) => {
        if (ms === 0) return
        const keysOf = ({ keyring }: KeyHolder) => [keyring.active, ...keyring.versions]
        await expect.poll(() => keysOf(server), eventually).toEqual(keysOf(node))
        await servedOnceMore()
      }
      await rotateKeys(rotation(node, settle))
      await servedOnceMore()
      isOver = true
      await serving
      endWatch()
      expect(await versionsInUse()).toEqual([2])
      await expectEverythingOpens(await newNode())
    })

    it('leaves the database of a newer version, and its keys, as they are', async () => {
      const log = home.database.db.withTables<{ migrations: { id: string; applied_at: number } }>()
      await log.insertInto('migrations').values({ id: '9999-tomorrow', applied_at: 1 }).execute()
      await expect(home.run(rotateKeyCommand)).rejects.toThrow(
        databaseProblems.FROM_THE_FUTURE('9999-tomorrow'),
      )
      expect((await newNode()).keyring.versions).toEqual([1])
      expect(await versionsInUse()).toEqual([1])
    })

    it('is one at a time on a machine', async () => {
      const lock = lockRotation(home.folder)
      await expect(home.run(rotateKeyCommand)).rejects.toThrow('en cours')
      lock?.release()
    })

    it('in a data folder that cannot be written to is a sentence, and leaves the keys as they are', async () => {
      // What the system says of a folder without the right to write, which it does not refuse to root.
      mkdirSync(join(home.folder, 'rotation.lock'))
      await expect(home.run(rotateKeyCommand)).rejects.toThrow(
        databaseProblems.FOLDER_NOT_WRITABLE(home.folder),
      )
      expect((await newNode()).keyring.versions).toEqual([1])
    })

    it('from the environment says what to do by hand', async () => {
      const env = { TROUSSEAU_ROOT_KEY: rootKeyInFile() }
      await expect(home.run(rotateKeyCommand, { env })).rejects.toMatchObject({ code: 'ENVIRONMENT_FIXED' })
    })
  })

  it('with keys from the environment it moves everything, and leaves the old key to the operator', async () => {
    const next = Buffer.alloc(32, 9).toString('base64')
    const env = { ...home.env, TROUSSEAU_ROOT_KEY: `1:${rootKeyInFile()},2:${next}*` }
    const keys = holderOf(keySourceOf(readConfig(env)), async () => false)
    await keys.reload()
    const said: string[] = []
    await rotateKeys({ ...rotation(keys, async () => undefined), say: (line) => void said.push(line) })
    expect(said).toContainEqual(expect.stringContaining('retirez-la de TROUSSEAU_ROOT_KEY'))
    expect(await versionsInUse()).toEqual([2])
    await expectEverythingOpens(keys)
  })

  it('the doctor finds a rotation that was interrupted, and chests that no key opens', async () => {
    const doctor = async () => (await home.run(doctorCommand)).said.join('\n')
    expect(await doctor()).toContain(`✓ ${doctorTexts.chestKeys.good(chestCount)}`)
    const dying = rotateKeys(
      rotation(node, async () => {
        throw new Killed()
      }),
    )
    await expect(dying).rejects.toThrow(Killed)
    expect(await doctor()).toContain("✗ Un changement de clé racine n'est pas terminé")
    const [first = 0] = chestIds
    await home.database.db
      .updateTable('chest_keys')
      .set({ root_version: 9 })
      .where('chest_id', '=', first)
      .execute()
    expect(await doctor()).toContain(`✗ Ces coffres ne s'ouvrent pas avec les clés racine d'ici : ${first}.`)
  })
})
