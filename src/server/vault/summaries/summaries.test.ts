import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestChest } from '#server/testing/world.ts'
import { createSummaries } from './summaries.ts'
import { passwords, startFiguresWorld, type FiguresWorld } from '#server/office/dashboard/testing.ts'
import { storeSummaries } from './store-summaries.ts'

eachEngine((engine) => {
  let world: FiguresWorld
  beforeAll(async () => {
    world = await startFiguresWorld(engine)
  })
  afterAll(() => world.app.close())

  const storeAll = () => storeSummaries(world.app.deps, async () => true)
  const rowOf = (chest: TestChest) =>
    world.app.deps.db
      .selectFrom('chest_summaries')
      .selectAll()
      .where('chest_id', '=', chest.id)
      .executeTakeFirst()
  const setRow = (chest: TestChest, values: { sealed?: Uint8Array; revision?: number }) =>
    world.app.deps.db
      .updateTable('chest_summaries')
      // The bytes may be no valid envelope.
      .set(values as { sealed?: Sealed; revision?: number })
      .where('chest_id', '=', chest.id)
      .execute()
  const chestWith = async (name: string, ...values: string[]) => {
    const chest = await world.world.addChest(name, world.owner)
    const ids: number[] = []
    for (const password of values) ids.push(await world.item(password, { chestId: chest.id }))
    return { chest, ids }
  }

  /** Counts the passwords of each level as a newly started process does. */
  const freshLevels = async ({ id }: TestChest): Promise<Record<number, number>> => {
    const { deps } = world.app
    const row = await deps.db
      .selectFrom('chests')
      .select(['id', 'revision', 'key_version as keyVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const found: Record<number, number> = {}
    const chest = { ...row, guardian: false, formerKeyVersion: null, unlock: null }
    await createSummaries(deps).each([chest], (_, { levels }) => {
      for (const level of levels) found[level] = (found[level] ?? 0) + 1
    })
    return found
  }
  /** Makes items unreadable without raising a revision: only stored summaries can still count them. */
  const spoil = (ids: readonly number[]) =>
    world.app.deps.db
      .updateTable('items')
      .set({ meta: asSealed(new Uint8Array(80).fill(1)) })
      .where('id', 'in', ids)
      .execute()

  it('the job stores summaries, from which a new process counts without unsealing a password', async () => {
    const { chest, ids } = await chestWith('Stocké', passwords.weak, passwords.strong)
    expect(await rowOf(chest)).toBeUndefined()
    await world.health()
    expect(await rowOf(chest), 'reading writes nothing').toBeUndefined()
    await storeAll()
    expect(await rowOf(chest)).toMatchObject({ key_version: 1, revision: 2 })
    await spoil(ids)
    expect(await freshLevels(chest)).toEqual({ 2: 1, 4: 1 })
    // Only items inserted since are unsealed.
    await world.item(passwords.average, { chestId: chest.id })
    expect(await freshLevels(chest)).toEqual({ 2: 1, 3: 1, 4: 1 })
    await world.app.deps.db.deleteFrom('items').where('id', 'in', ids).execute()
  })

  it('a summary is stored again after many changes, not after few', async () => {
    const { chest } = await chestWith('Vivant', passwords.weak)
    await storeAll()
    for (let count = 0; count < 30; count += 1) await world.item(passwords.strong, { chestId: chest.id })
    await storeAll()
    expect(await rowOf(chest)).toMatchObject({ revision: 1 })
    for (let count = 0; count < 10; count += 1) await world.item(passwords.strong, { chestId: chest.id })
    await storeAll()
    expect(await rowOf(chest)).toMatchObject({ revision: 41 })
    expect(await freshLevels(chest)).toEqual({ 2: 1, 4: 40 })
  })

  it('a damaged, forged or moved summary is rejected and rebuilt', async () => {
    const { chest } = await chestWith('Falsifié', passwords.weak)
    const { chest: other } = await chestWith('Autre', passwords.strong, passwords.strong)
    await storeAll()
    const [own, foreign] = [await rowOf(chest), await rowOf(other)]
    const torn = Uint8Array.from(own?.sealed ?? [])
    torn[torn.length - 1] = (torn.at(-1) ?? 0) ^ 1
    const attacks = [
      { sealed: torn },
      { sealed: torn.subarray(0, 40) },
      { sealed: new Uint8Array(3) },
      { sealed: foreign?.sealed ?? torn },
      { revision: 1_000 },
    ]
    for (const attack of attacks) {
      await setRow(chest, attack)
      expect(await freshLevels(chest)).toEqual({ 2: 1 })
      expect(await rowOf(chest), 'let go of').toBeUndefined()
      await storeAll()
      expect(await rowOf(chest)).toMatchObject({ revision: 1 })
    }
    // An older summary of the same chest is brought up to date.
    await world.item(passwords.strong, { chestId: chest.id })
    await setRow(chest, { sealed: own?.sealed ?? torn, revision: 1 })
    expect(await freshLevels(chest)).toEqual({ 2: 1, 4: 1 })
  })

  it('trashing, restoring and deleting items changes the figures immediately', async () => {
    const { chest, ids } = await chestWith('Corbeille', passwords.weak, passwords.strong, passwords.strong)
    const [weak = 0, strong = 0] = ids
    const list = async () => (await world.list(`?chestId=${chest.id}`)).passwords.map(({ id }) => id)
    await storeAll()
    const trash = async (id: number) =>
      ((await world.call('DELETE', `/api/item/${id}`)).body as { trashId: number }).trashId
    const update = (id: number, action: string) => world.call('PATCH', `/api/trash/${id}`, { update: action })
    const first = await trash(weak)
    expect(await list()).toEqual(ids.slice(1))
    await update(first, 'restore')
    expect(await list()).toEqual(ids)
    const second = await trash(strong)
    expect((await update(second, 'delete')).status).toBe(200)
    expect(await list()).toEqual([weak, ids[2]])
    expect(await rowOf(chest), 'no mark of what was destroyed is left').toBeUndefined()
    expect(await freshLevels(chest)).toEqual({ 2: 1, 4: 1 })
  })

  it('a process that did not see a deletion drops the deleted items', async () => {
    const { chest, ids } = await chestWith('Autre nœud', passwords.weak, passwords.strong)
    await world.levels()
    const { deps } = world.app
    const before = await deps.db
      .selectFrom('chests')
      .selectAll()
      .where('id', '=', chest.id)
      .executeTakeFirstOrThrow()
    // As another node would leave it.
    await deps.db
      .deleteFrom('history')
      .where('element_id', '=', ids[0] ?? 0)
      .execute()
    await deps.db
      .deleteFrom('items')
      .where('id', '=', ids[0] ?? 0)
      .execute()
    await deps.db
      .updateTable('chests')
      .set({ revision: before.revision + 2, destroyed_revision: before.revision + 1 })
      .where('id', '=', chest.id)
      .execute()
    expect((await world.list(`?chestId=${chest.id}`)).passwords.map(({ id }) => id)).toEqual(ids.slice(1))
  })

  it('moving, trashing and restoring folders changes the figures of their content', async () => {
    const { chest } = await chestWith('Dossiers')
    const made = await world.call('POST', '/api/folder/', { chestId: chest.id, name: 'Serveurs' })
    const { id: folder } = made.body as { id: number }
    const id = await world.item(passwords.weak, { chestId: chest.id })
    await world.call('PATCH', `/api/item/${id}`, { elementType: 'folder', elementValue: folder })
    expect((await world.list(`?chestId=${chest.id}`)).passwords).toMatchObject([{ id, folder_id: folder }])
    const gone = await world.call('DELETE', `/api/folder/${folder}`)
    expect((await world.list(`?chestId=${chest.id}`)).passwords).toEqual([])
    const { trashId } = gone.body as { trashId: number }
    await world.call('PATCH', `/api/trash/${trashId}`, { update: 'restore' })
    expect((await world.list(`?chestId=${chest.id}`)).passwords).toMatchObject([{ id, folder_id: folder }])
  })

  it('an unreadable item leaves its chest out of the figures, which is logged once and reported as a number', async () => {
    const before = (await world.health()).readable.passwords
    const { chest, ids } = await chestWith('Abîmé', passwords.weak, passwords.weak)
    const line = 'a chest is left out of the figures'
    const logged = () => world.app.logged().split(line).length - 1
    const root = await world.world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const cookie = await world.world.session(root)
    /** Returns the number of chests left out, by indicator. */
    const leftOut = async () => {
      const { body } = await world.call('GET', '/api/kpi/various_kpi', undefined, { cookie })
      const values = body as { indicator: string; value: number; unreadableChests: number }[]
      return Object.fromEntries(
        values.map(({ indicator, unreadableChests }) => [indicator, unreadableChests]),
      )
    }
    await spoil(ids.slice(1))
    expect((await world.list(`?chestId=${chest.id}`)).passwords).toEqual([])
    expect(await world.health()).toMatchObject({ readable: { passwords: before }, unreadableChests: 1 })
    const ofContent = { folders: 1, items: 1, weakShare: 1, reused: 1, old: 1 }
    expect(await leftOut()).toMatchObject({ ...ofContent, chests: 0, guardianChests: 0, activeUsers: 0 })
    expect(logged(), 'not opened again for each call').toBe(1)
    // A caller without access sees nothing of it, and only their own figures.
    const stranger = await world.world.addUser({ login: 'ailleurs' })
    const there = { cookie: await world.world.session(stranger) }
    expect((await world.health(there)).unreadableChests).toBe(0)
    // A changed chest is tried again.
    await world.app.deps.db.deleteFrom('items').where('id', 'in', ids.slice(1)).execute()
    await world.item(passwords.weak, { chestId: chest.id })
    expect((await world.list(`?chestId=${chest.id}`)).passwords).toHaveLength(2)
    expect((await world.health()).unreadableChests).toBe(0)
    expect(Object.values(await leftOut()).every((chests) => chests === 0)).toBe(true)
  })

  it('an item damaged after it was counted is left out of the lists, which show the others', async () => {
    const { chest, ids } = await chestWith('Abîmé plus tard', 'a', 'b')
    const shown = async () =>
      (await world.list(`?chestId=${chest.id}`)).passwords
        .map(({ id }) => id)
        .toSorted((one, other) => one - other)
    expect(await shown()).toEqual(ids)
    await spoil(ids.slice(0, 1))
    expect(await shown()).toEqual(ids.slice(1))
    const worst = (await world.worst()).map(({ id }) => id)
    expect(worst).toContain(ids[1])
    expect(worst).not.toContain(ids[0])
    expect(world.app.logged()).toContain('an item is left out of a list of passwords')
    await world.app.deps.db.deleteFrom('items').where('id', 'in', ids).execute()
  })

  // Only one node writes to a SQLite database.
  if (engine === 'sqlite') return

  it('changes of another node are counted at the next call', async () => {
    const node = await world.app.anotherNode()
    const { chest, ids } = await chestWith('Partagé', passwords.weak, passwords.strong)
    const seen = async () => (await world.list(`?chestId=${chest.id}`)).passwords.map(({ id }) => id)
    const there = { app: node }
    expect((await world.list(`?chestId=${chest.id}`, there)).passwords).toHaveLength(2)
    expect(await seen()).toEqual(ids)
    const id = await world.item(passwords.veryStrong, { chestId: chest.id }, there)
    expect(await seen()).toEqual([...ids, id])
    const { trashId } = (await world.call('DELETE', `/api/item/${ids[0]}`, undefined, there)).body as {
      trashId: number
    }
    await world.call('PATCH', `/api/trash/${trashId}`, { update: 'delete' }, there)
    expect(await seen()).toEqual([ids[1], id])
    // Both nodes give equal passwords the same mark.
    const equal = 'Nq3!partage-Wx6?'
    await world.item(equal, { chestId: chest.id })
    await world.item(equal, { chestId: chest.id }, there)
    const { passwords: reused } = await world.list(`?concern=reused&chestId=${chest.id}`)
    expect(reused.map(({ sharedBy }) => sharedBy)).toContain(2)
    expect((await world.list(`?concern=reused&chestId=${chest.id}`, there)).passwords).toEqual(reused)
  })
})
