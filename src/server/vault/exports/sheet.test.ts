import { create } from 'qrcode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { suggestedFieldTexts } from '#texts/vault/extra-fields.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { objectsOf, textOf } from '#server/testing/pdf-text.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import type { ExportContent, ExportItem } from './model.ts'
import { toSheet } from './sheet.ts'

const now = Date.UTC(2026, 0, 15, 8, 5)
const item = (more: Partial<ExportItem>): ExportItem => ({
  id: 1,
  name: 'GLPI',
  login: '',
  address: '',
  description: '',
  password: '',
  passwordAt: null,
  otp: null,
  categoryId: 6,
  renewBefore: null,
  fields: [],
  source: null,
  created: now,
  modified: now,
  former: [],
  old: [],
  files: [],
  ...more,
})
const sheetOf = async (...items: ExportItem[]) => {
  const content: ExportContent = { kind: 'chest', id: 1, name: 'Production', folders: [], items }
  const pdf = await toSheet(content, 'marie.durand', now)
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  return { pdf, pages: textOf(pdf).map(plain), objects: [...objectsOf(pdf).values()].join('\n') }
}
const rectangles = (objects: string): number => (objects.match(/ re$/gm) ?? []).length
const darkModules = (text: string): number =>
  create(text, { errorCorrectionLevel: 'M' }).modules.data.reduce((sum, dark) => sum + (dark ? 1 : 0), 0)

describe('an emergency sheet', () => {
  it('has who made it and when, what to do with it, and page numbers', async () => {
    const { pages, pdf } = await sheetOf(item({ password: 'x' }))
    expect(pages).toHaveLength(1)
    for (const text of [
      'Fiche de secours',
      'Coffre « Production »',
      'Faite le 15 janvier 2026 à 09:05 par marie.durand.',
      'À conserver dans un coffre-fort',
      'Page 1 sur 1',
    ])
      expect(pages[0]).toContain(text)
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
    for (const mark of ['/StructTreeRoot', '(fr-FR)', 'pdfuaid:part', '/FontFile'])
      expect([mark, pdf.includes(mark)]).toEqual([mark, true])
  })

  it('writes name, login, address and password of each item, in the order of the folders [EXPO-19]', async () => {
    const pdf = await toSheet(
      {
        kind: 'folder',
        id: 1,
        name: 'Réseau',
        items: [
          item({ name: 'Racine', login: 'marie', password: 'Il1O0|', address: 'https://glpi.exemple.fr' }),
        ],
        folders: [
          {
            id: 2,
            name: 'Baie',
            description: '',
            source: null,
            renewDays: null,
            old: [],
            folders: [],
            items: [item({ name: 'Pare-feu', password: 'p' })],
          },
        ],
      },
      'marie',
      now,
    )
    const [page = ''] = textOf(pdf)
    expect(page).toMatch(
      /Racine.*Identifiantmarie.*Mot de passeIl1O0\|.*Adressehttps:\/\/glpi\.exemple\.fr.*Pare-feu.*DossierBaie/s,
    )
    expect(page).toMatch(/Dossier «\sRéseau\s»/)
  })

  it('writes what nobody can see, and signs without a glyph, so that they can be typed [EXPO-20]', async () => {
    const { pages } = await sheetOf(
      item({ password: ' mot  de passe\u00a0\t🔑ж\u200b ', name: 'Wi\u202eFi', login: 'ma\u00a0rie' }),
    )
    const [page = ''] = pages
    expect(page).toContain(
      '‹espace›mot‹espace›‹espace›de passe‹U+00A0›‹U+0009›‹U+1F511›‹U+0436›‹U+200B›‹espace›',
    )
    expect(page).toContain('Wi‹U+202E›Fi')
    expect(page).toContain('ma‹U+00A0›rie')
    expect(page).toContain('un seul caractère')
    const plain = await sheetOf(item({ password: 'mot de passe é€œ' }))
    expect(plain.pages[0]).toContain('mot de passe é€œ')
    expect(plain.pages[0]).not.toContain('un seul caractère')
  })

  it('sets an accent on its letter, except in a secret, where it is typed as a sign of its own', async () => {
    const typed = 'e\u0301te\u0301'
    const { pages } = await sheetOf(
      item({
        name: `Mairie d'${typed}`,
        login: typed,
        password: `${typed}\u00e9`,
        description: 'L\u2019HAY\u0308',
      }),
    )
    const [page = ''] = pages
    expect(page).toContain("Mairie d'\u00e9t\u00e9")
    expect(page).toContain('Identifiante‹U+0301›te‹U+0301›')
    expect(page).toContain('Mot de passee‹U+0301›te‹U+0301›\u00e9')
    expect(page).toContain('L’HAŸ')
    expect(page).toContain('un accent séparé de sa lettre')
    const other = await sheetOf(item({ name: 'm\u0302' }))
    expect(other.pages[0]).toContain('m‹U+0302›')
  })

  it('cuts a long password at the width of the page, without losing a sign', async () => {
    const secret = Array.from({ length: 500 }, (_, at) => ['A', 'bc ', 'd', '9 '][at % 4])
      .join('')
      .trim()
    const { pages } = await sheetOf(item({ password: secret }))
    const printed = pages.join('').replaceAll('‹espace›', ' ')
    expect(printed).toContain(secret)
    const longest = 'k'.repeat(10_000)
    const several = await sheetOf(item({ name: 'Clé', password: longest }))
    expect(several.pages.length).toBeGreaterThan(4)
    const otp = 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30'
    const next = await sheetOf(item({ name: 'Clé', password: longest, otp }), item({ name: 'Après' }))
    expect(next.pages.length).toBeLessThanOrEqual(several.pages.length + 3)
    expect(next.pages.at(-1)).toContain('Après')
    expect(several.pages.join('').match(/k/g)?.length).toBeGreaterThanOrEqual(10_000)
  })

  it('prints description and extra fields, concealed ones too, each value whole', async () => {
    const words = Array.from({ length: 900 }, (_, at) => `mot${at}`)
    const label = 'Libellé plus long que la colonne des libellés'
    const fields = [
      { id: 1, label: 'Port', kind: 'text', value: '8443' },
      { id: 2, label: 'PUK', kind: 'concealed', value: '12345678' },
      { id: 3, label, kind: 'concealed', value: 'Il1O0|'.repeat(100) },
      { id: 4, label: 'Clé', kind: 'concealed', value: '--BEGIN--\nabc\n--END--\n' },
      { id: 5, label: 'Notes', kind: 'lines', value: words.join(' ') },
      { id: 6, label: 'Expire', kind: 'date', value: '2027-03-01' },
      ...Array.from({ length: 12 }, (_, at) => {
        const id = at + 7
        return { id, label: `Champ ${id}`, kind: 'text', value: `valeur-${id}` } as const
      }),
    ] as const
    const description = `Première ligne\nSeconde ligne ${'x'.repeat(400)}`
    const { pages } = await sheetOf(
      item({ fields, description, renewBefore: '2026-12-31' }),
      item({ name: 'Après' }),
    )
    const text = pages.join('\n')
    for (const found of [
      '8443',
      '12345678',
      '1er mars 2027',
      'Première ligne',
      'Seconde ligne',
      '31 décembre 2026',
    ])
      expect(text).toContain(found)
    expect(text).toContain(`${label} :`)
    for (let id = 7; id <= 18; id += 1) expect(text).toContain(`valeur-${id}`)
    expect(text).toContain('--BEGIN--‹U+000A›')
    for (const word of words) expect(text).toContain(word)
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(400)
    const bare = text.replaceAll(/[\n\s]/g, '')
    expect(bare).toContain('Il1O0|'.repeat(100))
    expect(pages.length).toBeGreaterThan(2)
    // Who, when and which page stand on each of them.
    for (const [place, page] of pages.entries()) {
      expect(page).toContain(`Page ${place + 1} sur ${pages.length}`)
      expect(page).toContain('Faite le 15 janvier 2026 à 09:05 par marie.durand.')
    }
    expect(pages.at(-1)).toContain('Après')
  })

  it('draws the QR code of an OTP and of a wireless network, with a text for screen readers [EXPO-21]', async () => {
    const otp =
      'otpauth://totp/Banque:marie?secret=JBSWY3DPEHPK3PXP&issuer=Banque&algorithm=SHA1&digits=6&period=30'
    const bare = rectangles((await sheetOf(item({ password: 'x' }))).objects)
    const one = await sheetOf(item({ otp, name: 'Banque' }))
    expect(rectangles(one.objects) - bare).toBe(darkModules(otp))
    expect(one.objects).toContain('/Alt ')
    const fields = [{ id: 1, label: suggestedFieldTexts.networkName, kind: 'text', value: 'Mairie' }] as const
    const wifi = await sheetOf(item({ categoryId: 7, password: 'bien;venue', fields }))
    expect(rectangles(wifi.objects) - bare).toBe(darkModules(String.raw`WIFI:T:WPA;S:Mairie;P:bien\;venue;;`))
    expect(wifi.pages[0]).toContain('Wi-Fi')
    // A code that no telephone would read from paper is written instead.
    const long = await sheetOf(item({ otp: `${otp}${'0'.repeat(500)}` }))
    expect(rectangles(long.objects)).toBe(bare)
    expect(long.pages.join('')).toContain('secret=JBSWY3DPEHPK3PXP')
  })
})

eachEngine((engine) => {
  describe('the export of an emergency sheet', () => {
    let at: ContentWorld
    beforeAll(async () => {
      at = await startContentWorld(engine)
    })
    afterAll(() => at.app.close())
    const ask = async (body: object = {}) => {
      await at.app.deps.db.updateTable('sessions').set({ proved_at: at.app.time.now }).execute()
      return at.call('POST', '/api/export', { chestId: at.chest.id, format: 'sheet', ...body })
    }

    it('holds a hundred items at most, says so before, and is recorded as a reading of each [EXPO-05] [EXPO-19]', async () => {
      const ids: number[] = []
      for (let count = 0; count < 100; count += 1) ids.push(await at.item({ name: `Élément ${count}` }))
      const reply = await ask()
      expect(reply.status).toBe(200)
      expect(reply.headers['content-disposition']).toBe('attachment; filename="trousseau-2026-01-15.pdf"')
      const text = textOf(reply.bytes).join('')
      for (const name of ['Élément 0', 'Élément 99']) expect(text).toContain(name)
      const { objects } = await at.app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'export.done')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(objects)).toMatchObject({
        format: 'sheet',
        items: 100,
        itemIds: [`${ids[0]}-${ids[99]}`],
      })
      await at.item({ name: 'De trop' })
      const refused = await ask()
      expect(codeOfReply(refused)).toEqual([413, 'TOO_LARGE'])
      expect(refused.text).toContain('exportez un dossier ou une sélection')
      expect((await ask({ itemIds: ids.slice(0, 2) })).status).toBe(200)
      expect((await ask({ includeOld: true })).status).toBe(400)
      expect((await ask({ password: 'Fichier-Export-2026!' })).status).toBe(400)
    })
  })
})
