import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Starts the server with what the last start compiled: without types and as V8's code, kept in the data folder, which
 * nobody else may write. It saves a third of the start and the memory of the compiler. Where there is no data folder
 * yet, the first start makes it, with the permissions that it needs.
 */
const dataFolder = process.env['TROUSSEAU_DATA']?.trim() || './data'
if (existsSync(dataFolder)) enableCompileCache(join(dataFolder, 'compiled'))

await import('./start.ts')
