import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { folders } from '#contract/vault/folders.ts'
import { chests } from '#contract/vault/chests.ts'
import { call } from './client.ts'
import { repeatCreations } from './creations.ts'
import { isCode } from './errors.ts'
import { registerUnlockDialog } from './unlocked.ts'

/** The replies of the server in turn; null for a lost connection. */
let answers: (Response | null)[]
let keys: (string | null)[]

beforeEach(() => {
  answers = []
  keys = []
  vi.useFakeTimers()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'http://localhost' } }))
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    const next = answers.shift()
    if (!next) throw new TypeError('no connection')
    return next
  })
  repeatCreations()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const away = () =>
  Response.json({ code: 'STOPPING', message: 'x' }, { status: 503, headers: { 'retry-after': '2' } })
const made = () => Response.json({ id: 7, message: 'Créé' }, { status: 201 })
const full = () => Response.json({ code: 'DISK_FULL', message: 'x' }, { status: 503 })

async function create(name: string): Promise<unknown> {
  const outcome = call(folders.create, { body: { chestId: 1, name } }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return outcome
}

it('a creation is repeated with the same key until it is answered', async () => {
  answers = [null, away(), new Response('Bad gateway', { status: 502 }), made()]
  expect(await create('RH')).toMatchObject({ id: 7 })
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

it('after four tries its error is thrown, and the same content is submitted again under the same key', async () => {
  answers = [null, null, null, null]
  expect(isCode(await create('Paie'), 'UNREACHABLE')).toBe(true)
  answers = [away(), made()]
  expect(await create('Paie')).toMatchObject({ id: 7 })
  expect(keys).toHaveLength(6)
  expect(new Set(keys).size).toBe(1)
})

it('other content, and the same content after a reply, get keys of their own', async () => {
  answers = [null, null, null, null]
  await create('Un')
  answers = [made(), made(), full()]
  await create('Deux')
  await create('Deux')
  expect(isCode(await create('Trois'), 'DISK_FULL')).toBe(true)
  expect(new Set(keys).size).toBe(4)
  expect(keys).toHaveLength(7)
})

it('two creations at once keep their own keys, also when one of them is answered first', async () => {
  const bodies: Record<string, (Response | null)[]> = { Un: [made()], Deux: [away(), null, away(), made()] }
  const keysOf: Record<string, (string | null)[]> = { Un: [], Deux: [] }
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    const name = (body as FormData).get('name') as string
    keysOf[name]?.push(new Headers(headers).get('idempotency-key'))
    const next = bodies[name]?.shift()
    if (!next) throw new TypeError('no connection')
    return next
  })
  const [one, other] = await Promise.all([create('Un'), create('Deux')])
  expect([one, other]).toMatchObject([{ id: 7 }, { id: 7 }])
  expect([keysOf['Un']?.length, keysOf['Deux']?.length]).toEqual([1, 4])
  expect(new Set(keysOf['Deux']).size).toBe(1)
  expect(keysOf['Deux']).not.toContain(keysOf['Un']?.[0])
})

it('a creation that waited for a master key is repeated with a key, too', async () => {
  const forget = registerUnlockDialog(async () => true)
  answers = [Response.json({ code: 'CHEST_LOCKED', message: 'x' }, { status: 423 }), away(), made()]
  expect(await create('RH')).toMatchObject({ id: 7 })
  expect(keys).toEqual([expect.any(String), keys[2], expect.any(String)])
  forget()
})

it('other changes are sent once, without a key', async () => {
  const outcome = call(chests.update, { params: { id: 1 }, body: { update: { name: 'Autre' } } })
  await expect(outcome).rejects.toMatchObject({ status: 0 })
  expect(keys).toEqual([null])
})
