import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sameOrigin } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { heldBytes } from '#server/testing/memory.ts'
import type { TestChest } from '#server/testing/world.ts'
import { attachmentsIn } from '#server/vault/attachments/attachment-testing.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'

const mebibyte = 1_048_576

eachEngine((engine) => {
  describe('an export with attached files', () => {
    let at: ContentWorld
    let chest: TestChest
    let files: ReturnType<typeof attachmentsIn>
    let origin: string
    let cookie: string
    beforeAll(async () => {
      at = await startContentWorld(engine)
      files = attachmentsIn(at)
      origin = await at.app.listen()
      cookie = await at.world.session(at.owner)
    })
    beforeEach(async () => {
      chest = await at.world.addChest('Sorties', at.owner)
      await at.app.deps.db.updateTable('sessions').set({ proved_at: at.app.time.now }).execute()
    })
    afterAll(() => at.app.close())

    const addItem = async (): Promise<number> =>
      bodyOf<{ id: number }>(
        await at.call('POST', '/api/item/', { chestId: chest.id, name: 'GLPI', password: 'x' }),
      ).id
    const download = () =>
      fetch(`${origin}/api/export`, {
        method: 'POST',
        headers: { ...sameOrigin, cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ chestId: chest.id, format: 'kdbx', password: 'Fichier-Export-2026!' }),
      })

    it('holds a part of one file at a time, however many there are [EXPO-15]', async () => {
      const item = await addItem()
      const [count, size] = [3, 8 * mebibyte]
      for (let number = 0; number < count; number += 1)
        await files.attach(item, randomBytes(size), `${number}.bin`)
      const heldByOne = async (): Promise<number> => {
        const reply = await download()
        expect(reply.status).toBe(200)
        const held = [heldBytes()]
        let read = 0
        for await (const part of reply.body ?? []) {
          const { length } = part as Uint8Array
          read += length
          // Collecting takes a long time in a process of many tests: a place in the middle of each file.
          if ((read + size / 2) % size < length) held.push(heldBytes())
        }
        expect(read).toBeGreaterThan(count * size)
        expect(held).toHaveLength(count + 1)
        return Math.max(...held) - Math.min(...held)
      }
      // Whatever else the process does, and gives back meanwhile, adds to it: the least is nearest to the export's own.
      let held = Number.POSITIVE_INFINITY
      // A block of a mebibyte, and what both ends of the connection buffer.
      for (let tries = 0; tries < 4 && held >= 4 * mebibyte; tries += 1)
        held = Math.min(held, await heldByOne())
      expect(held).toBeLessThan(4 * mebibyte)
    }, 90_000)

    it('breaks off visibly where a file was changed in the database, and is recorded [EXPO-03] [EXPO-15]', async () => {
      const item = await addItem()
      const id = await files.attach(item, randomBytes(3 * mebibyte))
      const { db } = at.app.deps
      await db
        .deleteFrom('attachment_chunks')
        .where('attachment_id', '=', id)
        .where('number', '=', 40)
        .execute()
      const reply = await download()
      expect(reply.status).toBe(200)
      await expect(reply.arrayBuffer()).rejects.toThrow()
      const { objects } = await db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'export.done')
        .where('chest_id', '=', chest.id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(objects)).toMatchObject({ itemIds: [String(item)] })
    })
  })
})
