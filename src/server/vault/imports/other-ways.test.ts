import { describe, expect, it } from 'vitest'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { importsWorld } from './imports-testing.ts'
import { entry, group, keePassFile } from './keepass-testing.ts'

eachEngine((engine) => {
  describe('a file that is imported as that of another manager after a direct source', () => {
    const at = importsWorld(engine)

    const direct = (file: string, source: string, ending = 'csv') =>
      at.direct(source, at.formOf(file, `a.${ending}`))
    const other = (file: string, answers: Record<string, string> = {}, ending = 'csv') =>
      at.apply(file, `a.${ending}`, { answers })
    /** Returns the paths of all elements, folders with a slash at the end. */
    const content = async (folderId?: number, path = ''): Promise<string[]> => {
      const { folders, items } = await at.page(folderId)
      const below = await Promise.all(folders.map(({ id, name }) => content(id, `${path}${name}/`)))
      return [...folders.map(({ name }) => `${path}${name}/`), ...items.map(({ name }) => path + name)]
        .concat(below.flat())
        .toSorted()
    }
    const mend = { accents: 'mend' }
    const table = [
      'Nom;Identifiant;Mot de passe;Adresse;Dossier;\u00c9tage',
      'Pr\u00c3\u00a9fecture;jean;p1;https://a.fr;R\u00c3\u00a9seau/Mairie;Premier',
      'Mairie;jean;p2;https://b.fr;R\u00c3\u00a9seau/Mairie;Second',
      '\u00c3\u2030cole;jean;p3;https://c.fr;;',
    ].join('\n')
    const mended = ['Mairie', 'Pr\u00e9fecture'].map((name) => `R\u00e9seau/Mairie/${name}`)
    const folders = ['R\u00e9seau/', 'R\u00e9seau/Mairie/']
    const foldersNow = async () => (await at.page()).folders
    const rename = async (id: number | undefined, name: string) => {
      const change = { elementType: 'name', elementValue: name }
      expect((await at.call('PATCH', `/api/folder/${id}`, change)).status).toBe(200)
    }
    /** Takes back the last import that still stands. */
    const undoLast = async () => {
      type Import = { id: number; undoneAt: string | null }
      const imports = bodyOf<Import[]>(await at.call('GET', `/api/import/?chestId=${at.chest.id}`))
      const last = imports.find(({ undoneAt }) => undoneAt === null)
      return at.call('POST', `/api/import/${last?.id}/undo`)
    }

    it('for its accents is mended where it is, and nothing is made twice', async () => {
      await direct(table, 'csv')
      expect(await content()).toHaveLength(5)
      expect(await other(table, mend)).toEqual({ changed: 2, identical: 1 })
      expect(await content()).toEqual(['\u00c9cole', ...mended, ...folders].toSorted())
      expect(await other(table, mend)).toEqual({ identical: 3 })
    })

    it('as it is first, is mended as well', async () => {
      await other(table)
      expect(await other(table, mend)).toEqual({ changed: 2, identical: 1 })
      expect(await content()).toEqual(['\u00c9cole', ...mended, ...folders].toSorted())
      // As it is once more, it finds its folders by the names that they had.
      expect(await other(table)).not.toHaveProperty('folders')
      expect(await foldersNow()).toMatchObject([{ name: 'R\u00e9seau' }])
    })

    it('and was undone, comes in anew', async () => {
      await direct(table, 'csv')
      const [last] = bodyOf<{ id: number }[]>(await at.call('GET', `/api/import/?chestId=${at.chest.id}`))
      expect((await at.call('POST', `/api/import/${last?.id}/undo`)).status).toBe(200)
      expect(await other(table, mend)).toEqual({ new: 3, folders: 2 })
    })

    it('and changed by people, keeps what they wrote', async () => {
      await direct(table, 'csv')
      const [school] = (await at.page()).items
      await at.call('PATCH', `/api/item/${school?.id}`, { elementType: 'name', elementValue: '\u00e0 nous' })
      expect(await other(table, mend)).toEqual({ changed: 1, identical: 1, conflict: 1 })
      expect(await content()).toContain('\u00e0 nous')
    })

    it('tells of the folders that it renames, before and after, and renames them once', async () => {
      await direct(table, 'csv')
      const notes = async () => {
        const fields = { options: JSON.stringify({ answers: mend }) }
        return (await at.preview(at.formOf(table, 'a.csv', fields))).notes.join()
      }
      expect(await notes()).toContain('R\u00e9seau.')
      const [before] = await foldersNow()
      await other(table, mend)
      const [after] = await foldersNow()
      expect(after).toMatchObject({ id: before?.id, name: 'R\u00e9seau' })
      const { text } = await at.call('GET', `/api/folder/${after?.id}`)
      expect(text).toContain('"paramName":"name"')
      expect(await notes()).not.toContain('R\u00e9seau.')
    })

    it('keeps the name that people gave a folder, and makes no second one', async () => {
      await direct(table, 'csv')
      const [folder] = await foldersNow()
      await rename(folder?.id, 'Le r\u00e9seau')
      expect(await other(table, mend)).toEqual({ changed: 2, identical: 1 })
      expect(await foldersNow()).toMatchObject([{ id: folder?.id, name: 'Le r\u00e9seau' }])
    })

    it('renames no folder beside one that has the mended name already', async () => {
      await direct(table, 'csv')
      await at.call('POST', '/api/folder/', { chestId: at.chest.id, name: 'R\u00e9seau' })
      await other(table, mend)
      const names = (await foldersNow()).map(({ name }) => name)
      expect(names.toSorted()).toEqual(['R\u00c3\u00a9seau', 'R\u00e9seau'])
    })

    it('gives a folder its broken name back when it is undone, unless people have named it since', async () => {
      await direct(table, 'csv')
      await other(table, mend)
      expect((await undoLast()).status).toBe(200)
      expect(await foldersNow()).toMatchObject([{ name: 'R\u00c3\u00a9seau' }])
      // As if the second import had never been: the first one can be undone, with its folders.
      expect((await undoLast()).status).toBe(200)
      expect(await content()).toEqual([])
      await direct(table, 'csv')
      await other(table, mend)
      const [folder] = await foldersNow()
      await rename(folder?.id, 'Le r\u00e9seau')
      const undone = await undoLast()
      expect(undone.text).toContain('Le r\u00e9seau')
      expect(await foldersNow()).toMatchObject([{ name: 'Le r\u00e9seau' }])
    })

    it('of KeePass without identifiers is mended, without its root folder', async () => {
      const file = keePassFile(
        group(
          'Base',
          group('R\u00c3\u00a9seau', entry({ Title: '\u00c3\u2030cole', UserName: 'a', Password: 'p' })),
        ),
      )
      await direct(file, 'keepass', 'xml')
      expect(await other(file, { ...mend, root: 'keep' }, 'xml')).toEqual({ changed: 1 })
      expect(await content()).toEqual(['Base/', 'Base/R\u00e9seau/', 'Base/R\u00e9seau/\u00c9cole'])
    })

    it('of KeePass says before it updates that another database may have the same identifiers', async () => {
      const file = (title: string) =>
        keePassFile(
          group('Base', entry({ Title: title, Password: title }, '<UUID>AAECAwQFBgcICQoLDA0ODw==</UUID>')),
        )
      const notesOf = async (text: string) => (await at.preview(at.formOf(text, 'a.xml'))).notes.join()
      expect(await notesOf(file('Mairie'))).toBe('')
      await direct(file('Mairie'), 'keepass', 'xml')
      expect(await notesOf(file('Mairie'))).toBe('')
      expect(await notesOf(file('\u00c9cole'))).toContain('importez-le dans un autre dossier')
    })

    it('with columns that the person chose, gets them', async () => {
      const rows = 'Objet;Identifiant;Mot de passe;Dossier\nPortail;jean;p;Mairie\nWiki;jean;q;Mairie'
      await direct(rows, 'csv')
      expect(await content()).toEqual(['Mairie/', 'Mairie/jean', 'Mairie/jean'])
      const mapping = JSON.stringify(['title', 'login', 'password', 'path'])
      expect(await other(rows, { mapping })).toEqual({ changed: 2 })
      expect(await content()).toEqual(['Mairie/', 'Mairie/Portail', 'Mairie/Wiki'])
      expect(await other(rows, { mapping })).toEqual({ identical: 2 })
    })
  })
})
