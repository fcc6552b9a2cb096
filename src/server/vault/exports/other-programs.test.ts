import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categoryTexts } from '#texts/platform/categories.ts'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { attachmentsIn } from '#server/vault/attachments/attachment-testing.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'

const password = 'Fichier & export, été 2026 🔑'

/** Lists the entries of a database as pykeepass reads them, and saves it again under another name. */
const withPyKeePass = `
import base64, json, sys
from pykeepass import PyKeePass
kp = PyKeePass(sys.argv[1], password=sys.argv[2])
print(json.dumps([{
  'path': list(e.path[:-1]), 'title': e.title or '', 'login': e.username or '', 'password': e.password or '',
  'address': e.url or '', 'description': e.notes or '', 'otp': e.otp, 'tags': sorted(e.tags or []),
  'fields': {k: v or '' for k, v in e.custom_properties.items()},
  'renewBefore': e.expiry_time.strftime('%Y-%m-%d') if e.expires else None,
  'files': [[a.filename, base64.b64encode(a.data).decode()] for a in e.attachments],
  'former': [h.password for h in e.history],
} for e in kp.entries]))
if len(sys.argv) > 3: kp.save(sys.argv[3])
`
/** Lists the entries of the XML that KeePassXC makes of a database. */
const fromXml = `
import base64, datetime, json, sys, xml.etree.ElementTree as xml
# The seconds since the year 1, in base64; releases differ in whether they write a date instead.
def day(text):
  if '-' in text: return text[:10]
  seconds = int.from_bytes(base64.b64decode(text), 'little')
  return (datetime.datetime(1, 1, 1) + datetime.timedelta(seconds=seconds)).strftime('%Y-%m-%d')
def listed(entry):
  return {s.findtext('Key'): s.findtext('Value') or '' for s in entry.findall('String')}
def entries(group, path):
  for entry in group.findall('Entry'):
    texts = listed(entry)
    own = lambda key: texts.pop(key, '')
    expires = entry.findtext('Times/Expires') == 'True'
    yield {
      'path': path, 'title': own('Title'), 'login': own('UserName'), 'password': own('Password'), 'address': own('URL'),
      'description': own('Notes'), 'otp': texts.pop('otp', None),
      'tags': sorted(t for t in (entry.findtext('Tags') or '').replace(',', ';').split(';') if t),
      'fields': texts, 'renewBefore': day(entry.findtext('Times/ExpiryTime')) if expires else None,
      'files': [b.findtext('Key') for b in entry.findall('Binary')],
      'former': [listed(old)['Password'] for old in entry.findall('History/Entry')],
    }
  for child in group.findall('Group'):
    yield from entries(child, path + [child.findtext('Name')])
print(json.dumps(list(entries(xml.fromstring(sys.stdin.buffer.read()).find('Root/Group'), []))))
`
type Listed = Record<'title' | 'login' | 'password' | 'address' | 'description', string> & {
  path: string[]
  otp: string | null
  tags: string[]
  fields: Record<string, string>
  renewBefore: string | null
  files: unknown[]
  former: string[]
}

const python = (script: string, args: readonly string[], input?: Buffer): Listed[] =>
  JSON.parse(
    execFileSync('/usr/bin/python3', ['-c', script, ...args], { encoding: 'utf8', input }),
  ) as Listed[]
/** Runs KeePassXC, with the password on its standard input. */
const keePassXc = (command: string, ...args: readonly string[]): Buffer =>
  execFileSync('keepassxc-cli', [command, '-q', ...args], {
    input: `${password}\n`,
    stdio: ['pipe', 'pipe', 'inherit'],
  })

const plan = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 31) ^ (at >> 7)))
const secret = 'otpauth://totp/Banque:marie?secret=JBSWY3DPEHPK3PXP&issuer=Banque&digits=8&period=60'
/** What a program may lose: formulas, quotes, blanks, lines, signs of XML, and names that KeePass has for itself. */
const items = [
  {
    name: 'GLPI',
    login: 'marie',
    password: '=1+1 {TITLE} <&>]]>',
    address: 'https://glpi.exemple.fr/?a=1&b=2',
  },
  { name: 'Serveur é€😀', password: ' blancs\t', description: '\tune\n\n  deux\n', categoryId: 1 },
  {
    name: 'Avec champs',
    password: '"\'`\\',
    renewBefore: '2027-03-28',
    fields: [
      { label: 'Code', kind: 'concealed', value: '@0042' },
      { label: 'Code', kind: 'text', value: 'visible' },
      { label: 'Password', kind: 'text', value: 'un champ' },
      { label: 'Clé', kind: 'concealed', value: '-----BEGIN KEY-----\nCANARI\n-----END KEY-----\n' },
    ],
  },
  { name: 'Code seul', password: '', categoryId: 11, otp: secret },
] as const
type Sent = Partial<Record<'login' | 'address' | 'description' | 'otp' | 'renewBefore', string>> &
  Pick<(typeof items)[number], 'name' | 'password'> & {
    categoryId?: number
    fields?: readonly { label: string; value: string }[]
  }

eachEngine((engine) => {
  // Each reading of a database derives its key at the real cost.
  describe('databases for other programs', { timeout: 90_000 }, () => {
    let at: ContentWorld
    let folder: string
    /** The items, with the names of the folders around them, the files and the former passwords. */
    const placed: { path: string[]; sent: Sent; files: [string, Buffer][]; former: string[] }[] = []
    const pathOf = (name: string): string => join(folder, name)

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'trousseau-other-programs-'))
      at = await startContentWorld(engine)
      placed.length = 0
      const top = await at.folder('Réseau & été')
      const inside = await at.folder('Siège', top)
      const places = [undefined, top, inside, inside]
      const files = attachmentsIn(at)
      for (const [number, sent] of items.entries()) {
        const parentFolderId = places[number]
        const id = await at.item({ ...sent, ...(parentFolderId !== undefined && { parentFolderId }) })
        const path = ['Réseau & été', 'Siège'].slice(0, [0, 1, 2, 2][number])
        placed.push({ path, sent, files: [], former: [] })
        if (number !== 1) continue
        await files.attach(id, plan, 'plan du réseau (été).pdf')
        await files.attach(id, Buffer.alloc(0), 'vide.txt')
        placed[1]?.files.push(['plan du réseau (été).pdf', plan], ['vide.txt', Buffer.alloc(0)])
      }
      await change('GLPI', 'deuxième mot de passe')
    })
    afterAll(async () => {
      await at.app.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const explorer = async () => {
      const path = `/api/explorer/data/?chestId=${at.chest.id}&limit=100`
      return bodyOf<{ items: { id: number; name: string }[] }>(await at.call('GET', path)).items
    }
    /** Changes a password at the root, a minute after whatever was before. */
    const change = async (name: string, elementValue: string) => {
      at.app.time.now += 60_000
      const id = (await explorer()).find((item) => item.name === name)?.id
      const reply = await at.call('PATCH', `/api/item/${id}`, { elementType: 'password', elementValue })
      expect(reply.status, reply.text).toBe(200)
      const one = placed.find(({ sent }) => sent.name === name)
      if (!one) throw new Error(`${name} is missing`)
      one.former.push(one.sent.password)
      one.sent = { ...one.sent, password: elementValue as never }
    }
    const exported = async (name: string, includeOld: boolean): Promise<string> => {
      await at.app.deps.db.updateTable('sessions').set({ proved_at: at.app.time.now }).execute()
      const body = { chestId: at.chest.id, format: 'kdbx', password, includeOld }
      const reply = await at.call('POST', '/api/export', body)
      expect(reply.status, reply.text.slice(0, 200)).toBe(200)
      writeFileSync(pathOf(name), reply.bytes)
      return pathOf(name)
    }
    const byTitle = <One extends { title: string }>(list: readonly One[]): One[] =>
      list.toSorted((one, other) => (one.title < other.title ? -1 : 1))
    /** What a program must list, its files aside. @param isOld whether former passwords are in the database */
    const wanted = (isOld: boolean) =>
      byTitle(
        placed.map(({ path, sent, former }) => ({
          path,
          title: sent.name,
          login: sent.login ?? '',
          password: sent.password,
          address: sent.address ?? '',
          description: sent.description ?? '',
          otp: sent.otp === undefined ? null : parseOtpSecret(sent.otp),
          category:
            sent.categoryId === 1
              ? categoryTexts.server
              : sent.categoryId === 11
                ? categoryTexts.otp
                : categoryTexts.website,
          fields: (sent.fields ?? []).map(({ value }) => value).toSorted(),
          renewBefore: sent.renewBefore ?? null,
          former: isOld ? former : [],
        })),
      )
    const seen = (listed: readonly Listed[]) =>
      byTitle(
        listed.map(({ files: _files, tags, otp, fields, ...one }) => ({
          ...one,
          otp: otp === null ? null : parseOtpSecret(otp),
          category: tags.join(),
          // A database has each label once: a second one has a number, and KeePass's own names too.
          fields: Object.entries(fields)
            .flatMap(([label, value]) => (isOfCode(label) ? [] : [value]))
            .toSorted(),
        })),
      )
    const isOfCode = (label: string): boolean => label === 'otp' || label.startsWith('TimeOtp-')
    const byPyKeePass = (file: string, ...save: string[]) => python(withPyKeePass, [file, password, ...save])
    const byKeePassXc = (file: string) => python(fromXml, [], keePassXc('export', '-f', 'xml', file))
    /** Previews a database in the chest that it is of. */
    const preview = async (file: string) => {
      const form = new FormData()
      form.append('chestId', String(at.chest.id))
      form.append('password', password)
      form.append('file', new Blob([new Uint8Array(readFileSync(file))]), 'export.kdbx')
      const reply = await at.call('POST', '/api/import/preview', form)
      expect(reply.status, reply.text).toBe(200)
      return bodyOf<{ counts: Record<string, number> }>(reply).counts
    }
    const same = { new: 0, identical: items.length, changed: 0, conflict: 0, moved: 0, refused: 0 }

    it('pykeepass lists the same entries, fields and files, and what it saves is read the same [EXPO-10]', async () => {
      const file = await exported('py.kdbx', true)
      const listed = byPyKeePass(file, pathOf('py-saved.kdbx'))
      expect(seen(listed)).toEqual(wanted(true))
      for (const { sent, files } of placed)
        expect(listed.find(({ title }) => title === sent.name)?.files).toEqual(
          files.map(([name, bytes]) => [name, bytes.toString('base64')]),
        )
      // Whoever does not ask for old values has none in the database.
      expect(seen(byPyKeePass(await exported('py-new.kdbx', false)))).toEqual(wanted(false))
      expect(await preview(pathOf('py-saved.kdbx'))).toMatchObject(same)
    })

    it('KeePassXC lists the same entries, fields and files, and what it saves is read the same [EXPO-10]', async () => {
      const file = await exported('xc.kdbx', true)
      const listed = byKeePassXc(file)
      expect(seen(listed)).toEqual(wanted(true))
      for (const { path, sent, files } of placed) {
        expect(listed.find(({ title }) => title === sent.name)?.files.toSorted()).toEqual(
          files.map(([name]) => name).toSorted(),
        )
        for (const [name, bytes] of files) {
          keePassXc('attachment-export', file, [...path, sent.name].join('/'), name, pathOf('joint'))
          expect(readFileSync(pathOf('joint')).equals(bytes)).toBe(true)
          rmSync(pathOf('joint'))
        }
      }
      // It writes the whole database again when a group is added.
      keePassXc('mkdir', file, 'Passager')
      expect(await preview(file)).toMatchObject(same)
    })

    it('a second export merges into the first: no entry twice, the former password in its history [EXPO-09]', async () => {
      const first = await exported('first.kdbx', false)
      copyFileSync(first, pathOf('merged.kdbx'))
      const former = placed[0]?.sent.password ?? ''
      await change('GLPI', 'troisième mot de passe')
      await at.item({ name: 'Arrivé depuis' })
      placed.push({
        path: [],
        sent: { name: 'Arrivé depuis', password: 'Ln9!correct-Horse' } as never,
        files: [],
        former: [],
      })
      const second = await exported('second.kdbx', false)
      keePassXc('merge', '-s', pathOf('merged.kdbx'), second)
      const merged = seen(byPyKeePass(pathOf('merged.kdbx')))
      expect(merged).toEqual(
        wanted(false).map((one) => (one.title === 'GLPI' ? { ...one, former: [former] } : one)),
      )
      expect(await preview(pathOf('merged.kdbx'))).toMatchObject({ ...same, identical: placed.length })
    })
  })
})
