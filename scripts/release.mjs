/**
 * `npm run release 1.2.0 -- --key FILE`: checks, raises the version, writes CHANGELOG.md, commits, tags `v1.2.0`, and writes
 * what is published beside it into dist/release, signed with that key (scripts/release-files.mjs).
 * The notes of the release go to the standard output, everything else to the error output.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { continuePinned, ensureInstalled, pinnedEnv, root } from './installation.mjs'

ensureInstalled()
continuePinned()
const { changelogFile, changelogOf, compareVersions, notesOf } = await import('./changelog.ts')
const { releases } = await import('../src/texts/platform/changelog.ts')

const { readSigningKey, writeRelease } = await import('./release-files.mjs')

const [wanted = '', ...options] = process.argv.slice(2)
const manifestFile = join(root, 'package.json')
const lockFile = join(root, 'package-lock.json')
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))

if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(wanted)) refuse('say the version: npm run release 1.2.0')
const signingKey = signingKeyOf(options)
if (run('git', 'status', '--porcelain') !== '') refuse('the tree is not clean: commit or remove the changes')
if (compareVersions(wanted, manifest.version) <= 0)
  refuse(`${wanted} is not newer than ${manifest.version}, the version of package.json`)
const [latest] = releases
if (latest?.version !== wanted)
  refuse(
    `src/texts/platform/changelog.ts begins with ${latest?.version}: put the entry of ${wanted} at its top`,
  )
if (!latest.operator?.length)
  refuse(
    `the entry of ${wanted} does not say what an operator must do: fill its \`operator\`, if only with « Rien »`,
  )
if (run('git', 'tag', '--list', `v${wanted}`) !== '') refuse(`the tag v${wanted} exists`)
const tools = spawnSync(process.execPath, ['scripts/package.mjs', '--check'], { cwd: root, encoding: 'utf8' })
if (tools.status !== 0) refuse(`the packages cannot be built here, ${tools.stderr.trim()}`)

const { status } = spawnSync('npm', ['run', 'check'], {
  cwd: root,
  env: pinnedEnv(),
  stdio: ['ignore', 2, 2],
  shell: process.platform === 'win32',
})
if (status !== 0) refuse('npm run check failed: nothing was changed')

const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
lock.version = lock.packages[''].version = manifest.version = wanted
writeJson(manifestFile, manifest)
writeJson(lockFile, lock)
writeFileSync(changelogFile, changelogOf(releases, wanted))
run(
  'git',
  'commit',
  '--quiet',
  '--message',
  `release: ${wanted}`,
  '--',
  manifestFile,
  lockFile,
  changelogFile,
)
run('git', 'tag', '--annotate', '--message', `Trousseau ${wanted}`, `v${wanted}`)
const files = writeRelease(join(root, 'dist/release'), signingKey)
console.error(`dist/release: ${files.join(', ')}, SHA256SUMS and its signature`)
console.error(`v${wanted} is committed and tagged. Publish it: git push --follow-tags`)
console.log(notesOf(latest))

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** Returns the key that signs the release: read before anything is changed. */
function signingKeyOf([option, file]) {
  if (option !== '--key' || file === undefined)
    refuse(`name the Ed25519 key that signs it: npm run release ${wanted} -- --key FILE`)
  try {
    return readSigningKey(file)
  } catch (error) {
    return refuse(`the key ${file} cannot be used: ${error.message}`)
  }
}

/** Returns the output of a command; a failing command ends the release. */
function run(command, ...args) {
  const ended = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (ended.status !== 0) refuse(`${command} ${args[0]} failed: ${ended.error?.message ?? ended.stderr}`)
  return ended.stdout.trim()
}

function refuse(sentence) {
  console.error(`No release: ${sentence}`)
  process.exit(1)
}
