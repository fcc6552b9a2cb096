import type { Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { changeUser } from './account-rows.ts'
import { eachEngine } from '../testing/databases.ts'
import { refusal, startOfficeWorld, type OfficeWorld, type Person } from '../testing/offices.ts'
import { overtaken } from '../testing/two-transactions.ts'

eachEngine((engine) => {
  describe('the back offices under attack', () => {
    let at: OfficeWorld

    beforeAll(async () => {
      at = await startOfficeWorld(engine)
    })
    afterAll(() => at.app.close())

    const upload = (as: Person, text: string, dryRun: boolean) => {
      const form = new FormData()
      form.append('dryRun', String(dryRun))
      form.append('file', new Blob([text]), 'utilisateurs.csv')
      return as.call('POST', '/api/user/import', form)
    }

    it('refuse a file of tens of thousands of lines before reading it whole', async () => {
      // An unclosed quote at the end would be another fault, if the file were read so far.
      const text = `login;email\n${'a\n'.repeat(50_000)}"`
      expect(await upload(at.admin, text, true)).toMatchObject({
        status: 422,
        body: { code: 'IMPORT_REFUSED', details: { fault: 'TOO_MANY' } },
      })
    })

    it('answer a cell of tens of thousands of groups with a short error', async () => {
      const names = Array.from({ length: 20_000 }, (_, one) => one.toString(36)).join('|')
      const reply = await upload(at.admin, `login;email;groupes\nab;ab@exemple.fr;${names}`, true)
      expect(reply.status).toBe(200)
      expect(reply.text.length).toBeLessThan(200_000)
    })

    it('refuse a team whose name is the number of another team', async () => {
      const target = await at.world.addTeam('Direction', [], [at.clinique])
      // The team's administrator chose that name; the importing user means the number.
      await at.world.addTeam(String(target), [], [at.mairie])
      const text = `login;email;groupes\nconfuse;confuse@exemple.fr;${target}`
      const reply = await upload(at.chief, text, false)
      expect(reply.body).toMatchObject({ created: 0, fails: [{ line: 2 }] })
    })

    it('record an import of users in the journal, even when it creates none', async () => {
      await upload(at.admin, 'login;email\nadmin-clinique;admin-clinique@exemple.fr', true)
      expect(await at.journalOf('users.import-checked')).toContainEqual({
        chest: null,
        objects: { fails: 2, users: 0 },
      })
    })

    it('mail a reset of the second factor to the old and the new address', async () => {
      const victim = await at.person('victime', [at.mairie])
      const update = { email: 'pirate@exemple.fr', googleAuthenticatorSecret: null, qrScanned: false }
      const sent: string[] = []
      const { outbox } = at.app.deps
      const add = outbox.add.bind(outbox)
      Object.assign(outbox, {
        add: (...[tx, mail]: Parameters<typeof add>) => {
          sent.push(`${mail.template} ${mail.to}`)
          return add(tx, mail)
        },
      })
      try {
        expect((await at.admin.call('PATCH', `/api/user/${victim.id}`, { update })).status).toBe(200)
      } finally {
        Object.assign(outbox, { add })
      }
      expect(sent).toContain('secondFactorReset victime@exemple.fr')
      expect(sent).toContain('secondFactorReset pirate@exemple.fr')
    })

    describe('when the caller loses the role or the bank during a creation', () => {
      const things: [string, string, (name: string) => object][] = [
        ['a chest', '/api/chest/', (name) => ({ name, type: 'service' })],
        ['a chest of the explorer', '/api/user/chest', (name) => ({ name, type: 'service' })],
        ['a team', '/api/team/', (name) => ({ name })],
        [
          'a user',
          '/api/user/',
          (login) => ({ login, email: `${login}@exemple.fr`, role: 'ROLE_INTERVENANT' }),
        ],
      ]
      const demoted = async (path: string, body: (name: string) => object, how: 'bank' | 'role') => {
        const { db } = at.app.deps
        const name = `doublé${Math.random().toString(36).slice(2)}`
        const admin = await at.person(name, [at.mairie], 'ROLE_ADMINISTRATOR')
        await admin.call('PATCH', `/api/user/last_bank_id/${at.mairie}`)
        const hold = async (tx: Transaction<Tables>) => {
          // As all who lock both: the user first.
          await lockRows(tx, 'users', [admin.id])
          await tx.updateTable('banks').set({ description: name }).where('id', '=', at.mairie).execute()
        }
        const change = async (tx: Transaction<Tables>) => {
          if (how === 'bank') await at.world.leaveBank(tx, admin, at.mairie)
          else await changeUser(tx, admin.id, { role: 'ROLE_INTERVENANT' }, at.app.time.now)
        }
        const create = () => admin.call('POST', path, body(`fait${name.slice(6)}`))
        return { reply: await overtaken(db, hold, create, change), admin }
      }

      it.each(things)('%s is not created in the lost bank', async (_, path, body) => {
        const { reply } = await demoted(path, body, 'bank')
        const { id } = reply.body as { id?: number }
        const kind = path.includes('team') ? 'team' : path.includes('chest') ? 'chest' : 'user'
        const links = await at.app.deps.db
          .selectFrom(`bank_${kind}s`)
          .select('bank_id')
          .where(`${kind}_id` as never, '=', (id ?? 0) as never)
          .execute()
        expect([reply.text, links]).toEqual([reply.text, []])
      })

      // On PostgreSQL nothing waits: the role is read then.
      if (engine === 'sqlite')
        it.each(things)('%s is not created without the role', async (_, path, body) => {
          expect((await demoted(path, body, 'role')).reply).toMatchObject(refusal(403, 'ROLE_REQUIRED'))
        })
    })
  })
})
