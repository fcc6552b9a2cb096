/**
 * Proves with other programs that databases written here hold what they should, and that what these programs write is
 * read here. Needs keepassxc-cli and pykeepass: apt-get install keepassxc python3-pykeepass
 *
 *     node scripts/kdbx-proof.ts
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oneTimeCodes, parseOtpSecret } from '../src/domain/platform/one-time-code.ts'
import { Secret } from '../src/server/platform/crypto/secret.ts'
import { createYielder } from '../src/server/vault/contents/yielder.ts'
import { readFile } from '../src/server/vault/imports/formats/formats.ts'
import { sampleTree } from '../src/server/vault/imports/formats/samples/parts/sample-tree.ts'
import type { KdbxEntry, KdbxFile, KdbxGroup } from '../src/server/vault/imports/formats/kdbx/kdbx-tree.ts'
import { writeKdbx } from '../src/server/vault/imports/formats/kdbx/write.ts'

const password = 'Essai & été 🔑'
const keyFile = Buffer.from('Une phrase quelconque, utilisée comme clé.\n')
const folder = mkdtempSync(join(tmpdir(), 'kdbx-'))
const at = (name: string): string => join(folder, name)

/** Runs KeePassXC with the password on its standard input. */
const keePassXc = (command: string, ...more: readonly string[]): string =>
  execFileSync('keepassxc-cli', [command, '-q', '-k', at('clé.txt'), ...more], {
    input: `${password}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  })

/** Lists the entries as pykeepass reads them, and saves the database again under another name. */
const listing = `
import base64, json, sys
from pykeepass import PyKeePass
kp = PyKeePass(sys.argv[1], password=sys.argv[2], keyfile=sys.argv[3])
entries = [{
  'uuid': e.uuid.bytes.hex(), 'path': [g for g in e.path[:-1]], 'title': e.title or '', 'login': e.username or '',
  'password': e.password or '', 'url': e.url or '', 'notes': e.notes or '', 'otp': e.otp, 'tags': e.tags or [],
  'fields': e.custom_properties, 'expires': e.expiry_time.timestamp() if e.expires else None,
  'files': [[a.filename, base64.b64encode(a.data).decode()] for a in e.attachments],
  'history': [h.password for h in e.history],
} for e in kp.entries]
kp.save(sys.argv[4])
print(json.dumps(entries))
`
type Listed = Record<'uuid' | 'title' | 'login' | 'password' | 'url' | 'notes', string> & {
  path: string[]
  otp: string | null
  tags: string[]
  fields: Record<string, string | null>
  expires: number | null
  files: [string, string][]
  history: string[]
}

const bytesOf = async (file: KdbxFile): Promise<Buffer> => Buffer.concat(await Array.fromAsync(file.read()))

const flat = (
  group: KdbxGroup,
  path: readonly string[] = [],
): { path: readonly string[]; entry: KdbxEntry }[] => [
  ...group.entries.map((entry) => ({ path, entry })),
  ...group.groups.flatMap((child) => flat(child, [...path, child.name])),
]

/** XML turns both kinds of line ends into one; pykeepass keeps the rest. */
const tree = sampleTree()
const written = flat(tree.root)

const parts: Buffer[] = []
for await (const part of writeKdbx(tree, { password: new Secret(password), keyFile }, createYielder()))
  parts.push(part)
writeFileSync(at('écrit.kdbx'), Buffer.concat(parts))
writeFileSync(at('clé.txt'), keyFile)

const listed = JSON.parse(
  execFileSync(
    '/usr/bin/python3',
    ['-c', listing, at('écrit.kdbx'), password, at('clé.txt'), at('pykeepass.kdbx')],
    {
      encoding: 'utf8',
    },
  ),
) as Listed[]
assert.equal(listed.length, written.length)
for (const { path, entry } of written) {
  const one = listed.find(({ uuid }) => uuid === Buffer.from(entry.uuid).toString('hex'))
  assert.ok(one, entry.title)
  const { title, login, url, notes } = entry
  assert.deepEqual(
    [one.path, one.title, one.login, one.password, one.url, one.notes],
    [path, title, login, entry.password, url, notes],
  )
  assert.deepEqual(one.tags, entry.tags.length === 0 ? [] : entry.tags)
  assert.equal(one.expires, entry.expires === null ? null : entry.expires / 1000)
  const files = await Promise.all(
    entry.files.map(async (file) => [file.name, (await bytesOf(file)).toString('base64')]),
  )
  assert.deepEqual(one.files, files)
  for (const { label, value } of entry.fields)
    assert.ok(
      Object.entries(one.fields).some(([name, text]) => name.startsWith(label) && (text ?? '') === value),
      label,
    )
  assert.deepEqual(
    one.history.filter((old) => old !== entry.password),
    entry.former.map(({ value }) => value).toReversed(),
  )
}
console.log(`pykeepass: ${listed.length} entries are equal`)

for (const { path, entry } of written) {
  const place = [...path, entry.title].map((part) => part.replaceAll('/', '\\/')).join('/')
  const show = (field: string): string =>
    keePassXc('show', '-s', '-a', field, at('écrit.kdbx'), place).replace(/\n$/, '')
  assert.deepEqual(['Title', 'UserName', 'Password', 'URL', 'Notes'].map(show), [
    entry.title,
    entry.login,
    entry.password,
    entry.url,
    entry.notes,
  ])
  for (const file of entry.files) {
    keePassXc('attachment-export', at('écrit.kdbx'), place, file.name, at('joint'))
    assert.deepEqual(readFileSync(at('joint')), await bytesOf(file))
    rmSync(at('joint'))
  }
  const settings = entry.otp === null ? null : parseOtpSecret(entry.otp)
  if (settings === null) continue
  const codes = oneTimeCodes(settings, Date.now())
  const code = keePassXc('show', '-t', at('écrit.kdbx'), place).trim()
  assert.ok([codes.code, codes.next].includes(code), `OTP of ${entry.title}`)
}
console.log(`KeePassXC: ${written.length} entries, their files and one-time codes are equal`)

/** Everything that a file holds, without what the programs change when they save. */
async function contentOf(name: string): Promise<unknown> {
  const read = await readFile(readFileSync(at(name)), { password: new Secret(password), keyFile })
  if ('ok' in read) throw new Error(`${name}: ${read.code}`)
  const entries = await Promise.all(
    read.found.entries.map(async ({ files, line: _line, fields, ...entry }) => ({
      ...entry,
      // KeePassXC sorts tags and files; fields keep their order and their labels all the same.
      fields: fields.map(({ label, kind, value }) => [
        label,
        kind,
        kind === 'text' ? value.split(', ').toSorted().join() : value,
      ]),
      files: (
        await Promise.all(
          files.map(async (file) => [file.name, Buffer.from((await file.read()) ?? []).toString('hex')]),
        )
      ).toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
    })),
  )
  return { entries, folders: read.found.folders.map(({ path, sourceId }) => [path, sourceId]) }
}
const own = await contentOf('écrit.kdbx')
assert.deepEqual(await contentOf('pykeepass.kdbx'), own)
console.log('what pykeepass saved is read the same')

// KeePassXC writes the whole database again when a group is added and removed.
writeFileSync(at('keepassxc.kdbx'), readFileSync(at('écrit.kdbx')))
keePassXc('mkdir', at('keepassxc.kdbx'), 'Passager')
const saved = (await contentOf('keepassxc.kdbx')) as { entries: unknown; folders: [string[]][] }
assert.deepEqual(saved.entries, (own as typeof saved).entries)
assert.ok(saved.folders.some(([path]) => path.at(-1) === 'Passager'))
console.log('what KeePassXC saved is read the same')
rmSync(folder, { recursive: true })
