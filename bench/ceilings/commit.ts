import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Window } from '../load.ts'

/** Approximate size of an item with its journal rows, in bytes. */
const rowBytes = 4_096

/**
 * Writes rows one after the other, each durable before the next (WAL, synchronous FULL): the limit of the disk. No call
 * that waits for a commit can have a lower p99.
 */
export function measureCommits(folder: string, seconds: number): Window {
  const database = new DatabaseSync(join(folder, 'commits.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (content blob)')
  const insert = database.prepare('insert into rows values (?)')
  const content = Buffer.alloc(rowBytes, 1)
  const times: number[] = []
  const cpuBefore = process.cpuUsage()
  const from = performance.now()
  for (let at = from; at - from < seconds * 1_000; at = performance.now()) {
    insert.run(content)
    times.push(performance.now() - at)
  }
  const elapsed = performance.now() - from
  const cpu = process.cpuUsage(cpuBefore)
  database.close()
  times.sort((one, other) => one - other)
  const quantile = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0
  return {
    requests: times.length,
    perSecond: (times.length * 1_000) / elapsed,
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: quantile(1),
    cpuMicros: (cpu.user + cpu.system) / times.length,
  }
}
