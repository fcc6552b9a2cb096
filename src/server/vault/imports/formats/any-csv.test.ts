import { describe, expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { emptyEntry } from './found.ts'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/any-csv.ts'

const [template, formulas, sheet, bare] = samples.map(({ bytes }) => bytes)

describe("Trousseau's own table", () => {
  it('reads the template', async () => {
    const { found } = await readAs('trousseau-csv', template ?? '')
    expect(found.entries[1]).toMatchObject({
      path: ['Exemples'],
      login: 'admin',
      password: 'À remplacer ; 2',
      addresses: ['https://10.0.0.1'],
      otps: ['JBSWY3DPEHPK3PXP'],
    })
  })

  it('takes exactly one apostrophe off what a spreadsheet takes for a formula [EXPO-13]', async () => {
    const { found } = await readAs('trousseau-csv', formulas ?? '')
    expect(found.entries[0]).toMatchObject({ login: '@zoé', password: '=1+1', notes: "'cité'" })
    expect(found.entries[1]?.password).toBe("'libre")
  })
})

describe('a table of any columns', () => {
  it('guesses by the names of the columns', async () => {
    const { found, columns } = await readAs('csv', sheet ?? '')
    expect(found.entries[0]).toMatchObject({
      path: ['Métier', 'RH'],
      title: 'Intranet',
      login: 'zoé',
      password: 'Été 42',
      addresses: ['https://rh.exemple.fr'],
      notes: 'une note',
    })
    expect(fieldsOf(found.entries[0])).toEqual(['text Téléphone=0102030405', 'concealed Code PIN=9876'])
    expect(columns?.map(({ target }) => target)).toEqual([
      'title',
      'login',
      'password',
      'address',
      'notes',
      'text',
      'concealed',
      'path',
    ])
  })

  it('shows no example of a one-time code or a private key, whatever the column [MNGR-08]', async () => {
    const code = 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP'
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----'
    const { columns } = await readAs('csv', [
      'nom;mot de passe;url;notes',
      `A;p;${code};${key}`,
      'B;p;https://b.fr;n',
    ])
    expect(columns?.slice(2).map(({ examples }) => examples)).toEqual([
      ['••••••••', 'https://b.fr'],
      ['••••••••', 'n'],
    ])
  })

  it('shows three examples of a column, none of a secret [MNGR-08]', async () => {
    const { columns } = await readAs('csv', [
      'Intitulé;Mdp;Jeton;Clé;Remarque',
      ...['a', 'b', 'c', 'd'].map((name) => `${name};secret-${name};jeton-${name};cle-${name};`),
    ])
    expect(columns?.[0]).toEqual({ label: 'Intitulé', target: 'title', examples: ['a', 'b', 'c'] })
    expect(columns?.slice(1, 4).every(({ examples }) => examples.every((one) => one === '••••••••'))).toBe(
      true,
    )
    expect(JSON.stringify(columns)).not.toMatch(/secret-|jeton-|cle-/)
    // What is guessed to be a secret stays masked, whatever it is mapped to.
    const mapped = await readAs('csv', ['Intitulé;Mdp', 'a;secret-a'], { mapping: '["title","text"]' })
    expect(mapped.columns?.[1]).toEqual({ label: 'Mdp', target: 'text', examples: ['••••••••'] })
  })

  it('takes the mapping, the separator and the header that the person gives', async () => {
    const text = 'machine\towner\tvalue\tplace\nsrv1\troot\tsecret\tSiège > Baie\n'
    const mapping = JSON.stringify(['title', 'ignore', 'password', 'path'])
    const { found } = await readAs('csv', text, { mapping, separator: '>', header: 'yes' })
    expect(found.entries[0]).toMatchObject({
      path: ['Siège', 'Baie'],
      title: 'srv1',
      login: '',
      password: 'secret',
    })
    expect(found.notes).toContainEqual({ reason: 'COLUMNS_LEFT', detail: 'owner' })
    const whole = await readAs('csv', text, { mapping, separator: '', header: 'yes' })
    expect(whole.found.entries[0]?.path).toEqual(['Siège > Baie'])
    const headless = await readAs('csv', text, { mapping, header: 'no' })
    expect(headless.found.entries.map(({ title }) => title)).toEqual(['machine', 'srv1'])
  })

  it.each([
    ['no JSON', '{'],
    ['no list', '{"0":"title"}'],
    ['fewer columns', '["title"]'],
    ['an unknown target', '["title","__proto__"]'],
    ['no texts', '[1,null]'],
  ])('refuses a mapping that is %s', async (_, mapping) => {
    const read = await readFile(Buffer.from('Intitulé;Mdp\na;b\n'), { answers: { mapping } })
    expect(read).toMatchObject({ ok: false, code: 'MAPPING_INVALID' })
  })

  it('refuses an unknown separator', async () => {
    const read = await readFile(Buffer.from('Intitulé;Mdp\na;b\n'), { answers: { separator: 'a' } })
    expect(read).toMatchObject({ ok: false, code: 'MAPPING_INVALID' })
  })

  it('without a header, knows addresses and e-mails only, and conceals the rest', async () => {
    const { found, columns } = await readAs('csv', bare ?? '')
    expect(found.entries).toHaveLength(2)
    expect(found.entries[1]).toMatchObject({
      email: 'a@exemple.fr',
      addresses: ['https://exemple.fr'],
      line: 2,
    })
    expect(fieldsOf(found.entries[1])).toEqual(['concealed Colonne 1=Exemple', 'concealed Colonne 3= b '])
    expect(columns?.map(({ label, target }) => [label, target])).toEqual([
      ['Colonne 1', 'concealed'],
      ['Colonne 2', 'email'],
      ['Colonne 3', 'concealed'],
      ['Colonne 4', 'address'],
    ])
  })

  it('keeps a second column of one kind, and columns of one name', async () => {
    const { found } = await readAs('csv', [
      'Nom;Mdp;Mot de passe;Note;Note;URL;Lien',
      'a;b;c;d;e;https://f.fr;https://g.fr',
    ])
    expect(found.entries[0]).toMatchObject({
      password: 'b',
      notes: 'd\n\ne',
      addresses: ['https://f.fr', 'https://g.fr'],
    })
    expect(fieldsOf(found.entries[0])).toEqual(['concealed Mot de passe=c'])
  })

  it('reads columns named like those of objects', async () => {
    const { found } = await readAs('csv', ['Nom;Mdp;__proto__;constructor', 'a;b;c;d'])
    expect(fieldsOf(found.entries[0])).toEqual(['concealed __proto__=c', 'concealed constructor=d'])
  })

  it('gives no columns for the file of a known program, and does not read text of one column', async () => {
    expect((await readAs('trousseau-csv', template ?? '')).columns).toBeNull()
    expect(await readFile(Buffer.from('Bonjour\ntout le monde\n'))).toMatchObject({ code: 'FORMAT_UNKNOWN' })
  })

  it('conceals every column that it does not understand, and tells them', async () => {
    const { found } = await readAs('csv', [
      'Intitulé|Compte|Sésame|Hôte|Rayon|Code PUK|Remarques',
      'Nuage|marie|ouvre-toi|https://nuage.fr|A2|0042|note',
    ])
    expect(fieldsOf(found.entries[0])).toEqual([
      'concealed Sésame=ouvre-toi',
      'concealed Rayon=A2',
      'concealed Code PUK=0042',
    ])
    expect(found.notes).toContainEqual({
      reason: 'COLUMNS_CONCEALED',
      detail: 'Rayon',
    })
  })

  it.each([
    [
      'with an address',
      ['Description;admin;Sup3r-Secret!;https://x.fr', 'Mail;paul;Zz9$abc!;https://y.fr'],
      ['Sup3r-Secret!', 'Zz9$abc!'],
    ],
    ['with a password', ['Notes;login;Vq7!kPz2', 'Mail;paul;Zz9$abc!'], ['Vq7!kPz2', 'Zz9$abc!']],
    ['of one row', ['Notes;login;Vq7!kPz2'], ['Vq7!kPz2']],
    [
      'of pairs of a label and a value',
      ['"Gmail","Username","jean","Password","Vq7!kPz2"', '"Mail","Username","paul","Password","Zz9$abc!"'],
      ['Vq7!kPz2', 'Zz9$abc!'],
    ],
    [
      'of pairs, with weak passwords',
      ['"Gmail","Username","jean","Password","bonjour"', '"Mail","Username","paul","Password","soleil"'],
      ['bonjour', 'soleil'],
    ],
    ['of weak passwords', ['Mairie;jean;bonjour', 'Mail;paul;soleil'], ['bonjour', 'soleil']],
    ['of weak passwords and known names', ['Notes;login;bonjour', 'Mail;paul;soleil'], ['bonjour', 'soleil']],
  ])('loses no entry of a table without a header %s, and shows no secret', async (_, lines, secrets) => {
    const { found, columns } = await readAs('csv', lines)
    expect(found.entries).toHaveLength(lines.length)
    expect(found.notes).toContainEqual({ reason: 'FIRST_ROW_ENTRY' })
    for (const [place, secret] of secrets.entries()) {
      expect(JSON.stringify(columns)).not.toContain(secret)
      const { password, fields, ...visible } = found.entries[place] ?? emptyEntry
      expect([password, ...fields.map(({ kind, value }) => (kind === 'concealed' ? value : ''))]).toContain(
        secret,
      )
      expect(JSON.stringify([visible, fields.filter(({ kind }) => kind !== 'concealed')])).not.toContain(
        secret,
      )
    }
  })

  it('asks where nobody can tell whether the first row names the columns', async () => {
    const question = { id: 'header', choices: ['no', 'yes'], proposed: 'no', count: 1, detail: '' }
    const lines = ['machine;valeur', 'srv1;bonjour']
    const { found } = await readAs('csv', lines)
    expect(found.questions).toEqual([question])
    expect(found.entries).toHaveLength(2)
    const answered = await readAs('csv', lines, { header: 'yes' })
    expect(answered.found.entries).toHaveLength(1)
    expect(answered.columns?.map(({ label }) => label)).toEqual(['machine', 'valeur'])
    expect((await readAs('csv', ['Nom;Mot de passe', 'a;b'])).found.questions).toEqual([])
  })

  it('without a header, guesses by the values, and shows what is plainly no secret', async () => {
    const { columns } = await readAs('csv', [
      'Boîte du service;marie;Sup3r-Secret!;https://x.fr',
      'Mairie;paul;Zz9$abc!;https://y.fr',
    ])
    expect(columns?.map(({ target, examples }) => [target, examples])).toEqual([
      ['title', ['Boîte du service', 'Mairie']],
      ['login', ['marie', 'paul']],
      ['password', ['••••••••', '••••••••']],
      ['address', ['https://x.fr', 'https://y.fr']],
    ])
  })

  it('guesses the table that Dashlane wrote before 2021, also without whole addresses', async () => {
    const { columns } = await readAs('csv', [
      'Nuage;nuage.fr;marie@exemple.fr;bonjour;une note',
      'Mairie;https://mairie.fr;paul;soleil;',
    ])
    expect(columns?.map(({ target }) => target)).toEqual(['title', 'address', 'login', 'password', 'notes'])
  })
})
