import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileFaults, fileProblem } from '#texts/platform/file-problems.ts'
import { accountName, FileProblem, fileProblemOf } from './file-problem.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trousseau-files-'))
  writeFileSync(join(folder, 'fichier'), '')
  symlinkSync('boucle', join(folder, 'boucle'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const thrownBy = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('the system did not refuse')
}

it.each([
  ['ENOENT', 'absent'],
  ['ENOTDIR', 'fichier/dedans'],
  ['ELOOP', 'boucle'],
  ['ENAMETOOLONG', 'n'.repeat(300)],
] as const)('the refusal %s of the system is a sentence that names the file', (fault, name) => {
  const path = join(folder, name)
  const problem = fileProblemOf(thrownBy(() => readFileSync(path)))
  expect(problem).toMatchObject({ fault, message: fileProblem(fault, [path], accountName()) })
  expect(problem?.message).toMatch(/^Impossible de lire ou d'écrire «\u00a0.*\u00a0» \([A-Z]+\)\u00a0: .*\.$/)
})

it('a change of two files names both, an open file is named by the work on it, and a problem stays as it is', () => {
  const [from, to] = [join(folder, 'absent'), join(folder, 'ailleurs')]
  const problem = fileProblemOf(thrownBy(() => renameSync(from, to)))
  expect(problem?.message).toBe(fileProblem('ENOENT', [from, to], accountName()))
  expect(fileProblemOf(problem, to)).toBe(problem)

  const full = openSync('/dev/full', 'w')
  const unnamed = thrownBy(() => writeSync(full, 'x'))
  closeSync(full)
  expect(fileProblemOf(unnamed)?.message).toBe(fileProblem('ENOSPC', [], accountName()))
  expect(fileProblemOf(unnamed, to)?.message).toBe(fileProblem('ENOSPC', [to], accountName()))
})

it('a program that is not installed, a socket, and an error of the program itself are no files', async () => {
  const [program] = await once(spawn('/absent/trousseau'), 'error').catch((error: unknown) => [error])
  const [socket] = await once(connect(join(folder, 'absent.sock')), 'connect').catch((error: unknown) => [
    error,
  ])
  for (const error of [program, socket]) {
    expect(error).toMatchObject({ code: 'ENOENT' })
    expect(fileProblemOf(error)).toBeNull()
  }
  for (const error of [new Error('another'), Object.assign(new Error('no code'), { syscall: 'open' }), null])
    expect(fileProblemOf(error)).toBeNull()
})

it('every sentence says why, then what to do', () => {
  for (const fault of fileFaults)
    expect(fileProblem(fault, ['/x'], 'moi')).toMatch(/\u00a0: \S.*\. [A-Z].*\.$/)
  expect(new FileProblem('EACCES', ['/x'], null).message).toContain(`«\u00a0${accountName()}\u00a0»`)
})
