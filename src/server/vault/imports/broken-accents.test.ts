import { describe, expect, it } from 'vitest'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { isBroken, withoutBrokenCharacters } from './broken-accents.ts'
import { content as csvContent } from './csv-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { content, entry, group, keePassFile } from './keepass-testing.ts'

/**
 * 'Réseau' as a program shows it that reads UTF-8 in another encoding: Windows PowerShell in code page 850, others in
 * Windows-1252.
 */
const broken = [
  ['code page 850', 'R├®seau'],
  ['code page 437', 'R├⌐seau'],
  ['Windows-1252', 'RÃ©seau'],
  ['MacRoman', 'R√©seau'],
  ['Windows-1252, of bytes in MacRoman', 'RŽseau'],
] as const
const question = { id: 'accents', choices: ['leave', 'mend'], proposed: 'leave' }
const warned = expect.objectContaining({ line: 1, name: '', reason: 'ACCENTS_BROKEN' }) as unknown

describe.each(broken)('accents that were read in %s', (_encoding, name) => {
  it('are told of a table, also where one folder alone has one', async () => {
    for (const rows of [`Table;p;${name}`, `${name};p;Dossier`]) {
      const { fails, places } = await csvContent(`nom;mot de passe;dossier\n${rows}`)
      expect(fails).toContainEqual(warned)
      expect(places.join()).toContain(name)
    }
    const lockSelf = [
      'Name;URL;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp',
      `Portail;;a;p;${name}/Bureau;;;;;;`,
    ]
    expect((await csvContent(lockSelf.join('\n'))).fails).toContainEqual(warned)
  })

  it('are told of an XML file, its folders included', async () => {
    const inFolder = keePassFile(group(name, entry({ Title: 'a', Password: 'p' })))
    const inEntry = keePassFile(group('Racine', entry({ Title: 'a', Password: 'p', Notes: name })))
    for (const file of [inFolder, inEntry]) expect((await content(file)).fails).toContainEqual(warned)
  })

  it('are mended where the person says so, in tables, XML and JSON, folders included', async () => {
    const table = `"Group","Title","Username","Password","URL","Notes"\n"A/${name}","${name}","b","c","","${name}"`
    const xml = keePassFile(
      group(
        'A',
        `<Group><Name>${name}</Name>${entry({ Title: name, UserName: 'b', Password: 'c', Notes: name })}</Group>`,
      ),
    )
    const json = JSON.stringify({
      encrypted: false,
      folders: [{ id: 'f', name: `A/${name}` }],
      items: [
        { id: 'i', folderId: 'f', type: 1, name, notes: name, login: { username: 'b', password: 'c' } },
      ],
    })
    for (const [format, file] of [
      ['keepassxc-csv', table],
      ['keepass-xml', xml],
      ['bitwarden-json', json],
    ] as const) {
      const asked = await readAs(format, file)
      expect(asked.found.questions, format).toContainEqual(expect.objectContaining(question))
      expect(asked.found.entries[0]?.title, format).toBe(name)
      const { found } = await readAs(format, file, { accents: 'mend', root: 'keep' })
      expect(found.entries, format).toMatchObject([{ title: 'Réseau', login: 'b', notes: 'Réseau' }])
      expect(found.entries[0]?.path.at(-1), format).toBe('Réseau')
      // The question stays, so that the answer can be changed.
      expect(found.questions, format).toContainEqual(expect.objectContaining(question))
    }
  })
})

it('are not seen in text that people write', () => {
  for (const text of ['Été « œuvre » à 10 €', 'SÃO PAULO', 'ÂGE', 'Å, Ã, Â', 'é™', '│ ├ ─', 'Ô Ça'])
    expect(isBroken(text), text).toBe(false)
  for (const text of [
    '√2 ≈ 1,41 ; ¬A, ‚a‘',
    'Windows™, Žižek et Jože à Moŝny',
    '5 ‰ “dit-il”',
    'l‘été étudiant•e',
    'Prês de RŽ',
  ])
    expect(isBroken(text), text).toBe(false)
})

/** A text, and what each encoding shows for its bytes in UTF-8 (from the tables of Python's codecs). */
const whole =
  'R\u00e9seau \u00c9t\u00e9 \u00e0 No\u00ebl : \u0153uvre de l\u2019\u00e9cole, 10 \u20ac, \u00db \u00fd'
const shownBy = {
  'code page 850':
    'R\u251c\u00aeseau \u251c\u00ebt\u251c\u00ae \u251c\u00e1 No\u251c\u00bdl : \u253c\u00f4uvre de l\u00d4\u00c7\u00d6\u251c\u00aecole, 10 \u00d4\u00e9\u00bc, \u251c\u00f8 \u251c\u00a2',
  'code page 437':
    'R\u251c\u2310seau \u251c\u00ebt\u251c\u2310 \u251c\u00e1 No\u251c\u00bdl : \u253c\u00f4uvre de l\u0393\u00c7\u00d6\u251c\u2310cole, 10 \u0393\u00e9\u00bc, \u251c\u00a2 \u251c\u255c',
  'ISO-8859-1': Buffer.from(whole).toString('latin1'),
  'Windows-1252': new TextDecoder('windows-1252').decode(Buffer.from(whole)),
  MacRoman:
    'R\u221a\u00a9seau \u221a\u00e2t\u221a\u00a9 \u221a\u2020 No\u221a\u00b4l : \u2248\u00ecuvre de l\u201a\u00c4\u00f4\u221a\u00a9cole, 10 \u201a\u00c7\u00a8, \u221a\u00f5 \u221a\u03a9',
} as const

/** A text in MacRoman, by the bytes of Python's codec. */
const macText =
  'R\u00e9seau, \u00c9t\u00e9 \u00e0 No\u00ebl : \u0153uvre de l\u2019\u00e9cole, 10 \u20ac, CR\u00c8ME, fran\u00e7ais, h\u00f4tel, ma\u00eetre, o\u00f9, tr\u00e8s'
const macBytes = Buffer.from(
  'R\x8eseau, \x83t\x8e \x88 No\x91l : \xcfuvre de l\xd5\x8ecole, 10 \xdb, CR\xe9ME, fran\x8dais, h\x99tel, ma\x94tre, o\x9d, tr\x8fs',
  'latin1',
)

describe('broken characters', () => {
  const mended = (text: string) => withoutBrokenCharacters(text, createYielder())

  it.each(Object.entries(shownBy))(
    'of %s are mended for certain, whatever character it is',
    async (_, shown) => {
      expect(isBroken(shown)).toBe(true)
      expect(await mended(shown)).toBe(whole)
      const long = `${'x'.repeat(65_535)}${shown}`.repeat(3)
      expect(await mended(long)).toBe(`${'x'.repeat(65_535)}${whole}`.repeat(3))
    },
  )

  it('that mean one thing in code page 850 and another in 437 are left, unless others tell the page', async () => {
    // The bytes C3 BD in the one, C3 9B in the other.
    expect(await mended('\u251c\u00a2 t\u251c\u00e1')).toBe('\u251c\u00a2 t\u00e0')
    expect(await mended('\u251c\u00a2 R\u251c\u00ae')).toBe('\u00fd R\u00e9')
    expect(await mended('\u251c\u00a2 R\u251c\u2310')).toBe('\u00db R\u00e9')
    expect(await mended('\u251c\u00a2 R\u251c\u2310 R\u251c\u00ae')).toBe('\u251c\u00a2 R\u00e9 R\u00e9')
  })

  it('of ISO-8859-1 are told and mended in a table of another program', async () => {
    const table = `"Group","Title","Username","Password","URL","Notes"\n"A","${shownBy['ISO-8859-1']}","b","c","",""`
    expect((await readAs('keepassxc-csv', table)).found.questions).toContainEqual(
      expect.objectContaining(question),
    )
    const { found } = await readAs('keepassxc-csv', table, { accents: 'mend', root: 'keep' })
    expect(found.entries).toMatchObject([{ title: whole }])
  })

  it('that are bytes of MacRoman are told and mended, in columns that another encoding hides', async () => {
    const shown = new TextDecoder('windows-1252').decode(macBytes)
    expect(isBroken(shown)).toBe(true)
    expect(await mended(shown)).toBe(macText)
    const long = `${'x'.repeat(65_535)}${shown}`.repeat(3)
    expect(await mended(long)).toBe(`${'x'.repeat(65_535)}${macText}`.repeat(3))
    const table = Buffer.concat([
      Buffer.from('Intitul\x8e;Identifiant;Mot de passe\r', 'latin1'),
      macBytes,
      Buffer.from(';a;p\x8e\r', 'latin1'),
    ])
    expect((await csvContent(table)).fails).toContainEqual(warned)
    expect((await readAs('csv', table)).found.questions).toContainEqual(expect.objectContaining(question))
    const { found } = await readAs('csv', table, { accents: 'mend' })
    expect(found.entries).toMatchObject([{ title: macText, login: 'a', password: 'p\u00e9' }])
  })

  it('that are bytes of MacRoman stay where the text has letters of Windows-1252, or others', async () => {
    for (const text of ['R\u017dseau \u00e9t\u00e9', 'R\u017dseau \u2192 caf\u017d']) {
      expect(isBroken(text), text).toBe(false)
      expect(await mended(text)).toBe(text)
    }
  })
})
