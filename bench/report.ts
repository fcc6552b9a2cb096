import type { Engine } from '../src/server/platform/database/engine.ts'
import type { Window } from './load.ts'

/** The target of a figure, and whether it is met. */
export type Verdict = { readonly asked: string; readonly met: boolean }

/** A rate under load, or a single value with its unit. */
export type Figure = {
  readonly name: string
  readonly engine: Engine
  readonly label: string
  readonly verdicts: readonly Verdict[]
} & (
  | { readonly window: Window; readonly ofConstant: number; readonly ofReading: number }
  | {
      readonly value: number
      readonly unit: 'ms' | 'MiB' | 'bytes' | 'nodes' | 'requests' | 'KiB' | '%'
      readonly note?: string
    }
)

export const isMissed = (figure: Figure): boolean => figure.verdicts.some((verdict) => !verdict.met)

const whole = (number: number): string => Math.round(number).toLocaleString('en-GB')
const short = (number: number): string => (number < 100 ? number.toFixed(2) : whole(number))
const marks = (verdicts: readonly Verdict[]): string =>
  verdicts.map(({ asked, met }) => `${met ? '✓' : '✗'} ${asked}`).join('   ')

const widths = [42, 10, 8, 8, 8, 11, 12] as const
const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => {
      const width = widths[at]
      if (width === undefined) return `   ${cell}`
      return at === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    .join('')
    .trimEnd()

export const heading = (title: string): string =>
  `\n${row([title, 'per second', 'p50 ms', 'p99 ms', 'cpu µs', 'of Fastify', 'of by hand', 'targets'])}`

export const ceilingLine = (label: string, window: Window): string =>
  row([label, whole(window.perSecond), short(window.p50), short(window.p99), short(window.cpuMicros)])

export function figureLine(figure: Figure): string {
  const verdicts = marks(figure.verdicts)
  if ('window' in figure) {
    const { perSecond, p50, p99, cpuMicros } = figure.window
    const shares = [figure.ofConstant, figure.ofReading].map((share) => share.toFixed(3))
    return row([
      figure.label,
      whole(perSecond),
      short(p50),
      short(p99),
      short(cpuMicros),
      ...shares,
      verdicts,
    ])
  }
  const value = `${short(figure.value)} ${figure.unit}`
  return row([figure.label, value, '', '', '', '', '', [verdicts, figure.note].filter(Boolean).join('   ')])
}

/** Below this share of its core, other processes had the rest. */
const enoughOfCore = 0.85

/**
 * Returns a warning when a server under full load did not have its core, because others use the machine. Then only the
 * processor time a request is reliable, and shares of a ceiling can be taken from that column.
 */
export function busyLine(windows: readonly Window[]): string | null {
  const share = Math.min(...windows.map(({ perSecond, cpuMicros }) => (perSecond * cpuMicros) / 1_000_000))
  const percent = Math.round(share * 100)
  return share >= enoughOfCore
    ? null
    : `\nBusy machine: at worst the server had ${percent} % of its core. Compare cpu µs, not rates and latencies.`
}

/** Other products, as measured on the machine for which the targets were set: requests a second. */
const peers = [
  ['Infisical', 129, 116],
  ['TeamPass', 108, 6],
  ['Padloc', 1_603, 980],
  ['Barbican', 107, 41],
] as const

export const peerLines = (): string[] => [
  '\nPeers, as published with the targets            reads   lists of 25',
  ...peers.map(
    ([name, reads, lists]) => `${name.padEnd(42)}${whole(reads).padStart(11)}${whole(lists).padStart(14)}`,
  ),
]
