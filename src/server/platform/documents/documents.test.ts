import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { declarationAddress, documentAddress, documentNames } from '#domain/platform/documents.ts'
import { configTexts } from '#texts/platform/server.ts'
import { type OperatorFacts, legalText, privacyText } from '#texts/platform/documents.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addAccount, enrol, newBrowser } from '#server/testing/sign-in.ts'
import { extensionOf, groupOf } from './settings.ts'

const pdf = '%PDF-1.7\n%%EOF\n'

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'document.pdf')
  writeFileSync(file, text)
  return file
}

describe('the documents of an installation', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startTestApp('sqlite')
  })
  afterEach(() => app.close())

  it('are tagged PDFs in French that need no session [SESS-16]', async () => {
    for (const name of documentNames) {
      const reply = await app.call({ method: 'GET', path: documentAddress(name), foreign: true })
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(reply.text.slice(0, 8)).toBe('%PDF-1.7')
      for (const mark of ['/StructTreeRoot', '/MarkInfo', '(fr-FR)', 'pdfuaid:part', '/FontFile'])
        expect([name, mark, reply.text.includes(mark)]).toEqual([name, mark, true])
      const again = await app.call({ method: 'GET', path: documentAddress(name), foreign: true })
      expect(again.text).toBe(reply.text)
    }
  })

  it('have beside them the declaration of accessibility, a page that needs no session', async () => {
    const reply = await app.call({ method: 'GET', path: declarationAddress, foreign: true })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.text).toContain('administrateur de cette installation')
  })

  it('are these and no others', async () => {
    for (const path of ['/documents/', '/documents/autre.pdf', '/documents/../package.json'])
      expect([path, (await app.call({ method: 'GET', path, foreign: true })).status]).toEqual([path, 404])
  })
})

it('a setting replaces a document by a file or an address', async () => {
  const app = await startTestApp('sqlite', {
    TROUSSEAU_TERMS: fileWith(pdf),
    TROUSSEAU_PRIVACY: 'https://exemple.fr/confidentialite',
  })
  onTestFinished(() => app.close())
  const read = (name: 'terms' | 'privacy') =>
    app.call({ method: 'GET', path: documentAddress(name), foreign: true })
  expect((await read('terms')).text).toBe(pdf)
  expect(await read('privacy')).toMatchObject({
    status: 302,
    headers: { location: 'https://exemple.fr/confidentialite' },
  })
})

it("the operator's own guide replaces that of the pages too", async () => {
  const app = await startTestApp('sqlite', { TROUSSEAU_GUIDE: fileWith(pdf) })
  onTestFinished(() => app.close())
  await addAccount(app, 'camille')
  const browser = newBrowser(app)
  await enrol(app, browser, 'camille')
  const { links } = (await browser.get('/api/session')).body as { links: { guide: string } }
  expect(links.guide).toBe(documentAddress('guide'))
  expect((await app.call({ method: 'GET', path: links.guide, foreign: true })).text).toBe(pdf)
})

it('the documents name the operator, or the setting that is missing', () => {
  const nobody: OperatorFacts = {
    organisation: null,
    address: null,
    contact: null,
    publisher: null,
    hosting: null,
  }
  const known = { ...nobody, organisation: 'Ville de Saint-Aubin', contact: 'dsi@exemple.fr' }
  expect(JSON.stringify(legalText(nobody))).toContain('TROUSSEAU_ORGANISATION')
  const said = JSON.stringify([legalText(known), privacyText(known)])
  expect(said).not.toContain('TROUSSEAU_CONTACT')
  expect(said).toContain('Ville de Saint-Aubin')
  expect(said).toContain('dsi@exemple.fr')
})

describe('the settings of the footer', () => {
  it.each([
    ['TROUSSEAU_TERMS', '/nulle/part.pdf', configTexts.document('TROUSSEAU_TERMS', '/nulle/part.pdf')],
    ['TROUSSEAU_GUIDE', 'https://', configTexts.link('TROUSSEAU_GUIDE', 'https://')],
    [
      'TROUSSEAU_VENDOR_URL',
      'javascript:alert(1)',
      configTexts.link('TROUSSEAU_VENDOR_URL', 'javascript:alert(1)'),
    ],
    ['TROUSSEAU_EXTENSION_URL', 'https://moi:secret@exemple.fr', /TROUSSEAU_EXTENSION_URL/],
    ['TROUSSEAU_CONTACT', 'x'.repeat(301), configTexts.line('TROUSSEAU_CONTACT')],
    ['TROUSSEAU_DOMAIN_GROUPS', 'coffre.exemple.fr', configTexts.domainGroups('coffre.exemple.fr')],
  ])('%s refuses %s with a sentence', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })

  it('accept plain http for an internal site', () => {
    const at = 'http://intranet.exemple.fr/guide'
    const { documents, links } = readConfig({ TROUSSEAU_GUIDE: at, TROUSSEAU_VENDOR_URL: at })
    expect([documents.sources.guide, links.vendor]).toEqual([{ kind: 'address', at }, at])
  })

  it('refuse a file that is no PDF', () => {
    expect(() => readConfig({ TROUSSEAU_LEGAL: fileWith('<html>') })).toThrow(ConfigError)
  })

  it('link to one extension store for the group GRP-1 and to another otherwise [SESS-18]', () => {
    const { links } = readConfig({
      TROUSSEAU_DOMAIN_GROUPS: 'coffre.un.fr=GRP-1, Coffre.Deux.fr=GRP-2',
      TROUSSEAU_EXTENSION_URL: 'https://exemple.fr/extension',
      TROUSSEAU_EXTENSION_URL_GRP1: 'https://exemple.fr/extension-un',
    })
    const of = (host: string | undefined) => {
      const group = groupOf(links, host)
      return [group, extensionOf(links, group)]
    }
    expect(of('coffre.un.fr:8420')).toEqual(['GRP-1', 'https://exemple.fr/extension-un'])
    expect(of('coffre.deux.fr')).toEqual(['GRP-2', 'https://exemple.fr/extension'])
    expect(of('ailleurs.fr')).toEqual([null, 'https://exemple.fr/extension'])
    expect(of(undefined)).toEqual([null, 'https://exemple.fr/extension'])
  })
})
