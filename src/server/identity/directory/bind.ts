import type { Client, Entry, Filter, SearchOptions } from 'ldapts'
import { DirectoryAway } from './away.ts'
import { dataCodeOf, invalidCredentials, isRefusedAccount, type BindRefusal } from './bind-refusal.ts'
import { openChannel } from './channel.ts'
import type { AnswerRecord } from './last-answers.ts'
import type { ServiceAccount } from './service-account.ts'
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
  /** The maximum number of entries; the directory stops there. */
  readonly limit: number
}

/** The entries of a search. `isCut`: there are more than the limit, or than the directory is willing to list. */
export type Listed = { readonly entries: readonly Found[]; readonly isCut: boolean }

/** One connection to the directory, for the requests of one sign-in. */
export type DirectorySession = {
  /** Binds as the service account. @throws DirectoryAway service-account, paused */
  asService(): Promise<void>
  /**
   * Verifies the password of an entry. The connection is then bound to that entry, or anonymous.
   * @returns how it was refused; null for a right password
   */
  refusalOf(dn: string, password: string): Promise<BindRefusal | null>
  /** Returns entries, of which there may be more without a sign of it. */
  search(search: Search): Promise<Found[]>
  /** Returns entries page by page, and whether these are all. */
  list(search: Search): Promise<Listed>
}

/** Limit of what one connection may receive, in bytes; beyond it the connection is closed. */
const mostBytes = 4 * 1024 * 1024

/** Attributes whose values are bytes. */
const binaryAttributes = ['objectGUID']

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

/** What stands around the requests of a directory. */
export type DirectoryParts = { readonly account: ServiceAccount; readonly record: AnswerRecord }

/** Opens a connection, runs `work` on it and closes it, within the configured time. @throws DirectoryAway */
export async function withDirectory<Result>(
  settings: DirectorySettings,
  { account, record }: DirectoryParts,
  work: (session: DirectorySession) => Promise<Result>,
): Promise<Result> {
  const { Client } = await import('ldapts')
  await account.requireUnpaused()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), settings.timeoutMs)
  try {
    const channel = await openChannel(settings, deadline.signal)
    let isGiven = false
    const client = new Client({
      // The library gets the open channel once, and never connects by itself.
      url: 'ldap://directory.invalid',
      createConnection: () => {
        if (isGiven) throw new DirectoryAway('network')
        isGiven = true
        return channel
      },
    })
    let received = 0
    channel.on('data', (data: Buffer) => {
      received += data.length
      if (received > mostBytes) channel.destroy()
    })
    try {
      const result = await work(sessionOn(client, settings, account))
      await record.succeeded(Date.parse(channel.getPeerCertificate().valid_to))
      return result
    } finally {
      channel.destroy()
    }
  } catch (error) {
    const fault = deadline.signal.aborted ? new DirectoryAway('timeout', error) : error
    if (fault instanceof DirectoryAway && fault.reason !== 'paused') await record.failed(fault)
    throw fault
  } finally {
    clearTimeout(timer)
  }
}

function sessionOn(client: Client, settings: DirectorySettings, account: ServiceAccount): DirectorySession {
  const bind = async (dn: string, password: string): Promise<BindRefusal | null> => {
    // RFC 4513 §5.1.2: an empty password is an unauthenticated bind, which directories report as a success.
    if (dn === '' || password === '') return { result: invalidCredentials, data: null }
    try {
      await client.bind(dn, password)
      return null
    } catch (error) {
      const result = codeOf(error)
      const isDiagnosed = result === invalidCredentials && error instanceof Error
      return { result, data: isDiagnosed ? dataCodeOf(error.message) : null }
    }
  }
  const optionsOf = ({ scope, filter, attributes }: Search): SearchOptions => ({
    scope,
    filter,
    attributes: [...attributes],
    timeLimit: Math.ceil(settings.timeoutMs / 1000),
    derefAliases: 'never',
    explicitBufferAttributes: binaryAttributes,
  })
  const search = async (wanted: Search): Promise<Found[]> => {
    const { base, limit } = wanted
    try {
      // Referrals are not followed: only the configured directory is queried.
      const options = { ...optionsOf(wanted), sizeLimit: limit }
      const { searchEntries } = await client.search(base ?? settings.baseDn, options)
      return searchEntries.map(foundIn)
    } catch (error) {
      if (absentCodes.has(codeOf(error)) && base !== undefined) return []
      throw new DirectoryAway('answer', error)
    }
  }
  return {
    async asService() {
      const refusal = await account.inTurn(() => bind(settings.bindDn, settings.bindPassword.reveal()))
      if (refusal !== null)
        throw new DirectoryAway(isRefusedAccount(refusal) ? 'service-account' : 'answer', refusal)
    },
    async refusalOf(dn, password) {
      const refusal = await bind(dn, password)
      if (refusal !== null && !isRefusedAccount(refusal)) throw new DirectoryAway('answer', refusal)
      return refusal
    },
    search,
    async list(wanted) {
      const base = wanted.base ?? settings.baseDn
      const entries: Found[] = []
      const cut = async (): Promise<Listed> => ({
        // The library drops the entries of a reply that says so.
        entries: entries.length > 0 ? entries : await search(wanted),
        isCut: true,
      })
      try {
        // With a size limit of ours, the library returns a list that the directory cut as if it were whole (ldapts 9.2,
        // `_sendSearch`).
        const paged = { pageSize: Math.min(wanted.limit + 1, pageEntries) }
        let lastPage = 0
        for await (const page of client.searchPaginated(base, { ...optionsOf(wanted), paged })) {
          lastPage = page.searchEntries.length
          entries.push(...page.searchEntries.map(foundIn))
          if (entries.length > wanted.limit) return { entries: entries.slice(0, wanted.limit), isCut: true }
        }
        // The library takes a page without entries for the last one, though the directory may have more (RFC 2696 §3; ldapts
        // 9.2, `_sendSearch`): what it gives without pages counts.
        if (lastPage > 0) return { entries, isCut: false }
      } catch (error) {
        const code = codeOf(error)
        if (code === cutCode) return cut()
        if (!unpagedCodes.has(code)) throw new DirectoryAway('answer', error)
        // Some pages came: the directory stopped at a limit of its own.
        if (entries.length > 0) return cut()
      }
      try {
        const { searchEntries } = await client.search(base, optionsOf(wanted))
        const isCut = searchEntries.length > wanted.limit
        return { entries: searchEntries.slice(0, wanted.limit).map(foundIn), isCut }
      } catch (error) {
        if (codeOf(error) === cutCode) return cut()
        throw new DirectoryAway('answer', error)
      }
    },
  }
}

/** Returns the result code of an error of the library. @throws DirectoryAway when the connection broke */
function codeOf(error: unknown): number {
  if (error instanceof DirectoryAway) throw error
  if (error instanceof Error && 'code' in error && typeof error.code === 'number') return error.code
  throw new DirectoryAway('network', error)
}

/** Attribute names are returned as the directory spells them; folded to lower case here. */
function foundIn({ dn, ...attributes }: Entry): Found {
  const values = Object.entries(attributes).map(
    ([name, value]) => [name.toLowerCase(), [value].flat()] as const,
  )
  return { dn, values: new Map(values) }
}
