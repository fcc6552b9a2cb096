import { statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Whatever this process makes is for its own account alone: the data folder may be one that others can enter.
process.umask(0o077)

/**
 * Starts the server with what the last start compiled: without types and as V8's code, kept in the data folder, which
 * nobody else may write. It saves a third of the start and the memory of the compiler. Where there is no data folder
 * yet, the first start makes it, with the permissions that it needs. What others could have put there is not run.
 */
const dataFolder = process.env['TROUSSEAU_DATA']?.trim() || './data'
if (isOursAlone(dataFolder)) enableCompileCache(join(dataFolder, 'compiled'))

await import('./start.ts')

function isOursAlone(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o022) === 0
  } catch {
    // Not there, or not to be looked at: the start itself says what is wrong with it.
    return false
  }
}
