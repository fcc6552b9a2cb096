import { expect, it } from 'vitest'
import { readAs } from '../read-testing.ts'
import { samples } from '../samples/keepass-csv.ts'

const [one, two, xc, x, strongbox] = samples.map(({ bytes }) => bytes)

it('KeePass 1: removes its own backslashes only', async () => {
  const { found } = await readAs('keepass-csv', one ?? '')
  expect(found.entries[0]).toMatchObject({
    title: 'Intranet "RH"',
    login: 'zoé',
    // `\y` is no escape.
    password: 'C:\\x\\y"z',
    notes: 'ligne 1\r\nligne 2',
  })
  expect(found.entries[1]?.password).toBe(' b ')
  expect(found.notes).toEqual([])
})

it('keeps backslashes that stand alone: a program of another kind wrote them', async () => {
  const { found } = await readAs('keepass-csv', two ?? '')
  expect(found.entries[0]?.password).toBe('C:\\\\x\\')
})

it('keeps and tells doubled backslashes where others stand alone', async () => {
  const { found } = await readAs('keepass-csv', [
    '"Account","Login Name","Password","Web Site","Comments"',
    '"a","b\\d","C:\\\\x","",""',
  ])
  expect(found.entries[0]).toMatchObject({ login: 'b\\d', password: 'C:\\\\x' })
  expect(found.notes).toEqual([{ reason: 'BACKSLASHES_KEPT' }])
})

it('KeePassXC: asks about the group around all others', async () => {
  const { found } = await readAs('keepassxc-csv', xc ?? '')
  expect(found.questions).toEqual([
    { id: 'root', choices: ['drop', 'keep'], proposed: 'drop', count: 2, detail: 'Racine' },
  ])
  expect(found.entries.map(({ path, state }) => [path, state])).toEqual([
    [['Métier', 'RH'], 'live'],
    [[], 'live'],
    // Deleted in KeePassXC: left out, unless the person wants the bin.
    [[], 'binned'],
  ])
  expect(found.entries[0]?.otps).toEqual(['otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP&period=30&digits=6'])
  const kept = await readAs('keepassxc-csv', xc ?? '', { root: 'keep' })
  expect(kept.found.entries.map(({ path }) => path[0])).toEqual(['Racine', 'Racine', undefined])
})

it('KeePassXC: proposes to keep a group that people named, and asks nothing about several', async () => {
  const header = '"Group","Title","Username","Password","URL","Notes"'
  const named = await readAs('keepassxc-csv', [header, '"Informatique/Réseau","a","b","c","",""'])
  expect(named.found.questions[0]).toMatchObject({ proposed: 'keep', detail: 'Informatique' })
  expect(named.found.entries[0]?.path).toEqual(['Informatique', 'Réseau'])
  const several = await readAs('keepassxc-csv', [header, '"A","a","b","c","",""', '"B","a","b","c","",""'])
  expect(several.found.questions).toEqual([])
})

it('KeePassX 2 and Strongbox', async () => {
  expect((await readAs('keepassxc-csv', x ?? '')).found.entries[0]).toMatchObject({
    path: ['Emails'],
    notes: 'note',
  })
  expect((await readAs('strongbox-csv', strongbox ?? '')).found.entries[0]).toMatchObject({
    login: 'zoé',
    email: 'zoe@exemple.fr',
    otps: ['otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP'],
  })
})
