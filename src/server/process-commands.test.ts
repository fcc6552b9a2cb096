import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandTexts } from '#texts/commands.ts'

const entry = join(import.meta.dirname, 'trousseau.ts')

const command = (...args: string[]) => {
  const env = { PATH: process.env['PATH'] }
  const { status, stderr, stdout } = spawnSync(process.execPath, [entry, ...args], { env, encoding: 'utf8' })
  return { status, stderr, stdout }
}

it.each([
  [['bogus'], commandTexts.unknown('bogus')],
  [['doctor', 'extra'], commandTexts.badOption('extra')],
  [['rotate-key', '--x'], commandTexts.badOption('--x')],
  [['create-admin', '--bogus'], commandTexts.badOption('--bogus')],
  [['create-admin', '--login'], commandTexts.valueMissing('--login')],
])('%j prints a sentence and the help, with exit code 2', (args, sentence) => {
  const { stdout: help } = command('help')
  expect(help).toContain(commandTexts.usage)
  expect(command(...args)).toEqual({ status: 2, stdout: '', stderr: `${sentence}\n\n${help}` })
})
