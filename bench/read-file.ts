/**
 * Reads one file as an import of another manager does, in a process of its own, and prints what that took.
 * `node bench/read-file.ts FILE [PASSWORD]`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Secret } from '../src/server/platform/crypto/secret.ts'
import { readFile } from '../src/server/vault/imports/formats/formats.ts'
import { toContent } from '../src/server/vault/imports/formats/to-content.ts'
import { mebibytesOf } from './server.ts'

/** In `/proc/self/clear_refs`: forgets the highest memory so far (proc(5)). */
const forgetHighest = '5'
const [path = '', password] = process.argv.slice(2)

writeFileSync('/proc/self/clear_refs', forgetHighest)
const before = mebibytesOf('VmRSS', process.pid)
const bytes = readFileSync(path)
const spent = process.threadCpuUsage()
const read = await readFile(bytes, password === undefined ? {} : { password: new Secret(password) })
const choices = { withBin: true, withFormer: true, fileBytes: 10 * 1024 * 1024 }
const content = 'ok' in read ? read : await toContent(read.found, read.format.family, choices)
const { user, system } = process.threadCpuUsage(spent)
process.stdout.write(
  JSON.stringify({
    ms: (user + system) / 1_000,
    mebibytes: mebibytesOf('VmHWM', process.pid) - before,
    outcome: content.ok ? 'read' : content.code,
  }),
)
