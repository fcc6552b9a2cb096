import { describe, expect, it } from 'vitest'
import { csvTemplate, importFailText, importFaultText } from '#texts/vault/imports.ts'
import { content, read, single } from './csv-testing.ts'
import { readLockSelf } from './csv.ts'
import { readAs } from './formats/read-testing.ts'

const rows = [
  ['Nom', 'Identifiant', 'Mot de passe', 'Adresse', 'Description', 'OTP', 'Dossier'],
  ['Pare-feu', 'admin', 'p;w,d|"é\tx', 'https://10.0.0.1', 'une\nnote', 'JBSWY3DPEHPK3PXP', 'Réseau/Siège'],
  ['Routeur', 'root', ' espaces gardés ', '', '', '', 'Réseau'],
]
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const table = (delimiter = ';', end = '\r\n', cells = rows): string =>
  cells.map((row) => row.map(quoted).join(delimiter) + end).join('')
const expected = {
  places: ['Réseau/Routeur', 'Réseau/Siège/Pare-feu'],
  items: [
    { name: 'Routeur', login: 'root', password: ' espaces gardés ' },
    {
      name: 'Pare-feu',
      login: 'admin',
      password: 'p;w,d|"é\tx',
      address: 'https://10.0.0.1',
      description: 'une\nnote',
      otp: 'JBSWY3DPEHPK3PXP',
    },
  ],
  fails: [],
}

describe('a CSV file', () => {
  it('that follows the template gives its items and folders [IMPT-13] [IMPT-18]', async () => {
    const { items, places, fails, skipped } = await content(csvTemplate.text)
    expect(places).toEqual(['Exemples/Exemple : pare-feu', 'Exemples/Messagerie/Exemple : messagerie'])
    expect(items[0]).toMatchObject({ login: 'admin', password: 'À remplacer ; 2', otp: 'JBSWY3DPEHPK3PXP' })
    expect([fails, skipped.lines]).toEqual([[], 0])
  })

  it('is read with each delimiter, line end and quoting style [IMPT-13]', async () => {
    for (const delimiter of [';', ',', '\t', '|', '; ', ', '])
      for (const end of ['\n', '\r\n', '\r', '\r\r\n'])
        expect(await content(table(delimiter, end)), JSON.stringify([delimiter, end])).toMatchObject(expected)
    expect(await content(`sep=,\r\n${table(',')}`)).toMatchObject(expected)
    const single = rows
      .map((row) => row.map((cell) => `'${cell.replaceAll("'", "''")}'`).join(';'))
      .join('\n')
    expect(await content(single)).toMatchObject(expected)
    const wrapped = table(',', '\n').replaceAll('\nnote', ' note').trimEnd().split('\n').map(quoted)
    expect(await content(wrapped.join('\r\n'))).toMatchObject({ places: expected.places })
    expect((await content(wrapped.join('\r\n'))).items[1]?.password).toBe('p;w,d|"é\tx')
  })

  it('is read in each encoding [IMPT-12] [IMPT-13]', async () => {
    const text = table(';', '\n')
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(text, 'latin1'),
      utf16,
      Buffer.from(utf16).swap16(),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text, 'utf16le').swap16(),
    ])
      expect(await content(new Uint8Array(bytes))).toMatchObject(expected)
    // LockSelf writes half a byte order mark. Any other leading byte is refused, with advice.
    for (const half of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16(), utf16])
      expect(await content(Uint8Array.of(0xff, ...half))).toMatchObject(expected)
    expect(await read(Uint8Array.of(0x41, ...Buffer.from(text, 'utf16le')))).toMatchObject({
      code: 'ENCODING_INVALID',
    })
    expect(importFaultText({ code: 'ENCODING_INVALID', encoding: 'utf-16be' })).toMatch(
      /UTF-8.*Encodage\u00a0: utf-16be\.$/,
    )
    const windows = Uint8Array.of(...Buffer.from('nom;mot de passe\nA;'), 0x80, 0x9c)
    expect(await single(windows)).toMatchObject({ password: '€œ' })
  })

  it('is read with backslash escapes only if nothing else fits, and loses no other backslash [IMPT-13]', async () => {
    const header = '"Account","Login Name","Password","Web Site","Comments"'
    const escaped = String.raw`"Compte","CORP\\bob","a\"b\\c\d","C:\temp","x"`
    expect(await single(`${header}\r\n${escaped}`)).toMatchObject({
      name: 'Compte',
      login: String.raw`CORP\bob`,
      password: String.raw`a"b\c\d`,
    })
    // A backslash that stands alone shows that KeePass did not write it so: all stay, and a warning is reported.
    const { items, fails } = await content(`${header}\n"Compte","a\\d","b\\\\c","","x"`)
    expect(items[0]).toMatchObject({ login: String.raw`a\d`, password: String.raw`b\\c` })
    expect(fails).toMatchObject([{ line: 1, name: '', reason: 'BACKSLASHES_KEPT' }])
    const usual = await single(String.raw`Nom;Mot de passe;Notes` + '\n"a";"b\\c";"fin\\"')
    expect(usual).toMatchObject({ password: String.raw`b\c`, description: 'fin\\' })
  })

  // KeePass 2.47, run on 2026-11-28: its exporter of KeePass 1's table doubles every backslash since 2010.
  it.each([
    ['without a quote', String.raw`"Compte","DOMAINE\\jean","C:\\temp\\x","","a"`, ',', 'C:\\temp\\x', 'a'],
    [
      'with a quote',
      String.raw`"Compte","DOMAINE\\jean","a\"b\\","","dit \"non\""`,
      ',',
      'a"b\\',
      'dit "non"',
    ],
    ['at the ends', String.raw`"Compte","DOMAINE\\jean","\\\\srv\\p","","fin\\"`, ',', '\\\\srv\\p', 'fin\\'],
    ['after Excel', String.raw`Compte;DOMAINE\\jean;C:\\x;;a`, ';', 'C:\\x', 'a'],
  ])('of KeePass loses one of two backslashes, %s', async (_case, row, delimiter, password, description) => {
    const names = ['Account', 'Login Name', 'Password', 'Web Site', 'Comments'].join(delimiter)
    const { items, fails } = await content(`${names}\r\n${row}\r\n`)
    expect(items).toMatchObject([{ login: 'DOMAINE\\jean', password, description, line: 2 }])
    expect(fails).toEqual([])
    const other = await readAs('keepass-csv', `${names}\r\n${row}\r\n`)
    expect(other.found.entries).toMatchObject([
      { login: 'DOMAINE\\jean', password, notes: description, line: 2 },
    ])
    expect(other.found.notes).toEqual([])
  })

  it('of KeePass keeps its backslashes where they were changed since, and other tables keep theirs', async () => {
    const names = '"Account","Login Name","Password","Web Site","Comments"'
    const { items } = await content(`${names}\n"Compte","DOMAINE\\jean","a","",""`)
    expect(items).toMatchObject([{ login: 'DOMAINE\\jean' }])
    const plain = await single('nom,identifiant,mot de passe\nCompte,DOMAINE\\\\jean,a\\\\b')
    expect(plain).toMatchObject({ login: 'DOMAINE\\\\jean', password: 'a\\\\b' })
  })

  it('loses control characters of its notes and shown columns, is told of it, and keeps those of passwords', async () => {
    const row = 'A\u0001b;p\u0001w;"un\u000b' + '\n\tdeux\u001f";x\u0007y'
    const { items, fails } = await content(`nom;mot de passe;notes;Port\n${row}`)
    expect(items).toMatchObject([
      {
        name: 'A b',
        password: 'p\u0001w',
        description: 'un\n\tdeux',
        fields: [{ label: 'Port', value: 'xy' }],
      },
    ])
    expect(
      fails
        .filter(({ name }) => name !== '')
        .map(({ reason }) => reason)
        .toSorted(),
    ).toEqual(['CHARACTERS_DROPPED', 'CONTROLS_KEPT', 'NAME_CLEANED'])
    const { found } = await readAs('keepassxc-csv', [
      '"Group","Title","Username","Password","URL","Notes"',
      '"Root","a","","p\u0001w","","un\u0001deux"',
    ])
    expect(found.entries).toMatchObject([
      { password: 'p\u0001w', notes: 'undeux', notesToTell: [{ reason: 'CHARACTERS_DROPPED' }] },
    ])
  })

  it('may have quotes inside unquoted cells', async () => {
    const file = 'nom;mot de passe;notes\nA;pa"ss";"b;c"\nB;p""w;\n'
    expect((await content(file)).items).toMatchObject([
      { password: 'pa"ss"', description: 'b;c' },
      { password: 'p""w' },
    ])
  })

  it('may name its columns in French or English, whatever the accents, case and separators', async () => {
    const headers = [
      'Titre,Nom d’utilisateur,Mot de passe,URL,Notes,Groupe',
      'INTITULÉ;Compte;MDP;Site web;Remarques;Catégorie',
      'name\tusername\tpassword\turl\tnote\tfolder',
      'Libelle|e-mail|mot_de_passe|Lien|Commentaire|Chemin',
      '\u200BAccount,Login Name,Password,Web Site,Comments,Group',
    ]
    for (const header of headers) {
      const delimiter = /[,;\t|]/.exec(header)?.[0] ?? ''
      const row = ['Nom', 'moi', 'secret', 'https://a.fr', 'n', 'D/E'].join(delimiter)
      expect(await content(`${header}\n${row}`), header).toMatchObject({
        places: ['D/E/Nom'],
        items: [{ login: 'moi', password: 'secret', address: 'https://a.fr', description: 'n' }],
      })
    }
    const lastPass = 'url,username,password,totp,extra,name,grouping,fav\nhttps://a.fr,u,p,,n,Nom,A\\B/C,0'
    expect(await content(lastPass)).toMatchObject({ places: ['A/B/C/Nom'] })
  })

  it('keeps every value as text, also formulas, numbers and dates', async () => {
    const file = [
      'nom;identifiant;mot de passe;notes',
      '=1+1;+33612345678;=cmd|calc!A0;@SUM(A1)',
      "0001;-5;'0042;12/03/2026",
    ].join('\n')
    expect((await content(file)).items).toMatchObject([
      { name: '=1+1', login: '+33612345678', password: '=cmd|calc!A0', description: '@SUM(A1)' },
      { name: '0001', login: '-5', password: "'0042", description: '12/03/2026' },
    ])
  })

  it('reports broken values, columns without a field and columns that are left out', async () => {
    const file = [
      'Nom;Email;Identifiant;Mot de passe;Code PIN;Équipe;Icon;Favorite',
      'A;a@b.fr;moi;1,23E+12;1234;Paie;7;',
      'B;b@b.fr;;secret;;;;;surplus',
      'C;;;pas de 1E5;;;;',
    ].join('\n')
    const { items, fails } = await content(file)
    expect(items[0]).toMatchObject({
      description: '',
      fields: [
        { label: 'E-mail', kind: 'text', value: 'a@b.fr' },
        { label: 'Code PIN', kind: 'concealed', value: '1234' },
        { label: 'Équipe', kind: 'text', value: 'Paie' },
      ],
    })
    expect(items[1]).toMatchObject({
      login: 'b@b.fr',
      fields: [{ label: '9', kind: 'concealed', value: 'surplus' }],
    })
    expect(fails).toEqual([
      { line: 1, name: '', reason: 'COLUMNS_KEPT', detail: 'Équipe' },
      { line: 1, name: '', reason: 'COLUMNS_LEFT', detail: 'Icon' },
      { line: 2, name: 'A', reason: 'SPREADSHEET_NUMBER' },
      { line: 3, name: 'B', reason: 'CELLS_BEYOND' },
    ])
    const garbled = await content('nom;mot de passe\nÃ©tÃ©;clÃ©')
    expect(garbled.fails).toMatchObject([{ reason: 'ACCENTS_BROKEN' }])
  })

  it('with only numeric passwords is reported as changed by a spreadsheet, unless one has a leading zero', async () => {
    const told = async (...passwords: string[]) => {
      const rows = passwords.map((password, row) => `${row};${password};1234`).join('\n')
      const { items, fails } = await content(`nom;mot de passe;notes\n${rows}\nnom;mot de passe;notes`)
      expect(items.map(({ password }) => password)).toEqual(passwords)
      return fails.filter(({ reason }) => reason === 'SPREADSHEET_DIGITS')
    }
    const once = [{ line: 1, name: '', reason: 'SPREADSHEET_DIGITS' }]
    expect(await told('1234', '42', '', '0')).toEqual(once)
    expect(await told('1234', '1,23E+12')).toEqual(once)
    for (const others of [['1234', '0042'], ['1234', '12a4'], ['12 34'], ['1,23E+12'], ['', '']])
      expect(await told(...others), others.join()).toEqual([])
    expect(importFailText('SPREADSHEET_DIGITS')).toMatch(/semble être passé par un tableur/)
  })

  it('with two columns for one field is refused with their names; a second description becomes a field', async () => {
    const pairs = [
      ['Identifiant', 'Login'],
      ['Adresse', 'URL'],
      ['OTP', 'TOTP'],
      ['Titre', 'Libellé'],
      ['Dossier', 'Groupe'],
      ['E-mail', 'Courriel'],
    ]
    for (const columns of pairs) {
      const file = `Nom ;Mot de passe;${columns.join(';')}\na;b;c;d`
      const own = columns.includes('Titre') ? ['Nom', ...columns] : columns
      expect(await read(file), columns.join()).toEqual({
        ok: false,
        code: 'COLUMNS_ALIKE',
        line: 1,
        columns: own,
      })
    }
    // After renaming as the refusal advises, the second password is imported as a concealed field.
    const renamed = await content('Nom;Ancien_mdp;Mot de passe\na;b;c')
    expect(renamed.items).toMatchObject([
      { password: 'c', description: '', fields: [{ label: 'Ancien_mdp', kind: 'concealed', value: 'b' }] },
    ])
    expect(renamed.fails).toEqual([])
    expect(await single('Nom;Mot de passe;Notes;Commentaire\na;b;un;deux')).toMatchObject({
      description: 'un',
      fields: [{ label: 'Commentaire', kind: 'text', value: 'deux' }],
    })
    expect(importFaultText({ code: 'COLUMNS_ALIKE', line: 1, columns: ['mdp', 'Code'] })).toMatch(
      /Colonnes\u00a0: mdp, Code\. Ligne 1\.$/,
    )
  })

  it('skips and counts rows that are no entry', async () => {
    const file =
      '\n\nnom;mot de passe;dossier\n;;\n\nA;x;D\n;;Seul\nNom;Mot de passe;Dossier\nnom;mot de passe;dossier\n ; ;\n'
    const { places, skipped, items } = await content(file)
    expect(places).toEqual(['D/A'])
    expect(skipped.lines).toBe(5)
    expect(items[0]?.line).toBe(6)
  })

  it('reports the line on which each entry begins', async () => {
    const file = 'nom;mot de passe;notes\r\nA;1;"un\r\ndeux\n\ntrois"\r\n\r\n"B";2;\r\nC;3;x'
    expect((await content(file)).items.map(({ line }) => line)).toEqual([2, 7, 8])
  })
})

describe('a LockSelf file', () => {
  const header = 'Name;URL;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp'
  const entry = 'Messagerie;https://m.fr;moi;"p;""w";Direction/Paie;rh paie;Note;un;;trois;JBSWY3DPEHPK3PXP'
  const item = {
    name: 'Messagerie',
    login: 'moi',
    password: 'p;"w',
    address: 'https://m.fr',
    description: 'Note',
    fields: [
      { label: 'Étiquettes', kind: 'text', value: 'rh paie' },
      { label: 'Champ 1', kind: 'text', value: 'un' },
      { label: 'Champ 3', kind: 'text', value: 'trois' },
    ],
    otp: 'JBSWY3DPEHPK3PXP',
  }

  it('gives its folders and items with eleven or twelve columns, in any case and encoding [IMPT-12]', async () => {
    const twelve = `${header.replace('URL', 'Url')};Type\n${entry};`
    const files: Record<string, string | Uint8Array> = {
      eleven: `${header}\n${entry}`,
      twelve,
      'a row one cell shorter': `${header};Type\n${entry}`,
      'lower case': `${header.toLowerCase()}\n${entry}`,
      commas: `${header.replaceAll(';', ',')}\nMessagerie,https://m.fr,moi,"p;""w",Direction/Paie,rh paie,Note,un,,trois,JBSWY3DPEHPK3PXP`,
      'UTF-16': new Uint8Array(Buffer.from(`\uFEFF${twelve}`, 'utf16le')),
      'Windows-1252': new Uint8Array(Buffer.from(`${header}\n${entry}`, 'latin1')),
    }
    for (const [name, file] of Object.entries(files))
      expect(await content(file), name).toMatchObject({
        family: 'lockself',
        places: ['Direction/Paie/Messagerie'],
        items: [item],
        fails: [],
      })
  })

  it('reports a personal space once, and an invalid OTP [IMPT-12]', async () => {
    const file = `${header}\nA;;;x;Perso;;;;;;\nB;;;y;Perso/Banque;;;;;;0000\nC;;;z;;;;;;;\nD;;;;;;;;;;`
    const { places, items, fails } = await content(file)
    expect(places).toEqual(['C', 'D', 'Perso/A', 'Perso/Banque/B'])
    expect(items.find(({ name }) => name === 'B')).toMatchObject({
      otp: null,
      description: '',
      fields: [{ label: 'OTP', kind: 'concealed', value: '0000' }],
    })
    expect(fails).toEqual([
      { line: 2, name: 'Perso', reason: 'PERSONAL_FOLDER' },
      { line: 3, name: 'B', reason: 'OTP_UNREADABLE' },
    ])
  })

  it('is recognised by its columns; other files are refused with a code of their own [IMPT-12]', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    expect(await readLockSelf(bytes('nom;mot de passe\na;b'))).toEqual({ ok: false, code: 'NOT_LOCKSELF' })
    expect(
      await readLockSelf(bytes('Category/SubCategory;PasswordPolicyName;ExpirationDate\nA/B;;')),
    ).toEqual({ ok: false, code: 'CATEGORIES_ONLY' })
    expect(await readLockSelf(bytes(`${header}\n${entry}`))).toMatchObject({ ok: true, family: 'lockself' })
  })
})

describe('a faulty CSV file', () => {
  it('is refused with the reason and the line', async () => {
    const good = 'nom;mot de passe\n'
    const wide = (count: number) => `${good}a;b${';c'.repeat(count)}`
    const files: Record<string, [string | Uint8Array, object]> = {
      empty: ['', { code: 'EMPTY_FILE' }],
      blank: [' \r\n\r\n', { code: 'EMPTY_FILE' }],
      'the header alone': [`${good}\n`, { code: 'NO_ROWS' }],
      'no header': ['https://a.fr;moi;secret\nhttps://b.fr;moi;autre', { code: 'NO_HEADER' }],
      'another table': ['Date;Montant\n1;2', { code: 'NO_HEADER' }],
      'no password': ['nom;adresse\na;b', { code: 'COLUMNS_MISSING', line: 1 }],
      'nothing to know it by': ['mot de passe;notes\na;b', { code: 'COLUMNS_MISSING' }],
      'a column twice': [
        '\nNom;Mot de passe;mot_de_passe\na;b;c',
        { code: 'COLUMN_TWICE', line: 2, columns: ['Mot de passe'] },
      ],
      'two columns for the password': [
        'Nom;mdp;Mot de passe\na;b;c',
        { code: 'COLUMNS_ALIKE', line: 1, columns: ['mdp', 'Mot de passe'] },
      ],
      'an open quote': [`${good}a;b\n\nc;"d\ne;f\ng;h`, { code: 'QUOTE_OPEN', line: 4 }],
      'an open quote that another closes': [`${good}a;"b\nc;d\ne;"f"\n`, { code: 'QUOTE_FOLLOWED', line: 2 }],
      'an open quote in the header': ['"nom;mot de passe\na;b', { code: 'QUOTE_OPEN', line: 1 }],
      'ten thousand and one rows': [good + 'a;b\n'.repeat(10_001), { code: 'TOO_MANY' }],
      'a thousand and three columns': [wide(1_001), { code: 'TOO_MANY_COLUMNS', line: 2 }],
      'too many folders of few rows': [
        `nom;mot de passe;dossier\n${Array.from({ length: 60 }, (_, row) => `a;b;${row}${'/x'.repeat(200)}\n`).join('')}`,
        { code: 'TOO_MANY' },
      ],
      'a path of 257 levels': [
        `nom;mot de passe;dossier\na;b;${'x/'.repeat(257)}`,
        { code: 'TOO_DEEP', line: 2 },
      ],
      XML: ['<?xml version="1.0"?><a/>', { code: 'XML_IN_CSV' }],
      'many NULs': [`${good}a;b${'\0'.repeat(9)}c`, { code: 'NOT_TEXT' }],
      'a workbook': [Uint8Array.of(0x50, 0x4b, 3, 4, 0), { code: 'PACKED_FILE' }],
      'a database of KeePass': [
        Uint8Array.of(0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5),
        { code: 'KDBX_FILE' },
      ],
      'a PDF': ['%PDF-1.7', { code: 'NOT_TEXT' }],
      'UTF-32': [Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), { code: 'ENCODING_UNSUPPORTED' }],
      'half a surrogate pair in UTF-16': [
        new Uint8Array(Buffer.from(`\uFEFF${good}a;b\ud800c`, 'utf16le')),
        { code: 'ENCODING_INVALID' },
      ],
      'half a surrogate pair in three bytes': [
        Uint8Array.of(...Buffer.from(`${good}a;b`), 0xed, 0xa0, 0x80),
        { code: 'ENCODING_INVALID' },
      ],
      'UTF-8 that is cut short': [
        Uint8Array.of(...Buffer.from(`${good}é;é`), 0xc3),
        { code: 'ENCODING_INVALID', encoding: 'utf-8' },
      ],
    }
    for (const [name, [file, refusal]] of Object.entries(files)) {
      const result = await read(file)
      expect(result, name).toMatchObject({ ok: false, ...refusal })
      if (!result.ok) expect(importFaultText(result), name).toMatch(/^[A-ZÀ].*\.$/)
    }
    expect(await content(wide(998))).toMatchObject({ ok: true })
    expect(importFaultText({ code: 'COLUMN_TWICE', line: 2, columns: ['Mot de passe'] })).toMatch(
      /Colonne\u00a0: Mot de passe\. Ligne 2\.$/,
    )
  })

  it('with values that are too long reports those entries and imports the rest', async () => {
    const { items, refused, fails } = await content(
      `nom;identifiant;mot de passe;adresse\nA;${'x'.repeat(256)};p;\nB;moi;${'x'.repeat(10_001)};\nC;moi;p;javascript:alert(1)\nD;moi;p;`,
    )
    expect(items.map(({ name }) => name)).toEqual(['C', 'D'])
    expect(refused).toBe(2)
    expect(fails.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'LOGIN_TOO_LONG'],
      [3, 'PASSWORD_TOO_LONG'],
      [4, 'ADDRESS_REFUSED'],
    ])
  })
})
