import { inflateSync } from 'node:zlib'

/** Returns the objects of a PDF by their numbers, as text; streams are inflated. */
export function objectsOf(pdf: Buffer): Map<string, string> {
  const objects = new Map<string, string>()
  for (const [, number = '', body = ''] of pdf
    .toString('latin1')
    .matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream] = body.split(/stream\n/, 2)
    const isText = stream !== undefined && head.includes('/FlateDecode') && !head.includes('/Length1')
    objects.set(
      number,
      isText
        ? head + inflateSync(Buffer.from(stream.replace(/\nend$/, ''), 'latin1')).toString('latin1')
        : head,
    )
  }
  return objects
}

/** Returns the text of each page: the glyphs of its fonts, by the tables that let readers search and copy. */
export function textOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const all = [...objects.values()]
  const fonts = new Map<string, Map<number, string>>()
  for (const [, name = '', id = ''] of all.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? '') ?? ''
    const glyphs = new Map<number, string>()
    for (const [, from = '', signs = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
      for (const [at, [, units = '']] of [...signs.matchAll(/<([^>]*)>/g)].entries())
        glyphs.set(
          Number.parseInt(from, 16) + at,
          (units.match(/\w{4}/g) ?? [])
            .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
            .join(''),
        )
    fonts.set(name, glyphs)
  }
  return all
    .filter((object) => object.includes(' TJ') && object.includes('BT'))
    .map((object) => {
      let font = fonts.get('F1')
      let text = ''
      for (const [, name, shown = ''] of object.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g))
        if (name !== undefined) font = fonts.get(name)
        else
          for (const [glyph] of [...shown.matchAll(/<(\w+)>/g)]
            .map(([, hex = '']) => hex)
            .join('')
            .matchAll(/\w{4}/g))
            text += font?.get(Number.parseInt(glyph, 16)) ?? '\ufffd'
      return text
    })
}
