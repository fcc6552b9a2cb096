import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetNodeTexts, rotateKeyTexts } from '#texts/commands.ts'
import { neverLocked } from '../access/locate.ts'
import { readConfig } from '../config.ts'
import { watchKeys } from '#server/platform/crypto/key-watch.ts'
import { createKeyNode, nodeTimes } from '#server/platform/root-keys/nodes.ts'
import { createChestKeys } from '#server/vault/chests/chest-keys.ts'
import { insertChest } from '#server/vault/chests/chest-rows.ts'
import { eachEngine } from '../testing/databases.ts'
import { forgetNodeCommand } from './forget-node.ts'
import { fillInstallation, type FilledInstallation } from './rotate-key-testing.ts'
import { rotateKeys, type Rotation } from './rotate-key.ts'

/** Allows for a busy machine. */
const eventually = { timeout: 30_000, interval: 10 } as const

eachEngine((engine) => {
  let at: FilledInstallation
  beforeEach(async () => {
    at = await fillInstallation(engine)
  })
  afterEach(() => at.home.close())

  describe('a rotation of the root key with other nodes', () => {
    it('is followed by a running server, which seals and unseals all along', async () => {
      const server = await at.newNode()
      const silent = { info: () => undefined, error: () => undefined }
      const endWatch = watchKeys(server, readConfig(at.home.env), silent, 20)
      const chestKeys = createChestKeys({ keys: server })
      const { db } = at.home.database
      let isOver = false
      let served = 0
      const serve = async () => {
        while (!isOver) {
          await db.transaction().execute(async (tx) => {
            const chest = { name: 'Nouveau', description: '', createdBy: at.userId, at: 1, bankId: null }
            const { id } = await insertChest(tx, chestKeys, chest)
            at.chestIds.push(id)
          })
          await createChestKeys({ keys: server }).open(db, {
            id: at.chestIds[served % at.chestIds.length] ?? 0,
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
      await rotateKeys(at.rotation(at.node, (ms) => pause(ms / 25)))
      await servedOnceMore()
      isOver = true
      await serving
      endWatch()
      await recorder.stop()
      expect(await db.selectFrom('key_nodes').selectAll().execute()).toEqual([])
      expect(await at.versionsInUse()).toEqual([2])
      await at.expectEverythingOpens(await at.newNode())
    })

    it('waits for every recorded node that has not read the key, and says which ones are silent', async () => {
      const { db } = at.home.database
      const keysOf = (versions: number[]) =>
        JSON.stringify(Object.fromEntries(versions.map((one) => [one, at.node.keyring.fingerprint(one)])))
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
        ...at.rotation(at.node, async (ms) => {
          if (ms === 0) return
          expect([await at.versionsInUse(), await sealsWith(), at.node.keyring.active]).toEqual([[1], 1, 1])
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
      expect([at.node.keyring.versions, await at.versionsInUse()]).toEqual([[2], [2]])
    })

    it('waits for a node that crashed until it is forgotten, or until it has started again', async () => {
      const { db } = at.home.database
      const rotatedAfter = async (name: string, end: () => Promise<unknown>) => {
        // Years are not long enough.
        const dead = { node: 'a', name, keys: '{}', seen_at: 1_000 }
        await db.insertInto('key_nodes').values(dead).execute()
        let asked = 0
        const waiting = at.rotation(at.node, async (ms) => {
          if (ms === 0) return
          asked += 1
          if (asked === 3) await end()
        })
        await rotateKeys(waiting)
        expect(asked).toBe(3)
      }
      const forget = () => at.home.run(forgetNodeCommand, { args: ['nantes:8420'] })
      await rotatedAfter('nantes:8420', async () =>
        expect((await forget()).said).toEqual([forgetNodeTexts.silent('nantes:8420')]),
      )
      expect(at.node.keyring.versions).toEqual([2])
      const log = { warn: () => undefined, error: () => undefined } as unknown as Logger
      const started = createKeyNode(
        { db, keys: at.node, log, randomBytes, watchClock: () => undefined },
        'brest:8420',
      )
      await rotatedAfter('brest:8420', async () => {
        started.start()
        await expect
          .poll(async () => (await db.selectFrom('key_nodes').selectAll().execute())[0]?.node, eventually)
          .not.toBe('a')
      })
      await started.stop()
      expect(at.node.keyring.versions).toEqual([3])
    })
  })
})
