import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, testedEngines } from './databases.ts'

afterEach(() => void vi.restoreAllMocks())

describe.runIf(testedEngines.includes('postgres'))(
  'databases of PostgreSQL that are opened concurrently',
  () => {
    it('are made by one statement at a time on their connection, without a warning of pg', async () => {
      const warnings: string[] = []
      const warn = (warning: Error) => void warnings.push(warning.message)
      process.on('warning', warn)
      const send = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
      let [running, most, statements] = [0, 0, 0]
      vi.spyOn(Client.prototype, 'query').mockImplementation(function count(
        this: Client,
        ...args: unknown[]
      ) {
        const result = send.apply(this, args)
        // The connections of the product are of a class of their own, and send statements in a pipeline.
        if (this.constructor === Client && result instanceof Promise) {
          statements += 1
          most = Math.max(most, (running += 1))
          const end = () => (running -= 1)
          result.then(end, end)
        }
        return result as never
      })
      const opened = await Promise.all(Array.from({ length: 4 }, () => openTestDatabase('postgres')))
      await Promise.all(opened.map((database) => database.close()))
      process.off('warning', warn)
      expect(statements).toBeGreaterThanOrEqual(8)
      expect([most, warnings]).toEqual([1, []])
    })
  },
)
