import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { passwords, startFiguresWorld, type As, type FiguresWorld } from './testing.ts'

type Due = {
  today: string
  past: number
  soon: number
  locked: number
  items: { id: number; name: string; chest: string; due: string }[]
}

// The clock of tests stands on 15 January 2026.
eachEngine((engine) => {
  describe('what is to be renewed, on the dashboard', () => {
    let at: FiguresWorld
    beforeAll(async () => {
      at = await startFiguresWorld(engine)
    })
    afterAll(() => at.app.close())

    const due = async (as?: As, query = '') => {
      const reply = await at.call('GET', `/api/kpi/due${query}`, undefined, as)
      expect(reply.status, reply.text).toBe(200)
      const { countTotal } = JSON.parse(String(reply.headers['meta-data-guardian'])) as { countTotal: number }
      return { ...(reply.body as Due), total: countTotal }
    }

    it('is what the caller may change and whose date is past or near, earliest first [RENW-12]', async () => {
      await at.item(passwords.strong, { name: 'Proche', renewBefore: '2026-01-29' })
      await at.item(passwords.strong, { name: 'Loin', renewBefore: '2026-01-30' })
      await at.item(passwords.strong, { name: 'Passé', renewBefore: '2026-01-14' })
      await at.item(passwords.strong, { name: 'Sans date' })
      const found = await due()
      expect(found).toMatchObject({ today: '2026-01-15', past: 1, soon: 1, locked: 0, total: 2 })
      expect(found.items.map(({ name, chest, due: day }) => [name, chest, day])).toEqual([
        ['Passé', 'Production', '2026-01-14'],
        ['Proche', 'Production', '2026-01-29'],
      ])
      const second = await due(undefined, '?offset=1&limit=1')
      expect(second).toMatchObject({ past: 1, soon: 1, total: 2, items: [{ name: 'Proche' }] })
      expect(await due(await at.other('lecteur'))).toMatchObject({ past: 0, soon: 0, items: [] })
      expect(await due(await at.other('editrice', { update: true }))).toMatchObject({ past: 1, soon: 1 })
      const fragment = await at.call('GET', '/actions/dashboard/get_content')
      expect(fragment.text).toContain('14 janvier 2026')
    })

    it('counts what a locked guardian chest holds without naming it, and names it once unlocked [RENW-12]', async () => {
      const chestId = await at.guardian('Direction')
      const handle = await at.open(chestId)
      await at.item(
        passwords.strong,
        { chestId, name: 'Coffre du maire', renewBefore: '2026-01-01' },
        { handle },
      )
      const locked = await at.call('GET', '/api/kpi/due')
      expect(locked.body).toMatchObject({ past: 1, soon: 1, locked: 1 })
      expect(locked.text).not.toContain('maire')
      const open = await due({ handle })
      expect(open).toMatchObject({ past: 2, locked: 0 })
      expect(open.items[0]).toMatchObject({ name: 'Coffre du maire', chest: 'Direction' })
    })
  })
})
