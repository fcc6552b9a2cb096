import { describe, expect, it } from 'vitest'

import { content, entry, group, keePassFile, read, view } from './keepass-testing.ts'

const plain = keePassFile(group('Racine', entry({ Title: 'a', Password: 'é' })))
const afterDeclaration = (inserted: string, file = plain): string => file.replace('?>', `?>${inserted}`)
const withEncoding = (name: string): string => plain.replace('"utf-8"', `"${name}"`)
const bytes = (text: string, encoding: BufferEncoding): Uint8Array => Buffer.from(text, encoding)

describe('a DOCTYPE', () => {
  it('that is a bare name is accepted', async () => {
    expect(await read(afterDeclaration('<!DOCTYPE KeePassFile>'))).toMatchObject({ ok: true, items: 1 })
  })

  it('with an internal subset or an external id is refused', async () => {
    const doctypes = [
      '<!DOCTYPE KeePassFile []>',
      '<!DOCTYPE KeePassFile SYSTEM "file:///etc/passwd">',
      '<!DOCTYPE KeePassFile PUBLIC "-//x" "http://127.0.0.1/x.dtd">',
      '<!DOCTYPE KeePassFile [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      '<!DOCTYPE KeePassFile [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
      '<!DOCTYPE KeePassFile [<!ENTITY % p SYSTEM "http://127.0.0.1/p"> %p;]>',
    ]
    for (const doctype of doctypes) {
      expect(await read(afterDeclaration(doctype))).toMatchObject({
        ok: false,
        code: 'DOCTYPE_REFUSED',
        line: 1,
      })
    }
  })

  it('that never ends is refused', async () => {
    expect(await read('<?xml version="1.0"?><!DOCTYPE KeePassFile [<!ENTITY a "')).toMatchObject({
      ok: false,
    })
  })
})

describe('an entity', () => {
  it('other than the five of XML is refused, also if it is named like a property of an object prototype', async () => {
    for (const name of ['xxe', 'nbsp', 'eacute', 'constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(await read(plain.replace('é', `&${name};`))).toMatchObject({
        ok: false,
        code: 'ENTITY_REFUSED',
        line: 5,
      })
    }
  })

  it('that stands for a forbidden character is dropped and told; one that stands for none is refused', async () => {
    for (const reference of ['&#0;', '&#x8;', '&#31;', '&#x1F;', '&#xD800;', '&#xFFFE;', '&#x110000;']) {
      expect(await read(plain.replace('é', `${reference}a`)), reference).toMatchObject({
        root: { items: [{ password: 'a' }] },
        fails: [{ reason: 'CHARACTERS_DROPPED' }],
      })
    }
    expect(await read(plain.replace('é', '&#xZZ;'))).toMatchObject({
      ok: false,
      code: 'ILLEGAL_CHARACTER',
      line: 5,
    })
    // No reference is dropped that XML allows.
    for (const [reference, character] of [
      ['&#9;', '\t'],
      ['&#x20;', ' '],
      ['&#32;', ' '],
      ['&#x1F511;', '🔑'],
    ] as const)
      expect(await read(plain.replace('é', `a${reference}a`))).toMatchObject({
        root: { items: [{ password: `a${character}a` }] },
        fails: [],
      })
  })
})

describe('decoding a KeePass file', () => {
  it('drops control characters from values and tells their entry, and refuses them elsewhere', async () => {
    for (const code of [0x00, 0x01, 0x08, 0x0b, 0x1f, 0xfffe, 0xffff]) {
      const character = String.fromCharCode(code)
      expect(await read(plain.replace('é', `a${character}b`))).toMatchObject({
        root: { items: [{ password: 'ab' }] },
        fails: [{ line: expect.any(Number) as number, reason: 'CHARACTERS_DROPPED' }],
      })
      expect(await read(plain.replace('<Entry', `<${character}Entry`))).toMatchObject({ ok: false })
    }
    expect(await read('\0\0\0\0')).toMatchObject({ ok: false, code: 'ILLEGAL_CHARACTER' })
  })

  it('accepts UTF-8 and known declared encodings', async () => {
    expect(await view(bytes(withEncoding('iso-8859-1'), 'latin1'))).toMatchObject({
      root: { items: [{ password: 'é' }] },
    })
    expect(await view(bytes(withEncoding('ISO-8859-15'), 'latin1'))).toMatchObject({
      root: { items: [{ password: 'é' }] },
    })
    expect(await view(bytes(withEncoding('Windows-1252').replace('é', '\x80'), 'latin1'))).toMatchObject({
      root: { items: [{ password: '€' }] },
    })
    expect(await view(bytes(plain.replace(/^.*\n/, ''), 'utf8'))).toMatchObject({
      root: { items: [{ password: 'é' }] },
    })
  })

  it('refuses bytes that are invalid in the encoding', async () => {
    const refused = { ok: false, code: 'ENCODING_INVALID', encoding: 'utf-8' }
    expect(await view(bytes(plain, 'latin1'))).toEqual(refused)
    expect(await view(Uint8Array.of(...bytes(plain, 'utf8'), 0xc3))).toEqual(refused)
    expect(await view(Uint8Array.of(0xff, 0xfe, 0x3c, 0x00, 0x00, 0xd8))).toMatchObject({
      code: 'ENCODING_INVALID',
    })
  })

  it('refuses an unknown encoding with its name', async () => {
    for (const name of ['shift_jis', 'utf-7', 'utf-16', 'constructor', 'x-user-defined']) {
      const result = await read(withEncoding(name))
      expect(result).toEqual({ ok: false, code: 'ENCODING_UNSUPPORTED', encoding: name })
    }
    const utf32 = Uint8Array.of(0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0)
    expect(await view(utf32)).toMatchObject({ code: 'ENCODING_UNSUPPORTED', encoding: 'utf-32' })
    expect(await view(bytes(plain, 'utf16le'))).toMatchObject({
      code: 'ENCODING_UNSUPPORTED',
      encoding: 'utf-16le',
    })
  })

  it('refuses a declaration that contradicts the byte order mark', async () => {
    const refused = { ok: false, code: 'ENCODING_MISMATCH' }
    expect(await view(bytes(`\ufeff${plain}`, 'utf16le'))).toMatchObject(refused)
    expect(await view(bytes(`\ufeff${withEncoding('utf-16')}`, 'utf8'))).toMatchObject(refused)
  })
})

describe('the limits of a KeePass file', () => {
  it('allow 250 nested groups, far more than a chest has levels, and no more', async () => {
    const nested = (depth: number): string => '<Group>'.repeat(depth) + '</Group>'.repeat(depth)
    expect((await content(keePassFile(nested(250)))).folders).toBe(250)
    expect(await read(keePassFile(nested(255)))).toMatchObject({ ok: false, code: 'TOO_DEEP', line: 5 })
  })

  it('refuse 10,000 levels of groups, history or any element without a stack overflow', async () => {
    for (const name of ['Group', 'History', 'Entry', 'x']) {
      const file = keePassFile(
        group('Racine', `<Entry>${`<${name}>`.repeat(10_000)}${`</${name}>`.repeat(10_000)}</Entry>`),
      )
      expect(await read(file)).toMatchObject({ ok: false, code: 'TOO_DEEP' })
    }
    expect(await read(keePassFile(`${'<Group>'.repeat(10_000)}${'</Group>'.repeat(10_000)}`))).toMatchObject({
      code: 'TOO_DEEP',
    })
    expect(await read('<a>'.repeat(10_000))).toMatchObject({ ok: false, code: 'NOT_KEEPASS' })
  })

  it('refuse more than 50,000 groups and entries', async () => {
    expect(await read(keePassFile(group('Racine', '<Entry/>'.repeat(50_000))))).toMatchObject({
      code: 'TOO_MANY',
    })
  })
})

describe('a file of another kind', () => {
  it('is refused with its kind where it is known', async () => {
    expect(await view(new Uint8Array())).toEqual({ ok: false, code: 'EMPTY_FILE' })
    const kdbx = Uint8Array.of(0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5, 1, 0, 4, 0)
    expect(await view(kdbx)).toEqual({ ok: false, code: 'KDBX_FILE' })
    expect(await read('<!DOCTYPE html>\n<html><body>x</body></html>')).toMatchObject({ code: 'NOT_KEEPASS' })
    expect(await read('<KeePassFile/>')).toMatchObject({ code: 'NOT_KEEPASS' })
    expect(await read('<constructor/>')).toMatchObject({ code: 'NOT_KEEPASS' })
    for (const text of ['Titre;Identifiant\na;b', '{"items":[]}', ' \n ', 'Account,Login']) {
      expect(await read(text)).toMatchObject({ code: 'NOT_XML' })
    }
  })

  it('with a second root group or a second document is refused', async () => {
    expect(await read(keePassFile(group('a') + group('b')))).toMatchObject({ code: 'NOT_KEEPASS' })
    expect(await read(plain + plain)).toMatchObject({ ok: false, code: 'MALFORMED' })
  })
})

describe('a broken file', () => {
  it('that is truncated is refused wherever it ends', async () => {
    const end = plain.lastIndexOf('>')
    for (let length = plain.indexOf('<Root>'); length <= end; length += 1) {
      expect(await read(plain.slice(0, length))).toMatchObject({ ok: false, code: 'TRUNCATED' })
    }
  })

  it('with crossed tags, bare ampersands or unquoted attributes is refused with the line', async () => {
    const refused = { ok: false, code: 'MALFORMED', line: 5 }
    expect(await read(plain.replace('</Value></String>', '</String></Value>'))).toMatchObject(refused)
    expect(await read(plain.replace('<Entry>', '<Entry a=b>'))).toMatchObject(refused)
    expect(await read(plain.replace('<Entry>', '<Entry a="1" a="2">'))).toMatchObject(refused)
    expect(await read(plain.replace('é', 'é & è;'))).toMatchObject(refused)
  })

  it('whose values are still encrypted is refused with the line', async () => {
    for (const attribute of ['Protected="True"', "Protected='true'"]) {
      const file = plain.replace('<Value>é', `<Value ${attribute}>kY7dQw==`)
      expect(await read(file)).toEqual({ ok: false, code: 'PROTECTED_VALUES', line: 5 })
    }
  })
})
