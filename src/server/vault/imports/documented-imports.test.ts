import { describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { allSamples } from './formats/samples/all.ts'
import type { DocumentedSample } from './formats/samples/parts/documented.ts'
import { importsWorld, type ImportPreview, type ImportsWorld } from './imports-testing.ts'

type Item = {
  name: string
  login: string
  address: string
  description: string
  otp: boolean
  password: boolean
  fields: { id: number; label: string; value: string | true }[]
  attachments: { id: number; name: string }[]
}

const documented = (await allSamples()).filter(
  (sample): sample is DocumentedSample => 'values' in sample && sample.values !== undefined,
)

/** Returns a form of an import of a sample, in the way of the page. */
const formOf = (at: ImportsWorld, { bytes, reading }: DocumentedSample, more: Record<string, string> = {}) =>
  at.formOf(bytes, 'export', {
    options: JSON.stringify({ withFormer: false }),
    ...(reading?.password ? { password: reading.password.reveal() } : {}),
    ...more,
  })

/** Returns every text of an element and below it: what its pages show, and what its recorded calls reveal. */
async function textsOf(at: ImportsWorld, folderId?: number): Promise<{ shown: string[]; all: string[] }> {
  const [shown, revealed] = [[] as string[], [] as string[]]
  const get = async (path: string): Promise<string> => {
    const reply = await at.call('GET', path)
    expect([path, reply.status]).toEqual([path, 200])
    return reply.text
  }
  const { folders, items } = await at.page(folderId)
  for (const { id } of folders) {
    const { name, description } = JSON.parse(await get(`/api/folder/${id}`)) as Record<string, string>
    const inside = await textsOf(at, id)
    shown.push(name ?? '', description ?? '', ...inside.shown)
    revealed.push(...inside.all)
  }
  for (const { id } of items) {
    const item = JSON.parse(await get(`/api/item/${id}`)) as Item
    shown.push(item.name, item.login, item.address, item.description)
    for (const { id: fieldId, label, value } of item.fields) {
      shown.push(label, ...(value === true ? [] : [value]))
      if (value === true) revealed.push(JSON.parse(await get(`/api/item/${id}/field/${fieldId}`)) as string)
    }
    if (item.password) revealed.push(JSON.parse(await get(`/api/item/${id}/copy`)) as string)
    if (item.otp) revealed.push(await get(`/api/item/${id}/otp/secret`))
    for (const file of item.attachments)
      revealed.push(file.name, await get(`/api/item/${id}/attachment/${file.id}`))
  }
  return { shown, all: [...shown, ...revealed] }
}

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)

eachEngine((engine) => {
  describe('importing files written from the documentation of their programs', () => {
    const at = importsWorld(engine)

    it.each(documented)('$format: $name [MNGR-05] [MNGR-10] [MNGR-15]', async (sample) => {
      const { entries, binned = 0, concealed = [], expected } = sample
      const secrets = concealed.map(inJson)
      const previewed = await at.call('POST', '/api/import/preview', formOf(at, sample))
      expect(previewed.status, previewed.text).toBe(200)
      expect(secrets.filter((secret) => previewed.text.includes(secret))).toEqual([])
      const { plan, counts } = bodyOf<ImportPreview>(previewed)
      expect(counts).toMatchObject({ new: entries - binned, refused: 0 })
      const applied = await at.call('POST', '/api/import/apply', formOf(at, sample, { plan }))
      expect(applied.status, applied.text).toBe(200)
      expect(secrets.filter((secret) => applied.text.includes(secret))).toEqual([])

      const { shown, all } = await textsOf(at)
      // Former passwords come in on demand only; `documented.test.ts` reads them.
      const others = new Set([
        ...expected.flatMap(({ former = [] }) => former),
        ...Object.values(sample.left ?? {}).flat(),
      ])
      const wanted = (sample.values ?? []).filter((value) => !others.has(value))
      expect(wanted.filter((value) => !all.some((text) => text.includes(value)))).toEqual([])
      expect(concealed.filter((secret) => shown.some((text) => text.includes(secret)))).toEqual([])

      const again = await at.preview(formOf(at, sample))
      expect(again.counts).toMatchObject({ new: 0, changed: 0, conflict: 0, identical: entries - binned })
    })

    const passkey = { type: 'passkey', name: 'Portail', passkey_title: 'Portail', passkey_notes: 'Mars' }
    const psono = (...items: readonly object[]) => JSON.stringify({ folders: [], items })
    const enpass = (...cells: readonly string[]) =>
      `"Title","Field","Value",.........,"Note"\n${cells.map((cell) => `"${cell}"`).join(',')}\n`
    it.each([
      // What an earlier release made of the second file is what the first one makes.
      [
        'an address that was left out',
        psono(passkey),
        psono({ ...passkey, passkey_url: 'https://portail.exemple.fr' }),
        { changed: 1 },
      ],
      [
        'a value that was taken for a note',
        enpass('Carte', 'CVC', '123', 'Titulaire', 'REGIE', '06/2030'),
        enpass('Carte', 'CVC', '123', 'Titulaire', 'REGIE', "Date d'expiration", '06/2030'),
        { identical: 1 },
      ],
    ])('knows an entry again that had %s [MNGR-16]', async (_title, before, after, counts) => {
      await at.apply(before, 'export')
      expect((await at.preview(at.formOf(after, 'export'))).counts).toMatchObject({ new: 0, ...counts })
    })
  })
})
