import { describe, expect, it } from 'vitest'
import { fieldsOf, readAs, toldOf } from './read-testing.ts'
import { samples } from './samples/lastpass.ts'

const [whole, broken, forms] = samples.map(({ bytes }) => bytes)

describe('LastPass', () => {
  it('reads logins with their folders', async () => {
    const { found } = await readAs('lastpass', whole ?? '')
    expect(found.entries[0]).toMatchObject({
      path: ['Métier', 'RH'],
      title: 'Intranet RH',
      login: 'zoé',
      password: 'Été, "42"',
      addresses: ['https://rh.exemple.fr/'],
      otps: ['JBSWY3DPEHPK3PXP'],
      notes: 'Une note',
      isFavourite: true,
    })
    expect(found.entries[1]).toMatchObject({ password: ' deux blancs ', addresses: [] })
    expect(found.folders).toMatchObject([{ path: ['Vide', 'Dedans'] }])
  })

  it('takes typed notes apart, and keeps their secrets concealed', async () => {
    const { found } = await readAs('lastpass', whole ?? '')
    const [, , note, card, key] = found.entries
    expect(note).toMatchObject({ category: 'other', addresses: [], fields: [] })
    expect(note?.notes).toMatch(/^Texte libre\s+NoteType: dans le texte$/)
    expect(card).toMatchObject({
      category: 'bankCard',
      login: 'Zoé Lévêque',
      notes: 'ligne 1\nKey:pas une clé',
    })
    expect(fieldsOf(card)).toEqual([
      'text Type=Visa',
      'concealed Numéro=4111111111111111',
      'concealed Code de sécurité=123',
      'text Start Date=January,2020',
      "date Date d'expiration=2028-02-29",
      'text Type=Credit Card',
    ])
    expect(key).toMatchObject({ category: 'apiKey', password: 'phrase secrète' })
    expect(fieldsOf(key)).toContain(
      'concealed Clé privée=-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nabcdef==\n-----END RSA PRIVATE KEY-----',
    )
  })

  it('keeps the key of a typed note that it does not know concealed', async () => {
    const { found } = await readAs('lastpass', [
      'url,username,password,extra,name,grouping,fav',
      'http://sn,,,"NoteType:Custom_1\nMot magique:sésame\nNotes:",n,,0',
    ])
    expect(fieldsOf(found.entries[0])).toContain('concealed Mot magique=sésame')
  })

  it('takes a date without parts for none', async () => {
    const { found } = await readAs('lastpass', [
      'url,username,password,extra,name,grouping,fav',
      'http://sn,,,"NoteType:Custom_1\nDate:,\nStart Date:,,\nMot:,\nNotes:",n,,0',
    ])
    expect(fieldsOf(found.entries[0])).toEqual(['concealed Mot=,', 'text Type=Custom_1'])
  })

  it('asks whether entities are to be decoded, and proposes it where nothing contradicts', async () => {
    const decoded = await readAs('lastpass', broken ?? '')
    expect(decoded.found.questions).toEqual([
      { id: 'entities', choices: ['decode', 'leave'], proposed: 'decode', count: 1, detail: '' },
    ])
    expect(decoded.found.entries[0]).toMatchObject({
      title: 'A & B',
      password: 'a<b>"c&d\'e',
      addresses: ['https://a.exemple.fr/?a=1&b=2'],
    })
    expect(toldOf(decoded.found.entries[0])).toEqual(['ENTITIES_DECODED'])
    const left = await readAs('lastpass', broken ?? '', { entities: 'leave' })
    expect(left.found.entries[0]?.password).toBe('a&lt;b&gt;&quot;c&amp;d&#39;e')
    expect(toldOf(left.found.entries[0])).toEqual([])
  })

  it.each(['a & b', 'a<b', 'a>b'])('proposes to leave entities where %s stands bare', async (bare) => {
    const { found } = await readAs('lastpass', [
      'url,username,password,extra,name,grouping,fav',
      `https://a.fr,u,a&amp;b,,n,,0`,
      `https://b.fr,u,${bare},,n,,0`,
    ])
    expect(found.questions[0]).toMatchObject({ proposed: 'leave', count: 1 })
    expect(found.entries.map(({ password }) => password)).toEqual(['a&amp;b', bare])
  })

  it('asks nothing without entities', async () => {
    const { found } = await readAs('lastpass', whole ?? '')
    expect(found.questions).toEqual([])
  })

  it('joins the lines of a note without quotes, and reports the row that never ends', async () => {
    const { found } = await readAs('lastpass', broken ?? '')
    expect(found.entries[1]).toMatchObject({
      line: 3,
      title: 'B',
      path: ['Groupe'],
      notes: 'première ligne\ndeuxième ligne\n\nquatrième ligne',
    })
    expect(toldOf(found.entries[1])).toEqual(['LINES_JOINED'])
    expect(found.unreadable).toEqual([{ line: 7, name: '', note: { reason: 'ROW_UNREADABLE' } }])
    expect(found.entries[2]?.title).toBe('D')
  })

  it('joins the lines of the only entry', async () => {
    const { found } = await readAs('lastpass', [
      'url,username,password,extra,name,grouping,fav',
      'https://a.fr,b,c,un',
      'deux',
      'trois,n,G,0',
    ])
    expect(found.entries).toMatchObject([{ title: 'n', path: ['G'], notes: 'un\ndeux\ntrois' }])
  })

  it('reads a row whose last cells are missing', async () => {
    const { found } = await readAs('lastpass', [
      'url,username,password,extra,name,grouping,fav',
      'https://a.fr,b,c,,n,G',
      'https://b.fr,b,c,,o,G,0',
    ])
    expect(found.entries.map(({ title, path }) => [title, path])).toEqual([
      ['n', ['G']],
      ['o', ['G']],
    ])
  })

  it('reads form fills, numbers concealed', async () => {
    const { found } = await readAs('lastpass', forms ?? '')
    expect(found.entries[0]).toMatchObject({ title: 'Principal', category: 'bankCard', notes: 'Une note' })
    expect(fieldsOf(found.entries[0])).toEqual(
      expect.arrayContaining([
        'concealed Numéro=4111111111111111',
        'concealed Code de sécurité=123',
        "date Date d'expiration=2028-02-29",
      ]),
    )
  })
})
