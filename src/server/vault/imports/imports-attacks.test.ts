import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { imports } from '#contract/vault/imports.ts'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { importStages } from '#domain/vault/import-stages.ts'
import { measureStrength } from '#domain/platform/password-strength.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { levelOf, rateItems } from '#server/vault/contents/insert-elements.ts'
import type { Reply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { overtaken } from '#server/testing/two-transactions.ts'

type Progress = ReplyOf<typeof imports.progress>

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

  /** Writes to the chest in a transaction of its own: an import waits for the end of that transaction. */
  const hold = (tx: Transaction<Tables>) =>
    tx.updateTable('chests').set({ description: 'tenu' }).where('id', '=', at.chest.id).execute()

  const groups = (count: number, mark = '') =>
    Array.from({ length: count }, (_, number) => `<Group><Name>${mark}${number}</Name></Group>`).join('')

  it('a file of folders alone yields to other requests', async () => {
    let turns = 0
    let isImporting = true
    const turn = (): void => {
      turns += 1
      if (isImporting) setImmediate(turn)
    }
    const reply = send(groups(10_000))
    setImmediate(turn)
    expect((await reply).status).toBe(200)
    isImporting = false
    expect(turns).toBeGreaterThan(20)
  })

  it('each user imports one file at a time, and other users are not blocked [MNGR-31]', async () => {
    const other = await at.other('autre', { create: true })
    const [ended, others] = [[] as string[], [] as Promise<Reply>[]]
    const change = async () => {
      const second = await send(groups(20, 'b'))
      expect(second).toMatchObject({
        status: 429,
        body: { code: 'SERVER_BUSY' },
        headers: { 'retry-after': '5' },
      })
      ended.push('second')
      others.push(send('<Group/>', other))
    }
    const first = await overtaken(at.app.deps.db, hold, () => send(groups(20, 'a')), change)
    ended.push('first')
    expect([first.status, ended]).toEqual([200, ['second', 'first']])
    for (const reply of others) expect((await reply).status).toBe(200)
    expect((await send('<Group/>')).status).toBe(200)
  })

  it('the progress of an import is reported to its own user only [MNGR-31]', async () => {
    const other = await at.other('voisin', { create: true })
    const entry = '<Entry><String><Key>Password</Key><Value>Password123*</Value></String></Entry>'
    const asked = async (cookie?: string) =>
      (await at.call('GET', '/api/import/progress/', undefined, cookie)).body as Progress
    const seen: Progress[] = []
    const look = async () => {
      seen.push(await asked())
      expect(await asked(other)).toEqual({ stage: null, done: 0, total: 0 })
    }
    // The transaction of the import waits: its passwords are rated.
    const change = async () => {
      const now = await asked()
      expect(now).toMatchObject({ done: 300, total: 300 })
      seen.push(now)
      expect(await asked(other)).toEqual({ stage: null, done: 0, total: 0 })
    }
    let isImporting = true
    const sent = overtaken(at.app.deps.db, hold, () => send(entry.repeat(300)), change).finally(
      () => (isImporting = false),
    )
    while (isImporting) {
      await look()
      // In-process calls do not yield to the event loop, so the import would never advance.
      await pause(10)
    }
    expect((await sent).status).toBe(200)
    const under = seen.filter(({ stage }) => stage !== null)
    expect(new Set(under.map(({ total }) => total))).toEqual(new Set([300]))
    const order = under.map(({ stage, done }) => importStages.indexOf(stage ?? 'judging') * 10_000 + done)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(await asked()).toEqual({ stage: null, done: 0, total: 0 })
  })

  it('rating passwords stops at the time limit: the rest are rated by length and alphabet', async () => {
    const password = 'Password123*Password123*'
    const item = { ...noItemTexts, name: 'x', password, otp: null, fields: [] }
    const { strength } = at.app.deps
    const counted = levelOf(await rateItems(strength, [item], { limitMs: 0 }), item)
    const [judged] = (await rateItems(strength, [item])).values()
    expect(counted).toBe(measureStrength(password).level)
    expect(judged).toBeLessThan(counted)
  })
})
