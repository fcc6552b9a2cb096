import type { Client } from 'ldapts'
import { DirectoryAway, resultCodeOf } from './away.ts'
import { dataCodeOf, invalidCredentials, isRefusedAccount, type BindRefusal } from './bind-refusal.ts'
import { openChannel } from './channel.ts'
import { createEntryLimit } from './entry-limit.ts'
import type { AnswerRecord } from './last-answers.ts'
import { createSearches, type Searches } from './searches.ts'
import type { ServiceAccount } from './service-account.ts'
import type { DirectorySettings } from './settings.ts'

/** One connection to the directory, for the requests of one sign-in. */
export type DirectorySession = {
  /** Binds as the service account. @throws DirectoryAway service-account, paused */
  asService(): Promise<void>
  /**
   * Verifies the password of an entry. The connection is then bound to that entry, or anonymous.
   * @returns how it was refused; null for a right password
   */
  refusalOf(dn: string, password: string): Promise<BindRefusal | null>
} & Searches

/** Limit of what one connection may receive, in bytes; beyond it the connection is closed. */
const mostBytes = 4 * 1024 * 1024

/** What stands around the requests of a directory. */
export type DirectoryParts = { readonly account: ServiceAccount; readonly record: AnswerRecord }

/** Opens a connection, runs `work` on it and closes it, within the configured time. @throws DirectoryAway */
export async function withDirectory<Result>(
  settings: DirectorySettings,
  { account, record }: DirectoryParts,
  work: (session: DirectorySession) => Promise<Result>,
): Promise<Result> {
  const ldap = await import('ldapts')
  await account.requireUnpaused()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), settings.timeoutMs)
  try {
    const channel = await openChannel(settings, deadline.signal)
    let isGiven = false
    const client = new ldap.Client({
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
      const searches = createSearches(client, createEntryLimit(channel, ldap), settings)
      const result = await work(sessionOn(client, searches, settings, account))
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

function sessionOn(
  client: Client,
  searches: Searches,
  settings: DirectorySettings,
  account: ServiceAccount,
): DirectorySession {
  const bind = async (dn: string, password: string): Promise<BindRefusal | null> => {
    // RFC 4513 §5.1.2: an empty password is an unauthenticated bind, which directories report as a success.
    if (dn === '' || password === '') return { result: invalidCredentials, data: null }
    try {
      await client.bind(dn, password)
      return null
    } catch (error) {
      const result = resultCodeOf(error)
      const isDiagnosed = result === invalidCredentials && error instanceof Error
      return { result, data: isDiagnosed ? dataCodeOf(error.message) : null }
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
    search: searches.search,
    list: searches.list,
  }
}
