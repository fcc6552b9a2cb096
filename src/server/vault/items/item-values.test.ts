import { afterAll, beforeAll, expect, it } from 'vitest'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

const secret = 'JBSWY3DPEHPK3PXP'

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  it('the category defines which secret is required [ITEM-05] [ITEM-06]', async () => {
    const refused = { status: 422, body: { code: 'VALUE_REQUIRED' } }
    const chestId = at.chest.id
    const create = (fields: object) => at.call('POST', '/api/item/', { chestId, name: 'Jeton', ...fields })
    expect(await create({})).toMatchObject({ ...refused, body: { details: { field: 'body/password' } } })
    expect(await create({ categoryId: 11, password: 'x' })).toMatchObject(refused)
    expect(await create({ categoryId: 11, otp: secret })).toMatchObject({ status: 201 })
    const id = await at.item()
    const change = (elementType: string, elementValue: unknown) =>
      at.call('PATCH', `/api/item/${id}`, { elementType, elementValue })
    expect(await change('password', '')).toMatchObject(refused)
    expect(await change('category', 11)).toMatchObject({
      ...refused,
      body: { details: { field: 'body/elementValue', required: 'otp' } },
    })
    expect(await change('name', ' ')).toMatchObject({
      ...refused,
      body: { details: { field: 'body/elementValue' } },
    })
    expect(await change('otp', secret)).toMatchObject({ status: 200 })
    expect(await change('category', '11')).toMatchObject({ status: 200 })
    expect(await change('password', '')).toMatchObject({ status: 200 })
    expect(await change('otp', '')).toMatchObject(refused)
  })

  it('a card and a licence need no password, and get one by leaving their category only [ITEM-06]', async () => {
    const chestId = at.chest.id
    for (const categoryId of [9, 10]) {
      const fields = JSON.stringify([{ label: 'PIN', kind: 'concealed', value: '4812' }])
      const made = await at.call('POST', '/api/item/', { chestId, name: 'Carte', categoryId, fields })
      expect(made.status, made.text).toBe(201)
      const { id } = made.body as { id: number }
      expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ password: false })
      const change = (elementType: string, elementValue: unknown) =>
        at.call('PATCH', `/api/item/${id}`, { elementType, elementValue })
      expect(await change('category', 6)).toMatchObject({ status: 422, body: { code: 'VALUE_REQUIRED' } })
      expect((await change('password', 'x')).status).toBe(200)
      expect((await change('password', '')).status).toBe(200)
    }
  })

  it('a name, login or address with a bidirectional control character is refused', async () => {
    const id = await at.item()
    for (const field of ['name', 'login', 'address']) {
      for (const mark of ['\u202A', '\u202E', '\u2066', '\u2069', '\n']) {
        const value = `admin${mark}nimda`
        const fields = { chestId: at.chest.id, name: 'X', password: 'p', [field]: value }
        expect(await at.call('POST', '/api/item/', fields)).toMatchObject({
          status: 422,
          body: { code: 'PATTERN_MISMATCH', details: { field: `body/${field}` } },
        })
        const change = { elementType: field, elementValue: value }
        expect(await at.call('PATCH', `/api/item/${id}`, change)).toMatchObject({
          status: 422,
          body: { code: 'PATTERN_MISMATCH', details: { field: 'body/elementValue' } },
        })
      }
    }
  })

  it('an invalid value is refused with its field', async () => {
    const create = (fields: object) =>
      at.call('POST', '/api/item/', { chestId: at.chest.id, name: 'X', password: 'p', ...fields })
    const wrong = (code: string, status: number) => ({ status, body: { code } })
    expect(await create({ address: 'javascript:alert(1)' })).toMatchObject(wrong('ADDRESS_REFUSED', 422))
    expect(await create({ otp: 'not a secret!' })).toMatchObject(wrong('OTP_SECRET_INVALID', 422))
    expect(await create({ categoryId: 99 })).toMatchObject(wrong('CATEGORY_UNKNOWN', 422))
    expect(await create({ name: '<script>' })).toMatchObject({
      status: 422,
      body: { code: 'PATTERN_MISMATCH', details: { field: 'body/name' } },
    })
    expect(await create({ parentFolderId: 987_654 })).toMatchObject(wrong('FOLDER_NOT_FOUND', 404))
    expect(await create({ password: '<b>é🔑</b>' })).toMatchObject({ status: 201 })
  })
})
