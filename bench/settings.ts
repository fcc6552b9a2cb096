import { parseArgs } from 'node:util'
import type { Engine } from '../src/server/platform/database/engine.ts'

export type Settings = {
  /** Length of one window of load, in seconds. */
  readonly seconds: number
  /** Windows a figure; the one with the median rate counts. */
  readonly rounds: number
  readonly engines: readonly Engine[]
  /** Names of the measures to take; empty for all. */
  readonly only: readonly string[]
  /** A file for the figures as JSON. */
  readonly json: string | null
  /** Whether a missed target is an exit code. */
  readonly check: boolean
  /** A folder for CPU profiles of the servers, which slows them a little. */
  readonly profile: string | null
  /** A folder that keeps the million items on SQLite: seeded if it is empty, otherwise measured as it is. */
  readonly keep: string | null
  /** Of the million items: size, snapshots, start, huge, usual, wide, narrow, crowd; empty for all. */
  readonly scenarios: readonly string[]
  /** The length of the journal. */
  readonly journalRows: number
}

/** Concurrent requests. */
export const connections = 10

/**
 * Reads the command line: `--seconds 5 --rounds 3 --engine sqlite --only explorer,copy --json FILE --check
 * --profile FOLDER`; for the million items also `--keep FOLDER --scenarios wide,narrow`, for
 * the journal `--journal-rows 10000000`.
 */
export function readSettings(args: string[]): Settings {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      engine: { type: 'string', default: 'sqlite,postgres' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
      profile: { type: 'string' },
      keep: { type: 'string' },
      scenarios: { type: 'string', default: '' },
      'journal-rows': { type: 'string', default: '1000000' },
    },
  })
  return {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    engines: listOf(values.engine).filter((name) => name === 'sqlite' || name === 'postgres'),
    only: listOf(values.only),
    json: values.json ?? null,
    check: values.check,
    profile: values.profile ?? null,
    keep: values.keep ?? null,
    scenarios: listOf(values.scenarios),
    journalRows: Number(values['journal-rows']),
  }
}

const listOf = (text: string): string[] => text.split(',').filter(Boolean)
