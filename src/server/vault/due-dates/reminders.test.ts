import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMail } from '#server/platform/mail/sealing.ts'
import { composeMail } from '#server/platform/mail/compose.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import type { TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startGuardianWorld, type GuardianWorld } from '#server/vault/master-key/testing.ts'
import { dayMs, moveClock } from './due-dates-testing.ts'

const morning = Date.UTC(2026, 5, 1, 6)

eachEngine((engine) => {
  describe('the mails about what is to be renewed', () => {
    let at: GuardianWorld
    beforeEach(async () => {
      at = await startGuardianWorld(engine)
      await moveClock(at.app, morning)
    })
    afterEach(() => at.app.close())

    const newChest = (name: string) => at.world.addChest(name, at.owner)
    const item = (chestId: number, name: string, renewBefore = '', as = {}) =>
      at
        .call('POST', '/api/item/', { chestId, name, password: 'Ln9!correct-Horse', renewBefore }, as)
        .then(({ status, text }) => expect(status, text).toBe(201))
    /** Runs the job on a node, and returns the mails that wait. */
    const remind = async (...apps: TestApp[]) => {
      const nodes = apps.length === 0 ? [at.app] : apps
      await Promise.all(nodes.map(({ jobs }) => jobs['remind-of-due-items']?.(async () => true)))
      return mails()
    }
    const mails = async (): Promise<Extract<Mail, { template: 'dueItems' }>[]> => {
      const rows = await at.app.deps.db
        .selectFrom('outbox')
        .select(['id', 'sealed'])
        .where('template', '=', 'dueItems')
        .orderBy('id')
        .execute()
      return rows.map(({ id, sealed }) => {
        const mail = openMail(at.app.deps.keys.keyring, id, asSealed(sealed as Uint8Array))
        if (mail.template !== 'dueItems') throw new Error(mail.template)
        return mail
      })
    }
    const textOf = (mail: Mail | undefined): string => {
      const frame = {
        publicUrl: 'https://coffre.exemple.fr',
        from: { name: 'Trousseau', address: 'trousseau@exemple.fr' },
        messageId: '<one@exemple.fr>',
        at: morning,
      }
      return mail === undefined ? '' : composeMail(mail, frame).text
    }

    it('group by chest what a person may change, past and near, and name no item [RENW-15]', async () => {
      const [chest, other] = [await newChest('Réseau'), await newChest('Applications')]
      await item(chest.id, 'Pare-feu', '2026-05-31')
      await item(chest.id, 'Commutateur', '2026-06-15')
      await item(chest.id, 'Routeur', '2026-06-16')
      await item(other.id, 'Intranet', '2026-06-01')
      const handle = await at.open(at.chestId)
      await item(at.chestId, 'Coffre du maire', '2026-06-02', { handle })
      const [mail, ...more] = await remind()
      expect(more).toEqual([])
      expect(mail).toMatchObject({
        to: 'camille@exemple.fr',
        until: morning + dayMs,
        values: {
          chests: [
            { name: 'Applications', past: 0, soon: 1 },
            { name: 'Direction', past: 0, soon: 1 },
            { name: 'Réseau', past: 1, soon: 1 },
          ],
        },
      })
      const text = textOf(mail)
      expect(text).toContain('Réseau\u00a0: 1\u00a0date passée, 1\u00a0date proche')
      expect(text).toContain('https://coffre.exemple.fr/routes/dashboard')
      for (const name of ['Pare-feu', 'Commutateur', 'Routeur', 'Intranet', 'maire'])
        expect(text).not.toContain(name)
    })

    it('go to those alone whose right to change the chest counts now [RENW-14]', async () => {
      const bank = await at.world.addBank('Écoles')
      const closed = await at.world.addBank('Fermée')
      const inBank = await at.world.addChest('Écoles', at.owner, [bank])
      const inClosed = await at.world.addChest('Fermé', at.owner, [closed])
      const [reader, editor, member, outside, gone] = await Promise.all(
        ['lecteur', 'editrice', 'membre', 'dehors', 'partie'].map((login) =>
          at.world.addUser({ login, banks: ['dehors'].includes(login) ? [] : [bank, closed] }),
        ),
      )
      if (!reader || !editor || !member || !outside || !gone) throw new Error('no users')
      const team = await at.world.addTeam('Équipe', [member])
      for (const chest of [inBank, inClosed]) {
        await at.world.grantUser(chest, reader, {})
        for (const user of [editor, outside, gone]) await at.world.grantUser(chest, user, { update: true })
        await at.world.grantTeam(chest, team, { update: true })
      }
      await at.app.deps.db.updateTable('users').set({ state_id: 2 }).where('id', '=', gone.id).execute()
      const hers = { cookie: await at.world.session(editor) }
      for (const chest of [inBank, inClosed]) {
        await at.world.grantUser(chest, editor, { create: true, update: true })
        await item(chest.id, 'Badge', '2026-06-01', hers)
      }
      await at.app.deps.db.updateTable('banks').set({ active: 0 }).where('id', '=', closed).execute()
      const sent = await remind()
      expect(sent.map(({ to }) => to).toSorted()).toEqual(['editrice@exemple.fr', 'membre@exemple.fr'])
      expect(sent.map(({ values }) => values.chests)).toEqual([
        [{ name: 'Écoles', past: 0, soon: 1 }],
        [{ name: 'Écoles', past: 0, soon: 1 }],
      ])
    })

    it('come once a day, however often and on however many nodes the job runs [RENW-13]', async () => {
      const chest = await newChest('Réseau')
      await item(chest.id, 'Pare-feu', '2026-06-01')
      const nodes =
        engine === 'postgres'
          ? [at.app, await at.app.anotherNode(), await at.app.anotherNode()]
          : [at.app, at.app]
      expect(await remind(...nodes)).toHaveLength(1)
      await item(chest.id, 'Commutateur', '2026-06-01')
      expect(await remind(...nodes)).toHaveLength(1)
      // Midnight in France, where it is still the first of June in UTC.
      await moveClock(at.app, Date.UTC(2026, 5, 1, 22, 30))
      await item(chest.id, 'Routeur', '2026-06-16')
      expect(await remind(...nodes)).toHaveLength(2)
    })

    it('come two weeks before, on the day and each week after, until the password is renewed [RENW-13]', async () => {
      const chest = await newChest('Réseau')
      await item(chest.id, 'Pare-feu', '2026-06-20')
      const days: string[] = []
      for (let day = 0; day < 40; day += 1) {
        const before = (await mails()).length
        await moveClock(at.app, morning + day * dayMs)
        if ((await remind()).length > before) days.push(new Date(at.app.time.now).toISOString().slice(5, 10))
      }
      expect(days).toEqual(['06-06', '06-20', '06-27', '07-04'])
      const { items } = (await at.call('GET', `/api/explorer/data/?chestId=${chest.id}`)).body as {
        items: { id: number }[]
      }
      const change = { elementType: 'password', elementValue: 'Autre-Mot-De-Passe-71' }
      expect((await at.call('PATCH', `/api/item/${items[0]?.id}`, change)).status).toBe(200)
      await moveClock(at.app, morning + 60 * dayMs)
      expect(await remind()).toHaveLength(4)
    })

    it('count what a rule covers, of a locked guardian chest too, and nothing of the trash [RENW-15]', async () => {
      const chest = await newChest('Réseau')
      const handle = await at.open(at.chestId)
      await item(at.chestId, 'Coffre du maire', '', { handle })
      const folder = (await at.call('POST', '/api/folder/', { chestId: chest.id, name: 'Vieux' })).body as {
        id: number
      }
      for (const name of ['Un', 'Deux'])
        await at.call('POST', '/api/item/', {
          chestId: chest.id,
          name,
          password: 'Ln9!correct-Horse',
          parentFolderId: folder.id,
        })
      await item(chest.id, 'À la racine')
      const rule = { elementType: 'renewDays', elementValue: 30 }
      expect((await at.call('PATCH', `/api/folder/${folder.id}`, rule)).status).toBe(200)
      const set = await at.call('PATCH', `/api/chest/${at.chestId}`, { update: { renewDays: 60 } })
      expect(set.status, set.text).toBe(200)
      await moveClock(at.app, morning + 15 * dayMs)
      expect(await remind()).toEqual([])
      await moveClock(at.app, morning + 46 * dayMs)
      const [mail] = await remind()
      expect(mail?.values.chests).toEqual([
        { name: 'Direction', past: 0, soon: 1 },
        { name: 'Réseau', past: 2, soon: 0 },
      ])
      expect((await at.call('DELETE', `/api/folder/${folder.id}`)).status).toBe(200)
      await moveClock(at.app, morning + 61 * dayMs)
      expect((await remind())[1]?.values.chests).toEqual([{ name: 'Direction', past: 1, soon: 0 }])
    })
  })
})
