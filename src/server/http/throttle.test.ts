import { describe, expect, it } from 'vitest'
import { Refusal } from '#domain/refusals.ts'
import { createThrottle } from './throttle.ts'

const limits = { tries: 2, windowMs: 60_000, addresses: 3 }

describe('the throttle of addresses', () => {
  const start = () => {
    const time = { now: 1_000_000 }
    return { time, throttle: createThrottle(() => time.now, limits) }
  }
  const tooMany = expect.objectContaining({ code: 'TOO_MANY_TRIES' })

  it('lets each address have its tries, then makes it wait for the window to end', () => {
    const { time, throttle } = start()
    throttle.take('192.0.2.1')
    time.now += 20_000
    throttle.take('192.0.2.1')
    try {
      throttle.take('192.0.2.1')
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      expect(error).toMatchObject({ code: 'TOO_MANY_TRIES', retryAfterSeconds: 40 })
    }
    throttle.take('192.0.2.2')
    time.now += 40_000
    throttle.take('192.0.2.1')
  })

  it('does not count what was right', () => {
    const { throttle } = start()
    for (let count = 0; count < 10; count += 1) throttle.take('192.0.2.1')()
    throttle.take('192.0.2.1')
  })

  it('takes the addresses of one IPv6 subscriber for one', () => {
    const { throttle } = start()
    throttle.take('2001:db8:0:1::1')
    throttle.take('2001:db8::1:ffff:0:0:7')
    expect(() => throttle.take('2001:db8:0:1:2:3:4:5')).toThrow(tooMany)
    throttle.take('2001:db8:0:2::1')
  })

  it('remembers a bounded number of addresses', () => {
    const { throttle } = start()
    for (let count = 0; count < 2; count += 1) throttle.take('192.0.2.1')
    for (const last of [2, 3, 4]) throttle.take(`192.0.2.${last}`)
    throttle.take('192.0.2.1')
  })
})
