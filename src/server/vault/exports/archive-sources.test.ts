import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestChest } from '#server/testing/world.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { attachmentsIn } from '#server/vault/attachments/attachment-testing.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { zipOf } from '#server/vault/imports/formats/samples/zip-writer.ts'

const password = 'Archive-Essai-2026!'
type Counts = Record<'new' | 'identical' | 'changed' | 'conflict' | 'moved' | 'missing', number>
type Entry = { name: string; password: string; folder: string | null; files: Record<string, string> }

const entry = (name: string, more: Partial<Entry> = {}): Entry => ({
  name,
  password: 'un',
  folder: null,
  files: {},
  ...more,
})
/** Returns a ZIP of Bitwarden. */
const bitwarden = (entries: readonly Entry[]): Uint8Array =>
  zipOf({
    'data.json': JSON.stringify({
      encrypted: false,
      folders: [{ id: 'f-reseau', name: 'Réseau' }],
      items: entries.map(({ name, password: secret, folder }) => ({
        id: `id-${name}`,
        folderId: folder,
        type: 1,
        name,
        login: { username: 'marie', password: secret, uris: [] },
      })),
    }),
    ...Object.fromEntries(
      entries.flatMap(({ name, files }) =>
        Object.entries(files).map(([file, content]) => [`attachments/id-${name}/${file}`, content]),
      ),
    ),
  })

const first = [
  entry('Pare-feu', { folder: 'f-reseau', files: { 'plan.txt': 'plan', 'ancien.txt': 'ancien' } }),
  entry('Routeur', { folder: 'f-reseau' }),
  entry('Banque'),
]
const second = [entry('Messagerie')]
/** A program without identifiers: its entries are found by their place and values. */
const browser = 'name,url,username,password\nIntranet,https://intranet.exemple.fr,zoe,trois\n'

eachEngine((engine) => {
  // Each reading derives a key at its real cost.
  describe('the sources in an archive', { timeout: 90_000 }, () => {
    let here: ContentWorld
    let there: ContentWorld
    beforeAll(async () => {
      here = await startContentWorld(engine)
      there = await startContentWorld(engine)
      // Its identifiers are others than those of the first installation.
      for (const name of ['Un', 'Deux', 'Trois']) await there.folder(name)
    })
    afterAll(async () => {
      await here.app.close()
      await there.app.close()
    })

    type Sent = { bytes: Uint8Array | string; name: string; fields?: Record<string, string> }
    type Target = { world: ContentWorld; chest: TestChest }
    const formOf = (chest: TestChest, { bytes, name, fields = {} }: Sent, plan?: string) => {
      const form = new FormData()
      const all = { chestId: String(chest.id), ...fields, ...(plan !== undefined && { plan }) }
      for (const [field, value] of Object.entries(all)) form.append(field, value)
      form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
      return form
    }
    const preview = async ({ world, chest }: Target, sent: Sent) => {
      const seen = await world.call('POST', '/api/import/preview', formOf(chest, sent))
      expect(seen.status, seen.text).toBe(200)
      return bodyOf<{ plan: string; counts: Counts; folders: number }>(seen)
    }
    const bring = async (to: Target, sent: Sent) => {
      const { plan, counts, folders } = await preview(to, sent)
      const reply = await to.world.call('POST', '/api/import/apply', formOf(to.chest, sent, plan))
      expect(reply.status, reply.text).toBe(200)
      return { counts, folders, importId: bodyOf<{ importId: number | null }>(reply).importId }
    }
    const zip = (entries: readonly Entry[]): Sent => ({ bytes: bitwarden(entries), name: 'export.zip' })
    const csv: Sent = { bytes: browser, name: 'mots de passe.csv' }
    const archiveOf = async (
      { world, chest }: Target,
      more: object = { includeOld: true },
    ): Promise<Sent> => {
      await world.app.deps.db.updateTable('sessions').set({ proved_at: world.app.time.now }).execute()
      const body = { chestId: chest.id, format: 'trousseau', password, ...more }
      const reply = await world.call('POST', '/api/export', body)
      expect(reply.status, reply.text.slice(0, 200)).toBe(200)
      return { bytes: reply.bytes, name: 'coffre.trousseau', fields: { password } }
    }
    const target = async (world: ContentWorld, name: string): Promise<Target> => ({
      world,
      chest: await world.world.addChest(name, world.owner),
    })
    type Page = { folders: { id: number }[]; items: { id: number; name: string }[] }
    const itemsIn = async ({ world, chest }: Target, folder = ''): Promise<Page['items']> => {
      const path = `/api/explorer/data/?chestId=${chest.id}&limit=100${folder}`
      const { folders, items } = bodyOf<Page>(await world.call('GET', path))
      const below = folders.map(({ id }) => itemsIn({ world, chest }, `&folderId=${id}`))
      return [...items, ...(await Promise.all(below)).flat()]
    }
    const idOf = async (at: Target, name: string): Promise<number> => {
      const item = (await itemsIn(at)).find((one) => one.name === name)
      if (!item) throw new Error(`${name} is missing`)
      return item.id
    }
    const change = async (at: Target, name: string, elementType: string, elementValue: string) => {
      const path = `/api/item/${await idOf(at, name)}`
      const reply = await at.world.call('PATCH', path, { elementType, elementValue })
      expect(reply.status, reply.text).toBe(200)
    }
    /** A chest that two files of Bitwarden and one of a browser came into, and that people changed since. */
    const filled = async (name: string): Promise<Target> => {
      const from = await target(here, name)
      await bring(from, zip(first))
      await bring(from, zip(second))
      await bring(from, csv)
      await change(from, 'Routeur', 'name', 'Routeur du siège')
      await change(from, 'Banque', 'password', 'deux')
      const files = attachmentsIn(here)
      const firewall = await idOf(from, 'Pare-feu')
      const { attachments } = await files.listed(firewall)
      const old = attachments.find((file) => file.name === 'ancien.txt')
      await here.call('DELETE', `/api/item/${firewall}/attachment/${old?.id}`)
      return from
    }
    const nothing = { new: 0, changed: 0, conflict: 0, moved: 0, missing: 0 }

    it('let the first files change nothing after a move, as in the chest they came from [EXPO-16]', async () => {
      const from = await filled('Départ')
      const into = await target(there, 'Arrivée')
      expect(await bring(into, await archiveOf(from))).toMatchObject({ counts: { new: 5 }, folders: 1 })
      for (const at of [from, into]) {
        const again = await bring(at, zip(first))
        expect(again).toMatchObject({ counts: { ...nothing, identical: 3 }, folders: 0, importId: null })
        expect(await bring(at, zip(second))).toMatchObject({ counts: { ...nothing, identical: 1 } })
        expect(await bring(at, csv)).toMatchObject({ counts: { ...nothing, identical: 1 } })
      }
      // What changed in the file since comes in where people left the entry as it was.
      const next = first.map((one) => ({ ...one, password: `${one.password} !` }))
      expect(await preview(into, zip(next))).toMatchObject({ counts: { new: 0, changed: 1, conflict: 2 } })
    })

    it('go further with a second archive, and stay beside each other after an update', async () => {
      const from = await filled('Première')
      const into = await target(there, 'Deuxième')
      await bring(into, await archiveOf(from))
      const sent = zip(first.map((one) => (one.name === 'Pare-feu' ? { ...one, password: 'neuf' } : one)))
      expect(await bring(into, sent)).toMatchObject({ counts: { changed: 1, identical: 2 } })
      // The mark of the archive is kept: it is known not to have changed.
      expect(await preview(into, await archiveOf(from))).toMatchObject({
        counts: { ...nothing, identical: 5 },
      })
      const onwards = await target(here, 'Troisième')
      await bring(onwards, await archiveOf(into))
      expect(await bring(onwards, sent)).toMatchObject({ counts: { ...nothing, identical: 3 } })
      expect(await preview(onwards, zip(first))).toMatchObject({ counts: { new: 0, changed: 1 } })
    })

    it('have the digest of a former value only if old values are asked for [EXPO-12]', async () => {
      const from = await filled('Sans anciennes valeurs')
      const into = await target(there, 'Sans anciennes valeurs')
      await bring(into, await archiveOf(from, {}))
      // Renamed and changed items have no digest here: the file leaves them as they are.
      expect(await preview(into, zip(second))).toMatchObject({ counts: { ...nothing, identical: 1 } })
      expect(await bring(into, zip(first.slice(1)))).toMatchObject({
        counts: { new: 0, changed: 0, conflict: 2 },
        folders: 0,
        importId: null,
      })
    })

    it('stay with what is moved to another chest, and with what is undone', async () => {
      const from = await filled('À déplacer')
      const into = await target(there, 'Puis déplacé')
      const { importId } = await bring(into, await archiveOf(from))
      const last = await target(there, 'Dernier')
      for (const name of ['Banque', 'Messagerie']) {
        const path = `/api/item/${await idOf(into, name)}/move-to`
        const reply = await there.call('POST', path, { chestId: last.chest.id })
        expect(reply.status, reply.text).toBe(200)
      }
      expect(await preview(last, zip(first))).toMatchObject({ counts: { new: 2, identical: 1, missing: 0 } })
      expect(await preview(last, zip(second))).toMatchObject({ counts: { new: 0, identical: 1, missing: 0 } })
      const undone = await there.call('POST', `/api/import/${importId}/undo`, {})
      expect(undone.status, undone.text).toBe(200)
      expect(await preview(into, zip(first))).toMatchObject({ counts: { new: 3 } })
    })
  })
})
