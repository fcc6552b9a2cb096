import type { Kysely } from 'kysely'
import type { directoryLinks } from '#contract/identity/directory-links.ts'
import type { LinkVerdict } from '#domain/identity/directory-links.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { directoryLinkTexts } from '#texts/identity/directory-links.ts'
import type { Handlers } from '#server/access/handler.ts'
import { requireManaged } from '#server/access/scope.ts'
import { endSessionsOf } from '#server/identity/authentication/live-sessions.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import type { Directory } from './directory.ts'
import {
  directoryAccountOf,
  isLinked,
  linkAccount,
  linkedAt,
  orAway,
  unlinkAccount,
  type DirectoryAccount,
} from './directory-rows.ts'
import type { EntryKey } from './entries.ts'
import type { ComparedEntries } from './linked-entries.ts'

type LinkDeps = Pick<IdentityDeps, 'db' | 'clock' | 'journal' | 'log' | 'outbox'> & {
  readonly directory: Directory | null
}

/** An account that was linked to an entry. */
type LinkedAccount = DirectoryAccount & { readonly key: EntryKey }

/** The handlers that show the entries of an account, and link it to the one that its name finds now. */
export const directoryLinkHandlers = (deps: LinkDeps): Handlers<typeof directoryLinks> => {
  const { db, clock, journal, log, outbox } = deps

  /** Returns the account of a user. @throws Refusal DIRECTORY_UNKNOWN when it is none of the configured directory */
  const accountOf = async (of: Kysely<Tables>, userId: number): Promise<DirectoryAccount> => {
    const account = await directoryAccountOf(of, userId)
    if (account === null || account.directoryId !== deps.directory?.id) throw new Refusal('DIRECTORY_UNKNOWN')
    return account
  }

  /** Asks the directory before any transaction, since it may be slow. */
  const compare = (account: LinkedAccount): Promise<ComparedEntries> => {
    const { directory } = deps
    if (directory === null) throw new Refusal('DIRECTORY_UNKNOWN')
    return orAway(log, () => orBusy(() => directory.compareEntries(account)))
  }

  const verdictOf = async (account: LinkedAccount, { named }: ComparedEntries): Promise<LinkVerdict> => {
    if (named === 'many') return 'ambiguous'
    if (named === null) return 'missing'
    if (named.key === account.key) return 'unchanged'
    return (await isLinked(db, account, named.key)) ? 'taken' : 'ready'
  }

  return {
    // Only a linked account asks the directory: a name of the caller's choice would show anybody in it.
    read: async ({ params: { id } }) => {
      const account = await accountOf(db, id)
      const { name } = account
      if (!hasKey(account)) return { name, linked: null, found: null, verdict: 'unlinked' }
      const entries = await compare(account)
      const at = new Date(await linkedAt(db, id)).toISOString()
      return {
        name,
        linked: { linkedAt: at, entry: entries.linked },
        found: entries.named === 'many' ? null : entries.named,
        verdict: await verdictOf(account, entries),
      }
    },

    relink: async ({ params: { id }, body, actor, origin }) => {
      const asked = await accountOf(db, id)
      if (!hasKey(asked)) throw new Refusal('DIRECTORY_ENTRY_CHANGED')
      const { named } = await compare(asked)
      if (named === null || named === 'many' || named.key !== body.key)
        throw new Refusal('DIRECTORY_ENTRY_CHANGED')
      await db.transaction().execute(async (tx) => {
        await lockRows(tx, 'users', [actor.id, id])
        await requireManaged(tx, actor, 'user', id)
        const account = await accountOf(tx, id)
        if (account.key === named.key) throw new Refusal('DIRECTORY_LINK_UNCHANGED')
        // Somebody else has named another person, or linked the account, since the entries were shown.
        if (!hasKey(account) || account.name !== asked.name || account.key !== asked.key)
          throw new Refusal('DIRECTORY_ENTRY_CHANGED')
        const now = clock()
        // The groups of the former entry are none of the new one's: the next sign-in reads them.
        const left = await unlinkAccount(tx, id, now)
        if (!(await linkAccount(tx, account, named.key, now))) throw new Refusal('DIRECTORY_ENTRY_TAKEN')
        await endSessionsOf(tx, id, now)
        await endFactorResets(tx, id, now)
        await journal.record(tx, actor, origin, {
          action: 'directory.relinked',
          objects: {
            user: id,
            directory: account.directoryId,
            from: account.key,
            to: named.key,
            left: left.map(String),
          },
        })
        await tellAccountChange(tx, outbox, id, 'directoryRelinked')
      })
      outbox.wake()
      return { message: directoryLinkTexts.relinked }
    },
  }
}

const hasKey = (account: DirectoryAccount): account is LinkedAccount => account.key !== null
