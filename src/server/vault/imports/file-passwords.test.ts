import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { filePasswordLimits } from '#domain/platform/limits.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { fixture } from './formats/kdbx/kdbx-testing.ts'
import { filePassword, samples } from './formats/samples/bitwarden.ts'

const sealed = samples.find(({ name }) => name === 'protected by PBKDF2')?.bytes ?? Buffer.alloc(0)
const wrong = [422, 'FILE_PASSWORD_WRONG']
const tooMany = [429, 'TOO_MANY_TRIES']
const { tries, windowMs } = filePasswordLimits

eachEngine((engine) => {
  let at: ContentWorld
  let cookie: string
  let turn = 0
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  beforeEach(async () => {
    turn += 1
    cookie = await at.other(`devine-${engine}-${turn}`, { read: true, create: true })
  })
  afterAll(() => at.app.close())

  const send = (path: 'apply' | 'preview', fields: Readonly<Record<string, string>>) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ chestId: String(at.chest.id), ...fields }))
      form.append(field, value)
    form.append('file', new Blob([new Uint8Array(sealed)]), 'a.json')
    return at.call('POST', `/api/import/${path}`, form, cookie)
  }
  const guess = async (nth: number) => codeOfReply(await send('preview', { password: `faux-${nth}` }))
  const right = () => send('preview', { password: filePassword })

  it('five wrong passwords count for a quarter of an hour from the first, and no longer [MNGR-26]', async () => {
    const { now } = at.app.time
    try {
      expect(await guess(0)).toEqual(wrong)
      at.app.time.now += 60_000
      for (let nth = 1; nth < tries; nth += 1) expect(await guess(nth)).toEqual(wrong)
      const refused = await right()
      expect(codeOfReply(refused)).toEqual(tooMany)
      expect(Number(refused.headers['retry-after'])).toBe(windowMs / 1000)
      at.app.time.now = now + windowMs - 1
      expect(codeOfReply(await right())).toEqual(tooMany)
      at.app.time.now = now + windowMs
      expect((await right()).status).toBe(200)
      for (let nth = 0; nth < tries; nth += 1) expect(await guess(nth)).toEqual(wrong)
      expect(await guess(tries)).toEqual(tooMany)
    } finally {
      at.app.time.now = now
    }
  })

  it('guesses at once are counted each [MNGR-26]', async () => {
    const together = await Promise.all(Array.from({ length: tries + 2 }, (_, nth) => guess(nth)))
    // A person runs one import or preview at a time on a node: some were not tried.
    const tried = together.filter(([, code]) => code !== 'SERVER_BUSY')
    expect(tried.length).toBeGreaterThan(0)
    for (let nth = 0; nth < tries; nth += 1) tried.push(await guess(nth))
    expect(tried.slice(0, tries)).toEqual(Array.from({ length: tries }, () => wrong))
    expect(tried.slice(tries).every(([, code]) => code === 'TOO_MANY_TRIES')).toBe(true)
  })

  it('a wrong key file counts without a password, in a preview and in an import [MNGR-26]', async () => {
    const withKey = (
      path: 'apply' | 'preview',
      key: string,
      fields: Readonly<Record<string, string>> = {},
    ) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ chestId: String(at.chest.id), ...fields }))
        form.append(field, value)
      form.append('file', new Blob([new Uint8Array(fixture('pykeepass-key-file.kdbx'))]), 'a.kdbx')
      form.append('keyFile', new Blob([key]), 'a.key')
      return at.call('POST', `/api/import/${path}`, form, cookie)
    }
    for (let nth = 0; nth < tries; nth += 1) {
      const path = nth % 2 === 0 ? 'preview' : 'apply'
      const fields = path === 'apply' ? { plan: 'x' } : undefined
      expect(codeOfReply(await withKey(path, `faux-${nth}`, fields))).toEqual([422, 'FILE_PASSWORD_NEEDED'])
    }
    expect(codeOfReply(await withKey('preview', 'encore'))).toEqual(tooMany)
    expect(codeOfReply(await right())).toEqual(tooMany)
  })

  it('a wrong password of an import counts too [MNGR-26]', async () => {
    const { plan } = bodyOf<{ plan: string }>(await right())
    for (let nth = 0; nth < tries; nth += 1)
      expect(codeOfReply(await send('apply', { plan, password: `faux-${nth}` }))).toEqual(wrong)
    expect(codeOfReply(await send('apply', { plan, password: filePassword }))).toEqual(tooMany)
    // Without any key there is nothing to guess.
    expect(codeOfReply(await send('preview', {}))).toEqual([422, 'FILE_PASSWORD_NEEDED'])
  })
})
