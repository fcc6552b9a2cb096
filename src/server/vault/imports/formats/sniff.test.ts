import { describe, expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { zipOf } from './samples/zip-writer.ts'

const faultOf = async (bytes: Uint8Array | string): Promise<string | null> => {
  const read = await readFile(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  return 'ok' in read ? read.code : null
}

describe('an XML file that no reader opens', () => {
  it.each([
    ['<?xml version="1.0"?><RDMExport><Connections><Connection /></Connections></RDMExport>', 'RDM_FILE'],
    ['<ArrayOfConnection><Connection /></ArrayOfConnection>', 'RDM_FILE'],
    ['\ufeff<?xml version="1.0"?>\n<!-- x --><RTSZDocument><RoyalDocument/></RTSZDocument>', 'ROYAL_FILE'],
    ['<RDCMan programVersion="2.7" schemaVersion="3"><file /></RDCMan>', 'RDCMAN_FILE'],
  ])('%s is refused with what to do instead [MNGR-09]', async (text, fault) => {
    expect(await faultOf(text)).toBe(fault)
  })

  it('is unknown when its root is another program’s', async () => {
    expect(await faultOf('<Connections><Connection/></Connections>')).toBe('FORMAT_UNKNOWN')
    expect(await faultOf('<database><table/></database>')).toBe('FORMAT_UNKNOWN')
    expect(await faultOf('<constructor/>')).toBe('FORMAT_UNKNOWN')
  })
})

describe('a ZIP with one table, JSON or XML file', () => {
  const table = 'name,url,username,password,note\na,https://a.exemple.fr,u,p,\n'
  const json = JSON.stringify({ encrypted: false, items: [{ id: 'i', type: 1, name: 'a', login: {} }] })
  const xml = '<revelationdata><entry type="generic"><name>a</name></entry></revelationdata>'
  const clutter = {
    '__MACOSX/._export.csv': 'x',
    '__MACOSX/Export/._export.csv': 'x',
    '.DS_Store': 'x',
    'Export/.DS_Store': 'x',
  }
  const readOf = async (files: Readonly<Record<string, string | Uint8Array>>) => {
    const read = await readFile(zipOf(files))
    if ('ok' in read) return read.code
    const told = read.found.notes.map(({ reason, detail }) => [reason, detail])
    return [read.format.id, read.found.entries.length, ...told.flat()]
  }

  it('is that file, in whatever folder it lies, whatever macOS put beside it [MNGR-04]', async () => {
    expect(await readOf({ 'export.csv': table })).toEqual(['chromium', 1])
    expect(await readOf({ 'Export/de Marie/Chrome.CSV': table })).toEqual(['chromium', 1])
    expect(await readOf({ ...clutter, 'Export/export.csv': table })).toEqual(['chromium', 1])
    expect(await readOf({ ...clutter, 'data.json': json })).toEqual(['bitwarden-json', 1])
    expect(await readOf({ ...clutter, 'Export/data.json': json })).toEqual(['bitwarden-json', 1])
    expect(await readOf({ ...clutter, 'a/b.xml': xml })).toEqual(['revelation', 1])
  })

  it('is that file beside others, which are named [MNGR-29]', async () => {
    expect(await readOf({ 'Export/export.csv': table, 'Export/lisez-moi.txt': 'x' })).toEqual([
      'chromium',
      1,
      'FILES_LEFT',
      'lisez-moi.txt',
    ])
  })

  it('is unknown with two of them, with none, or with a ZIP inside [MNGR-09]', async () => {
    expect(await readOf({ 'a.csv': table, 'b/a.csv': table })).toBe('FORMAT_UNKNOWN')
    expect(await readOf({ 'a.csv': table, 'a.json': json })).toBe('FORMAT_UNKNOWN')
    expect(await readOf({ 'lisez-moi.txt': 'x', 'plan.pdf': 'x' })).toBe('FORMAT_UNKNOWN')
    expect(await readOf(clutter)).toBe('FORMAT_UNKNOWN')
    expect(await readOf({ 'a.zip': zipOf({ 'export.csv': table }) })).toBe('FORMAT_UNKNOWN')
    expect(await readOf({ 'a.csv': zipOf({ 'export.csv': table }) })).toBe('PACKED_FILE')
    expect(await readOf({ 'a.json': 'x', '[Content_Types].xml': 'x', 'xl/a.xml': 'x' })).toBe('XLSX_FILE')
  })
})

describe('a document', () => {
  const revelation = (inside: string, before = ''): string =>
    `${before}<revelationdata>${inside}</revelationdata>`

  it('is refused for what no export holds', async () => {
    expect(await faultOf(revelation('&x;', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'))).toBe(
      'DOCTYPE_REFUSED',
    )
    expect(await faultOf(revelation('&constructor;'))).toBe('ENTITY_REFUSED')
    expect(await faultOf(revelation('<entry type="folder">'.repeat(300)))).toBe('TOO_DEEP')
    expect(await faultOf(revelation(`<b>${'<a/>'.repeat(19_000)}</b>`.repeat(27)))).toBe('TOO_MANY')
    expect(await faultOf(revelation('<entry>'))).toBe('MALFORMED')
    expect(await faultOf('<revelationdata>')).toBe('TRUNCATED')
    expect(await faultOf(revelation(''))).toBe('NOTHING_FOUND')
  })

  it('may begin with blank lines', async () => {
    const entry = '<entry type="generic"><name>a</name></entry>'
    expect(await faultOf(revelation(entry, '\n\n<?xml version="1.0"?>'))).toBeNull()
    expect(
      await faultOf(
        '\n<?xml version="1.0"?><KeePassFile><Root><Group><Name>a</Name><Entry/></Group></Root></KeePassFile>',
      ),
    ).toBeNull()
  })
})
