import { describe, expect, it } from 'vitest'
import { readFile } from './formats.ts'

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
