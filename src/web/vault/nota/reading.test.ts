import { describe, expect, it } from 'vitest'
import { ApiError, unreachable } from '#web/platform/api/errors.ts'
import { linkOf, outcomeOf, readMark } from './reading.ts'

const key = 'k'.repeat(43)
const address = { pathname: '/nota/an-id', hash: `#${key}`, state: null, canOpen: true }
const refused = (status: number, code: ApiError['code']) => new ApiError(status, { code, message: '' })

describe('the address of a message [NOTA-09]', () => {
  it('gives its id and its key', () => {
    expect(linkOf(address)).toEqual({ id: 'an-id', key })
  })

  it.each(['', '#', `#${key.slice(1)}`, `#${key}k`, `#${key.slice(1)}%`])(
    'is incomplete with the hash %j',
    (hash) => {
      expect(linkOf({ ...address, hash })).toEqual({ end: 'cut' })
    },
  )

  it('distinguishes a reload after reading from an incomplete link', () => {
    expect(linkOf({ ...address, hash: '', state: readMark })).toEqual({ end: 'over' })
    expect(linkOf({ ...address, hash: '#k', state: readMark })).toEqual({ end: 'cut' })
    expect(linkOf({ ...address, state: readMark })).toEqual({ id: 'an-id', key })
  })

  it('gives nothing where the browser cannot unseal', () => {
    expect(linkOf({ ...address, canOpen: false })).toEqual({ end: 'insecure' })
  })
})

describe('what a refusal means [NOTA-09]', () => {
  it.each([
    ['there is none', refused(404, 'NOTA_NOT_FOUND'), { end: 'gone' }],
    ['no id has this shape', refused(400, 'INVALID_REQUEST'), { end: 'gone' }],
    ['the key is another', refused(422, 'NOTA_KEY_WRONG'), { end: 'wrong' }],
    ['too many ask', refused(429, 'SERVER_BUSY'), 'again'],
    ['the server stops', refused(503, 'SERVER_BUSY'), 'again'],
    ['no answer came', unreachable(), 'doubt'],
    ['half an answer came', new TypeError('network error'), 'doubt'],
    ['the server failed', refused(500, 'INTERNAL'), 'doubt'],
  ])('%s', (_, error, outcome) => {
    expect(outcomeOf(error, false)).toEqual(outcome)
  })

  it('after a lost reply, a missing message is reported as lost', () => {
    expect(outcomeOf(refused(404, 'NOTA_NOT_FOUND'), true)).toEqual({ end: 'lost' })
    expect(outcomeOf(refused(422, 'NOTA_KEY_WRONG'), true)).toEqual({ end: 'wrong' })
  })
})
