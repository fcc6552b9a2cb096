import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld } from '#server/testing/offices.ts'

/** What earlier versions accepted. */
const stored = 'Contact : <jean.dupont@exemple.fr>\nVoir <b>la note</b>'

eachEngine((engine) => {
  describe('a description that holds an address in angle brackets', () => {
    let at: OfficeWorld
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
    })
    afterAll(() => at.app.close())

    const makers = {
      chests: async () => (await at.world.addChest('Coffre', at.chief, [at.mairie])).id,
      teams: () => at.world.addTeam('Groupe', [], [at.mairie]),
      banks: () => at.world.addBank('Banque'),
    }
    const paths = { chests: 'chest', teams: 'team', banks: 'bank' } as const
    const names = { chests: 'name', teams: 'name', banks: 'label' } as const

    it.each(['chests', 'teams', 'banks'] as const)(
      'of %s is edited around, and no new markup comes in',
      async (table) => {
        const id = await makers[table]()
        const { db } = at.app.deps
        const name = 'Ville <nord>'
        await db
          .updateTable(table)
          .set({ description: stored, [names[table]]: name })
          .where('id', '=', id)
          .execute()
        const path = `/api/${paths[table]}/${id}`
        const change = async (update: object) => {
          const { status, body } = await at.chief.call('PATCH', path, { update })
          return [status, (body as { code?: string; details?: { field: string } }).details?.field]
        }
        const both = (description: string, called = name) => ({ description, [names[table]]: called })
        const columns = () =>
          db.selectFrom(table).select(['description']).where('id', '=', id).executeTakeFirstOrThrow()

        expect(await change(both(stored))).toEqual([200, undefined])
        expect(await change(both(`${stored}, et demain`))).toEqual([200, undefined])
        expect(await columns()).toEqual({ description: `${stored}, et demain` })
        expect(await change(both(stored, `${name} et sud`))).toEqual([200, undefined])
        // Another address in the place of the stored one is none that was not accepted before.
        expect(await change({ description: stored.replace('jean', 'paul') })).toEqual([200, undefined])
        expect(await change({ description: stored })).toEqual([200, undefined])
        for (const typed of [
          `${stored} <img src=x>`,
          `${stored} <b>`,
          stored.replace('<b>', '<b class="a">'),
        ])
          expect(await change({ description: typed }), typed).toEqual([422, 'body/update/description'])
        expect(await change({ [names[table]]: 'Est <script>' })).toEqual([422, `body/update/${names[table]}`])
        expect(await columns()).toEqual({ description: stored })
        expect(await change({ description: '' })).toEqual([200, undefined])
        expect(await change({ description: stored })).toEqual([422, 'body/update/description'])
      },
    )
  })
})
