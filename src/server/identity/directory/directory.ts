import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Secret } from '#server/platform/crypto/secret.ts'
import { createWorkBound, type Turn } from '#server/platform/crypto/work-bound.ts'
import { isPlain, type BindRefusal } from './bind-refusal.ts'
import type { EntryKey } from './entries.ts'
import {
  findGroups,
  groupsOf,
  readGroup,
  type DirectoryGroup,
  type HeldGroups,
  type ReadGroup,
} from './groups.ts'
import {
  findEntries,
  findPeople,
  findPerson,
  findsAnybody,
  type DirectoryPerson,
  type FoundEntries,
  type FoundPerson,
  type Wanted,
} from './people.ts'
import {
  findUnits,
  searchPeople,
  type DirectoryUnit,
  type FoundPeople,
  type PeopleSearch,
} from './people-search.ts'
import { compareEntries, type ComparedEntries } from './linked-entries.ts'
import { withDirectory, type DirectoryParts, type DirectorySession } from './bind.ts'
import { noRecord } from './last-answers.ts'
import { unguardedAccount } from './service-account.ts'
import type { DirectorySettings } from './settings.ts'

/** A password to verify in the directory. */
export type Question = {
  readonly wanted: Wanted
  readonly password: Secret<string>
  /** Whether a right password admits an account. Otherwise the directory does the same work in vain. */
  readonly isForSomebody: boolean
  /** The groups in which the person's membership matters. */
  readonly groups: ReadonlySet<EntryKey>
}

export type Proven = { readonly person: DirectoryPerson } & HeldGroups

/** A refusal of a person for which the directory gave a reason other than a wrong password. */
export type RefusedPerson = { readonly person: null; readonly key: EntryKey; readonly refusal: BindRefusal }

/** An account is linked to an entry that the directory no longer has. */
export type MissingPerson = { readonly person: null; readonly key: EntryKey; readonly refusal: null }

/** The configured directory. Every call throws DirectoryAway, and BusyError when too many calls wait. */
export type Directory = {
  readonly id: number
  /** @returns the person and their groups, or the reason of a refusal, or that the entry is gone; null for a wrong password or an unknown person */
  prove(question: Question, turn?: Turn): Promise<Proven | RefusedPerson | MissingPerson | null>
  /** Whether a request would be refused now. */
  isFull(turn: Turn): boolean
  findGroups(text: string): Promise<DirectoryGroup[]>
  findUnits(text: string): Promise<DirectoryUnit[]>
  /** Returns people to make accounts for. */
  searchPeople(search: PeopleSearch): Promise<FoundPeople>
  readGroup(dn: string): Promise<ReadGroup | null>
  /**
   * Returns the person of each name, found as the sign-in finds them. One call at a time runs on a node, on one
   * connection after the other.
   */
  findPeople(names: readonly string[]): Promise<ReadonlyMap<string, FoundPerson>>
  /** Returns which of these entries the directory has. */
  findEntries(keys: readonly EntryKey[]): Promise<FoundEntries>
  /** Returns the entry of a key, and the one that a name finds. */
  compareEntries(account: { readonly key: EntryKey; readonly name: string }): Promise<ComparedEntries>
  /** Whether the configured filter finds any person. */
  findsAnybody(): Promise<boolean>
  /** Binds as the service account, and does nothing more. */
  tryAccount(): Promise<void>
}

/** Limits of the concurrent connections to the directory, and of the sign-ins queued for one. */
const bound = { concurrency: 8, queue: 16 }
/** Limits of the concurrent calls that look for many people, and of those queued. */
const manyBound = { concurrency: 1, queue: 4 }
/** Names that one connection looks for, within its time limit. */
const namesPerConnection = 50
/** The turn of an administrator, who leaves places to those who sign in. */
const officeTurn: Turn = { lane: 'work' }

/**
 * The minimum delay of a refusal, in milliseconds: a directory's response time would reveal whether it knows
 * a name.
 */
const refusalFloorMs = 400

export function createDirectory(
  settings: DirectorySettings,
  log: Pick<Logger, 'warn'>,
  floorMs = refusalFloorMs,
  wait: (ms: number) => Promise<unknown> = (ms) => pause(ms, undefined, { ref: false }),
  parts: DirectoryParts = { account: unguardedAccount, record: noRecord },
): Directory {
  const work = createWorkBound(bound)
  const manyWork = createWorkBound(manyBound)
  const ask = <Result>(
    question: (session: DirectorySession) => Promise<Result>,
    turn?: Turn,
  ): Promise<Result> => {
    const asService = async (session: DirectorySession): Promise<Result> => {
      await session.asService()
      return question(session)
    }
    return work.run(() => withDirectory(settings, parts, asService), turn)
  }

  return {
    id: settings.id,
    isFull: (turn) => work.isFull(turn),
    async prove(question, turn) {
      const floor = wait(floorMs)
      const proven = await ask((session) => judge(session, settings, question, log), turn)
      if (!proven?.person) await floor
      return proven
    },
    findGroups: (text) => ask((session) => findGroups(session, text)),
    findUnits: (text) => ask((session) => findUnits(session, text), officeTurn),
    searchPeople: (search) => ask((session) => searchPeople(session, settings, search), officeTurn),
    readGroup: (dn) => ask((session) => readGroup(session, dn)),
    findPeople: (names) =>
      manyWork.run(async () => {
        const people = new Map<string, FoundPerson>()
        for (let from = 0; from < names.length; from += namesPerConnection) {
          const some = names.slice(from, from + namesPerConnection)
          const found = await ask((session) => findPeople(session, settings.userFilter, some), officeTurn)
          for (const [name, person] of found) people.set(name, person)
        }
        return people
      }),
    findEntries: (keys) => ask((session) => findEntries(session, keys)),
    compareEntries: (account) => ask((session) => compareEntries(session, settings.userFilter, account)),
    tryAccount: () => ask(async () => undefined),
    findsAnybody: () => ask((session) => findsAnybody(session, settings.userFilter)),
  }
}

async function judge(
  session: DirectorySession,
  settings: DirectorySettings,
  { wanted, password, isForSomebody, groups }: Question,
  log: Pick<Logger, 'warn'>,
): Promise<Proven | RefusedPerson | MissingPerson | null> {
  const found = await findPerson(session, settings.userFilter, wanted)
  if (found === 'many')
    log.warn({ directory: settings.id }, 'a login is that of several people of the directory')
  const person = found === 'many' || !isForSomebody ? null : found
  const missing =
    found === null && isForSomebody && 'key' in wanted ? await missingOf(session, wanted.key) : null
  const given = password.reveal()
  // A server that reads passwords as C strings would treat one that begins with NUL as empty.
  const isUsable = given !== '' && !given.includes('\0')
  const nobody = `cn=${randomUUID()},${settings.baseDn}`
  const refusal = await session.refusalOf(person?.dn ?? nobody, isUsable ? given : randomUUID())
  if (!isUsable || person === null) return missing
  if (refusal !== null) return isPlain(refusal) ? null : { person: null, key: person.key, refusal }
  if (groups.size === 0) return { person, groups, isWhole: true }
  await session.asService()
  return { person, ...(await groupsOf(session, person, groups, settings.countsPrimaryGroup)) }
}

/** Whether the directory has no entry of a key, rather than one that the filter does not admit. */
async function missingOf(session: DirectorySession, key: EntryKey): Promise<MissingPerson | null> {
  const { entries, isWhole } = await findEntries(session, [key])
  return entries.size === 0 && isWhole ? { person: null, key, refusal: null } : null
}
