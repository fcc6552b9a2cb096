import type { Client, Entry, Filter, SearchOptions } from 'ldapts'
import { DirectoryAway, resultCodeOf } from './away.ts'
import type { EntryLimit } from './entry-limit.ts'
import type { DirectorySettings } from './settings.ts'

/** An entry with the values of the requested attributes. */
export type Found = {
  readonly dn: string
  readonly values: ReadonlyMap<string, readonly (string | Buffer)[]>
}

export type Search = {
  /** Defaults to the base of the settings. A base that does not exist holds no entry. */
  readonly base?: string
  readonly scope: 'base' | 'sub'
  readonly filter: Filter
  readonly attributes: readonly string[]
  /** The maximum number of entries. The search stops there, whether or not the directory keeps to it. */
  readonly limit: number
}

/** The entries of a search. `isCut`: there are more than the limit, or than the directory is willing to list. */
export type Listed = { readonly entries: readonly Found[]; readonly isCut: boolean }

export type Searches = {
  /** Returns entries, of which there may be more without a sign of it. */
  readonly search: (search: Search) => Promise<readonly Found[]>
  /** Returns entries page by page, and whether these are all. */
  readonly list: (search: Search) => Promise<Listed>
}

/** Attributes whose values are bytes. */
const binaryAttributes = ['objectGUID', 'objectSid']

/** sizeLimitExceeded (RFC 4511 §4.1.9): the directory lists no more entries, though it has some. */
const cutCode = 4
/**
 * Result codes for pages that the directory does not give: of this size (adminLimitExceeded, OpenLDAP's `size.pr`), or at
 * all (unavailableCriticalExtension, unwillingToPerform).
 */
const unpagedCodes: ReadonlySet<number> = new Set([11, 12, 53])
/** Entries of a page: less than what directories limit a page to (1,000 in an Active Directory). */
const pageEntries = 200

/** Result codes of a search whose base does not exist. */
const absentCodes: ReadonlySet<number> = new Set([32, 34])

/** Returns the searches of a connection. No more entries are read than a search has for its limit. */
export function createSearches(
  client: Client,
  { runWithin }: EntryLimit,
  settings: DirectorySettings,
): Searches {
  const optionsOf = ({ scope, filter, attributes }: Search): SearchOptions => ({
    scope,
    filter,
    attributes: [...attributes],
    timeLimit: Math.ceil(settings.timeoutMs / 1000),
    derefAliases: 'never',
    explicitBufferAttributes: binaryAttributes,
  })

  /** Searches without pages. Each entry is read as the library does. */
  const whole = async (wanted: Search, limit: number, more: SearchOptions = {}): Promise<Found[]> => {
    const options = { ...optionsOf(wanted), ...more }
    // Referrals are not followed: only the configured directory is queried.
    const answer = await runWithin(limit, () => client.search(wanted.base ?? settings.baseDn, options))
    const entries =
      'cut' in answer
        ? answer.cut.map((entry) => entry.toObject([...wanted.attributes], binaryAttributes))
        : answer.result.searchEntries
    return entries.map(foundIn)
  }

  const limited = async (wanted: Search): Promise<Found[]> => {
    try {
      const found = await whole(wanted, wanted.limit, { sizeLimit: wanted.limit })
      return found.slice(0, wanted.limit)
    } catch (error) {
      if (absentCodes.has(resultCodeOf(error)) && wanted.base !== undefined) return []
      throw new DirectoryAway('answer', error)
    }
  }

  const list = async (wanted: Search): Promise<Listed> => {
    const entries: Found[] = []
    const cut = async (): Promise<Listed> => ({
      // The library drops the entries of a reply that says so.
      entries: entries.length > 0 ? entries : await limited(wanted),
      isCut: true,
    })
    const listed = (): Listed => ({
      entries: entries.slice(0, wanted.limit),
      isCut: entries.length > wanted.limit,
    })
    try {
      // With a size limit of ours, the library returns a list that the directory cut as if it were whole (ldapts 9.2,
      // `_sendSearch`).
      const paged = { pageSize: Math.min(wanted.limit + 1, pageEntries) }
      const pages = client.searchPaginated(wanted.base ?? settings.baseDn, { ...optionsOf(wanted), paged })
      let lastPage = 0
      for (;;) {
        const left = wanted.limit + 1 - entries.length
        const answer = await runWithin(left, () => pages.next())
        if ('cut' in answer) {
          const found = answer.cut.map((entry) => entry.toObject([...wanted.attributes], binaryAttributes))
          entries.push(...found.map(foundIn))
          return listed()
        }
        if (answer.result.done === true) break
        lastPage = answer.result.value.searchEntries.length
        entries.push(...answer.result.value.searchEntries.map(foundIn))
        if (entries.length > wanted.limit) return listed()
      }
      // The library takes a page without entries for the last one, though the directory may have more (RFC 2696 §3; ldapts
      // 9.2, `_sendSearch`): what it gives without pages counts.
      if (lastPage > 0) return listed()
    } catch (error) {
      const code = resultCodeOf(error)
      if (code === cutCode) return cut()
      if (!unpagedCodes.has(code)) throw new DirectoryAway('answer', error)
      // Some pages came: the directory stopped at a limit of its own.
      if (entries.length > 0) return cut()
    }
    try {
      const found = await whole(wanted, wanted.limit + 1)
      return { entries: found.slice(0, wanted.limit), isCut: found.length > wanted.limit }
    } catch (error) {
      if (resultCodeOf(error) === cutCode) return cut()
      throw new DirectoryAway('answer', error)
    }
  }

  return {
    list,
    // A directory may ignore a size limit, and keep to the size of a page.
    search: async (wanted) => (wanted.scope === 'base' ? limited(wanted) : (await list(wanted)).entries),
  }
}

/** Attribute names are returned as the directory spells them; folded to lower case here. */
function foundIn({ dn, ...attributes }: Entry): Found {
  const values = Object.entries(attributes).map(
    ([name, value]) => [name.toLowerCase(), [value].flat()] as const,
  )
  return { dn, values: new Map(values) }
}
