import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

const module = join(import.meta.dirname, 'folder-lock.ts')
const holder = `import { lockFolder } from ${JSON.stringify(module)}
globalThis.lock = lockFolder(process.argv[1])
process.stdout.write('held')
setInterval(() => undefined, 1000)`

describe('the lock of the data folder', () => {
  let folder: string
  let child: ChildProcess | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trousseau-lock-'))
  })
  afterEach(() => {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('refuses a folder that another server process holds, until that process is killed', async () => {
    child = spawn(process.execPath, ['--input-type=module', '--eval', holder, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.stdout !== null) await once(child.stdout, 'data')
    expect(() => lockFolder(folder)).toThrow(
      expect.objectContaining({ code: 'FOLDER_IN_USE', message: expect.stringContaining(`« ${folder} »`) }),
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockFolder(folder).release()
  })

  it('is exclusive within one process too, and free after its release', () => {
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'FOLDER_IN_USE' }))
    lock.release()
    lock.release()
    lockFolder(folder).release()
  })

  it('reports a folder that cannot be written', () => {
    expect(() => lockFolder(join(folder, 'absent'))).toThrow(
      expect.objectContaining({ code: 'FOLDER_NOT_WRITABLE' }),
    )
  })
})
