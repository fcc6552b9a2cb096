import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChestKeys } from '#server/vault/chests/chest-keys.ts'
import { insertChest } from '#server/vault/chests/chest-rows.ts'
import { holderOf, type KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { activateKey, publishKey, retireKey } from '#server/platform/crypto/rotation.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { keyNodes } from '#server/platform/database/migrations/0031-key-nodes.ts'
import { migrations } from '#server/platform/database/migrations/all.ts'
import { openAuthority } from '#server/access/authority.ts'
import { eachEngine, openTestDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { insertUser } from '#server/access/account-rows.ts'
import { activateSealingKey, confirmKeys, storedFingerprints, verifyKeys } from '#server/root-keys/proof.ts'
import { requireSealingKey, sealingKeyNamed, sealingKeys } from './sealing-keys.ts'

const camille = {
  login: 'camille',
  firstName: 'Camille',
  lastName: 'Dupré',
  email: 'c@exemple.fr',
  role: 'ROLE_SUPER_ADMINISTRATOR',
  type: 'STANDARD',
  createdBy: null,
  adId: null,
  adSamAccount: null,
  at: 1,
} as const
const outdated = expect.objectContaining({ code: 'KEYS_OUTDATED' })

eachEngine((engine) => {
  let database: TestDatabase
  let folder: string
  let node: KeyHolder
  let userId: number

  const newNode = async (): Promise<KeyHolder> => {
    const settings = { dataFolder: folder, rootKeyFile: null, rootKey: null, unseal: null }
    const keys = holderOf(
      keySourceOf(settings),
      async () => true,
      async (keyring) => {
        await confirmKeys(database, keyring)
        await openAuthority(database.db, keyring, { dataFolder: folder, now: 1 })
      },
    )
    await keys.reload()
    return keys
  }
  const addChest = (keys: KeyHolder) =>
    database.db.transaction().execute(async (tx) => {
      const chest = { name: 'Coffre', description: '', createdBy: userId, at: 1, bankId: null }
      await insertChest(tx, createChestKeys({ keys }), chest)
    })
  const versionsOfChests = async () => {
    const rows = await database.db
      .selectFrom('chest_keys')
      .select('root_version')
      .orderBy('chest_id')
      .execute()
    return rows.map((row) => row.root_version)
  }

  beforeEach(async () => {
    database = await openTestDatabase(engine)
    folder = mkdtempSync(join(tmpdir(), 'sealing-'))
    node = await newNode()
    userId = await database.db.transaction().execute((tx) => insertUser(tx, camille))
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  describe('the root key that seals', () => {
    it('is named by the database for all nodes', async () => {
      const other = await newNode()
      await addChest(other)
      await node.change((record) => activateKey(publishKey(record, 2), 2))
      await other.reload()
      await addChest(node)
      expect(await versionsOfChests(), 'a file that is ahead waits for the database').toEqual([1, 1])
      expect(await activateSealingKey(database.db, node.keyring, 2)).toBe(true)
      await addChest(other)
      expect(await versionsOfChests()).toEqual([1, 1, 2])
    })

    it('is refused on a node that has missed it, until that node reads its keys again', async () => {
      const late = await newNode()
      await node.change((record) => activateKey(publishKey(record, 2), 2))
      await activateSealingKey(database.db, node.keyring, 2)
      await expect(addChest(late)).rejects.toThrow(outdated)
      await expect(requireSealingKey(database.db, late.keyring)).rejects.toThrow(outdated)
      expect(await versionsOfChests()).toEqual([])
      await late.reload()
      await addChest(late)
      await requireSealingKey(database.db, late.keyring)
      expect(await versionsOfChests()).toEqual([2])
    })

    it("is not another node's key of the same number", async () => {
      const other = await newNode()
      const third = await newNode()
      await node.change((record) => publishKey(record, 2))
      const mine = node.keyring
      await other.change((record) => publishKey({ ...record, keys: record.keys.slice(0, 1) }, 2))
      await activateSealingKey(database.db, mine, 2)
      await expect(addChest(other)).rejects.toThrow(outdated)
      await expect(activateSealingKey(database.db, other.keyring, 2)).rejects.toThrow(
        expect.objectContaining({ code: 'KEYRING_FOREIGN' }),
      )
      await expect(third.reload()).rejects.toThrow(expect.objectContaining({ code: 'KEYRING_FOREIGN' }))
    })

    it('changes only after the transactions that seal under the one before', async () => {
      await node.change((record) => publishKey(record, 2))
      const order: string[] = []
      const [sealed, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const sealing = database.db.transaction().execute(async (tx) => {
        const { version } = await sealingKeys(tx, node.keyring)
        sealed.resolve()
        await goOn.promise
        order.push(`sealed under ${version}`)
      })
      await sealed.promise
      const activated = activateSealingKey(database.db, node.keyring, 2).then(() => order.push('activated'))
      const another = await openAnother()
      // Whoever asks meanwhile gets the one in force, or waits for the next.
      expect((await sealingKeyNamed(another.db))?.version).toBe(1)
      goOn.resolve()
      await Promise.all([sealing, activated])
      expect(order).toEqual(['sealed under 1', 'activated'])
      await another.close()
    })

    it('does not change while a recorded node lacks the next', async () => {
      await node.change((record) => publishKey(record, 2))
      const late = { node: 'a', name: 'nantes:8420', keys: '{}', seen_at: Date.now() }
      await database.db.insertInto('key_nodes').values(late).execute()
      expect(await activateSealingKey(database.db, node.keyring, 2)).toBe(false)
      expect([...(await storedFingerprints(database.db)).keys()]).toEqual([1])
      await addChest(node)
      await database.db.deleteFrom('key_nodes').execute()
      expect(await activateSealingKey(database.db, node.keyring, 2)).toBe(true)
      await addChest(node)
      expect(await versionsOfChests()).toEqual([1, 2])
    })

    if (engine === 'postgres') {
      it('waits past the limit of locks for a node that seals', async () => {
        await node.change((record) => publishKey(record, 2))
        const impatient = await openAnother({ lockMs: 100 })
        const activated = await database.db.transaction().execute(async (tx) => {
          await sealingKeys(tx, node.keyring)
          const activating = activateSealingKey(impatient.db, node.keyring, 2)
          const waiting = sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and clock_timestamp() - query_start > '300 ms'`
          const count = async () => (await waiting.execute(database.db)).rows.length
          await Promise.race([activating, expect.poll(count).toBe(1)])
          return { activating }
        })
        expect(await activated.activating).toBe(true)
        await impatient.close()
      })
    }
  })

  const openAnother = async (limits: object = {}) => {
    const { openDatabase } = await import('#server/platform/database/open.ts')
    return openDatabase({ ...database.options, ...limits })
  }

  describe('the keys of an older version', () => {
    /** A database as it stood before this version, filled by the node. */
    const forgetSealingKey = () => database.db.deleteFrom('sealing_key').execute()

    it('name the one that seals at the first start, once they are verified', async () => {
      await addChest(node)
      await forgetSealingKey()
      await expect(addChest(node)).rejects.toThrow(outdated)
      await newNode()
      expect(await sealingKeyNamed(database.db)).toEqual({
        version: 1,
        fingerprint: node.keyring.fingerprint(1),
      })
      await addChest(node)
    })

    it('keep the verified one when a rotation was interrupted before the first row', async () => {
      await addChest(node)
      await forgetSealingKey()
      await node.change((record) => activateKey(publishKey(record, 2), 2))
      const after = await newNode()
      expect((await sealingKeyNamed(database.db))?.version).toBe(1)
      expect([...(await storedFingerprints(database.db)).keys()], 'no fingerprint without a proof').toEqual([
        1,
      ])
      await addChest(after)
      expect(await versionsOfChests()).toEqual([1, 1])
    })

    it('are refused without the one that seals, even if no row names it yet', async () => {
      await addChest(node)
      await node.change((record) => activateKey(publishKey(record, 2), 2))
      await activateSealingKey(database.db, node.keyring, 2)
      const { keyring } = node
      await node.change((record) => ({ active: 1, keys: record.keys.slice(0, 1) }))
      await expect(newNode()).rejects.toThrow(expect.objectContaining({ code: 'KEYRING_INCOMPLETE' }))
      expect((await verifyKeys(database.db, node.keyring)).missing).toEqual([2])
      expect((await verifyKeys(database.db, keyring)).missing).toEqual([])
    })
  })

  it('an older database is migrated, and its keys are verified against its rows', async () => {
    const old = await openTestDatabase(engine, migrations.slice(0, migrations.indexOf(keyNodes)))
    try {
      const seed = database
      await addChest(node)
      const into = old.db as typeof seed.db
      const tables = await into.introspection.getTables()
      for (const table of ['users', 'chests', 'chest_keys'] as const) {
        // Later migrations add columns.
        const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
        const rows = await seed.db
          .selectFrom(table)
          .select(columns as never[])
          .execute()
        await into
          .insertInto(table)
          .values(rows as never)
          .execute()
      }
      await migrate(old, migrations)
      expect(await sealingKeyNamed(into), 'a migration knows no key').toBeUndefined()
      await confirmKeys({ db: into }, node.keyring)
      expect((await sealingKeyNamed(into))?.version).toBe(1)
    } finally {
      await old.close()
    }
  })

  it('a key that the database does not name can be retired', async () => {
    await node.change((record) => activateKey(publishKey(record, 2), 2))
    await activateSealingKey(database.db, node.keyring, 2)
    await addChest(node)
    await node.change((record) => retireKey(record, 1))
    await addChest(await newNode())
    expect(await versionsOfChests()).toEqual([2, 2])
  })
})

/** The files that contain a form, without the tests. */
function filesWith(form: RegExp): string[] {
  const root = join(import.meta.dirname, '../..')
  return globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && form.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()
}

it('only one file returns keys that seal, and those without a lock serve what expires within minutes', () => {
  const here = 'platform/root-keys/sealing-keys.ts'
  expect(filesWith(/\.sealing\(/)).toEqual([here])
  expect(filesWith(/shortLivedKeys/)).toEqual([
    'access/steps.ts',
    'identity/authentication/first-factor.ts',
    'identity/directory/service-account.ts',
    'identity/mail-codes/mail-code.ts',
    'identity/resets/reset-requests.ts',
    'identity/sso/handlers.ts',
    here,
  ])
  // The mark of a key file only concerns the first start and the progress of a rotation.
  expect(filesWith(/\bkeyring\.active\b/)).toEqual(['platform/crypto/key-watch.ts', 'root-keys/proof.ts'])
})
