import { statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The files of this process are closed to other system accounts, even in a data folder that others can enter.
process.umask(0o077)

/**
 * Starts the server with the compile cache of the last start: without types and as V8's code. It saves a
 * third of the start and the memory of the compiler. The cache is used only in a data folder that no other
 * account can write to, since it is executed. The first start creates the folder with the permissions for
 * that.
 */
const dataFolder = process.env['TROUSSEAU_DATA']?.trim() || './data'
if (isOursAlone(dataFolder)) enableCompileCache(join(dataFolder, 'compiled'))

await import('./start.ts')

function isOursAlone(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o022) === 0
  } catch {
    // Missing or inaccessible: the start itself reports it.
    return false
  }
}
