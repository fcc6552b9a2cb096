import { PresenceFilter } from 'ldapts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { domainPassword, startDomain, type TestDomain } from '#server/testing/active-directory.ts'
import { withDirectory, type DirectorySession } from './bind.ts'
import { createDirectory } from './directory.ts'
import { noRecord } from './last-answers.ts'
import type { Search } from './searches.ts'
import { unguardedAccount } from './service-account.ts'
import type { DirectorySettings } from './settings.ts'

const people = 1_750

let domain: TestDomain
beforeAll(async () => {
  domain = await startDomain(Array.from({ length: people }, (_, index) => `agent${index}`))
})
afterAll(() => domain.stop())
beforeEach(() => {
  domain.answered.length = 0
  domain.abandoned.length = 0
})

function settings(): DirectorySettings {
  const { directory } = readConfig(domain.env)
  if (!directory) throw new Error('no directory')
  return directory
}
const parts = { account: unguardedAccount, record: noRecord }
const onDomain = <Result>(work: (session: DirectorySession) => Promise<Result>): Promise<Result> =>
  withDirectory(settings(), parts, work)
const everybody = (limit: number): Search => ({
  scope: 'sub',
  filter: new PresenceFilter({ attribute: 'sAMAccountName' }),
  attributes: ['sAMAccountName', 'objectGUID'],
  limit,
})

it('a search reads one page of its size where a directory ignores size limits', async () => {
  domain.limits = 'pages'
  const found = await onDomain((session) => session.search(everybody(50)))
  expect(found).toHaveLength(50)
  expect(domain.answered).toEqual([51])
  expect(domain.abandoned).toEqual([])
})

it('the search for anybody, as doctor runs it, reads two entries of a large directory', async () => {
  domain.limits = 'pages'
  expect(await createDirectory(settings(), { warn: () => undefined }, 0).findsAnybody()).toBe(true)
  expect(domain.answered).toEqual([2])
})

it('a list reads pages up to its limit and says that it is cut', async () => {
  domain.limits = 'pages'
  const list = await onDomain((session) => session.list(everybody(450)))
  expect(list).toMatchObject({ isCut: true })
  expect(new Set(list.entries.map(({ dn }) => dn)).size).toBe(450)
  expect(domain.answered).toEqual([200, 200, 200])
  const all = await onDomain((session) => session.list(everybody(people)))
  expect([all.entries.length, all.isCut]).toEqual([people, false])
})

it.each(['none', 'endless'] as const)(
  'a search that a directory does not limit (%s) is abandoned, and the connection serves on',
  async (limits) => {
    domain.limits = limits
    await onDomain(async (session) => {
      const found = await session.search(everybody(10))
      expect(found.map(({ values }) => values.get('samaccountname')?.[0])).toEqual(
        Array.from({ length: 10 }, (_, index) => `agent${index}`),
      )
      expect(Buffer.isBuffer(found[0]?.values.get('objectguid')?.[0])).toBe(true)
      const list = await session.list(everybody(20))
      expect([list.entries.length, list.isCut]).toEqual([20, true])
      const dn = found[0]?.dn ?? ''
      expect(await session.refusalOf(dn, 'un autre mot')).toEqual({ result: 49, data: '52e' })
      expect(await session.refusalOf(dn, domainPassword)).toBeNull()
    })
    // The numbers of the two searches: the first requests of the connection, which the library counts from two.
    expect(domain.abandoned).toEqual([2, 3])
  },
)

it('a list that a directory sends at once is whole when it is within the limit', async () => {
  domain.limits = 'none'
  const list = await onDomain((session) => session.list(everybody(people)))
  expect([list.entries.length, list.isCut]).toEqual([people, false])
  expect(domain.abandoned).toEqual([])
})
