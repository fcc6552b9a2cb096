import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { commandTexts, doctorTexts, migrateTexts, settingsFileTexts } from '#texts/commands.ts'
import { fileProblem } from '#texts/platform/file-problems.ts'
import { configTexts } from '#texts/platform/server.ts'
import { accountName } from './platform/file-problem.ts'
import { eachEngine } from './testing/databases.ts'
import { migratedInstallation, processEnv, startCommand, temporaryFolder } from './testing/process.ts'

const entry = join(import.meta.dirname, 'trousseau.ts')

const command = (...args: string[]) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [entry, ...args], {
    env: processEnv,
    encoding: 'utf8',
  })
  return { status, stderr, stdout }
}

let help = ''
beforeAll(() => {
  help = command('help').stdout
})

it.each([
  [['bogus'], commandTexts.unknown('bogus')],
  [['doctor', 'extra'], commandTexts.badOption('extra')],
  [['rotate-key', '--x'], commandTexts.badOption('--x')],
  [['create-admin', '--bogus'], commandTexts.badOption('--bogus')],
  [['create-admin', '--login'], commandTexts.valueMissing('--login')],
  [['doctor', '--settings'], commandTexts.valueMissing('--settings')],
])('%j prints a sentence and the help, with exit code 2', (args, sentence) => {
  expect(help).toContain(commandTexts.usage)
  expect(command(...args)).toEqual({ status: 2, stdout: '', stderr: `${sentence}\n\n${help}` })
})

const settingsFile = (text: string): string => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  const file = join(folder, 'settings')
  writeFileSync(file, `TROUSSEAU_DATA=${folder}/data\n${text}`, { mode: 0o600 })
  return file
}

it('the doctor checks a settings file before the first start [PACK-05]', () => {
  const good = settingsFile('')
  const { status, stdout } = command('doctor', '--settings', good)
  expect(stdout).toContain(`✓ ${doctorTexts.settings.file(good, 1)}`)
  expect(stdout).toContain(`– ${doctorTexts.database.notYet}`)
  expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, doctorTexts.verdict.good])
})

it.each([
  ['TROUSSEAU_PORT 8420', settingsFileTexts.noValue(2)],
  ['TROUSSEAU_PORT=huit', configTexts.integer('TROUSSEAU_PORT', 'huit', 0, 65_535)],
  ['TROUSSEAU_PROT=8420', configTexts.unknown('TROUSSEAU_PROT')],
])('the doctor reports the fault of a settings file: %s [PACK-05]', (line, fault) => {
  const { status, stdout } = command('doctor', `--settings=${settingsFile(line)}`)
  expect(stdout).toContain(`✗ ${fault}\n${doctorTexts.verdict.bad(1)}\n`)
  expect(status).toBe(1)
})

it('every command takes a settings file, and refuses one with a fault [PACK-05]', () => {
  const file = settingsFile('')
  command('migrate', '--settings', file)
  expect(command('migrate', '--settings', file)).toEqual({
    status: 0,
    stdout: `${migrateTexts.upToDate}\n`,
    stderr: '',
  })
  const fault = settingsFile('export TROUSSEAU_PORT=1')
  expect(command('migrate', '--settings', fault)).toMatchObject({
    status: 1,
    stderr: `${settingsFileTexts.badName(2, 'export TROUSSEAU_PORT')}\n`,
  })
})

it('a settings file that is not there ends every command with a sentence [PACK-05]', () => {
  const absent = join(temporaryFolder(), 'settings')
  expect(command('migrate', '--settings', absent)).toEqual({
    status: 1,
    stdout: '',
    stderr: `${settingsFileTexts.unreadable(absent)}\n`,
  })
})

eachEngine((engine) => {
  it('a data folder that is not there ends a command with a sentence', async () => {
    const absent = join(temporaryFolder(), 'data')
    const settings = { ...(await migratedInstallation(engine)), TROUSSEAU_DATA: absent }
    const { code, stdout, stderr } = await startCommand('verify-journal', settings).outcome
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `${configTexts.dataFolderMissing(absent)}\n`,
    })
  })
})

it('a command says when its output cannot be written, and nothing when its reader has left', () => {
  const run = (to: string) =>
    spawnSync('sh', ['-c', `"$0" "$1" help ${to}`, process.execPath, entry], {
      env: processEnv,
      encoding: 'utf8',
    })
  expect(run('> /dev/full')).toMatchObject({
    status: 1,
    stderr: `${fileProblem('ENOSPC', [], accountName())}\n`,
  })
  expect(run('| true')).toMatchObject({ status: 0, stderr: '' })
})
