import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Returns the bytes in use by buffers and objects once what nobody holds was collected. */
export function heldBytes(): number {
  // What the first collection frees, another thread gives back; the second waits for it.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
