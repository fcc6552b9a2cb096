import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { startContentWorld, type ContentWorld } from './content-testing.ts'
import { insertRows } from './insert-rows.ts'
import { createYielder } from './yielder.ts'

eachEngine((engine) => {
  describe('inserting rows', () => {
    let at: ContentWorld
    beforeAll(async () => {
      at = await startContentWorld(engine)
    })
    afterAll(() => at.app.close())

    const rowOf = (id: string) => ({ id, result: null, created_at: 1 })
    const insert = (rows: readonly ReturnType<typeof rowOf>[], onWritten?: (written: number) => void) =>
      insertRows(at.app.deps.db, 'creations', rows, createYielder(), onWritten)
    const ids = async () => {
      const rows = await at.app.deps.db.selectFrom('creations').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }

    it('inserts each once, whatever their number', async () => {
      const numbers = Array.from({ length: 121 }, (_, number) => String(number).padStart(3, '0'))
      const told: number[] = []
      await insert(numbers.map(rowOf), (written) => told.push(written))
      expect(await ids()).toEqual(numbers)
      expect(told).toEqual([50, 100, 121])
      await insert([])
      expect(await ids()).toHaveLength(121)
    })

    it('refuses rows whose columns differ: no value may be lost', async () => {
      const more = { ...rowOf('b'), response: 1 } as ReturnType<typeof rowOf>
      await expect(insert([rowOf('a'), more])).rejects.toThrow('more columns')
      const { result: _result, ...less } = rowOf('b')
      await expect(insert([rowOf('a'), less as ReturnType<typeof rowOf>])).rejects.toThrow('no value')
      expect(await ids()).not.toContain('a')
    })
  })
})
