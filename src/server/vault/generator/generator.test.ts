import { afterAll, beforeAll, expect, it } from 'vitest'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const draw = (body: object) => at.call('POST', '/api/tool/password', body)

  it('a password is generated with every character class, as a JSON string [GENR-03] [GENR-04] [GENR-05]', async () => {
    const { body, text } = await draw({ specials: 2, length: 20 })
    expect(text).toBe(JSON.stringify(body))
    expect(body).toHaveLength(20)
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(body).toMatch(kind)
  })

  it('a password without special characters has none [GENR-06]', async () => {
    expect((await draw({ specials: 1, length: 128 })).body).toMatch(/^[a-zA-Z0-9]{128}$/)
  })

  it('an invalid length is refused [GENR-07]', async () => {
    for (const length of [7, 129, 8.5])
      expect(await draw({ specials: 2, length })).toMatchObject({ status: 400 })
    expect(await draw({ specials: 3, length: 20 })).toMatchObject({ status: 400 })
  })
})
