import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** One core for the measured server, the other for the load generator and for PostgreSQL, usually another machine. */
export const serverCore = '0'
export const loadCore = '1'

/** Binds a command line to a core; unchanged where `taskset` is missing or the machine has one core. */
export const taskset = (core: string, command: readonly string[]): string[] =>
  canBind() ? ['taskset', '-c', core, ...command] : [...command]

/** Whether commands can be bound to cores here. */
export function canBind(): boolean {
  // A bound process counts its own core only, so a single core proves nothing in a bound process.
  const isBound = spawnSync('taskset', ['-c', serverCore, 'true']).status === 0
  return (
    isBound && (availableParallelism() > 1 || spawnSync('taskset', ['-c', loadCore, 'true']).status === 0)
  )
}
