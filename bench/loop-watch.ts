/** Loaded before a measured server: on SIGUSR2 it prints the longest event-loop delay since the last SIGUSR2. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 1
const histogram = monitorEventLoopDelay({ resolution })
histogram.enable()
process.on('SIGUSR2', () => {
  // The histogram holds the intervals of its own timer: whatever exceeds its resolution is delay.
  process.stderr.write(`\nLOOP ${Math.max(0, histogram.max / 1_000_000 - resolution).toFixed(2)}\n`)
  histogram.reset()
})
