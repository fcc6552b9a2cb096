import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toleratedMs } from '#domain/platform/moments.ts'
import { eachEngine, openTestDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { BusyError } from '#server/platform/crypto/work-bound.ts'
import { createThrottle, deleteOldCounts, type Throttle, type ThrottleLimits } from './throttle.ts'

const minute = 60_000
const limits: ThrottleLimits = {
  network: { tries: 3, windowMs: 15 * minute },
  overall: { tries: 6, windowMs: minute },
  apart: { tries: 2, windowMs: 15 * minute },
  knownMs: 60 * minute,
}

eachEngine((engine) => {
  let database: TestDatabase
  let throttle: Throttle
  const time = { now: 0 }
  const newNode = () => createThrottle({ db: database.db, clock: () => time.now }, limits)
  const tooMany = (seconds: number) =>
    expect.objectContaining({ code: 'TOO_MANY_TRIES', retryAfterSeconds: seconds })
  const takeFrom = async (ip: string, times: number) => {
    for (let count = 0; count < times; count += 1) await throttle.take(ip)
  }

  beforeEach(async () => {
    database = await openTestDatabase(engine)
    time.now = Date.UTC(2026, 0, 15, 9)
    throttle = newNode()
  })
  afterEach(() => database.close())

  describe('one network', () => {
    it('may try up to its limit, then waits until the window ends, on every node', async () => {
      await takeFrom('192.0.2.1', 1)
      time.now += 2 * minute
      await takeFrom('192.0.2.1', 2)
      for (const node of [throttle, throttle, newNode()])
        await expect(node.take('192.0.2.1')).rejects.toEqual(tooMany(13 * 60))
      expect((await throttle.take('192.0.2.2')).turn.lane).toBe('stranger')
      time.now += 13 * minute
      await takeFrom('192.0.2.1', 3)
    })

    it.each([
      ['one network', 3, 15 * 60],
      ['all networks', 6, 60],
    ])('that was full by a clock ahead is told the wait by the right one: %s', async (_, tries, seconds) => {
      time.now += 30 * 24 * 60 * minute
      for (let nth = 0; nth < tries; nth += 1)
        await throttle.take(tries === limits.network.tries ? '192.0.2.9' : `192.0.${nth}.1`)
      time.now -= 30 * 24 * 60 * minute
      await expect(newNode().take('192.0.2.9')).rejects.toEqual(tooMany(seconds + toleratedMs / 1000))
    })

    it('cannot pass the limit by concurrent tries on several nodes', async () => {
      const tries = await Promise.allSettled(
        Array.from({ length: 4 }, newNode).flatMap((node) =>
          Array.from({ length: 5 }, () => node.take('192.0.2.1')),
        ),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled').length).toBe(3)
    })

    it('does not use up its limit by right tries, and may try again when a try is uncounted', async () => {
      for (let count = 0; count < 10; count += 1) await (await throttle.take('192.0.2.1')).forgive()
      const [ticket] = [await throttle.take('192.0.2.1'), await takeFrom('192.0.2.1', 2)]
      await expect(throttle.take('192.0.2.1')).rejects.toEqual(tooMany(15 * 60))
      await ticket.forgive()
      await throttle.take('192.0.2.1')
    })

    it('waits from its first wrong try, not from an earlier right one', async () => {
      await (await throttle.take('192.0.2.1')).welcome()
      time.now += 10 * minute
      await takeFrom('192.0.2.1', 3)
      await expect(throttle.take('192.0.2.1')).rejects.toEqual(tooMany(15 * 60))
      time.now += 6 * minute
      await expect(throttle.take('192.0.2.1')).rejects.toEqual(tooMany(9 * 60))
    })

    it('gets no try back for a right try of the previous window', async () => {
      const ticket = await throttle.take('192.0.2.1')
      time.now += 15 * minute
      await takeFrom('192.0.2.1', 3)
      await ticket.forgive()
      await expect(throttle.take('192.0.2.1')).rejects.toEqual(tooMany(15 * 60))
    })

    it('gets a try back once, however often it is uncounted', async () => {
      for (const as of [null, { who: 'a session', turn: { lane: 'known', person: 1 } } as const]) {
        const ticket = await throttle.take('192.0.2.1', { as })
        for (let nth = 0; nth < 3; nth += 1) await ticket.forgive()
      }
      const counts = database.db.selectFrom('sign_in_networks').select('tries')
      const apart = database.db.selectFrom('tries_apart').select('tries')
      for (const rows of [await counts.execute(), await apart.execute()])
        expect(new Set(rows.map(({ tries }) => tries))).toEqual(new Set([0]))
    })

    it('includes the whole /64 of an IPv6 subscriber', async () => {
      await takeFrom('2001:db8:0:1::1', 2)
      await takeFrom('2001:db8::1:ffff:0:0:7', 1)
      await expect(throttle.take('2001:db8:0:1:2:3:4:5')).rejects.toEqual(tooMany(15 * 60))
      await takeFrom('2001:db8:0:2::1', 1)
    })
  })

  describe('a flood from many networks', () => {
    const flood = async () => {
      for (let host = 10; host < 16; host += 1) await throttle.take(`198.51.100.${host}`)
    }

    it('delays unknown networks by a minute, on every node, but not those with a recent sign-in', async () => {
      await (await throttle.take('192.0.2.1')).welcome()
      await flood()
      for (const node of [throttle, newNode()]) {
        await expect(node.take('192.0.2.9')).rejects.toEqual(tooMany(60))
        expect((await node.take('192.0.2.1')).turn.lane).toBe('known')
      }
      time.now += minute
      await throttle.take('192.0.2.9')
    })

    it('does not count refused tries', async () => {
      await flood()
      for (let count = 0; count < 5; count += 1)
        await expect(newNode().take('192.0.2.9')).rejects.toEqual(tooMany(60))
      time.now += minute
      await takeFrom('192.0.2.9', 3)
    })

    it('does not count tries that cannot be verified, and refuses unknown callers first', async () => {
      await (await throttle.take('192.0.2.1')).welcome()
      const counts = () =>
        database.db.selectFrom('sign_in_networks').select(['network', 'tries']).orderBy('network').execute()
      const before = await counts()
      for (let count = 0; count < 10; count += 1) {
        await expect(
          throttle.take('192.0.2.9', { isFull: ({ lane }) => lane === 'stranger' }),
        ).rejects.toThrow(BusyError)
        await expect(throttle.take('192.0.2.1', { isFull: () => true })).rejects.toThrow(BusyError)
      }
      expect(await counts()).toEqual(before)
      expect(
        (await throttle.take('192.0.2.1', { isFull: ({ lane }) => lane === 'stranger' })).turn.lane,
      ).toBe('known')
      await takeFrom('192.0.2.9', 3)
    })

    it('does not lift the limit of a known network', async () => {
      await (await throttle.take('192.0.2.1')).welcome()
      await flood()
      await takeFrom('192.0.2.1', 3)
      await expect(throttle.take('192.0.2.1')).rejects.toEqual(tooMany(15 * 60))
    })

    it('does not treat a network as known by a sign-in of a clock that was ahead', async () => {
      time.now += 30 * minute
      await (await throttle.take('192.0.2.1')).welcome()
      time.now -= 30 * minute
      await flood()
      await expect(throttle.take('192.0.2.1')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
    })

    it('does not treat a network as known when its last sign-in is long ago', async () => {
      await (await throttle.take('192.0.2.1')).welcome()
      time.now += 61 * minute
      await flood()
      await expect(throttle.take('192.0.2.1')).rejects.toEqual(tooMany(60))
    })
  })

  describe('a recognised caller', () => {
    const as = { who: 'device:1:abc', turn: { lane: 'known', person: 1 } } as const

    it('may try whatever other callers tried, on every node', async () => {
      for (let host = 10; host < 16; host += 1) await throttle.take(`198.51.100.${host}`)
      await expect(throttle.take('198.51.100.10')).rejects.toEqual(tooMany(60))
      expect((await newNode().take('198.51.100.10', { as })).turn).toEqual(as.turn)
    })

    it('uses up their own limit, then that of their network, even concurrently on several nodes', async () => {
      await takeFrom('192.0.2.1', 3)
      const tries = await Promise.allSettled(
        Array.from({ length: 4 }, newNode).flatMap((node) =>
          Array.from({ length: 5 }, () => node.take('192.0.2.1', { as })),
        ),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled').length).toBe(2)
      expect((await throttle.take('192.0.2.2', { as })).turn.lane).toBe('stranger')
      time.now += 15 * minute
      expect((await throttle.take('192.0.2.1', { as })).turn.lane).toBe('known')
    })

    it('does not use up their limit by right tries, and makes their network known by a sign-in', async () => {
      for (let count = 0; count < 10; count += 1) await (await throttle.take('192.0.2.1', { as })).forgive()
      await (await throttle.take('192.0.2.1', { as })).welcome()
      expect((await throttle.take('192.0.2.1')).turn.lane).toBe('known')
    })

    it('waits from their first wrong try, not from an earlier right one', async () => {
      await (await throttle.take('192.0.2.1', { as })).forgive()
      time.now += 10 * minute
      for (let count = 0; count < 2; count += 1) await throttle.take('192.0.2.1', { as })
      time.now += 6 * minute
      expect((await throttle.take('192.0.2.2', { as })).turn.lane).toBe('stranger')
    })

    it('is refused before anything is counted while two of their tasks are under way', async () => {
      const isFull = ({ person }: { person?: number }) => person === 1
      await expect(throttle.take('192.0.2.1', { as, isFull })).rejects.toThrow(BusyError)
      expect(await database.db.selectFrom('tries_apart').select('who').execute()).toEqual([])
    })
  })

  it('deletes expired counts and keeps known networks', async () => {
    await throttle.take('192.0.2.1')
    await (await throttle.take('192.0.2.2')).welcome()
    await throttle.take('192.0.2.1', { as: { who: 'step:1', turn: {} } })
    const apart = () => database.db.selectFrom('tries_apart').select('who').execute()
    const kept = async () => {
      await database.db.transaction().execute((tx) => deleteOldCounts(tx, time.now, limits))
      const rows = await database.db
        .selectFrom('sign_in_networks')
        .select('network')
        .orderBy('network')
        .execute()
      return rows.map(({ network }) => network)
    }
    expect(await kept()).toEqual(['*', '192.0.2.1', '192.0.2.2'])
    expect(await apart()).toEqual([{ who: 'step:1' }])
    time.now += 15 * minute
    expect(await kept()).toEqual(['192.0.2.2'])
    expect(await apart()).toEqual([])
    time.now += 60 * minute
    expect(await kept()).toEqual([])
  })
})
