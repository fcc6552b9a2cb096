import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type Yielder, createYielder } from '#server/vault/contents/yielder.ts'
import { entry, group, keePassFile } from './keepass-testing.ts'
import { parseKeePassXml } from './keepass-xml.ts'
import { readKeePass } from './keepass.ts'

const organisation = readFileSync(new URL('./fixtures/keepass2-organisation.xml', import.meta.url), 'utf8')
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Never pauses: its clock stands still. */
const neverPausing = (): Yielder => createYielder(() => 0)
/** Pauses at each opportunity: its clock advances at each reading. */
const alwaysPausing = (): Yielder => {
  let now = 0
  return createYielder(() => (now += 100))
}

describe('a file that is read in pieces', () => {
  const inPieces = (text: string, length: number) =>
    parseKeePassXml(text, neverPausing(), { pieceLength: length })

  const valued = keePassFile(
    group(
      'Clé 🔑',
      entry({
        Title: 'a\r\nb\rc\n\r\n\r\rd',
        UserName: '🔑é🔑\r🔑\r\n',
        Password: '&lt;&amp;&#x1F511;&#233;]]&gt;]] >]',
        Notes: '<![CDATA[]]]]><![CDATA[>\r\n🔑]]><!-- - 🔑\r\n -->fin',
      }),
    ),
  )
  const accepted = {
    'an organisation': organisation,
    'with CR LF': organisation.replaceAll('\n', '\r\n'),
    'with CR': organisation.replaceAll('\n', '\r'),
    'all that a cut may fall into': valued,
    'with the line ends of XML 1.1': valued.replace('"1.0"', '"1.1"').replaceAll('\r\n', '\r\u0085\u2028'),
    'with more around the root': `${valued.replace('?>', '?>\r\n<!-- 🔑 --><?x y??>\r<!DOCTYPE KeePassFile>')}\r\n<!-- - -->\r`,
  }
  it.each(Object.entries(accepted))('gives the same content wherever it is cut: %s', async (_, text) => {
    const whole = await inPieces(text, text.length)
    expect(whole).toMatchObject({ ok: true })
    for (const length of [1, 2, 3, 7]) expect(await inPieces(text, length)).toEqual(whole)
  })

  // The file `valued` has 17 lines; its password is on line 13.
  const refusals: readonly (readonly [string, string, string, number])[] = [
    ['a table', 'Titre;Identifiant\r\na;b\r\n\r\n', 'NOT_XML', 4],
    ['text before the root', 'Titre\r\na;b\r\n<KeePassFile/>', 'NOT_XML', 3],
    ['an entity before the root', 'Titre\r\n\r&amp;\r\n', 'NOT_XML', 3],
    ['a control after text', 'Titre\r\na\u0001', 'ILLEGAL_CHARACTER', 2],
    ['text, then a second root', `${valued}\r\nsuite\r\nfin\r\n<a/>`, 'MALFORMED', 20],
    ['text, then an entity', `${valued}\r\nsuite\r\nfin\r\n&foo;`, 'MALFORMED', 20],
    ['text, then a control', `${valued}\r\nsuite\r\nfin\r\n\u0001`, 'ILLEGAL_CHARACTER', 20],
    ['text like CDATA at the end', `${valued}\r\n[CDATA[\r\nfin\r\n\r\n`, 'MALFORMED', 21],
    ['CDATA at the end', `${valued}\r\n<![CDATA[\r\nfin]]>`, 'MALFORMED', 18],
    ['CDATA at the start', `\r\n<![CDATA[\r\nfin]]>${valued}`, 'NOT_XML', 2],
    ['the end of CDATA in a value', valued.replace(']] >', ']]>'), 'MALFORMED', 13],
    ['half a file', valued.slice(0, valued.indexOf(']]>')), 'TRUNCATED', 13],
    ['an unknown entity', valued.replace('&#233;', '\r\n&nbsp;'), 'ENTITY_REFUSED', 14],
    ['a DOCTYPE', valued.replace('?>', '?><!DOCTYPE a [\r\n]>'), 'DOCTYPE_REFUSED', 2],
  ]
  it.each(refusals)(
    'is refused with the same code and line wherever it is cut: %s',
    async (_, text, code, line) => {
      for (const length of [1, 2, 3, 7, text.length]) {
        expect(await inPieces(text, length)).toEqual({ ok: false, code, line })
      }
    },
  )

  it('gives the same result with any fragments inserted', async () => {
    const bits =
      '< > & &amp; &#x1F511; &foo; \r \n 🔑 ]]> ]] <![CDATA[ <!-- -->  -- ? ?> <?x <!DOCTYPE " a <a> </a>'
    const soup = fc.array(fc.constantFrom(...bits.split(' '), '\u0001', '<a b="🔑\r\n&lt;"/>'), {
      maxLength: 5,
    })
    const characters = Array.from(valued)
    const place = fc.nat({ max: characters.length })
    await fc.assert(
      fc.asyncProperty(place, soup, fc.integer({ min: 1, max: 40 }), async (at, put, length) => {
        const text = [...characters.slice(0, at), ...put, ...characters.slice(at)].join('')
        expect(await inPieces(text, length)).toEqual(await inPieces(text, text.length))
      }),
      { numRuns: 500 },
    )
  })
})

describe('while a large file is read', () => {
  const fields = (mark: string, place: number) => ({
    Title: `Serveur ${mark} ${place}`,
    UserName: `admin${place}`,
    Password: `pw-${mark}-${place}`,
    URL: `https://h${place}.exemple.fr`,
  })
  const large = (mark: string, entries: number): string =>
    keePassFile(
      group(mark, Array.from({ length: entries }, (_, place) => entry(fields(mark, place))).join('')),
    )
  const text = large('a', 5_500)

  /** Counts the turns of the event loop while the work runs. */
  const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
    let turns = 0
    let isOver = false
    const turn = (): void => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await work.finally(() => (isOver = true))
    return turns
  }

  it('other requests run in between', async () => {
    const bytes = bytesOf(text)
    expect(bytes.length).toBeGreaterThan(1_400_000)
    expect(bytes.length).toBeLessThan(1_500_000)
    expect(await turnsDuring(readKeePass(bytes))).toBeGreaterThan(10)
  })

  it('the event loop is yielded to after 16 K of text or one entry', async () => {
    const pieces = Math.floor(text.length / (16 * 1024))
    expect(await turnsDuring(parseKeePassXml(text, alwaysPausing()))).toBeGreaterThanOrEqual(pieces)
    const [entries, referred] = [5_500, 5_500 / 8]
    const turns = await turnsDuring(readKeePass(bytesOf(text), alwaysPausing()))
    expect(turns).toBeGreaterThanOrEqual(pieces + entries + Math.floor(referred))
  })

  it('the event loop is yielded to in a file of folders alone, and in text that is not XML', async () => {
    const folders = bytesOf(keePassFile(group('Racine', '<Group/>'.repeat(45_000))))
    const pieces = Math.floor(folders.length / (16 * 1024))
    expect(await turnsDuring(readKeePass(folders, alwaysPausing()))).toBeGreaterThanOrEqual(
      pieces + 45_000 / 8,
    )
    const lines = bytesOf('Titre;Identifiant\n'.repeat(80_000))
    const cuts = Math.floor(lines.length / (16 * 1024))
    expect(await turnsDuring(readKeePass(lines, alwaysPausing()))).toBeGreaterThanOrEqual(cuts)
  })

  it('another file is read concurrently, and both results are right', async () => {
    const files = ['a', 'b'].map((mark) => bytesOf(large(mark, 600)))
    const alone = []
    for (const file of files) alone.push(await readKeePass(file, neverPausing()))
    const together = await Promise.all(files.map((file) => readKeePass(file, alwaysPausing())))
    expect(together).toEqual(alone)
    for (const [place, mark] of ['a', 'b'].entries()) {
      const names = Array.from({ length: 600 }, (_, number) => fields(mark, number).Title)
      const read = together[place]
      expect(read).toMatchObject({ ok: true, fails: [], folders: [{ name: mark }] })
      expect(read?.ok === true && read.folders[0]?.items.map(({ name }) => name)).toEqual(names)
    }
  })
})
