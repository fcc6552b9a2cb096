import { describe, expect, it } from 'vitest'
import { attachmentLimits } from '#domain/platform/limits.ts'
import { attachmentName, previewTypeOf, unnamedFile } from './attachments.ts'

describe('the name of an attached file', () => {
  it.each([
    ['contrat 2026.pdf', 'contrat 2026.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\camille\\clé.pem', 'clé.pem'],
    ['..', unnamedFile],
    ['', unnamedFile],
    ['dossier/', unnamedFile],
    ['a\r\nSet-Cookie: sid=x.pdf', 'aSet-Cookie: sid=x.pdf'],
    // A text that reads from right to left would show « exe.pdf ».
    ['facture\u202efdp.exe', 'facturefdp.exe'],
    ['a\u0000b\u2028c\u2066d', 'abcd'],
    ['"citée".txt', '"citée".txt'],
    ['\ud800seul.txt', 'seul.txt'],
    ['  bords.txt  ', 'bords.txt'],
    ['<script>.html', '<script>.html'],
  ])('%j is stored as %j [ATTA-06]', (given, stored) => {
    expect(attachmentName(given)).toBe(stored)
  })

  it('is cut to its limit and keeps its extension [ATTA-06]', () => {
    const name = attachmentName(`${'é'.repeat(300)}.tar.gz`)
    expect(name).toHaveLength(attachmentLimits.name)
    expect(name.endsWith('.gz')).toBe(true)
    expect(attachmentName('🔑'.repeat(200)).isWellFormed()).toBe(true)
  })
})

describe('the type of a file', () => {
  const text = (content: string) => Buffer.from(content, 'latin1')
  it.each([
    ['a PNG', text('\x89PNG\r\n\x1a\n....'), 'image/png'],
    ['a JPEG', text('\xff\xd8\xff\xe0'), 'image/jpeg'],
    ['a GIF', text('GIF89a..'), 'image/gif'],
    ['a WebP', text('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
    ['a PDF', text('%PDF-1.7'), 'application/pdf'],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg">'), null],
    ['HTML', text('<!doctype html><script>alert(1)</script>'), null],
    ['HTML before a PDF', text('<script>1</script>%PDF-1.7'), null],
    ['another RIFF', text('RIFF\x10\0\0\0WAVEfmt '), null],
    ['the rest of a WebP alone', text('xxxx\x10\0\0\0WEBPVP8 '), null],
    ['a PNG cut short', text('\x89PN'), null],
    ['nothing', text(''), null],
  ])('of %s is judged by its content [ATTA-07]', (_name, bytes, type) => {
    expect(previewTypeOf(bytes)).toBe(type)
  })
})
