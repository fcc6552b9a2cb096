import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notaLimits } from '#domain/platform/limits.ts'
import { notaProof, sealNota } from '#domain/vault/nota-seal.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'

eachEngine((engine) => {
  describe('one-time messages under attack', () => {
    let at: ContentWorld
    beforeAll(async () => {
      at = await startContentWorld(engine)
    })
    afterAll(() => at.app.close())

    const made = async (chestId = at.chest.id, cookie?: string) => {
      const nota = await sealNota('Le code est 4512')
      const body = {
        message: nota.sealed,
        proofHash: nota.proofHash,
        chestId,
        expirationDateId: 3,
      }
      const reply = await at.call('POST', '/api/nota/create', body, cookie)
      expect(reply.status, reply.text).toBe(201)
      const id = new URL((reply.body as { link: string }).link).pathname.replace('/nota/', '')
      return { id, proof: await notaProof(nota.key) }
    }
    const open = (id: string, proof: string, more: { foreign?: boolean } = {}) =>
      at.app.call({ method: 'POST', path: `/api/nota/${id}/open`, body: { proof }, ...more })
    const wrong = 'A'.repeat(notaLimits.keyLetters)

    it('of twenty concurrent readers, one receives the message', async () => {
      const { id, proof } = await made()
      const replies = await Promise.all(Array.from({ length: 20 }, () => open(id, proof)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 404)).toHaveLength(19)
    })

    it('four wrong proofs leave the message readable, the fifth destroys it', async () => {
      const { id, proof } = await made()
      for (let tries = 1; tries < notaLimits.tries; tries += 1)
        expect(codeOfReply(await open(id, wrong))).toEqual([422, 'NOTA_KEY_WRONG'])
      expect((await open(id, proof)).status).toBe(200)
      const other = await made()
      for (let tries = 1; tries <= notaLimits.tries; tries += 1)
        expect(codeOfReply(await open(other.id, wrong))).toEqual([422, 'NOTA_KEY_WRONG'])
      expect(codeOfReply(await open(other.id, other.proof))).toEqual([404, 'NOTA_NOT_FOUND'])
    })

    it('concurrent wrong proofs are all counted', async () => {
      const { id, proof } = await made()
      const replies = await Promise.all(Array.from({ length: 12 }, () => open(id, wrong)))
      expect(replies.filter(({ status }) => status === 422)).toHaveLength(notaLimits.tries)
      expect((await open(id, proof)).status).toBe(404)
    })

    it('the proof of one message does not open another', async () => {
      const [one, other] = [await made(), await made()]
      expect((await open(one.id, other.proof)).status).toBe(422)
      expect((await open(one.id, one.proof)).status).toBe(200)
    })

    it('a cross-site request cannot open a message', async () => {
      const { id, proof } = await made()
      expect(codeOfReply(await open(id, proof, { foreign: true }))).toEqual([403, 'CSRF'])
      expect((await open(id, proof)).status).toBe(200)
    })

    it('creating a message requires the right to read its chest, and no other', async () => {
      const body = { message: 'x', chestId: at.chest.id, expirationDateId: 3 }
      const makes = async (cookie: string) =>
        codeOfReply(await at.call('POST', '/api/nota/create', body, cookie))
      const none = await at.other('sans-lecture', { read: false, update: true })
      expect(await makes(none)).toEqual([404, 'CHEST_NOT_FOUND'])
      const reader = await at.other('lectrice', { read: true, create: false, update: false, delete: false })
      expect(await makes(reader)).toEqual([201, undefined])
    })

    // As docs/security.md states: a created message belongs to its reader, like a letter that was sent.
    it('a message stays readable after its chest is deleted', async () => {
      const author = await at.world.addUser({ login: 'autrice', role: 'ROLE_ADMINISTRATOR' })
      const cookie = await at.world.session(author)
      const form = { name: 'Jetable', type: 'service', masterKey: '' }
      const { id: chestId } = bodyOf<{ id: number }>(await at.call('POST', '/api/user/chest', form, cookie))
      const { id, proof } = await made(chestId, cookie)
      const chest = `/api/chest/${chestId}`
      expect((await at.call('DELETE', chest, undefined, cookie)).status).toBe(200)
      expect((await at.call('GET', `${chest}/`, undefined, cookie)).status).toBe(404)
      expect((await open(id, proof)).status).toBe(200)
    })

    it('the unread messages of one user are limited, also concurrently; a read or expired one makes room', async () => {
      const author = await at.world.addUser({ login: 'bavarde', role: 'ROLE_ADMINISTRATOR' })
      await at.world.grantUser({ id: at.chest.id, name: '' }, author)
      const cookie = await at.world.session(author)
      const body = { message: 'x', chestId: at.chest.id, expirationDateId: 1 }
      const make = () => at.call('POST', '/api/nota/create', body, cookie)
      const replies = await Promise.all(Array.from({ length: notaLimits.waiting + 10 }, make))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(notaLimits.waiting)
      const refused = replies.filter(({ status }) => status !== 201)
      expect(refused.map(codeOfReply)).toEqual(Array.from({ length: 10 }, () => [409, 'TOO_MANY_NOTAS']))
      for (const { text } of refused) expect(text).toContain('200 messages')
      // Other users are not affected.
      await made()

      const [link = ''] = replies.flatMap(({ body }) => (body as { link?: string }).link ?? [])
      const { pathname, hash } = new URL(link)
      expect((await open(pathname.replace('/nota/', ''), await notaProof(hash.slice(1)))).status).toBe(200)
      expect(codeOfReply(await make())).toEqual([201, undefined])
      expect(codeOfReply(await make())).toEqual([409, 'TOO_MANY_NOTAS'])
      // Expired messages do not count, whether deleted yet or not.
      at.app.time.now += 3_600_000
      const later = await at.world.session(author)
      expect(codeOfReply(await at.call('POST', '/api/nota/create', body, later))).toEqual([201, undefined])
    })

    it('a guessed link writes nothing', async () => {
      const entries = () => at.app.deps.db.selectFrom('journal').select('seq').execute()
      const before = await entries()
      for (const id of ['x'.repeat(22), '_'.repeat(22)])
        expect(codeOfReply(await open(id, wrong))).toEqual([404, 'NOTA_NOT_FOUND'])
      for (const id of ['x', 'x'.repeat(23), '1', '%00']) expect((await open(id, wrong)).status).toBe(400)
      expect(await entries()).toEqual(before)
    })
  })
})
