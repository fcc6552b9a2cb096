import { describe, expect, it } from 'vitest'
import { emptyEntry, found, type FoundEntry } from './found.ts'
import { toContent } from './to-content.ts'

async function contentOf(...entries: Partial<FoundEntry>[]) {
  const read = found(entries.map((entry) => ({ ...emptyEntry, title: 'GLPI', ...entry })))
  const content = await toContent(read, 'test', { withBin: false, withFormer: false, fileBytes: 10 })
  if (!content.ok) throw new Error(content.code)
  return content
}
const fieldsOf = async (entry: Partial<FoundEntry>) =>
  (await contentOf(entry)).items[0]?.fields.map(({ label, kind, value }) => `${kind} ${label}=${value}`)

describe('what a file holds', () => {
  it('keeps what an item has no place for as fields, hidden ones concealed', async () => {
    expect(
      await fieldsOf({
        login: 'marie',
        email: 'marie@exemple.fr',
        otps: ['JBSWY3DPEHPK3PXP', 'otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP'],
        fields: [{ label: 'PIN', kind: 'concealed', value: '1234' }],
      }),
    ).toEqual([
      'text E-mail=marie@exemple.fr',
      'concealed OTP=otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP',
      'concealed PIN=1234',
    ])
  })

  it('keeps the date by which an entry is to be renewed as that of the item', async () => {
    const [item] = (await contentOf({ renewal: '2027-01-31' })).items
    expect(item).toMatchObject({ renewBefore: '2027-01-31', fields: [] })
  })

  it('takes the first address that may be opened, and keeps the others', async () => {
    const entry = { addresses: ['javascript:alert(1)', 'https://a.fr', 'https://b.fr'] }
    expect((await contentOf(entry)).items[0]?.address).toBe('https://a.fr')
    expect(await fieldsOf(entry)).toEqual([
      'text Adresse=javascript:alert(1)',
      'address Adresse=https://b.fr',
    ])
  })

  it('gives entries of one identifier an identifier each', async () => {
    const { items } = await contentOf({ sourceId: 'a' }, { sourceId: 'a' })
    expect(items.map(({ sourceId }) => sourceId)).toEqual(['a', 'a (2)'])
  })

  it('takes files within the limits, and names the others', async () => {
    const file = (name: string, size: number | null, bytes: string | null) => ({
      name,
      size,
      read: async () => (bytes === null ? null : Buffer.from(bytes)),
    })
    const { items, skipped, fails } = await contentOf(
      {
        files: [
          file('../plan.pdf', 4, 'plan'),
          file('abîmé.pdf', 3, null),
          file('gros.pdf', 11, 'not read'),
          // The file declares another size, or none.
          file('menteur.pdf', 3, '12345678901'),
          file('long.pdf', null, '12345678901'),
          file('vide.txt', 0, ''),
        ],
      },
      { title: 'x'.repeat(300), files: [file('perdu.pdf', 1, 'p')] },
    )
    expect(items[0]?.files?.map(({ name, size }) => [name, size])).toEqual([
      ['plan.pdf', 4],
      ['vide.txt', 0],
    ])
    expect(skipped.attachments).toBe(5)
    expect(fails.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['ATTACHMENT_MISSING', 'abîmé.pdf'],
      ['ATTACHMENT_TOO_LARGE', 'gros.pdf, menteur.pdf, long.pdf'],
      ['NAME_TOO_LONG', undefined],
      ['ATTACHMENT_LEFT', 'perdu.pdf'],
    ])
  })

  it('takes a hundred files of an entry at most', async () => {
    const files = Array.from({ length: 102 }, (_, number) => ({
      name: `${number}.txt`,
      size: 1,
      read: async () => Buffer.from('a'),
    }))
    const { items, fails } = await contentOf({ files })
    expect(items[0]?.files).toHaveLength(100)
    expect(fails).toMatchObject([{ reason: 'ATTACHMENTS_TOO_MANY', detail: '100.txt, 101.txt' }])
  })

  it('counts the trash, and each refused entry with its reason', async () => {
    const { items, skipped, refusedEntries, fails } = await contentOf(
      { state: 'binned' },
      { title: 'x'.repeat(300) },
    )
    expect([items.length, skipped.recycleBin, refusedEntries.length]).toEqual([0, 1, 1])
    expect(fails.map(({ reason }) => reason)).toEqual(['NAME_TOO_LONG'])
  })
})
