import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureStrength } from '#domain/password-strength.ts'
import { startContentWorld, type ContentWorld } from '../elements/content-testing.ts'
import { judgeTree } from '../elements/insert-tree.ts'
import { eachEngine } from '../testing/databases.ts'

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const send = (groups: string, cookie?: string) => {
    const form = new FormData()
    form.append('chestId', String(at.chest.id))
    const file = `<KeePassFile><Root><Group><Name>Base</Name>${groups}</Group></Root></KeePassFile>`
    form.append('file', new Blob([file]), 'base.xml')
    return at.call('POST', '/api/import/keepass', form, cookie)
  }

  it('a file of nothing but folders lets others run in between', async () => {
    let turns = 0
    let isImporting = true
    const turn = (): void => {
      turns += 1
      if (isImporting) setImmediate(turn)
    }
    const reply = send('<Group/>'.repeat(10_000))
    setImmediate(turn)
    expect((await reply).status).toBe(200)
    isImporting = false
    expect(turns).toBeGreaterThan(20)
  })

  it('one person imports one file at a time, others are not kept waiting by it', async () => {
    const other = await at.other('autre', { create: true })
    const [first, second, others] = await Promise.all([
      send('<Group/>'.repeat(2_000)),
      send('<Group/>'.repeat(2_000)),
      send('<Group/>', other),
    ])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 429]))
    expect([first, second].find(({ status }) => status === 429)).toMatchObject({
      body: { code: 'SERVER_BUSY' },
      headers: { 'retry-after': '5' },
    })
    expect(others.status).toBe(200)
    expect((await send('<Group/>')).status).toBe(200)
  })

  it('judging a file ends: what is left is rated by its count', async () => {
    const password = 'Password123*Password123*'
    const item = { name: 'x', login: '', password, address: '', description: '', otp: null }
    const tree = { name: 'Base', description: '', folders: [], items: [item] }
    const { strength } = at.app.deps
    const [counted] = (await judgeTree(strength, tree, 0)).values()
    const [judged] = (await judgeTree(strength, tree)).values()
    expect(counted).toBe(measureStrength(password).level)
    expect(judged).toBeLessThan(counted ?? 0)
  })
})
