import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { neverLocked } from '#server/access/locate.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { unsealSource, sealSource, type ElementSource } from '#server/vault/contents/element-source.ts'
import { unwrapElementKey } from '#server/vault/contents/sealing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestChest } from '#server/testing/world.ts'
import { entry, group, keePassFile } from './keepass-testing.ts'

type Result = { success: string; fails: [number, string][] }
type Page = { folders: { id: number; name: string }[]; items: { id: number; name: string }[] }
type Source = 'csv' | 'lockself' | 'keepass'

const lockSelfHeader = 'Name;URL;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp'
/** A file with one firewall in a folder « Réseau », and optionally a second entry, `more`. */
const fileOf: { readonly [Kind in Source]: (password: string, more?: string) => string } = {
  csv: (password, more) =>
    [
      'nom;identifiant;mot de passe;dossier',
      `Pare-feu;admin;${password};Réseau`,
      ...(more === undefined ? [] : [`${more};admin;x;Réseau`]),
    ].join('\n'),
  lockself: (password, more) =>
    [
      lockSelfHeader,
      `Pare-feu;;admin;${password};Réseau;;;;;;`,
      ...(more === undefined ? [] : [`${more};;admin;x;Réseau;;;;;;`]),
    ].join('\n'),
  keepass: (password, more) =>
    keePassFile(
      group(
        'Réseau',
        [
          entry({ Title: 'Pare-feu', UserName: 'admin', Password: password }),
          ...(more === undefined ? [] : [entry({ Title: more, UserName: 'admin', Password: 'x' })]),
        ].join(''),
      ),
    ),
}
const uuidOf = (text: string): string =>
  `<UUID>${createHash('sha256').update(text).digest().subarray(0, 16).toString('base64')}</UUID>`
/** Files of one template: their groups and entries have the same identifiers. */
const withIdentifiers = (password: string, more?: string): string => {
  const named = (Title: string, Password: string) =>
    entry({ Title, UserName: 'admin', Password }, uuidOf(Title))
  const entries = [named('Pare-feu', password), ...(more === undefined ? [] : [named(more, 'x')])]
  return keePassFile(`<Group>${uuidOf('R')}<Name>R\u00e9seau</Name>${entries.join('')}</Group>`)
}
const sources = [
  ...(Object.keys(fileOf) as Source[]).map((source) => [source, source, fileOf[source]] as const),
  ['keepass with identifiers', 'keepass', withIdentifiers] as const,
]

eachEngine((engine) => {
  describe('the destination of an import', () => {
    let at: ContentWorld
    let chest: TestChest
    let alpha: number
    let beta: number
    beforeAll(async () => {
      at = await startContentWorld(engine)
    })
    beforeEach(async () => {
      chest = await at.world.addChest('Clients', at.owner)
      alpha = await made('Alpha')
      beta = await made('Beta')
    })
    afterAll(() => at.app.close())

    const made = async (name: string, parentFolderId?: number): Promise<number> => {
      const parent = parentFolderId === undefined ? {} : { parentFolderId }
      const reply = await at.call('POST', '/api/folder/', { chestId: chest.id, name, ...parent })
      return bodyOf<{ id: number }>(reply).id
    }
    const send = async (source: Source, file: string, folderId?: number, more = {}): Promise<Result> => {
      const form = new FormData()
      const fields = { chestId: String(chest.id), ...(folderId && { folderId: String(folderId) }), ...more }
      for (const [name, value] of Object.entries(fields)) form.append(name, value as string)
      form.append('file', new Blob([file]), source === 'keepass' ? 'base.xml' : 'base.csv')
      const reply = await at.call('POST', `/api/import/${source}`, form)
      expect(reply.status, reply.text).toBe(200)
      const { success, fails } = bodyOf<Result>(reply)
      return { success: success.replaceAll(/[\u00a0\u202f]/g, ' '), fails }
    }
    const page = async (folderId?: number): Promise<Page> => {
      const place = folderId === undefined ? '' : `&folderId=${folderId}`
      return bodyOf<Page>(await at.call('GET', `/api/explorer/data/?chestId=${chest.id}&limit=100${place}`))
    }
    /** Lists the whole chest: folders by their path, items with their password. */
    const everything = async (folderId?: number, path = ''): Promise<string[]> => {
      const { folders, items } = await page(folderId)
      const lines: string[] = []
      for (const { id, name } of items)
        lines.push(`${path}${name} ${String((await at.call('GET', `/api/item/${id}/copy`)).body)}`)
      for (const { id, name } of folders)
        lines.push(`${path}${name}/`, ...(await everything(id, `${path}${name}/`)))
      return lines
    }
    const idOf = async (path: string): Promise<number> => {
      let folderId: number | undefined
      for (const name of path.split('/')) {
        const { folders, items }: Page = await page(folderId)
        folderId = [...folders, ...items].find((one) => one.name === name)?.id
        if (folderId === undefined) throw new Error(`no ${name} of ${path}`)
      }
      return folderId ?? 0
    }
    const change = async (kind: 'item' | 'folder', path: string, elementType: string, value: unknown) => {
      const body = { elementType, elementValue: value }
      const reply = await at.call('PATCH', `/api/${kind}/${await idOf(path)}`, body)
      expect(reply.status, reply.text).toBe(200)
    }
    const trash = async (kind: 'item' | 'folder', path: string) => {
      const reply = await at.call('DELETE', `/api/${kind}/${await idOf(path)}`)
      expect(reply.status, reply.text).toBe(200)
    }
    const nothingChanges = async (act: () => Promise<unknown>) => {
      const before = await everything()
      await act()
      expect(await everything()).toEqual(before)
    }
    /** Rewrites sources as imports stored them before sources had a destination. */
    const forgetDestinations = async () => {
      const { db, chestKeys } = at.app.deps
      const ck = await chestKeys.open(db, { id: chest.id, ...neverLocked, keyVersion: 1 })
      for (const [table, parent] of [
        ['folders', 'parent_id'],
        ['items', 'folder_id'],
      ] as const) {
        const rows = await db
          .selectFrom(table as 'items')
          .select(['id', 'wrapped_key', 'source', `${parent as 'folder_id'} as parent`])
          .where('chest_id', '=', chest.id)
          .execute()
        for (const { id, wrapped_key, source, parent: parentId } of rows) {
          if (source === null) continue
          const key = unwrapElementKey(ck, table, { id, wrapped_key }, parentId)
          const { within: _, ...old } = unsealSource(key, table, id, chest.id, source)
          const sealed = sealSource(key, table, id, chest.id, old as ElementSource)
          await db
            .updateTable(table as 'items')
            .set({ source: sealed })
            .where('id', '=', id)
            .execute()
        }
      }
    }

    describe.each(sources)('%s', (_name, source, file) => {
      it('keeps the files of two folders apart, each matched again in its own [IMPT-14]', async () => {
        await send(source, file('Alpha-1'), alpha)
        expect((await send(source, file('Beta-9'), beta)).success).toBe(
          '1 mot de passe et 1 dossier importés.',
        )
        expect(await everything()).toEqual([
          'Alpha/',
          'Alpha/Réseau/',
          'Alpha/Réseau/Pare-feu Alpha-1',
          'Beta/',
          'Beta/Réseau/',
          'Beta/Réseau/Pare-feu Beta-9',
        ])
        await nothingChanges(async () => {
          for (const [password, folderId] of [
            ['Alpha-1', alpha],
            ['Beta-9', beta],
          ] as const) {
            const { success, fails } = await send(source, file(password), folderId)
            expect([success, fails]).toEqual(['Rien de nouveau. 1 mot de passe déjà présent.', []])
          }
        })
        expect((await send(source, file('Beta-10'), beta)).success).toBe('1 mot de passe mis à jour.')
        expect(await everything()).toContain('Alpha/Réseau/Pare-feu Alpha-1')
        expect(await everything()).toContain('Beta/Réseau/Pare-feu Beta-10')
      })

      it('keeps files of equal content apart', async () => {
        await send(source, file('admin'), alpha)
        await send(source, file('admin'), beta)
        expect(await everything()).toContain('Beta/Réseau/Pare-feu admin')
        await nothingChanges(() => send(source, file('admin'), beta))
      })

      it('keeps the root of the chest apart from a folder, whichever was imported first [IMPT-14]', async () => {
        await send(source, file('Alpha-1'), alpha)
        await send(source, file('Racine-5'))
        await send(source, file('Beta-9'), beta)
        const all = [
          'Alpha/',
          'Alpha/Réseau/',
          'Alpha/Réseau/Pare-feu Alpha-1',
          'Beta/',
          'Beta/Réseau/',
          'Beta/Réseau/Pare-feu Beta-9',
          'Réseau/',
          'Réseau/Pare-feu Racine-5',
        ]
        expect(await everything()).toEqual(all)
        await send(source, file('Alpha-1'), alpha)
        await send(source, file('Racine-5'))
        await send(source, file('Beta-9'), beta)
        expect(await everything()).toEqual(all)
      })

      it('matches elements renamed or moved inside it, and inserts new ones at their current place', async () => {
        await send(source, file('Alpha-1'), alpha)
        await send(source, file('Beta-9'), beta)
        const archives = await made('Archives', beta)
        await change('item', 'Beta/Réseau/Pare-feu', 'name', 'Pare-feu du siège')
        await change('folder', 'Beta/Réseau', 'folder', archives)
        await change('folder', 'Beta/Archives/Réseau', 'name', 'Machines')
        await nothingChanges(() => send(source, file('Beta-9'), beta))
        await nothingChanges(() => send(source, file('Alpha-1'), alpha))
        await change('folder', 'Beta', 'name', 'Client Bêta')
        await send(source, file('Beta-9', 'Routeur'), beta)
        expect((await everything()).filter((line) => line.startsWith('Client'))).toEqual([
          'Client Bêta/',
          'Client Bêta/Archives/',
          'Client Bêta/Archives/Machines/',
          'Client Bêta/Archives/Machines/Pare-feu du siège Beta-9',
          'Client Bêta/Archives/Machines/Routeur x',
        ])
      })

      it('leaves elements in the trash, and distinguishes them from those of another folder', async () => {
        await send(source, file('Alpha-1'), alpha)
        await trash('item', 'Alpha/Réseau/Pare-feu')
        expect((await send(source, file('Beta-9'), beta)).success).toMatch(/^1 mot de passe et 1 dossier/)
        await nothingChanges(async () => {
          const { fails } = await send(source, file('Alpha-1'), alpha)
          expect(fails).toEqual([[expect.any(Number), expect.stringMatching(/^Pare-feu.*corbeille/)]])
        })
        // A folder that was deleted with all its content does not affect the next one.
        await trash('folder', 'Beta')
        const next = await made('Beta')
        expect((await send(source, file('Beta-9'), next)).success).toMatch(/^1 mot de passe et 1 dossier/)
      })

      it('matches elements that were moved out of a deleted folder', async () => {
        await send(source, file('Beta-9'), beta)
        const gamma = await made('Gamma')
        await change('folder', 'Beta/Réseau', 'folder', gamma)
        await trash('folder', 'Beta')
        await nothingChanges(() => send(source, file('Beta-9'), gamma))
        await send(source, file('Beta-10'), gamma)
        expect(await everything()).toContain('Gamma/Réseau/Pare-feu Beta-10')
      })

      it('is inferred from the place for imports stored without one, and no other folder is overwritten', async () => {
        await send(source, file('Alpha-1'), alpha)
        await forgetDestinations()
        await nothingChanges(() => send(source, file('Alpha-1'), alpha))
        await send(source, file('Beta-9'), beta)
        expect(await everything()).toEqual([
          'Alpha/',
          'Alpha/Réseau/',
          'Alpha/Réseau/Pare-feu Alpha-1',
          'Beta/',
          'Beta/Réseau/',
          'Beta/Réseau/Pare-feu Beta-9',
        ])
        await nothingChanges(() => send(source, file('Beta-9'), beta))
        // The root contains the whole chest, so the origin is ambiguous: it is reported, and nothing is
        // overwritten.
        await nothingChanges(async () => {
          const { fails } = await send(source, file('Racine-5'))
          expect(fails).toEqual([[expect.any(Number), expect.stringMatching(/^Pare-feu.*garde sa version/)]])
        })
        // New entries go to the root, not to the folder of the earlier import.
        await send(source, file('Racine-5', 'Routeur'))
        expect(await everything()).toContain('Réseau/Routeur x')
        // In its own place the item is updated, and its destination is stored from then on.
        expect((await send(source, file('Alpha-2'), alpha)).success).toBe('1 mot de passe mis à jour.')
        await send(source, file('Racine-5'))
        expect(await everything()).toEqual(
          expect.arrayContaining(['Alpha/Réseau/Pare-feu Alpha-2', 'Réseau/Pare-feu Racine-5']),
        )
      })

      it('is inferred for imports stored without one after a rename or a move inside it', async () => {
        await send(source, file('Alpha-1'), alpha)
        await forgetDestinations()
        await change('folder', 'Alpha/Réseau', 'name', 'Machines')
        await change('item', 'Alpha/Machines/Pare-feu', 'name', 'Pare-feu du siège')
        await nothingChanges(() => send(source, file('Alpha-1'), alpha))
        await send(source, file('Alpha-1', 'Routeur'), alpha)
        expect(await everything()).toContain('Alpha/Machines/Routeur x')
        await forgetDestinations()
        await change('folder', 'Alpha/Machines', 'folder', await made('Archives', alpha))
        await nothingChanges(() => send(source, file('Alpha-1', 'Routeur'), alpha))
        await nothingChanges(() => send(source, file('Alpha-1')))
        // In the trash too.
        await trash('item', 'Alpha/Archives/Machines/Routeur')
        await nothingChanges(() => send(source, file('Alpha-1', 'Routeur'), alpha))
      })
    })

    it('keeps the folders of category lists apart, and passwords match their own folders', async () => {
      const list = 'Category/SubCategory;PasswordPolicyName;ExpirationDate\nRéseau/Baie;;\n'
      const twice = async () => {
        for (const folderId of [alpha, beta, undefined])
          await send('lockself', list, folderId, { foldersOnly: 'true' })
      }
      await twice()
      const all = ['Alpha/', 'Beta/', ''].flatMap((above) => [
        ...(above === '' ? [] : [above]),
        `${above}Réseau/`,
        `${above}Réseau/Baie/`,
      ])
      expect(await everything()).toEqual(all)
      await nothingChanges(twice)
      await change('folder', 'Beta/Réseau', 'name', 'Machines')
      await nothingChanges(twice)
      await send('lockself', fileOf.lockself('Beta-9'), beta)
      expect(await everything()).toContain('Beta/Machines/Pare-feu Beta-9')
    })

    it('is part of the identity of entries and groups that have identifiers, and of what lies below them', async () => {
      const uuid = (number: number) => `<UUID>${Buffer.alloc(16, number).toString('base64')}</UUID>`
      const named = (title: string, password: string, number?: number) =>
        entry({ Title: title, Password: password }, number === undefined ? '' : uuid(number))
      // Two offices fill one template: the same identifiers, other content.
      const file = (password: string) =>
        keePassFile(
          `<Group>${uuid(7)}<Name>R\u00e9seau</Name>${named('Pare-feu', password, 8)}${named('Routeur', password)}</Group>`,
        )
      const all = (one: string, other: string) => [
        'Alpha/',
        'Alpha/R\u00e9seau/',
        `Alpha/R\u00e9seau/Pare-feu ${one}`,
        `Alpha/R\u00e9seau/Routeur ${one}`,
        'Beta/',
        'Beta/R\u00e9seau/',
        `Beta/R\u00e9seau/Pare-feu ${other}`,
        `Beta/R\u00e9seau/Routeur ${other}`,
      ]
      await send('keepass', file('un'), alpha)
      await send('keepass', file('deux'), beta)
      expect(await everything()).toEqual(all('un', 'deux'))
      await nothingChanges(() => send('keepass', file('un'), alpha))
      await nothingChanges(() => send('keepass', file('deux'), beta))
      expect((await send('keepass', file('trois'), beta)).success).toBe('2 mots de passe mis \u00e0 jour.')
      expect(await everything()).toEqual(all('un', 'trois'))
    })
  })
})
