import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestUser, type World } from '#server/testing/world.ts'

eachEngine((engine) => {
  let app: TestApp
  let world: World
  beforeAll(async () => {
    app = await startTestApp(engine)
    world = worldOf(app)
  })
  afterAll(() => app.close())

  const create = async (user: TestUser, fields: object) =>
    app.call({
      method: 'POST',
      path: '/api/chest/',
      body: { name: 'Coffre', type: 'service', ...fields },
      cookie: await world.session(user),
    })
  const administrator = (login: string, banks: number[], currentBank: number | null) =>
    world.addUser({ login, role: 'ROLE_ADMINISTRATOR', banks, currentBank })
  const banksOf = async (chest: unknown) => {
    const { id } = chest as { id: number }
    const rows = await app.deps.db
      .selectFrom('bank_chests')
      .select('bank_id')
      .where('chest_id', '=', id)
      .execute()
    return rows.map((row) => row.bank_id)
  }

  it.each([
    ['name', 'un\u0000deux', 422, 'PATTERN_MISMATCH'],
    ['name', 'facture\u202Efdp.exe', 422, 'PATTERN_MISMATCH'],
    ['name', 'demi\ud800', 400, 'INVALID_REQUEST'],
    ['name', 'deux\nlignes', 422, 'PATTERN_MISMATCH'],
    ['name', 'un <script>', 422, 'PATTERN_MISMATCH'],
    ['description', 'un\u0000deux', 422, 'PATTERN_MISMATCH'],
    ['description', 'demi\udc00', 400, 'INVALID_REQUEST'],
  ])('a %s that cannot be displayed or stored unchanged is refused', async (field, text, status, code) => {
    const user = await administrator(`forme-${Math.random()}`, [], null)
    const reply = await create(user, { [field]: text })
    expect(reply).toMatchObject({
      status,
      body: { code, details: { field: `body/${field}` } },
    })
  })

  it('a name of blanks is refused as missing', async () => {
    const user = await administrator('blancs', [], null)
    expect((await create(user, { name: '   ' })).body).toMatchObject({ code: 'VALUE_REQUIRED' })
  })

  it('a new chest is attached to the current bank only if it is active and the creator belongs to it', async () => {
    const [own, left, closed] = [
      await world.addBank('À soi'),
      await world.addBank('Quittée'),
      await world.addBank('Fermée', 0),
    ]
    const inside = await create(await administrator('dedans', [own], own), {})
    expect(await banksOf(inside.body)).toEqual([own])
    const outside = await create(await administrator('dehors', [own], left), {})
    expect(outside.status).toBe(201)
    expect(await banksOf(outside.body)).toEqual([])
    const late = await create(await administrator('tard', [closed], closed), {})
    expect(await banksOf(late.body)).toEqual([])
  })
})
