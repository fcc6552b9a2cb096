import { afterAll, beforeAll, expect, it } from 'vitest'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

const half = 'a\ud800b-Ln9!correct-Horse'

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const refused = (field: string) => ({
    status: 400,
    body: { code: 'INVALID_REQUEST', details: { field, rule: 'unicode' } },
  })
  const itemWith = (password: string) => ({ chestId: at.chest.id, name: 'GLPI', password })
  const send = async (contentType: string, body: Buffer) =>
    at.app.call({
      method: 'POST',
      path: '/api/item/',
      body,
      cookie: await at.world.session(at.owner),
      headers: { 'content-type': contentType },
    })

  it('a secret with half of a surrogate pair is refused, since it would be stored as another one', async () => {
    expect(await at.call('POST', '/api/item/', itemWith(half))).toMatchObject(refused('body/password'))
    const id = await at.item()
    const change = { elementType: 'password', elementValue: half }
    expect(await at.call('PATCH', `/api/item/${id}`, change)).toMatchObject(refused('body/elementValue'))
    const chest = { name: 'Direction', masterKey: half }
    const chief = await at.world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const made = await at.call('POST', '/api/user/chest', chest, await at.world.session(chief))
    expect(made).toMatchObject(refused('body/masterKey'))
    const opened = { chestId: at.chest.id, masterkey: half }
    expect(await at.call('POST', '/api/masterkey/verify', opened)).toMatchObject(refused('body/masterkey'))
    const signIn = { login: 'camille', password: half, type: 'LOCAL', source: 'web' }
    expect(await at.call('POST', '/api/auth/step1', signIn)).toMatchObject(refused('body/password'))
  })

  it('whole surrogate pairs are stored unchanged', async () => {
    const password = 'clé 🗝 et � entière'
    const id = await at.item({ password })
    expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe(password)
  })

  it('bytes that are no UTF-8 are refused in JSON', async () => {
    const text = JSON.stringify(itemWith('a?b'))
    expect((await send('application/json', Buffer.from(text))).status).toBe(201)
    for (const bytes of ['\xe9', '\xed\xa0\x80', '\xff'])
      expect(await send('application/json', Buffer.from(text.replace('?', bytes), 'latin1'))).toMatchObject(
        refused('body'),
      )
  })

  it("bytes that are no UTF-8 are refused in forms, like a browser's replacement for half a pair", async () => {
    const formOf = (password: string) =>
      Object.entries({ chestId: String(at.chest.id), name: 'GLPI', password })
        .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('') + '--x--\r\n'
    const post = (password: string) =>
      send('multipart/form-data; boundary=x', Buffer.from(formOf(password), 'latin1'))
    expect((await post('a\xc3\xa9b')).status).toBe(201)
    for (const bytes of ['a\xe9b', 'a\xed\xa0\x80b', 'a\xef\xbf\xbdb'])
      expect(await post(bytes)).toMatchObject(refused('body/password'))
    const utf16 = formOf('').replace(
      'name="password"\r\n\r\n',
      'name="password"\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\na\0\x00\xd8b\0',
    )
    const reply = await send('multipart/form-data; boundary=x', Buffer.from(utf16, 'latin1'))
    expect(reply).toMatchObject(refused('body/password'))
  })
})
