import { paging } from '../src/domain/platform/limits.ts'
import type { Load } from './load.ts'
import { headersOf } from './loads.ts'
import { organisationSizes } from './seed-organisation.ts'

/** The limit of p99 for each list page and search, in milliseconds, on both engines. */
export const officeP99LimitMs = 60

/** Session cookies of a super administrator, and of an administrator of half of the banks. */
export type OfficeCookies = { readonly all: string; readonly half: string }
type Office = { readonly label: string; load(cookies: OfficeCookies): Load }

const limit = paging.defaultLimit
const header = (of: object): Record<string, string> => ({ 'meta-data-guardian': JSON.stringify(of) })
const page = (cookie: string, path: string, headers: Record<string, string> = {}): Load => ({
  headers: { ...headersOf(cookie), ...headers },
  calls: [{ method: 'GET', path }],
})
const lastOffset = (count: number): number => count - limit

/** Returns the loads of one list: its first page, its last and a search, for all banks and for half of them. */
const listOf = (name: string, path: string, count: number, search: string): Office[] => [
  { label: `${name}, first page`, load: ({ all }) => page(all, `${path}?limit=${limit}`) },
  {
    label: `${name}, last page`,
    load: ({ all }) => page(all, `${path}?limit=${limit}&offset=${lastOffset(count)}`),
  },
  { label: `${name}, search`, load: ({ all }) => page(all, `${path}?limit=${limit}&search=${search}`) },
  { label: `${name}, half of the banks`, load: ({ half }) => page(half, `${path}?limit=${limit}`) },
  {
    label: `${name}, half, search`,
    load: ({ half }) => page(half, `${path}?limit=${limit}&search=${search}`),
  },
]

const label = { field: 'label', comparator: 'LIKE', value: 'lefevre', operator: 'AND' }
const extend = '/api/bank/extend/'

export const officeLoads: readonly Office[] = [
  { label: 'banks, first page', load: ({ all }) => page(all, extend, header({ limit, offset: 0 })) },
  {
    label: 'banks, last page',
    load: ({ all }) => page(all, extend, header({ limit, offset: lastOffset(organisationSizes.banks) })),
  },
  {
    label: 'banks, search',
    load: ({ all }) =>
      page(all, extend, header({ limit, offset: 0, criterias: [label], orders: { id: 'DESC' } })),
  },
  { label: 'banks, half of them', load: ({ half }) => page(half, extend, header({ limit, offset: 0 })) },
  ...listOf('chests', '/api/chest/', organisationSizes.chests, 'messagerie'),
  ...listOf('users', '/api/user/', organisationSizes.users, 'lefevre'),
  ...listOf('teams', '/api/team/', organisationSizes.teams, 'lefevre'),
]
