import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetNodeTexts } from '#texts/commands.ts'
import { nodeTimes } from '#server/platform/root-keys/nodes.ts'
import { eachEngine } from '../testing/databases.ts'
import { UsageError } from './command.ts'
import { forgetNodeCommand } from './forget-node.ts'
import { testInstallation, type TestInstallation } from './testing.ts'

eachEngine((engine) => {
  let home: TestInstallation
  beforeEach(async () => {
    home = await testInstallation(engine)
    const silentSince = Date.now() - nodeTimes.silentMs
    const nodes = [
      { node: 'a', name: 'nantes:8420', keys: '{}', seen_at: silentSince },
      // The former process and the running one have the same name.
      { node: 'b', name: 'brest:8420', keys: '{}', seen_at: silentSince },
      { node: 'c', name: 'brest:8420', keys: '{}', seen_at: Date.now() },
      { node: 'd', name: 'rennes:8420', keys: '{}', seen_at: Date.now() },
    ]
    await home.database.db.insertInto('key_nodes').values(nodes).execute()
  })
  afterEach(() => home.close())

  const forget = (...args: string[]) => home.run(forgetNodeCommand, { args })
  const recorded = async () => {
    const rows = await home.database.db.selectFrom('key_nodes').select('node').orderBy('node').execute()
    return rows.map(({ node }) => node).join('')
  }
  const journalled = async () =>
    (await home.database.db.selectFrom('journal').select('action').execute()).map(({ action }) => action)

  describe('forgetting a node', () => {
    it('deletes the records of silent processes, keeps the running one, and is journalled', async () => {
      const { code, said } = await forget('nantes:8420', 'brest:8420')
      expect([code, said]).toEqual([
        0,
        [forgetNodeTexts.silent('nantes:8420'), forgetNodeTexts.silent('brest:8420')],
      ])
      expect(await recorded()).toBe('cd')
      expect(await journalled()).toEqual(['keys.node-forgotten', 'keys.node-forgotten'])
    })

    it('refuses a node that has recorded its keys within two minutes, and an unknown one', async () => {
      await expect(forget('rennes:8420')).rejects.toThrow(forgetNodeTexts.live('rennes:8420'))
      await expect(forget('lille:8420')).rejects.toThrow(forgetNodeTexts.unknown('lille:8420'))
      expect([await recorded(), await journalled()]).toEqual(['abcd', []])
    })

    it('needs a name', async () => {
      await expect(forget()).rejects.toThrow(UsageError)
    })
  })
})
