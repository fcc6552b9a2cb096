import { expect, it } from 'vitest'
import { masterKeyCost } from '#server/platform/crypto/argon2-cost.ts'
import { realCosts } from '#server/testing/app.ts'
import { startContentWorld } from '#server/vault/contents/content-testing.ts'
import { archiveStart } from '#server/vault/imports/formats/archive/container.ts'
import { readHeader } from '#server/vault/imports/formats/kdbx/header.ts'
import { exportCost } from '#server/vault/imports/formats/kdbx/write.ts'

// The subject is what a file says of itself: the engine does not matter. Other suites export at a low cost.
it('exports of an installation have the full cost of their format', async () => {
  const at = await startContentWorld('sqlite', {}, realCosts)
  try {
    await at.app.deps.db.updateTable('sessions').set({ proved_at: at.app.time.now }).execute()
    const download = async (format: string) => {
      const body = { chestId: at.chest.id, format, password: 'Fichier-Export-2026!' }
      const reply = await at.call('POST', '/api/export', body)
      expect(reply.status, reply.text.slice(0, 300)).toBe(200)
      return reply.bytes
    }
    const { memory, passes, parallelism } = exportCost
    expect(readHeader(await download('kdbx')).kdf).toMatchObject({
      name: 'argon2id',
      memory: 1024n * BigInt(memory),
      passes: BigInt(passes),
      parallelism,
    })
    const archive = await download('trousseau')
    // After its first bytes and its version.
    const numbers = [0, 4, 8].map((place) => archive.readUInt32LE(archiveStart.length + 2 + place))
    expect(numbers).toEqual([masterKeyCost.memory, masterKeyCost.passes, masterKeyCost.parallelism])
  } finally {
    await at.app.close()
  }
})
