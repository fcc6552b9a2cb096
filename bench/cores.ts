import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** One core for what is measured, the other for who measures it (and PostgreSQL, usually another machine). */
export const serverCore = '0'
export const loadCore = '1'

/** A command line bound to a core, or left alone where `taskset` is missing or the machine has one core. */
export const taskset = (core: string, command: readonly string[]): string[] =>
  canBind() ? ['taskset', '-c', core, ...command] : [...command]

/** Whether commands can be bound to cores here. */
export function canBind(): boolean {
  // Within a bound process only its own core is counted, so a single one proves nothing once we are bound.
  const isBound = spawnSync('taskset', ['-c', serverCore, 'true']).status === 0
  return (
    isBound && (availableParallelism() > 1 || spawnSync('taskset', ['-c', loadCore, 'true']).status === 0)
  )
}
