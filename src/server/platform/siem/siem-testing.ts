import type { TestApp } from '#server/testing/app.ts'

const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }
let nextItem = 0

/** Records readings of items, then binds them into blocks. @returns the numbers of the items */
export async function read(app: TestApp, count: number): Promise<number[]> {
  const items = Array.from({ length: count }, () => (nextItem += 1))
  await app.deps.db.transaction().execute(async (tx) => {
    for (const item of items)
      await app.deps.journal.record(tx, { id: 3, login: 'camille' }, origin, {
        action: 'item.copied',
        chest: 1,
        objects: { item },
      })
  })
  await app.deps.sealer.round()
  return items
}
