import { describe, expect, it } from 'vitest'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { readLooseTable, type LooseTable } from './loose-table.ts'
import { readFile } from './formats.ts'
import { fieldsOf, readAs, toldOf } from './read-testing.ts'
import { allSamples } from './samples/all.ts'
import type { Sample } from './samples/sample.ts'
import { slowRows, slowRowsHeader, usualRows } from './slow-files-testing.ts'
import { sniff } from './sniff.ts'
import { isHeaderOf, readTable } from './table-format.ts'

async function tableOf(text: string): Promise<LooseTable> {
  const table = await readLooseTable(text, false, createYielder())
  if ('ok' in table) throw new Error(table.code)
  return table
}

describe('a table', () => {
  it('keeps what has no column of its own concealed, and tells it', async () => {
    const read = await readAs('chromium', ['name,url,username,password', 'a,https://a.fr,b,c,d,e'])
    expect(fieldsOf(read.found.entries[0])).toEqual(['concealed Champ 5=d', 'concealed Champ 6=e'])
    expect(toldOf(read.found.entries[0])).toEqual(['CELLS_KEPT'])
  })

  it('conceals columns that a newer version added', async () => {
    const table = await tableOf('name,pw,recovery code\na,b,c\n')
    const { entries } = await readTable(
      table,
      { columns: { name: 'title', pw: 'password' } },
      createYielder(),
    )
    expect(fieldsOf(entries[0])).toEqual(['concealed recovery code=c'])
  })

  it('keeps the values of a second column of one kind', async () => {
    const table = await tableOf('name,name,pw,pw,login,login,folder,folder\na,b,c,d,e,f,g,h\n')
    const { entries } = await readTable(
      table,
      { columns: { name: 'title', pw: 'password', login: 'login', folder: 'path' } },
      createYielder(),
    )
    expect(entries[0]).toMatchObject({ title: 'a', password: 'c', login: 'e', path: ['g'] })
    expect(fieldsOf(entries[0])).toEqual([
      'text name=b',
      'concealed Mot de passe=d',
      'text Autre identifiant=f',
      'text folder=h',
    ])
  })

  it('counts blank rows and repeated headers, tells spreadsheets and asks about broken accents', async () => {
    const header = 'name,url,username,password'
    const read = await readAs('chromium', [header, 'é,,Ã©tÃ©,1234', ',,,', header, 'b,,c,"1,23E+12"'])
    expect(read.found.blankRows).toBe(2)
    expect(read.found.notes).toEqual([{ reason: 'SPREADSHEET_DIGITS' }])
    expect(read.found.questions.map(({ id }) => id)).toEqual(['accents'])
    expect(toldOf(read.found.entries[1])).toEqual(['SPREADSHEET_NUMBER'])
  })

  it('mends broken accents where the person says so, in both ways that programs break them', async () => {
    const header = 'name,url,username,password'
    const windows = [header, 'Ã‰tÃ©,,zoÃ©,pÃ¢Ã»â‚¬â€™', 'ok,,Â«,«É »']
    const asked = await readAs('chromium', windows)
    const question = { id: 'accents', choices: ['leave', 'mend'], proposed: 'leave' }
    expect(asked.found.questions).toMatchObject([question])
    expect(asked.found.entries[0]).toMatchObject({ title: 'Ã‰tÃ©', password: 'pÃ¢Ã»â‚¬â€™' })
    const mended = await readAs('chromium', windows, { accents: 'mend' })
    expect(mended.found.questions).toMatchObject([question])
    expect(mended.found.notes).toEqual([])
    expect(mended.found.entries).toMatchObject([
      { title: 'Été', login: 'zoé', password: 'pâû€’' },
      { login: '«', password: '«É »' },
    ])
    const powerShell = [header, '├ët├®,,zo├®,p├óÔé¼ÔÇÖ']
    expect((await readAs('chromium', powerShell)).found.questions).toMatchObject([question])
    expect((await readAs('chromium', powerShell, { accents: 'mend' })).found.entries).toMatchObject([
      { title: 'Été', login: 'zoé', password: 'pâ€’' },
    ])
    const whole = [header, 'CAFÉ «É » «À »,,É\u00a0»,Å »É »']
    expect((await readAs('chromium', whole)).found.questions).toEqual([])
  })

  it('asks which delimiter is meant where two fit, and takes the one that is said', async () => {
    const lines = ['Intitulé;Clé,Sésame', 'GLPI;un,deux', 'Paie;trois,quatre']
    const asked = await readAs('csv', lines)
    expect(asked.found.questions).toContainEqual(
      expect.objectContaining({ id: 'delimiter', choices: [',', ';'], proposed: ',' }),
    )
    const said = await readAs('csv', lines, { delimiter: ';', header: 'yes' })
    expect(said.columns?.map(({ label }) => label)).toEqual(['Intitulé', 'Clé,Sésame'])
    expect(said.found.questions).toContainEqual(expect.objectContaining({ id: 'delimiter', proposed: ';' }))
    const sure = await readAs('csv', ['a;b;c', '1;2,5;3'])
    expect(sure.found.questions.map(({ id }) => id)).not.toContain('delimiter')
  })

  it('reads quotes after backslashes even where the first rows have none', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `"${at}","","p","",""`)
    const read = await readAs('keepass-csv', [
      '"Account","Login Name","Password","Web Site","Comments"',
      ...rows,
      '"a","b","c\\",\\"d","",""',
    ])
    expect(read.found.entries.at(-1)?.password).toBe('c","d')
  })

  it('keeps a backslash before the closing quote where quotes are doubled', async () => {
    const read = await readAs('chromium', [
      'name,url,username,password',
      '"a","","b","C:\\"',
      '"d","","e","f""g"',
    ])
    expect(read.found.entries.map(({ password }) => password)).toEqual(['C:\\', 'f"g'])
  })

  it('reads quotes as PHP writes them where no other way makes the rows even', async () => {
    const table = await tableOf('a,b\n"C:\\"x\\",1\n"d ""e""",2\n')
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['C:\\"x\\', '1'],
      ['d "e"', '2'],
    ])
  })

  it('reads a table whose first rows are longer than its start', async () => {
    const note = 'x;\n'.repeat(100_000)
    const read = await readAs('chromium', ['name,url,username,password,note', `a,,b,c,"${note}"`, 'd,,e,f,g'])
    expect(read.found.entries.map(({ notes }) => notes.length)).toEqual([300_000, 1])
  })

  it('compares headers as sets', async () => {
    const table = await tableOf('Pass_Word;\ufeffName;\na;b;\n')
    expect(isHeaderOf(table, ['name', 'pass word'])).toBe(true)
    expect(isHeaderOf(table, ['name'])).toBe(false)
    expect(isHeaderOf(table, ['name', 'pass word', 'url'])).toBe(false)
  })
})

describe('every table', async () => {
  const samples = await allSamples()
  const tables: [string, number, Uint8Array, Sample['reading']][] = []
  for (const { format, name, bytes, reading } of samples) {
    const sniffed = await sniff(bytes, createYielder())
    if (!('ok' in sniffed) && sniffed.kind === 'table')
      tables.push([`${format}: ${name}`, sniffed.rows.length, bytes, reading])
  }

  it.each(tables)(
    '%s: each row is an entry, a folder, or told [MNGR-05]',
    async (name, rows, bytes, reading) => {
      const read = await readFile(bytes, reading)
      if ('ok' in read) throw new Error(read.code)
      const { entries, folders, unreadable, blankRows } = read.found
      const count = entries.length + folders.length + unreadable.length + blankRows
      // Without a header the first row is an entry too. LastPass writes some entries on several rows.
      const joined = name.includes('without quotes') ? 2 : 0
      expect([rows, rows + 1]).toContain(count + joined)
    },
  )
})

describe('a file of 4 MB', () => {
  it.each(slowRows)('%s: read, or refused with a reason', async (_, row) => {
    const rows = Math.min(18_000, Math.floor(4_000_000 / row.length))
    const text = [slowRowsHeader, ...Array.from({ length: rows }, () => row)].join('\n')
    const read = await readFile(Buffer.from(text))
    if ('ok' in read) expect(read.code).toMatch(/^[A-Z_]+$/)
    else expect(read.found.entries.length).toBeGreaterThan(0)
  })
})

describe('ten thousand entries', () => {
  it.each(usualRows)('%s: read whole', async (format, header, row) => {
    const text = [header, ...Array.from({ length: 9_999 }, () => row)].join('\n')
    const read = await readAs(format, text)
    expect(read.found.entries.length).toBeGreaterThanOrEqual(9_999)
  })
})
