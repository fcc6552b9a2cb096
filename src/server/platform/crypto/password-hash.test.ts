import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { workOf } from './argon2-cost.ts'
import { argon2id } from './argon2id.ts'
import { openKeyring } from './keyring.ts'
import { createPasswordHasher, openPasswordHash, sealPasswordHash } from './password-hash.ts'
import { Secret } from './secret.ts'
import { BusyError, createWorkBound } from './work-bound.ts'

const bound = createWorkBound({ concurrency: 2, queue: 10 })
const hasher = createPasswordHasher({ bound })
const password = new Secret('Été-7391-pré')
const stored = await hasher.hash(password)

describe('a password', () => {
  it('is hashed at 19 MiB, 2 passes, 1 lane, under a salt of its own', async () => {
    expect(stored.reveal()).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    )
    expect((await hasher.hash(password)).reveal()).not.toBe(stored.reveal())
  })

  it('is verified, also with decomposed accents; another is refused', async () => {
    const right = { right: true, needsRehash: false }
    expect(await hasher.verify(stored, password)).toEqual(right)
    expect(await hasher.verify(stored, new Secret(password.reveal().normalize('NFD')))).toEqual(right)
    expect(await hasher.verify(stored, new Secret('Été-7391-pre'))).toEqual({
      right: false,
      needsRehash: false,
    })
    expect(await hasher.verify(stored, new Secret(''))).toEqual({ right: false, needsRehash: false })
  })

  it('is hashed again at the next success once the cost is raised', async () => {
    const raised = createPasswordHasher({ bound, cost: { memory: 20_000, passes: 2, parallelism: 1 } })
    expect(await raised.verify(stored, password)).toEqual({ right: true, needsRehash: true })
    expect(await raised.verify(stored, new Secret('autre'))).toEqual({ right: false, needsRehash: false })
  })

  it('keeps a hash of a higher cost: nodes of two releases do not hash it in turns', async () => {
    const raised = createPasswordHasher({ bound, cost: { memory: 20_000, passes: 2, parallelism: 1 } })
    expect(await hasher.verify(await raised.hash(password), password)).toEqual({
      right: true,
      needsRehash: false,
    })
  })

  it('of a former cost takes the work of today, right or wrong, as an unknown login does', async () => {
    const works: number[] = []
    const low = { memory: 64, passes: 1, parallelism: 1 }
    const cost = { memory: 96, passes: 2, parallelism: 1 }
    const former = await createPasswordHasher({ bound, cost: low }).hash(password)
    const counted = createPasswordHasher({
      bound,
      cost,
      argon2: (input) => (works.push(workOf(input)), argon2id(input)),
    })
    const workOfVerifying = async (hash: Secret<string> | undefined, given: Secret<string>) => {
      works.length = 0
      const { right } = await counted.verify(hash, given)
      return { right, work: works.reduce((sum, work) => sum + work, 0) }
    }
    const work = workOf(cost)
    expect(await workOfVerifying(undefined, password)).toEqual({ right: false, work })
    expect(await workOfVerifying(former, password)).toEqual({ right: true, work })
    expect(await workOfVerifying(former, new Secret('autre'))).toEqual({ right: false, work })
    expect(await workOfVerifying(await counted.hash(password), password)).toEqual({ right: true, work })
  })

  it('costs the same work for an unknown login, and is never right', async () => {
    let works = 0
    const counted = createPasswordHasher({
      bound: { ...bound, run: (task) => ((works += 1), bound.run(task)) },
    })
    expect(await counted.verify(undefined, password)).toEqual({ right: false, needsRehash: false })
    expect(works).toBe(1)
    await counted.verify(stored, new Secret('x'))
    expect(works).toBe(2)
  })

  it('leaves the event loop free while it is hashed', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await Promise.all([hasher.hash(password), hasher.hash(password)])
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })

  it.each(['', 'x', '$argon2i$v=19$m=1,t=1,p=1$AA$AA', '$argon2id$v=16$m=8,t=1,p=1$AA$AA', '$2b$10$abc'])(
    'whose stored hash is %j is an error, not a wrong password',
    async (text) => {
      await expect(hasher.verify(new Secret(text), password)).rejects.toMatchObject({ code: 'FORMAT' })
    },
  )
})

describe('too many concurrent passwords', () => {
  it('are refused beyond the bound, the others served', async () => {
    const small = createPasswordHasher({ bound: createWorkBound({ concurrency: 1, queue: 2 }) })
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => small.verify(stored, password)))
    expect(results.map(({ status }) => status)).toEqual([
      ...Array(3).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ])
    for (const result of results.slice(3)) expect(result).toMatchObject({ reason: new BusyError() })
    expect(await small.verify(stored, password)).toMatchObject({ right: true })
  })
})

describe('a stored password hash', () => {
  const keys = [1, 2].map((version) => ({ version, key: randomBytes(32) }))
  const older = openKeyring({ active: 1, keys })
  const owner = { id: 4, mark: 'a-mark' }
  const sealed = sealPasswordHash(older.sealing(1), owner, stored)

  it('unseals for its user, also after the root key was rotated', () => {
    expect(openPasswordHash(openKeyring({ active: 2, keys }), owner, sealed).reveal()).toBe(stored.reveal())
  })

  it('unseals for no other user, not for another account of the same number, and not without the root key', () => {
    for (const other of [
      { ...owner, id: 5 },
      { ...owner, mark: 'another' },
      { ...owner, mark: null },
    ])
      expect(() => openPasswordHash(older, other, sealed)).toThrow(
        expect.objectContaining({ code: 'AUTHENTICATION' }),
      )
    const other = openKeyring({ active: 1, keys: [{ version: 1, key: randomBytes(32) }] })
    expect(() => openPasswordHash(other, owner, sealed)).toThrow(
      expect.objectContaining({ code: 'AUTHENTICATION' }),
    )
  })
})
