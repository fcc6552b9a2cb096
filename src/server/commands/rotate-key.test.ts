import { mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { doctorTexts, rotateKeyTexts } from '#texts/commands.ts'
import { databaseProblems } from '#texts/platform/server.ts'
import { readConfig } from '../config.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { holderOf, type KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { lockFile } from '#server/platform/database/folder-lock.ts'
import { eachEngine } from '../testing/databases.ts'
import { doctorCommand } from './doctor.ts'
import { chestCount, fillInstallation, type FilledInstallation } from './rotate-key-testing.ts'
import { rotateKeyCommand, rotateKeys, type Rotation } from './rotate-key.ts'

class Killed extends Error {}

eachEngine((engine) => {
  let at: FilledInstallation
  beforeEach(async () => {
    at = await fillInstallation(engine)
  })
  afterEach(() => at.home.close())

  describe('rotating the root key', () => {
    it('rewraps everything under a new key and retires the old one', async () => {
      const before = await at.newNode()
      await rotateKeys(at.rotation(at.node, async () => undefined))
      expect(at.node.keyring.versions).toEqual([2])
      expect(await at.versionsInUse()).toEqual([2])
      await at.expectEverythingOpens(await at.newNode())
      await expect(at.expectEverythingOpens(before)).rejects.toThrow('KEY_MISSING')
    })

    it('resumes after a kill between any two steps', async () => {
      /** Whatever else a rotation does, it does after a step. */
      const stepping = (keys: KeyHolder, step: () => void): Rotation => ({
        ...at.rotation(keys, async () => step()),
        note: async () => step(),
        say: () => step(),
      })
      let steps = 0
      await rotateKeys(stepping(at.node, () => void (steps += 1)))
      expect(steps).toBeGreaterThan(20)
      for (let killedAt = 1; killedAt <= steps; killedAt += 1) {
        let seen = 0
        const dying = rotateKeys(
          stepping(await at.newNode(), () => {
            seen += 1
            if (seen === killedAt) throw new Killed()
          }),
        )
        await expect(dying).rejects.toThrow(Killed)
        // A node that starts in between can unseal everything.
        const between = await at.newNode()
        await at.expectEverythingOpens(between)
        await rotateKeys(at.rotation(await at.newNode(), async () => undefined))
        // If it was killed after the last step, before its report, the next call begins a new rotation.
        const wasOver = between.keyring.versions.length === 1
        const expected = Math.max(...between.keyring.versions) + (wasOver ? 1 : 0)
        const after = await at.newNode()
        expect([after.keyring.versions, await at.versionsInUse()]).toEqual([[expected], [expected]])
        await at.expectEverythingOpens(after)
      }
    })

    /** Flips the last bit of a chest's wrapped key. */
    const corrupt = async (chestId: number) => {
      const { db } = at.home.database
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
      const [first = 0] = at.chestIds
      await corrupt(first)
      const file = () => readFileSync(join(at.home.folder, 'keys', 'root.key'), 'utf8')
      const before = file()
      await expect(rotateKeys(at.rotation(at.node, async () => undefined))).rejects.toThrow(
        rotateKeyTexts.closed.before('chestKeys', 1),
      )
      expect(file()).toBe(before)
      expect(at.node.keyring.versions).toEqual([1])
    })

    it('keeps the old key while a value does not unseal after the rewrap', async () => {
      const { db } = at.home.database
      const [first = 0] = at.chestIds
      const kept = await db
        .selectFrom('chest_keys')
        .select('wrapped')
        .where('chest_id', '=', first)
        .executeTakeFirstOrThrow()
      let isCorrupted = false
      const failing: Rotation = {
        ...at.rotation(at.node, async () => undefined),
        pause: async () => {
          if (isCorrupted || (await at.versionsInUse()).some((version) => version !== 2)) return
          isCorrupted = true
          await corrupt(first)
        },
      }
      await expect(rotateKeys(failing)).rejects.toThrow(rotateKeyTexts.closed.after('chestKeys', 1))
      expect(at.node.keyring.versions).toEqual([1, 2])
      // What the old key has sealed, a backup for example, is put back, and the rotation ends.
      await db
        .updateTable('chest_keys')
        .set({ wrapped: kept.wrapped, root_version: 1 })
        .where('chest_id', '=', first)
        .execute()
      await rotateKeys(at.rotation(await at.newNode(), async () => undefined))
      expect(await at.versionsInUse()).toEqual([2])
      await at.expectEverythingOpens(await at.newNode())
    })

    it('retires nothing when the sealing key was changed back meanwhile', async () => {
      const { db } = at.home.database
      const first = at.node.keyring.fingerprint(1)
      const overtaken: Rotation = {
        ...at.rotation(at.node, async () => undefined),
        // Between the activation and the first rewrapped row.
        note: async ({ action }) => {
          if (action === 'keys.activated')
            await db.updateTable('sealing_key').set({ version: 1, fingerprint: first }).execute()
        },
      }
      await expect(rotateKeys(overtaken)).rejects.toThrow(rotateKeyTexts.overtaken)
      expect([at.node.keyring.versions, await at.versionsInUse()]).toEqual([[1, 2], [1]])
      await at.expectEverythingOpens(await at.newNode())
      await rotateKeys(at.rotation(await at.newNode(), async () => undefined))
      expect(await at.versionsInUse()).toEqual([2])
    })

    it('leaves the database of a newer version and its keys unchanged', async () => {
      const log = at.home.database.db.withTables<{ migrations: { id: string; applied_at: number } }>()
      await log.insertInto('migrations').values({ id: '9999-tomorrow', applied_at: 1 }).execute()
      await expect(at.home.run(rotateKeyCommand)).rejects.toThrow(
        databaseProblems.FROM_THE_FUTURE('9999-tomorrow'),
      )
      expect((await at.newNode()).keyring.versions).toEqual([1])
      expect(await at.versionsInUse()).toEqual([1])
    })

    it('runs only once at a time on a machine', async () => {
      const lock = lockFile(at.home.folder, 'rotation.lock')
      await expect(at.home.run(rotateKeyCommand)).rejects.toThrow('en cours')
      lock?.release()
    })

    it('runs only once at a time on several machines, and takes over from one that was killed', async () => {
      const { db } = at.home.database
      const lease = { name: 'rotate-key', holder: 'brest:/var/lib/trousseau', until: Date.now() + 60_000 }
      await db.insertInto('job_leases').values(lease).execute()
      await expect(at.home.run(rotateKeyCommand)).rejects.toThrow(rotateKeyTexts.busyElsewhere)
      expect((await at.newNode()).keyring.versions).toEqual([1])
      await db.updateTable('job_leases').set({ until: Date.now() }).execute()
      expect((await at.home.run(rotateKeyCommand)).said).toContain(rotateKeyTexts.done)
      expect(await db.selectFrom('job_leases').selectAll().execute()).toEqual([])
      const own = { ...lease, holder: `${hostname()}:${at.home.folder}`, until: Date.now() + 60_000 }
      await db.insertInto('job_leases').values(own).execute()
      expect((await at.home.run(rotateKeyCommand)).said, 'its own, since it was killed').toContain(
        rotateKeyTexts.done,
      )
    })

    it('reports a data folder without write access, and leaves the keys unchanged', async () => {
      // A folder in place of the lock file fails like a missing right to write, which does not stop root.
      mkdirSync(join(at.home.folder, 'rotation.lock'))
      await expect(at.home.run(rotateKeyCommand)).rejects.toThrow(
        databaseProblems.FOLDER_NOT_WRITABLE(at.home.folder),
      )
      expect((await at.newNode()).keyring.versions).toEqual([1])
    })

    it('explains the manual steps when the keys are in the environment', async () => {
      const env = { TROUSSEAU_ROOT_KEY: at.rootKeyInFile() }
      await expect(at.home.run(rotateKeyCommand, { env })).rejects.toMatchObject({
        code: 'ENVIRONMENT_FIXED',
      })
    })
  })

  it('with keys from the environment it rewraps everything, and leaves the old key to the operator', async () => {
    const next = Buffer.alloc(32, 9).toString('base64')
    const env = { ...at.home.env, TROUSSEAU_ROOT_KEY: `1:${at.rootKeyInFile()},2:${next}*` }
    const keys = holderOf(keySourceOf(readConfig(env)), async () => false)
    await keys.reload()
    const said: string[] = []
    await rotateKeys({ ...at.rotation(keys, async () => undefined), say: (line) => void said.push(line) })
    expect(said).toContainEqual(expect.stringContaining('retirez-la de TROUSSEAU_ROOT_KEY'))
    expect(await at.versionsInUse()).toEqual([2])
    await at.expectEverythingOpens(keys)
  })

  it('the doctor reports an unfinished rotation, and chests that no key unwraps', async () => {
    const doctor = async () => (await at.home.run(doctorCommand)).said.join('\n')
    expect(await doctor()).toContain(`✓ ${doctorTexts.chestKeys.good(chestCount)}`)
    const dying = rotateKeys(
      at.rotation(at.node, async () => {
        throw new Killed()
      }),
    )
    await expect(dying).rejects.toThrow(Killed)
    expect(await doctor()).toContain("✗ Un changement de clé racine n'est pas terminé")
    const [first = 0] = at.chestIds
    await at.home.database.db
      .updateTable('chest_keys')
      .set({ root_version: 9 })
      .where('chest_id', '=', first)
      .execute()
    expect(await doctor()).toContain(`✗ Ces coffres ne s'ouvrent pas avec les clés racine d'ici : ${first}.`)
  })
})
