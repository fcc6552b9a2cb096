import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { newKey } from '#server/platform/crypto/data-key.ts'
import { createIndexThread, newIndexWorker } from './index-thread.ts'
import type { Made } from './index-worker.ts'

it('refuses the rest of a job whose thread ended, and serves new jobs with another one', async () => {
  const workers: Worker[] = []
  const thread = createIndexThread(() => {
    const worker = newIndexWorker()
    workers.push(worker)
    return worker
  })
  const key = newKey(1)
  const rows = (job: number) =>
    thread.ask({ kind: 'rows', job, key, chestId: 7, rows: { table: 'items', rows: [] } })
  const pack = (job: number) => thread.ask<Made>({ kind: 'pack', job, key, chestId: 7, revision: 1 })

  const [first, other] = [thread.newJob(), thread.newJob()]
  await Promise.all([rows(first), rows(other)])
  const ended = workers[0]?.terminate()
  await Promise.all([ended, expect(rows(other)).rejects.toThrow('ended')])
  // The first job waited for the database meanwhile.
  await expect(rows(first)).rejects.toThrow('ended')
  await expect(pack(first)).rejects.toThrow('ended')
  const next = thread.newJob()
  await rows(next)
  expect((await pack(next)).sealed).toMatchObject({ chestId: 7, revision: 1 })
  expect(workers).toHaveLength(2)
})
