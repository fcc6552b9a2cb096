import { mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { doctorTexts, forgetNodeTexts, rotateKeyTexts } from '#texts/commands.ts'
import { databaseProblems } from '#texts/platform/server.ts'
import { neverLocked } from '../access/locate.ts'
import { createChestKeys } from '#server/vault/chests/chest-keys.ts'
import { insertChest } from '#server/vault/chests/chest-rows.ts'
import { readConfig } from '../config.ts'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import { holderOf, type KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { watchKeys } from '#server/platform/crypto/key-watch.ts'
import { openPasswordHash } from '#server/platform/crypto/password-hash.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { createFiguresKeys, markOf } from '#server/vault/summaries/figures-key.ts'
import { eachEngine } from '../testing/databases.ts'
import { openMail, sealMail } from '#server/platform/mail/sealing.ts'
import { unsealRecoveryKey, sealRecoveryKey } from '#server/identity/recovery-codes/recovery-codes.ts'
import { insertAccount } from '#server/identity/authentication/account.ts'
import { createKeyNode, nodeTimes } from '#server/platform/root-keys/nodes.ts'
import { confirmFor } from '#server/installation.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import { unsealTotp, sealTotp } from '#server/identity/authentication/totp.ts'
import { identityOfUser, linkIdentity } from '#server/identity/sso/identities.ts'
import { doctorCommand } from './doctor.ts'
import { forgetNodeCommand } from './forget-node.ts'
import { rotateKeyCommand, rotateKeys, type Rotation } from './rotate-key.ts'
import { lockFile } from '#server/platform/database/folder-lock.ts'
import { testInstallation, type TestInstallation } from './testing.ts'

/** More than two batches. */
const batch = 20
const chestCount = 45
const totp = new Uint8Array(20).fill(3)
const values = { firstName: 'Camille', login: 'camille' }
const identity = { issuer: 'https://sso.example', subject: 'c', name: 'Camille', email: 'c@exemple.fr' }
const mail = { to: 'c@exemple.fr', template: 'loginReminder', values } as const

/** Allows for a busy machine. */
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
      confirmFor(home.database, readConfig(home.env)),
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
      const totpSecret = sealTotp(sealing, { id: userId, mark: null }, totp)
      await tx.updateTable('users').set({ totp_secret: totpSecret }).where('id', '=', userId).execute()
      const sealedKey = sealRecoveryKey(sealing, { id: userId, mark: null }, totp)
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

  describe('rotating the root key', () => {
    it('rewraps everything under a new key and retires the old one', async () => {
      const before = await newNode()
      await rotateKeys(rotation(node, async () => undefined))
      expect(node.keyring.versions).toEqual([2])
      expect(await versionsInUse()).toEqual([2])
      await expectEverythingOpens(await newNode())
      await expect(expectEverythingOpens(before)).rejects.toThrow('KEY_MISSING')
    })

    it('resumes after a kill between any two steps', async () => {
      /** Whatever else a rotation does, it does after a step. */
      const stepping = (keys: KeyHolder, step: () => void): Rotation => ({
        ...rotation(keys, async () => step()),
        note: async () => step(),
        say: () => step(),
      })
      let steps = 0
      await rotateKeys(stepping(node, () => void (steps += 1)))
      expect(steps).toBeGreaterThan(20)
      for (let killedAt = 1; killedAt <= steps; killedAt += 1) {
        let seen = 0
        const dying = rotateKeys(
          stepping(await newNode(), () => {
            seen += 1
            if (seen === killedAt) throw new Killed()
          }),
        )
        await expect(dying).rejects.toThrow(Killed)
        // A node that starts in between can unseal everything.
        const between = await newNode()
        await expectEverythingOpens(between)
        await rotateKeys(rotation(await newNode(), async () => undefined))
        // If it was killed after the last step, before its report, the next call begins a new rotation.
        const wasOver = between.keyring.versions.length === 1
        const expected = Math.max(...between.keyring.versions) + (wasOver ? 1 : 0)
        const after = await newNode()
        expect([after.keyring.versions, await versionsInUse()]).toEqual([[expected], [expected]])
        await expectEverythingOpens(after)
      }
    })

    it('is followed by a running server, which seals and unseals all along', async () => {
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
      const parts = {
        db,
        keys: server,
        log: silent as unknown as Logger,
        randomBytes,
        watchClock: () => undefined,
      }
      const recorder = createKeyNode(parts, 'serveur', { lookMs: 20, recordMs: 30_000 })
      recorder.start()
      await servedOnceMore()
      await rotateKeys(rotation(node, (ms) => pause(ms / 25)))
      await servedOnceMore()
      isOver = true
      await serving
      endWatch()
      await recorder.stop()
      expect(await db.selectFrom('key_nodes').selectAll().execute()).toEqual([])
      expect(await versionsInUse()).toEqual([2])
      await expectEverythingOpens(await newNode())
    })

    it('waits for every recorded node that has not read the key, and says which ones are silent', async () => {
      const { db } = home.database
      const keysOf = (versions: number[]) =>
        JSON.stringify(Object.fromEntries(versions.map((one) => [one, node.keyring.fingerprint(one)])))
      const nodes = [
        { node: 'a', name: 'nantes:8420', keys: keysOf([1]), seen_at: Date.now() },
        { node: 'b', name: 'brest:8420', keys: keysOf([1]), seen_at: Date.now() },
        { node: 'c', name: 'endormi:8420', keys: '{}', seen_at: Date.now() - nodeTimes.silentMs },
      ]
      await db.insertInto('key_nodes').values(nodes).execute()
      const read = (name: string, keys: string) =>
        db.updateTable('key_nodes').set({ keys }).where('node', '=', name).execute()
      // Each stage is what has happened before the node is asked for again; the key must not be used before the last.
      const stages = [
        () => read('a', keysOf([1, 2])),
        // The second is given another key of the same number by mistake, and the right one later.
        () => read('b', '{"2":"0123456789abcdef"}'),
        () => read('b', keysOf([1, 2])),
        async () => undefined,
        () => read('c', keysOf([1, 2])),
      ]
      const said: string[] = []
      const sealsWith = async () =>
        (await db.selectFrom('sealing_key').select('version').executeTakeFirst())?.version ?? 1
      const following: Rotation = {
        ...rotation(node, async (ms) => {
          if (ms === 0) return
          expect([await versionsInUse(), await sealsWith(), node.keyring.active]).toEqual([[1], 1, 1])
          await stages.shift()?.()
        }),
        say: (line) => void said.push(line),
      }
      await rotateKeys(following)
      expect(stages).toEqual([])
      const { waiting, silent } = rotateKeyTexts
      expect(said.filter((line) => line.includes(':8420'))).toEqual([
        waiting(2, 'brest:8420, endormi:8420, nantes:8420'),
        silent('endormi:8420'),
        waiting(2, 'brest:8420, endormi:8420'),
        waiting(2, 'endormi:8420'),
      ])
      expect([node.keyring.versions, await versionsInUse()]).toEqual([[2], [2]])
    })

    it('waits for a node that crashed until it is forgotten, or until it has started again', async () => {
      const { db } = home.database
      const rotatedAfter = async (name: string, end: () => Promise<unknown>) => {
        // Years are not long enough.
        const dead = { node: 'a', name, keys: '{}', seen_at: 1_000 }
        await db.insertInto('key_nodes').values(dead).execute()
        let asked = 0
        const waiting = rotation(node, async (ms) => {
          if (ms === 0) return
          asked += 1
          if (asked === 3) await end()
        })
        await rotateKeys(waiting)
        expect(asked).toBe(3)
      }
      const forget = () => home.run(forgetNodeCommand, { args: ['nantes:8420'] })
      await rotatedAfter('nantes:8420', async () =>
        expect((await forget()).said).toEqual([forgetNodeTexts.silent('nantes:8420')]),
      )
      expect(node.keyring.versions).toEqual([2])
      const log = { warn: () => undefined, error: () => undefined } as unknown as Logger
      const started = createKeyNode(
        { db, keys: node, log, randomBytes, watchClock: () => undefined },
        'brest:8420',
      )
      await rotatedAfter('brest:8420', async () => {
        started.start()
        await expect
          .poll(async () => (await db.selectFrom('key_nodes').selectAll().execute())[0]?.node, eventually)
          .not.toBe('a')
      })
      await started.stop()
      expect(node.keyring.versions).toEqual([3])
    })

    /** Flips the last bit of a chest's wrapped key. */
    const corrupt = async (chestId: number) => {
      const { db } = home.database
      const rows = db.selectFrom('chest_keys').select('wrapped').where('chest_id', '=', chestId)
      const bytes = Uint8Array.from((await rows.executeTakeFirstOrThrow()).wrapped)
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      await db
        .updateTable('chest_keys')
        .set({ wrapped: asSealed(bytes) })
        .where('chest_id', '=', chestId)
        .execute()
    }

    it('refuses to begin while a value does not unseal, and names it', async () => {
      const [first = 0] = chestIds
      await corrupt(first)
      const file = () => readFileSync(join(home.folder, 'keys', 'root.key'), 'utf8')
      const before = file()
      await expect(rotateKeys(rotation(node, async () => undefined))).rejects.toThrow(
        rotateKeyTexts.closed.before('chestKeys', 1),
      )
      expect(file()).toBe(before)
      expect(node.keyring.versions).toEqual([1])
    })

    it('keeps the old key while a value does not unseal after the rewrap', async () => {
      const { db } = home.database
      const [first = 0] = chestIds
      const kept = await db
        .selectFrom('chest_keys')
        .select('wrapped')
        .where('chest_id', '=', first)
        .executeTakeFirstOrThrow()
      let isCorrupted = false
      const failing: Rotation = {
        ...rotation(node, async () => undefined),
        pause: async () => {
          if (isCorrupted || (await versionsInUse()).some((version) => version !== 2)) return
          isCorrupted = true
          await corrupt(first)
        },
      }
      await expect(rotateKeys(failing)).rejects.toThrow(rotateKeyTexts.closed.after('chestKeys', 1))
      expect(node.keyring.versions).toEqual([1, 2])
      // What the old key has sealed, a backup for example, is put back, and the rotation ends.
      await db
        .updateTable('chest_keys')
        .set({ wrapped: kept.wrapped, root_version: 1 })
        .where('chest_id', '=', first)
        .execute()
      await rotateKeys(rotation(await newNode(), async () => undefined))
      expect(await versionsInUse()).toEqual([2])
      await expectEverythingOpens(await newNode())
    })

    it('retires nothing when the sealing key was changed back meanwhile', async () => {
      const { db } = home.database
      const first = node.keyring.fingerprint(1)
      const overtaken: Rotation = {
        ...rotation(node, async () => undefined),
        // Between the activation and the first rewrapped row.
        note: async ({ action }) => {
          if (action === 'keys.activated')
            await db.updateTable('sealing_key').set({ version: 1, fingerprint: first }).execute()
        },
      }
      await expect(rotateKeys(overtaken)).rejects.toThrow(rotateKeyTexts.overtaken)
      expect([node.keyring.versions, await versionsInUse()]).toEqual([[1, 2], [1]])
      await expectEverythingOpens(await newNode())
      await rotateKeys(rotation(await newNode(), async () => undefined))
      expect(await versionsInUse()).toEqual([2])
    })

    it('leaves the database of a newer version and its keys unchanged', async () => {
      const log = home.database.db.withTables<{ migrations: { id: string; applied_at: number } }>()
      await log.insertInto('migrations').values({ id: '9999-tomorrow', applied_at: 1 }).execute()
      await expect(home.run(rotateKeyCommand)).rejects.toThrow(
        databaseProblems.FROM_THE_FUTURE('9999-tomorrow'),
      )
      expect((await newNode()).keyring.versions).toEqual([1])
      expect(await versionsInUse()).toEqual([1])
    })

    it('runs only once at a time on a machine', async () => {
      const lock = lockFile(home.folder, 'rotation.lock')
      await expect(home.run(rotateKeyCommand)).rejects.toThrow('en cours')
      lock?.release()
    })

    it('runs only once at a time on several machines, and takes over from one that was killed', async () => {
      const { db } = home.database
      const lease = { name: 'rotate-key', holder: 'brest:/var/lib/trousseau', until: Date.now() + 60_000 }
      await db.insertInto('job_leases').values(lease).execute()
      await expect(home.run(rotateKeyCommand)).rejects.toThrow(rotateKeyTexts.busyElsewhere)
      expect((await newNode()).keyring.versions).toEqual([1])
      await db.updateTable('job_leases').set({ until: Date.now() }).execute()
      expect((await home.run(rotateKeyCommand)).said).toContain(rotateKeyTexts.done)
      expect(await db.selectFrom('job_leases').selectAll().execute()).toEqual([])
      const own = { ...lease, holder: `${hostname()}:${home.folder}`, until: Date.now() + 60_000 }
      await db.insertInto('job_leases').values(own).execute()
      expect((await home.run(rotateKeyCommand)).said, 'its own, since it was killed').toContain(
        rotateKeyTexts.done,
      )
    })

    it('reports a data folder without write access, and leaves the keys unchanged', async () => {
      // A folder in place of the lock file fails like a missing right to write, which does not stop root.
      mkdirSync(join(home.folder, 'rotation.lock'))
      await expect(home.run(rotateKeyCommand)).rejects.toThrow(
        databaseProblems.FOLDER_NOT_WRITABLE(home.folder),
      )
      expect((await newNode()).keyring.versions).toEqual([1])
    })

    it('explains the manual steps when the keys are in the environment', async () => {
      const env = { TROUSSEAU_ROOT_KEY: rootKeyInFile() }
      await expect(home.run(rotateKeyCommand, { env })).rejects.toMatchObject({ code: 'ENVIRONMENT_FIXED' })
    })
  })

  it('with keys from the environment it rewraps everything, and leaves the old key to the operator', async () => {
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

  it('the doctor reports an unfinished rotation, and chests that no key unwraps', async () => {
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
