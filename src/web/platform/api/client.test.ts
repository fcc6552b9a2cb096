import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chests } from '#contract/vault/chests.ts'
import { session } from '#contract/platform/session.ts'
import { allowReads, call, stopReads } from './client.ts'
import { ApiError } from './errors.ts'

/** The queued replies of the server, by path. */
let answers: Map<string, Response[]>
let asked: string[]
let announced: string[]

beforeEach(() => {
  answers = new Map()
  asked = []
  announced = []
  const page = new EventTarget()
  page.dispatchEvent = ({ type }) => announced.push(type) > 0
  vi.stubGlobal('window', Object.assign(page, { location: { origin: 'http://localhost' } }))
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`)
    const next = answers.get(address)?.shift()
    if (next === undefined) throw new Error(`${address} was not expected`)
    return next
  })
})
afterEach(() => vi.unstubAllGlobals())

const reply = (status: number, body: unknown) => Response.json(body, { status })
const refused = () => reply(401, { code: 'UNAUTHENTICATED', message: 'x', requestId: '1' })
const treePath = '/api/chest/7/tree/'

it('a read that was sent with a replaced cookie is retried, and the session continues', async () => {
  answers.set(treePath, [refused(), reply(200, [])])
  answers.set(session.state.path, [reply(200, { userId: 3 })])
  expect(await call(chests.tree, { params: { id: 7 } })).toEqual([])
  expect(asked).toEqual([`GET ${treePath}`, `GET ${session.state.path}`, `GET ${treePath}`])
  expect(announced).toEqual([])
})

it.each([
  ['over', reply(200, { userId: null }), 1],
  ['open, and refuses again', reply(200, { userId: 3 }), 2],
])('a refused read ends the session when the session is %s', async (_what, state, readings) => {
  answers.set(treePath, [refused(), refused()])
  answers.set(session.state.path, [state])
  await expect(call(chests.tree, { params: { id: 7 } })).rejects.toBeInstanceOf(ApiError)
  expect(asked.filter((line) => line.endsWith(treePath))).toHaveLength(readings)
  expect(announced).toHaveLength(1)
})

describe('when the page is left', () => {
  /** Calls that the server has not answered yet: the signal of each, by method and path. */
  const open = new Map<string, AbortSignal | null | undefined>()
  beforeEach(() => {
    open.clear()
    vi.stubGlobal('fetch', (address: string, { method, signal }: RequestInit) => {
      open.set(`${method} ${address}`, signal)
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    })
  })
  afterEach(() => allowReads())

  it('a read in flight is aborted and not announced: the locked session would refuse it [SESS-21]', async () => {
    const reading = call(chests.tree, { params: { id: 7 } })
    stopReads()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    expect(announced).toEqual([])
  })

  it('a change, and a read that needs no session, go on', () => {
    void call(chests.remove, { params: { id: 7 } })
    void call(session.state, {})
    stopReads()
    expect([...open.values()]).toEqual([undefined, undefined])
  })

  it('no read is sent until the page is shown again', () => {
    stopReads()
    void call(chests.tree, { params: { id: 7 } })
    expect([...open.keys()]).toEqual([])
    allowReads()
    void call(chests.tree, { params: { id: 7 } })
    expect([...open.keys()]).toEqual([`GET ${treePath}`])
    expect(open.get(`GET ${treePath}`)?.aborted).toBe(false)
  })
})
