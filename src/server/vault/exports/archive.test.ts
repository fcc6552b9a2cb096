import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '#server/platform/crypto/secret.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { attachmentsIn } from '#server/vault/attachments/attachment-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import type { ExportContent, ExportItem } from './model.ts'
import { writeFile } from './write-file.ts'

const password = 'Archive-Essai-2026!'
type Counts = Record<'new' | 'identical' | 'changed' | 'conflict' | 'moved', number>
type Version = { id: number; paramName: string; createdAt: string }
type Field = { id: number; label: string; kind: string; value: string | true }

it('an archive that no installation would read is refused before its first byte [EXPO-18]', async () => {
  const file = { name: 'image.iso', size: 65 * 1024 * 1024, read: () => assert.fail('read') }
  const folder = {
    id: 1,
    name: 'Réseau',
    description: '',
    source: null,
    renewDays: null,
    old: [],
    folders: [],
    items: [],
  }
  const item: ExportItem = {
    id: 1,
    name: 'GLPI',
    login: '',
    address: '',
    description: '',
    password: 'x',
    passwordAt: 0,
    otp: null,
    categoryId: 6,
    renewBefore: null,
    fields: [],
    source: null,
    created: 0,
    modified: 0,
    former: [],
    old: [],
    files: [file],
  }
  const content: ExportContent = {
    kind: 'chest',
    id: 1,
    name: 'Production',
    folders: [folder],
    items: [item],
  }
  const of = { installation: 'x', madeBy: 'marie', now: 0, withOld: false }
  const options = { ...of, password: new Secret(password), randomBytes }
  await expect(writeFile(content, 'trousseau', options).next()).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

const pick = ({ description, renewDays }: { description: string; renewDays: number | null }) => ({
  folder: description,
  renewDays,
})

eachEngine((engine) => {
  // Each reading derives a key at its real cost.
  describe('archives', { timeout: 90_000 }, () => {
    let here: ContentWorld
    let there: ContentWorld
    /** Everything that the chest here holds, by element. */
    let before: unknown[]
    let file: Buffer

    beforeAll(async () => {
      here = await startContentWorld(engine)
      // Another installation: its own database and root key, and a later clock.
      there = await startContentWorld(engine)
      there.app.time.now += 14 * 60_000
      await fill()
      before = await contentOf(here, here.chest.id)
      file = await archiveOf(here, here.chest.id)
    })
    afterAll(async () => {
      await here.app.close()
      await there.app.close()
    })

    const ok = async (reply: ReturnType<ContentWorld['call']>) => {
      const got = await reply
      expect(got.status, got.text.slice(0, 300)).toBeLessThan(300)
      return got
    }
    const later = (ms: number) => {
      here.app.time.now += ms
    }
    async function fill(): Promise<void> {
      const change = (path: string, elementType: string, elementValue: unknown) =>
        ok(here.call('PATCH', path, { elementType, elementValue }))
      const top = await here.folder('Réseau')
      // A second folder of the same name, and one inside with the name of its parent.
      const twin = await here.folder('Réseau')
      const inside = await here.folder('Réseau', twin)
      const empty = await here.folder('Vide', top)
      await change(`/api/folder/${empty}`, 'description', ' deux\nlignes ')
      await change(`/api/folder/${top}`, 'name', 'Réseau local')
      await here.item({ name: 'Racine', description: 'à la racine', categoryId: 12 })
      await here.item({ name: 'Jumeau', password: 'un', parentFolderId: top })
      await here.item({ name: 'Jumeau', password: 'un', parentFolderId: inside })
      await here.item({
        name: 'Code',
        password: '',
        categoryId: 11,
        otp: 'otpauth://totp/Banque:marie%20d?secret=JBSWY3DPEHPK3PXP&issuer=Banque&algorithm=SHA256&digits=8&period=60',
        parentFolderId: twin,
      })
      const item = await here.item({
        name: 'Serveur',
        categoryId: 1,
        fields: [
          { label: 'Port', kind: 'text', value: '22' },
          { label: 'Jour', kind: 'text', value: '2026-01-31' },
          { label: 'Clé', kind: 'concealed', value: ' une\nclé ' },
          { label: 'Console', kind: 'lines', value: 'https://console.exemple.fr' },
        ],
        parentFolderId: inside,
      })
      const files = attachmentsIn(here)
      await files.attach(
        item,
        Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * 31) ^ (at >> 7))),
        'contrat été.pdf',
      )
      await files.attach(item, Buffer.alloc(0), 'vide.txt')
      await files.attach(item, Buffer.from('\n{"type":"end"}\n'), 'faux.json')
      const path = `/api/item/${item}`
      for (const value of ['deuxième', 'troisième']) {
        later(60_000)
        await change(path, 'password', value)
      }
      await change(path, 'name', 'Serveur web')
      await change(path, 'description', 'une\ndescription')
      await change(path, 'category', '2')
      for (const day of ['2027-01-31', '2027-06-30']) await change(path, 'renewBefore', day)
      for (const days of [90, 180]) await change(`/api/folder/${top}`, 'renewDays', days)
      await change(path, 'otp', 'JBSWY3DPEHPK3PXP')
      await change(path, 'otp', '')
      const { fields } = bodyOf<{ fields: Field[] }>(await here.call('GET', path))
      const id = (label: string) => fields.find((field) => field.label === label)?.id
      later(60_000)
      await change(path, 'field', { id: id('Clé'), label: 'Clé', kind: 'concealed', value: 'autre' })
      await change(path, 'field', { id: id('Port'), label: 'Port SSH', kind: 'text', value: '2222' })
      await change(path, 'field', { id: id('Console'), label: 'Console', kind: 'lines', value: null })
      later(60_000)
    }
    async function archiveOf(of: ContentWorld, chestId: number, more: object = {}): Promise<Buffer> {
      await of.app.deps.db.updateTable('sessions').set({ proved_at: of.app.time.now }).execute()
      const body = { chestId, format: 'trousseau', password, includeOld: true, ...more }
      return (await ok(of.call('POST', '/api/export', body))).bytes
    }
    const formOf = (chestId: number, bytes: Buffer, more: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ chestId: String(chestId), password, ...more }))
        form.append(name, value)
      form.append('file', new Blob([new Uint8Array(bytes)]), 'coffre.trousseau')
      return form
    }
    const bring = async (to: ContentWorld, chestId: number, bytes: Buffer) => {
      const options = JSON.stringify({ withFormer: true })
      const seen = await ok(to.call('POST', '/api/import/preview', formOf(chestId, bytes, { options })))
      const { plan, counts, folders, format } = bodyOf<{
        plan: string
        counts: Counts
        folders: number
        format: { id: string }
      }>(seen)
      expect(format.id).toBe('trousseau')
      const reply = await ok(to.call('POST', '/api/import/apply', formOf(chestId, bytes, { options, plan })))
      const { fails, importId } = bodyOf<{ fails: unknown[]; importId: number | null }>(reply)
      return { counts, folders, fails, importId }
    }

    async function versionsOf(
      of: ContentWorld,
      element: 'item' | 'folder',
      id: number,
      places: ReadonlyMap<number, number> = new Map(),
    ) {
      const list = bodyOf<Version[]>(await of.call('GET', `/api/${element}/${id}/version/`))
      return Promise.all(
        list.map(async ({ id: version, paramName, createdAt }) => {
          const { value, field } = bodyOf<{ value: string; field?: object }>(
            await of.call('POST', `/api/${element}/${id}/version/${version}/open`, {}),
          )
          const place = places.get(Number(paramName.split(':')[1]))
          return {
            name: paramName.includes(':') ? `field ${place ?? 'deleted'}` : paramName,
            createdAt,
            value,
            field,
          }
        }),
      )
    }
    /** Reads a chest by its calls, as people see it. */
    async function contentOf(
      of: ContentWorld,
      chestId: number,
      folderId?: number,
      path = '',
    ): Promise<unknown[]> {
      const where = folderId === undefined ? '' : `&folderId=${folderId}`
      const page = bodyOf<{ folders: { id: number; name: string }[]; items: { id: number }[] }>(
        await of.call('GET', `/api/explorer/data/?chestId=${chestId}${where}&limit=100`),
      )
      const items = await Promise.all(page.items.map(({ id }) => itemOf(of, id, path)))
      const folders = await Promise.all(
        page.folders.map(async ({ id, name }) => [
          {
            path,
            name,
            ...pick(
              bodyOf<{ description: string; renewDays: number | null }>(
                await of.call('GET', `/api/folder/${id}`),
              ),
            ),
            old: await versionsOf(of, 'folder', id),
          },
          ...(await contentOf(of, chestId, id, `${path}/${name}`)),
        ]),
      )
      return [...items, ...folders.flat()].toSorted((one, other) =>
        JSON.stringify(one).localeCompare(JSON.stringify(other)),
      )
    }
    async function itemOf(of: ContentWorld, id: number, path: string) {
      const item = bodyOf<Record<string, unknown> & { fields: Field[] }>(
        await of.call('GET', `/api/item/${id}`),
      )
      const places = new Map(item.fields.map((field, place) => [field.id, place]))
      const fields = await Promise.all(
        item.fields.map(async ({ id: field, label, kind, value }) => [
          label,
          kind,
          value === true ? (await of.call('GET', `/api/item/${id}/field/${field}`)).body : value,
        ]),
      )
      const files = attachmentsIn(of)
      const { name, login, address, description, categoryId, renewBefore } = item
      const { password_at: since } = await of.app.deps.db
        .selectFrom('items')
        .select('password_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return {
        path,
        name,
        login,
        address,
        description,
        categoryId,
        renewBefore,
        fields,
        secret: (await of.call('GET', `/api/item/${id}/copy`)).body,
        otp: (await of.call('GET', `/api/item/${id}/otp/secret`)).body,
        old: await versionsOf(of, 'item', id, places),
        since,
        files: await Promise.all(
          (await files.listed(id)).attachments.map(async (file) => [
            file.name,
            (await files.get(id, file.id)).bytes.toString('base64'),
          ]),
        ),
      }
    }

    it('move a chest to another installation, old values and their dates included [EXPO-11] [EXPO-16]', async () => {
      expect(before).toHaveLength(9)
      expect(JSON.stringify(before)).toContain('"value":"Ln9!correct-Horse"')
      expect(JSON.stringify(before)).toContain('field deleted')
      expect(JSON.stringify(before)).toContain('contrat été.pdf')
      const into = await bring(there, there.chest.id, file)
      expect(into).toMatchObject({ counts: { new: 5 }, folders: 4, fails: [] })
      expect(await contentOf(there, there.chest.id)).toEqual(before)
      expect(await bring(there, there.chest.id, file)).toMatchObject({
        counts: { new: 0, identical: 5, changed: 0, conflict: 0, moved: 0 },
        folders: 0,
        importId: null,
      })
    })

    it('move it further from there, as the same elements [EXPO-16]', async () => {
      await bring(there, there.chest.id, file)
      const onwards = await archiveOf(there, there.chest.id)
      expect(await bring(there, there.chest.id, onwards)).toMatchObject({
        counts: { identical: 5 },
        folders: 0,
      })
      const back = await here.world.addChest('Retour', here.owner)
      await bring(here, back.id, onwards)
      expect(await contentOf(here, back.id)).toEqual(before)
      expect(await bring(here, back.id, file)).toMatchObject({ counts: { identical: 5 }, importId: null })
    })

    it('change nothing in the chest that they are of', async () => {
      expect(await bring(here, here.chest.id, file)).toMatchObject({
        counts: { new: 0, identical: 5, changed: 0, conflict: 0 },
        folders: 0,
        importId: null,
      })
      expect(await contentOf(here, here.chest.id)).toEqual(before)
    })

    it('bring what changed since, and leave what both sides changed', async () => {
      const other = await here.world.addChest('Suivi', here.owner)
      await bring(here, other.id, file)
      const [root] = bodyOf<{ items: { id: number }[] }>(
        await here.call('GET', `/api/explorer/data/?chestId=${here.chest.id}&limit=9`),
      ).items
      const set = (id: number, elementValue: string) =>
        ok(here.call('PATCH', `/api/item/${id}`, { elementType: 'password', elementValue }))
      await set(root?.id ?? 0, 'changé-à-la-source')
      const next = await archiveOf(here, here.chest.id)
      expect(await bring(here, other.id, next)).toMatchObject({ counts: { changed: 1, identical: 4 } })
      await set(root?.id ?? 0, 'changé-encore')
      const [copy] = bodyOf<{ items: { id: number }[] }>(
        await here.call('GET', `/api/explorer/data/?chestId=${other.id}&limit=9`),
      ).items
      await set(copy?.id ?? 0, 'changé-là-bas')
      const last = await archiveOf(here, here.chest.id)
      expect(await bring(here, other.id, last)).toMatchObject({ counts: { conflict: 1, identical: 4 } })
      await set(root?.id ?? 0, 'Ln9!correct-Horse')
    })

    it('leave old values out unless they are asked for, at the export or the import [EXPO-12]', async () => {
      const without = await archiveOf(here, here.chest.id, { includeOld: false })
      const empty = await here.world.addChest('Sans anciennes valeurs', here.owner)
      await bring(here, empty.id, without)
      expect(JSON.stringify(await contentOf(here, empty.id))).not.toContain('"createdAt"')
      const plain = await here.world.addChest('Sans les demander', here.owner)
      const seen = await here.call('POST', '/api/import/preview', formOf(plain.id, file))
      expect(bodyOf<{ skipped: { former: number } }>(seen).skipped.former).toBeGreaterThan(8)
    })

    it('answer a wrong password, and damage, without reading anything [EXPO-17]', async () => {
      const empty = await here.world.addChest('Abîmé', here.owner)
      const ask = async (bytes: Buffer, more: Record<string, string> = {}) =>
        codeOfReply(await here.call('POST', '/api/import/preview', formOf(empty.id, bytes, more)))
      expect(await ask(file, { password: 'autre-mot-de-passe' })).toEqual([422, 'FILE_PASSWORD_WRONG'])
      const damaged = Buffer.from(file)
      damaged[damaged.length - 20] = (damaged.at(-20) ?? 0) ^ 1
      expect(await ask(damaged)).toEqual([422, 'IMPORT_REFUSED'])
      expect(await ask(file.subarray(0, -4096))).toEqual([422, 'IMPORT_REFUSED'])
      const page = await here.call('GET', `/api/explorer/data/?chestId=${empty.id}&limit=9`)
      expect(bodyOf<{ items: unknown[] }>(page).items).toEqual([])
    })
  })
})
