import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldLimits, notaLimits } from '#domain/platform/limits.ts'
import { notaProof, openNota, sealNota } from '#domain/vault/nota-seal.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'
import { codeOfReply, type Reply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Made = { link: string; expiresAt: string; message: string }

const hour = 3_600_000
const stranger = ''
const never = { firstMs: 1_000_000, everyMs: 1_000_000, leaseMs: 60_000 }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine, { TROUSSEAU_ORGANISATION: 'Ville de Saint-Aubin' })
  })
  afterAll(() => at.app.close())

  const create = (fields: Record<string, unknown> = {}, cookie?: string): Promise<Reply> => {
    const form = new FormData()
    const all = {
      message: 'Le code du portail est 4512',
      chestId: at.chest.id,
      expirationDateId: 3,
      ...fields,
    }
    for (const [name, value] of Object.entries(all)) if (value !== undefined) form.append(name, String(value))
    return at.call('POST', '/api/nota/create', form, cookie)
  }
  /** Returns the id in a link, and the key behind its #. */
  const partsOf = (link: string) => {
    const { pathname, hash } = new URL(link)
    return { id: pathname.replace('/nota/', ''), key: hash.slice(1) }
  }
  const made = async (fields?: Record<string, unknown>) => {
    // A new session: the tests move the clock beyond the lifetime of one.
    const reply = await create(fields, await at.world.session(at.owner))
    expect(reply.status, reply.text).toBe(201)
    const body = bodyOf<Made>(reply)
    return { ...body, ...partsOf(body.link) }
  }
  const look = (id: string) => at.call('GET', `/api/nota/${id}`, undefined, stranger)
  const open = (id: string, proof: string) => at.call('POST', `/api/nota/${id}/open`, { proof }, stranger)
  const waiting = async () => (await at.app.deps.db.selectFrom('notas').selectAll().execute()).length
  const actions = async () => {
    const rows = await at.app.deps.db.selectFrom('journal').selectAll().orderBy('seq').execute()
    return rows.filter(({ action }) => action.startsWith('nota.'))
  }

  describe('one-time messages', () => {
    it('offer six expiries, one day by default [NOTA-01] [NOTA-02]', async () => {
      const offered = bodyOf<{ id: number; addDate: { fr: string }; isDefault: boolean }[]>(
        await at.call('GET', '/api/nota/'),
      )
      expect(offered.map(({ addDate }) => addDate.fr.replaceAll('\u00a0', ' '))).toEqual([
        '1 heure',
        '4 heures',
        '1 jour',
        '3 jours',
        '7 jours',
        '30 jours',
      ])
      expect(offered.find(({ isDefault }) => isDefault)?.addDate.fr).toBe('1\u00a0jour')
      expect((await at.call('GET', '/api/nota/', undefined, stranger)).status).toBe(401)
    })

    it('return a link to what the browser sealed, whose key the server never receives [NOTA-03] [NOTA-07]', async () => {
      const { sealed, proofHash, key } = await sealNota('Le code est 4512')
      const nota = await made({ message: sealed, proofHash })
      expect(nota).toMatchObject({ key: '', message: 'Message créé' })
      expect(nota.link).toMatch(/^http:\/\/localhost:8420\/nota\/[\w-]{22}$/)
      const { body } = await open(nota.id, await notaProof(key))
      expect(await openNota((body as { sealed: string }).sealed, key)).toBe('Le code est 4512')
    })

    it('seal a plain text immediately, with the key in the link only [NOTA-03]', async () => {
      const message = 'Zoé a laissé les clés au 12'
      const nota = await made({ message })
      const rows = await at.app.deps.db.selectFrom('notas').selectAll().execute()
      for (const { sealed, proof_hash: hash } of rows) {
        const kept = Buffer.concat([sealed, hash])
        expect(kept.includes(Buffer.from('Zoé'))).toBe(false)
        expect(kept.includes(Buffer.from(nota.key, 'base64url'))).toBe(false)
      }
      const { body } = await open(nota.id, await notaProof(nota.key))
      expect(await openNota((body as { sealed: string }).sealed, nota.key)).toBe(message)
    })

    it('accept JSON too, and the longest message either way', async () => {
      const message = '€'.repeat(fieldLimits.notaMessage)
      const plain = await at.call('POST', '/api/nota/create', {
        message,
        chestId: at.chest.id,
        expirationDateId: 1,
      })
      expect(plain.status, plain.text.slice(0, 300)).toBe(201)
      const nota = await made({ message })
      const { body } = await open(nota.id, await notaProof(nota.key))
      expect(await openNota((body as { sealed: string }).sealed, nota.key)).toBe(message)
      const { sealed, proofHash } = await sealNota(message)
      expect((await create({ message: sealed, proofHash })).status).toBe(201)
    })

    it('refuse a message that is too long, empty, badly sealed or without an expiry', async () => {
      const kept = await waiting()
      const field = async (fields: Record<string, unknown>) => {
        const { status, body } = await create(fields)
        return [status, (body as { details?: { field?: string } }).details?.field]
      }
      expect(await field({ message: 'x'.repeat(fieldLimits.notaMessage + 1) })).toEqual([400, 'body/message'])
      expect(await field({ message: ' \n ' })).toEqual([422, 'body/message'])
      expect(await field({ proofHash: 'x'.repeat(notaLimits.keyLetters) })).toEqual([400, 'body/message'])
      expect((await field({ proofHash: 'x' }))[0]).toBe(400)
      expect(await field({ expirationDateId: 7 })).toEqual([400, 'body/expirationDateId'])
      expect((await field({ expirationDateId: undefined }))[0]).toBe(400)
      expect(await waiting()).toBe(kept)
    })

    it('can be read once; a second reading returns nothing [NOTA-09]', async () => {
      const nota = await made()
      const proof = await notaProof(nota.key)
      // Looking up the link, as mail scanners do, does not consume the message.
      for (let times = 0; times < 3; times += 1)
        expect(await look(nota.id)).toMatchObject({ status: 200, body: { expiresAt: nota.expiresAt } })
      expect((await open(nota.id, proof)).status).toBe(200)
      expect(codeOfReply(await open(nota.id, proof))).toEqual([404, 'NOTA_NOT_FOUND'])
      expect(codeOfReply(await look(nota.id))).toEqual([404, 'NOTA_NOT_FOUND'])
    })

    it('show their reader the organisation, and the name of the account only if its user asked for it [NOTA-10]', async () => {
      const senderOf = async (fields: Record<string, unknown>) => {
        const { id } = await made(fields)
        return bodyOf<{ sender: unknown }>(await look(id)).sender
      }
      const organisation = 'Ville de Saint-Aubin'
      for (const fields of [{}, { showName: false }])
        expect(await senderOf(fields)).toEqual({ name: null, organisation })
      expect(await senderOf({ showName: true })).toEqual({ name: 'Camille camille', organisation })
      // No field names somebody else.
      expect((await create({ sender: 'Direction' })).status).toBe(400)
      expect((await create({ showName: 'Direction' })).status).toBe(400)
    })

    it('return nothing after their expiry, and are deleted unread [NOTA-09]', async () => {
      for (const [expirationDateId, hours] of [
        [1, 1],
        [2, 4],
        [6, 720],
      ] as const) {
        const nota = await made({ expirationDateId })
        expect(Date.parse(nota.expiresAt)).toBe(at.app.time.now + hours * hour)
        at.app.time.now += hours * hour - 1
        expect((await look(nota.id)).status).toBe(200)
        at.app.time.now += 1
        expect(codeOfReply(await look(nota.id))).toEqual([404, 'NOTA_NOT_FOUND'])
        const reply = await open(nota.id, await notaProof(nota.key))
        expect(codeOfReply(reply)).toEqual([404, 'NOTA_NOT_FOUND'])
      }
      expect(await waiting()).toBeGreaterThan(0)
      const jobs = startJobs(at.app.deps, at.app.jobs, never)
      await jobs.round()
      await jobs.stop()
      expect(await waiting()).toBe(0)
    })

    it('are recorded in the journal when created, read or refused, without link, key or text', async () => {
      const before = (await actions()).length
      const nota = await made()
      await open(nota.id, 'A'.repeat(notaLimits.keyLetters))
      await open(nota.id, await notaProof(nota.key))
      const told = (await actions()).slice(before)
      expect(told.map(({ action, outcome, actor_id: who }) => [action, outcome, who])).toEqual([
        ['nota.create', 'done', at.owner.id],
        ['nota.read', 'refused', null],
        ['nota.read', 'done', null],
      ])
      expect(told.every(({ chest_id: chest }) => chest === at.chest.id)).toBe(true)
      const all = JSON.stringify(told) + at.app.logged()
      for (const secret of [nota.id, nota.key, 'portail']) expect(all.includes(secret)).toBe(false)
    })
  })
})
