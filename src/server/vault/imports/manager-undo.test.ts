import { describe, expect, it } from 'vitest'
import { importUndoMs } from '#domain/vault/import-plan.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { journalled } from '#server/testing/sign-in.ts'
import type { ImportPage } from './imports-testing.ts'
import { chrome, managerImports, secret, usual, type Applied } from './manager-testing.ts'

eachEngine((engine) => {
  describe('an import from another manager', () => {
    const { at, formOf, preview, apply, undo, page, named, passwordOf, change, verdicts } =
      managerImports(engine)

    it('an import is undone: what nobody touched goes to the trash, the rest stays and is told [MNGR-23]', async () => {
      const { importId } = await apply(chrome(['a', 'x', '1'], ['b', 'x', '1'], ['c', 'x', '1']))
      await change('b', 'login', 'y')
      const undone = await undo(importId)
      expect(undone.status, undone.text).toBe(200)
      expect(undone.body).toEqual({ undone: 2, kept: [['b', "Modifié ou déplacé depuis l'import"]] })
      expect((await page()).items.map(({ name }) => name)).toEqual(['b'])
      expect((await undo(importId)).body).toEqual({ undone: 0, kept: [] })
      expect((await journalled(at.app)).filter((action) => action === 'import.undone')).toHaveLength(1)
    })

    it('undoing gives updated items their former values, and the same file would change them again [MNGR-23]', async () => {
      await apply(chrome(['a', 'x', '1']))
      const { importId } = await apply(chrome(['a', 'x', '2']))
      expect(await passwordOf('a')).toBe('2')
      await undo(importId)
      expect(await passwordOf('a')).toBe('1')
      expect(verdicts(await preview(chrome(['a', 'x', '2'])))).toEqual(['a changed'])
      expect(verdicts(await preview(chrome(['a', 'x', '1'])))).toEqual(['a identical'])
    })

    it('the date of expiry of a file is that of renewal: twice is once, and undoing gives the former date [MNGR-21]', async () => {
      const file = (day: string) =>
        `Title,UserName,Password,ExpiryDate,TreePath,PasswordID\nGLPI,marie,${secret},${day},,12\n`
      const dateOf = async () =>
        bodyOf<{ renewBefore: string | null }>(await at.call('GET', `/api/item/${await named('GLPI')}`))
          .renewBefore
      expect((await preview(file('2027-01-31'))).rows).toMatchObject([{ renewBefore: '2027-01-31' }])
      expect((await preview(usual)).rows).toMatchObject([{ renewBefore: null }, { renewBefore: null }])
      await apply(file('2027-01-31'))
      expect(await dateOf()).toBe('2027-01-31')
      expect((await preview(file('2027-01-31'))).counts).toMatchObject({ identical: 1, changed: 0 })
      const { importId, counts } = await apply(file('2027-02-28'))
      expect(counts).toMatchObject({ items: 0, updated: 1 })
      expect(await dateOf()).toBe('2027-02-28')
      expect((await undo(importId)).body).toEqual({ undone: 1, kept: [] })
      expect(await dateOf()).toBe('2027-01-31')
      await change('GLPI', 'renewBefore', '2028-01-01')
      expect(verdicts(await preview(file('2027-02-28')))).toEqual(['GLPI conflict'])
    })

    it('an item that people had changed is a conflict again after its replacement was undone', async () => {
      await apply(chrome(['a', 'x', '1']))
      await change('a', 'password', 'autre')
      const options = JSON.stringify({ choices: { conflict: 'file' } })
      const { importId } = await apply(chrome(['a', 'x', '2']), { options })
      await undo(importId)
      expect(await passwordOf('a')).toBe('autre')
      expect(verdicts(await preview(chrome(['a', 'x', '2'])))).toEqual(['a conflict'])
    })

    it('a later import is undone first [MNGR-24]', async () => {
      const first = await apply(chrome(['a', 'x', '1']))
      const second = await apply(chrome(['a', 'x', '2']))
      expect((await undo(first.importId)).body).toEqual({
        undone: 0,
        kept: [['a', "Modifié par un import plus récent : annulez celui-ci d'abord"]],
      })
      expect((await undo(second.importId)).body).toMatchObject({ undone: 1 })
      expect((await page()).items).toHaveLength(1)
    })

    it('an import over which a later one stands is undone for the rest, and then whole', async () => {
      const first = await apply(chrome(['a', 'x', '1'], ['b', 'x', '1']))
      const second = await apply(chrome(['a', 'x', '2'], ['b', 'x', '1']))
      const later = "Modifié par un import plus récent : annulez celui-ci d'abord"
      expect((await undo(first.importId)).body).toEqual({ undone: 1, kept: [['a', later]] })
      expect((await undo(second.importId)).body).toEqual({ undone: 1, kept: [] })
      expect((await undo(first.importId)).body).toEqual({ undone: 1, kept: [] })
      expect((await page()).items).toEqual([])
      expect((await undo(first.importId)).body).toEqual({ undone: 0, kept: [] })
    })

    it('what was put into the trash or into another chest is told, with the reason', async () => {
      const other = await at.world.addChest('Autre', at.owner)
      const { importId } = await apply(chrome(['a', 'x', '1'], ['b', 'x', '1'], ['c', 'x', '1']))
      await at.call('DELETE', `/api/item/${await named('a')}`)
      const moved = await at.call('POST', `/api/item/${await named('b')}/move-to`, { chestId: other.id })
      expect(moved.status, moved.text).toBeLessThan(300)
      expect((await undo(importId)).body).toEqual({
        undone: 1,
        kept: [
          ['a', 'Déjà à la corbeille'],
          ['Un mot de passe', 'Déplacé dans un autre coffre'],
        ],
      })
    })

    it('what an undo took back is new in the next import of the file', async () => {
      const file = `"Group","Title","Username","Password","URL","Notes"\n"Racine/A","x","marie","1","",""\n`
      const { importId } = await apply(file)
      await undo(importId)
      const seen = await preview(file)
      expect([verdicts(seen), seen.folders]).toEqual([['x new'], 1])
      const again = await apply(file)
      expect(again.counts).toEqual({ items: 1, folders: 1, updated: 0 })
    })

    it('a folder that holds only kept elements of the import says so', async () => {
      const { importId } = await apply(
        `"Group","Title","Username","Password","URL","Notes"\n"A","x","marie","1","",""\n"B","y","paul","2","",""\n`,
      )
      const [inA] = bodyOf<ImportPage>(
        await at.call(
          'GET',
          `/api/explorer/data/?chestId=${at.chest.id}&folderId=${(await page()).folders.find(({ name }) => name === 'A')?.id}&limit=9`,
        ),
      ).items
      await at.call('PATCH', `/api/item/${inA?.id}`, { elementType: 'login', elementValue: 'autre' })
      expect((await undo(importId)).body).toEqual({
        undone: 2,
        kept: [
          ['x', "Modifié ou déplacé depuis l'import"],
          ['A', 'Contient des éléments de cet import qui restent en place'],
        ],
      })
    })

    it('imports are undone from the last to the first [MNGR-24]', async () => {
      const first = await apply(chrome(['a', 'x', '1']))
      const second = await apply(chrome(['a', 'x', '2'], ['b', 'x', '1']))
      expect((await undo(second.importId)).body).toEqual({ undone: 2, kept: [] })
      expect((await undo(first.importId)).body).toEqual({ undone: 1, kept: [] })
      expect((await page()).items).toEqual([])
    })

    it('folders go with their content, unless they hold anything else [MNGR-23]', async () => {
      const file = (name: string) =>
        `<KeePassFile><Root><Group><Name>Base</Name><Group><Name>${name}</Name><Entry>` +
        `<String><Key>Title</Key><Value>un</Value></String></Entry></Group></Group></Root></KeePassFile>`
      const send = async (name: string) => {
        const form = new FormData()
        form.append('chestId', String(at.chest.id))
        form.append('file', new Blob([file(name)]), 'a.xml')
        expect((await at.call('POST', '/api/import/keepass', form)).status).toBe(200)
        const list = await at.call('GET', `/api/import/?chestId=${at.chest.id}`)
        return bodyOf<{ id: number }[]>(list)[0]?.id ?? null
      }
      const alone = await send('Seul')
      expect((await undo(alone)).body).toEqual({ undone: 3, kept: [] })
      const shared = await send('Partagé')
      const [base] = (await page()).folders
      await at.call('POST', '/api/item/', {
        chestId: at.chest.id,
        parentFolderId: base?.id,
        name: 'à garder',
        password: 'x',
      })
      expect((await undo(shared)).body).toEqual({
        undone: 2,
        kept: [['Base', 'Contient des éléments qui ne viennent pas de cet import']],
      })
    })

    it('is listed with the name of its file on one line, and without one where none was kept', async () => {
      const namedAs = async (name: string, file: string) => {
        const { plan } = await preview(file)
        const reply = await at.call('POST', '/api/import/apply', formOf(file, { plan }, name))
        expect(reply.status, reply.text).toBe(200)
        return bodyOf<Applied>(reply).importId
      }
      const first = await namedAs('Reprise été 2026 – DSI.csv', usual)
      const long = `\u202E<b>${'é'.repeat(300)}.csv`
      const second = await namedAs(long, chrome(['autre', 'a', 'b']))
      const list = async () => (await at.call('GET', `/api/import/?chestId=${at.chest.id}`)).body
      expect(await list()).toMatchObject([
        { id: second, fileName: `\u2039b>${'é'.repeat(252)}` },
        { id: first, fileName: 'Reprise été 2026 – DSI.csv' },
      ])
      await at.app.deps.db
        .updateTable('imports')
        .set({ file_name: null })
        .where('id', '=', first ?? 0)
        .execute()
      expect(await list()).toMatchObject([{}, { id: first, fileName: null }])
    })

    it('is listed with what may be undone, until thirty days have passed [MNGR-24] [MNGR-25]', async () => {
      const { importId } = await apply(usual)
      const list = async (cookie?: string) =>
        (await at.call('GET', `/api/import/?chestId=${at.chest.id}`, undefined, cookie)).body
      expect(await list()).toMatchObject([
        {
          id: importId,
          fileName: 'export.csv',
          format: 'chromium',
          user: at.owner.login,
          counts: { items: 2 },
          undoable: true,
          undoneAt: null,
        },
      ])
      const reader = await at.world.addUser({ login: `lecteur-${engine}-${at.chest.id}` })
      await at.world.grantUser(at.chest, reader, { read: true })
      const cookie = await at.world.session(reader)
      expect(await list(cookie)).toMatchObject([{ undoable: false }])
      expect(codeOfReply(await undo(importId, cookie))).toEqual([409, 'RIGHT_REQUIRED'])
      const stranger = await at.world.addUser({ login: `inconnu-${engine}-${at.chest.id}` })
      const other = await at.world.session(stranger)
      expect(codeOfReply(await undo(importId, other))).toEqual(codeOfReply(await undo(99_999_999, other)))
      at.app.time.now += importUndoMs
      expect(await list(await at.world.session(at.owner))).toMatchObject([{ undoable: false }])
      expect(codeOfReply(await undo(importId, await at.world.session(at.owner)))).toEqual([
        409,
        'IMPORT_NOT_UNDOABLE',
      ])
      at.app.time.now -= importUndoMs
    })
  })
})
