import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { InsertPlace } from '#server/vault/contents/insert-elements.ts'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { digestOfItem } from '#server/vault/contents/element-source.ts'
import { naturalKey, type ExistingFolder, type ExistingItem } from './identity.ts'
import { type ImportContent, type ImportFolder, type ImportItem, nothingSkipped } from './model.ts'
import { isEmptyPlan, planImport, type ImportPlan } from './plan.ts'

type Kept = { folders: ExistingFolder[]; items: (ExistingItem & { digest: string })[] }
const empty = (): Kept => ({ folders: [], items: [] })

const planned = (content: ImportContent, kept: Kept, folderId: number | null = null, mayUpdate = true) =>
  planImport(content, kept, { folderId, mayUpdate }, (ids) =>
    Promise.resolve(
      new Map(kept.items.filter(({ id }) => ids.includes(id)).map(({ id, digest }) => [id, digest])),
    ),
  )

/** Returns a chest with a plan applied. */
function applied({ insertion, updates }: ImportPlan, { folders, items }: Kept, batch: number): Kept {
  const next = 1 + Math.max(0, ...folders.map(({ id }) => id), ...items.map(({ id }) => id))
  const idOf = (place: InsertPlace) => ('existing' in place ? place.existing : next + place.inserted)
  const isLive = true
  const newFolders = insertion.folders.map(({ name, place, source }, index) => ({
    id: next + index,
    parentId: idOf(place),
    isLive,
    name,
    source: source ? { ...source, batch } : null,
  }))
  const newItems = insertion.items.map(({ item, place, source }, index) => ({
    id: next + newFolders.length + index,
    folderId: idOf(place),
    isLive,
    key: naturalKey(item),
    source: source ? { ...source, batch } : null,
    digest: digestOfItem(item),
  }))
  const changed = items.map((existing) => {
    const update = updates.find(({ id }) => id === existing.id)
    if (!update) return existing
    return {
      ...existing,
      key: naturalKey(update.item),
      source: update.source,
      digest: digestOfItem(update.item),
    }
  })
  return { folders: [...folders, ...newFolders], items: [...changed, ...newItems] }
}

const content = (folders: readonly ImportFolder[], items: readonly ImportItem[] = []): ImportContent => ({
  ok: true,
  family: 'keepass',
  folders,
  items,
  refused: 0,
  skipped: nothingSkipped,
  fails: [],
})
const item = (name: string, more: Partial<ImportItem> = {}): ImportItem => ({
  ...noItemTexts,
  name,
  password: '',
  otp: null,
  fields: [],
  line: 1,
  sourceId: null,
  ...more,
})
const folder = (
  name: string,
  items: readonly ImportItem[] = [],
  folders: readonly ImportFolder[] = [],
  sourceId: string | null = null,
): ImportFolder => ({ name, description: '', line: 1, sourceId, folders, items })

// Few names and values, so that entries are often alike.
const text = fc.constantFrom('', 'a', 'b', 'é')
const anyItem = fc
  .record({ name: text, login: text, password: text, sourceId: fc.constantFrom(null, null, 'x', 'y', 'z') })
  .map(({ name, ...more }) => item(name, more))
const folderOf = (inner: fc.Arbitrary<ImportFolder[]>): fc.Arbitrary<ImportFolder> =>
  fc
    .tuple(text, fc.array(anyItem, { maxLength: 3 }), inner)
    .map(([name, items, folders]) => folder(name, items, folders))
const lowest = fc.array(folderOf(fc.constant([])), { maxLength: 2 })
const anyFolder = folderOf(fc.array(folderOf(lowest), { maxLength: 2 }))
const anyContent = fc
  .tuple(fc.array(anyFolder, { maxLength: 3 }), fc.array(anyItem, { maxLength: 4 }))
  .map(([folders, items]) => content(folders, items))
const seed = 20_261_122

it('a second import of any file inserts and updates nothing [MNGR-15]', async () => {
  await fc.assert(
    fc.asyncProperty(anyContent, async (file) => {
      const first = await planned(file, empty())
      const kept = applied(first, empty(), 1)
      const second = await planned(file, kept)
      expect(isEmptyPlan(second)).toBe(true)
      expect(second.counts).toEqual({ same: first.insertion.items.length, kept: 0, inTrash: 0 })
      expect(second.gone).toEqual([])
    }),
    { numRuns: 200, seed },
  )
})

it('a second import of a file inserts and updates nothing, whatever was renamed, moved or changed since [MNGR-16]', async () => {
  const anyMove = fc.record({ name: text, digest: text, to: fc.nat(), isLive: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(anyContent, fc.array(anyMove, { minLength: 12, maxLength: 12 }), async (file, moves) => {
      const { folders, items } = applied(await planned(file, empty()), empty(), 1)
      const moved = items.map((existing, index) => {
        const { name, digest, to, isLive } = moves[index % moves.length] as (typeof moves)[number]
        const folderId = folders[to % (folders.length + 1)]?.id ?? null
        return {
          ...existing,
          key: naturalKey(item(name)),
          folderId,
          isLive,
          digest: digest === '' ? existing.digest : digest,
        }
      })
      expect(isEmptyPlan(await planned(file, { folders, items: moved }))).toBe(true)
    }),
    { numRuns: 200, seed },
  )
})

it('after an import of another file, an import inserts exactly what is missing and deletes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyContent, anyContent, async (one, other) => {
      const kept = applied(await planned(one, empty()), empty(), 1)
      const both = applied(await planned(other, kept), kept, 2)
      expect(both.items.length).toBeGreaterThanOrEqual(kept.items.length)
      for (const file of [one, other]) expect((await planned(file, both)).insertion.items).toEqual([])
    }),
    { numRuns: 200, seed },
  )
})

it('an entry without an identifier matches its item by content, then by order [MNGR-16]', async () => {
  const twins = (...passwords: string[]) =>
    content(
      [],
      passwords.map((password) => item('FTP', { password })),
    )
  const kept = applied(await planned(twins('un', 'deux'), empty()), empty(), 1)
  expect(isEmptyPlan(await planned(twins('deux', 'un'), kept))).toBe(true)
  const changed = await planned(twins('un', 'trois'), kept)
  expect(changed.insertion.items).toEqual([])
  expect(changed.updates).toMatchObject([{ id: kept.items[1]?.id, item: { password: 'trois' } }])
  const more = await planned(twins('un', 'deux', 'trois'), kept)
  expect(more.insertion.items).toMatchObject([{ item: { password: 'trois' } }])
  // The item with this content is in the trash: the other one does not match instead.
  const [first, second] = kept.items
  const trashed = { ...kept, items: [{ ...first, isLive: false }, second] as Kept['items'] }
  const left = await planned(twins('un'), trashed)
  expect(isEmptyPlan(left)).toBe(true)
  expect(left.counts.inTrash).toBe(1)
  expect(left.gone).toHaveLength(1)
})

it('two folders of one name in one place stay two, and each matches an existing one of that name [MNGR-17]', async () => {
  const file = content([
    folder('Web', [item('a')], [], 'u1'),
    folder('Web ', [item('b')], [], 'u2'),
    folder('web'),
  ])
  const first = await planned(file, empty())
  expect(first.insertion.folders.map(({ name }) => name)).toEqual(['Web', 'Web ', 'web'])
  expect(first.insertion.items.map(({ place }) => place)).toEqual([{ inserted: 0 }, { inserted: 1 }])
  const existing = (id: number, name: string) => ({ id, parentId: null, isLive: true, name, source: null })
  const into = (...names: string[]) =>
    planned(file, { ...empty(), folders: names.map((name, index) => existing(index + 1, name)) })
  const two = (await into('Web', 'Web')).insertion
  expect(two.folders.map(({ name }) => name)).toEqual(['web'])
  expect(two.items.map(({ place }) => place)).toEqual([{ existing: 1 }, { existing: 2 }])
  expect((await into('Web')).insertion.items.map(({ place }) => place)).toEqual([
    { existing: 1 },
    { existing: 1 },
  ])
})

it('a moved and renamed folder receives new entries; one in the trash is created again only for new entries', async () => {
  const file = (...items: ImportItem[]) =>
    content([folder('Web', items, [folder('Vide', [], [], 'u2')], 'u1')])
  const kept = applied(await planned(file(item('a', { sourceId: 'i1' })), empty()), empty(), 1)
  const more = file(item('a', { sourceId: 'i1' }), item('b', { sourceId: 'i2' }))
  const renamed = {
    ...kept,
    folders: [
      ...kept.folders.map((one) => ({ ...one, ...(one.name === 'Web' && { name: 'Sites', parentId: 99 }) })),
      { id: 99, parentId: null, isLive: true, name: 'Archives', source: null },
    ],
  }
  const web = kept.folders.find(({ name }) => name === 'Web')
  expect((await planned(more, renamed)).insertion).toMatchObject({
    folders: [],
    items: [{ item: { name: 'b' }, place: { existing: web?.id } }],
  })
  const binned: Kept = {
    folders: kept.folders.map((one) => ({ ...one, isLive: false })),
    items: kept.items.map((one) => ({ ...one, isLive: false })),
  }
  expect(isEmptyPlan(await planned(file(item('a', { sourceId: 'i1' })), binned))).toBe(true)
  expect((await planned(more, binned)).insertion).toMatchObject({
    folders: [{ name: 'Web' }],
    items: [{ item: { name: 'b' }, place: { inserted: 0 } }],
  })
})

it('ninety levels are imported as sixty-four, the rest joined at the last one, and not twice', async () => {
  const deep = (levels: number, mark = 'N'): ImportFolder =>
    Array.from({ length: levels }, (_, index) => levels - index).reduce<ImportFolder | null>(
      (inner, level) => folder(`${mark}${level}`, [item(`${mark} i${level}`)], inner === null ? [] : [inner]),
      null,
    ) as ImportFolder
  const levelsOf = (kept: Kept) => {
    const byId = new Map(kept.folders.map((one) => [one.id, one]))
    const level = (id: number | null): number => (id === null ? 0 : 1 + level(byId.get(id)?.parentId ?? null))
    return kept.folders.map(({ id }) => level(id))
  }
  const first = await planned(content([deep(90)]), empty())
  const kept = applied(first, empty(), 1)
  expect(Math.max(...levelsOf(kept))).toBe(64)
  expect([kept.folders.length, kept.items.length]).toEqual([90, 90])
  expect(kept.folders.find(({ name }) => name === 'N64 / N65 / N66')?.parentId).toBe(
    kept.folders.find(({ name }) => name === 'N63')?.id,
  )
  expect(first.fails).toHaveLength(26)
  expect(first.fails[0]).toMatchObject({ name: 'N65', reason: 'FOLDER_JOINED' })
  const again = await planned(content([deep(90)]), kept)
  expect([isEmptyPlan(again), again.fails]).toEqual([true, first.fails])
  // A folder that was moved out of there is no longer joined.
  const joined = kept.folders.find(({ name }) => name === 'N64 / N65 / N66')
  const folders = kept.folders.map((one) => (one === joined ? { ...one, parentId: null } : one))
  expect(
    (await planned(content([deep(90)]), { ...kept, folders })).fails.map(({ name }) => name),
  ).not.toContain('N66')

  const within = { ...empty(), folders: kept.folders.slice(0, 62) }
  const below = applied(await planned(content([deep(10, 'M')]), within, within.folders.at(-1)?.id), within, 2)
  expect(Math.max(...levelsOf(below))).toBe(64)
  expect(below.items).toHaveLength(10)
})

it('folders beyond the deepest level are created only if they hold something, and each is reported once', async () => {
  const deep = Array.from({ length: 70 }, (_, index) => 70 - index).reduce<ImportFolder | null>(
    (inner, level) =>
      folder(
        `d${level}`,
        level === 66 || inner === null ? [item(`i${level}`)] : [],
        inner === null ? [] : [inner],
      ),
    null,
  ) as ImportFolder
  const first = await planned(content([deep]), empty())
  const names = first.insertion.folders.map(({ name }) => name)
  expect(names.slice(62)).toEqual(['d63', 'd64 / d65 / d66', 'd64 / d65 / d66 / d67 / d68 / d69 / d70'])
  expect(first.fails.map(({ name, reason }) => [name, reason])).toEqual([
    ['d66', 'FOLDER_JOINED'],
    ['d70', 'FOLDER_JOINED'],
  ])
  const again = await planned(content([deep]), applied(first, empty(), 1))
  expect([isEmptyPlan(again), again.fails]).toEqual([true, first.fails])
})

it('joined folders keep the distinguishing end of a name that is too long, and it is reported', async () => {
  const levels = 200
  const deep = Array.from({ length: levels }, (_, index) => levels - index).reduce<ImportFolder | null>(
    (inner, level) => folder(`niveau de dossier numéro ${level}`, [item('i')], inner === null ? [] : [inner]),
    null,
  ) as ImportFolder
  const first = await planned(content([deep]), empty())
  const { folders } = applied(first, empty(), 1)
  expect(new Set(folders.map(({ name }) => name)).size).toBe(levels)
  expect(folders.every(({ name }) => Array.from(name).length <= 255)).toBe(true)
  expect(folders.find(({ name }) => name.endsWith(' / niveau de dossier numéro 200'))?.name).toMatch(/^…/)
  const shortened = first.fails.filter(({ reason }) => reason === 'FOLDER_NAME_TOO_LONG')
  expect(shortened.at(-1)).toMatchObject({ name: 'niveau de dossier numéro 200' })
  const again = await planned(content([deep]), applied(first, empty(), 1))
  expect([isEmptyPlan(again), again.fails]).toEqual([true, first.fails])
})

// Comparing each entry with each would exceed the time limit.
it('compares fifty thousand entries of one name in linear time', async () => {
  const file = content(
    [],
    Array.from({ length: 50_000 }, (_, line) => item('', { line })),
  )
  const kept = applied(await planned(file, empty()), empty(), 1)
  expect(isEmptyPlan(await planned(file, kept))).toBe(true)
})
