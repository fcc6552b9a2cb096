import type { Transaction } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { userLineTexts } from '#texts/office/users.ts'
import { countActiveUsers, requireRoomInBanks } from '#server/office/banks/user-limit.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import { currentBankOf } from '#server/access/current-bank.ts'
import { accountsOfDirectory, linkAccount } from '#server/identity/directory/directory-rows.ts'
import { insertInvitedUser, lockPlaces, officeCaller, type UserDeps } from './create.ts'
import type { By, Creator } from '#server/access/session.ts'
import { readUserFile, type Line } from './csv.ts'
import { fillLines, lookUpLines, type DirectoryDeps, type LeftLines, type Looked } from './directory-lines.ts'
import { readCandidate, takenFails, type Candidate, type Fail } from './import-check.ts'
import { bankFinder, teamFinder } from './import-places.ts'

type ImportDeps = UserDeps & DirectoryDeps

/** Creates the users of a file, all or none; a dry run reports the same faults and creates none. */
export async function importUsers(
  deps: ImportDeps,
  by: Creator,
  file: UploadedFile | null,
  dryRun: boolean,
): Promise<ReplyOf<typeof users.importCsv>> {
  if (!file) throw new Refusal('INVALID_REQUEST', { details: { field: 'body/file', rule: 'required' } })
  if (!/\.csv$/i.test(file.name)) throw new Refusal('UNSUPPORTED_FORMAT')
  const lines = readUserFile(file.bytes)
  const looked = await lookUpLines(deps, lines)
  const reply = await by.once(async (tx) => {
    const { candidates, fails, left } = await check(tx, deps, by, lines, looked)
    const isCreated = !dryRun && fails.length === 0
    if (isCreated) await insertAll(tx, deps, by, candidates)
    else await recordCheck(tx, deps, by, { candidates, fails, left })
    const created = isCreated ? candidates.length : 0
    const users = candidates.map((candidate) => shown(candidate, deps.config.directories))
    return { users, fails: fails.slice(0, maxReportedFails), created, ...left }
  })
  if (reply.created > 0) deps.outbox.wake()
  return reply
}

/** The limit of reported faults: a reply of megabytes is of no use for a file with a fault in every cell. */
const maxReportedFails = 1000

/** Recorded although nothing is created: the faults disclose taken logins, other clients' included. */
const recordCheck = (
  tx: Transaction<Tables>,
  { journal }: UserDeps,
  { actor, origin }: By,
  { candidates, fails, left }: Checked,
): Promise<void> => {
  const { linked, absent } = left
  const objects = {
    users: candidates.length,
    fails: fails.length,
    ...(linked.length + absent.length > 0 && { linked: linked.length, absent: absent.length }),
  }
  return journal.record(tx, actor, origin, { action: 'users.import-checked', objects })
}

const shown = (
  { line, person, banks, teams }: Candidate,
  directories: UserDeps['config']['directories'],
) => ({
  line,
  login: person.login,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  role: person.role,
  bank: banks.map(({ name }) => name).join(', '),
  teams: teams.map(({ name }) => name),
  directory: directories.find(({ id }) => id === person.adId)?.ad ?? null,
})

type Checked = { readonly candidates: Candidate[]; readonly fails: Fail[]; readonly left: LeftLines }

async function check(
  tx: Transaction<Tables>,
  { directory }: ImportDeps,
  { actor }: By,
  lines: readonly Line[],
  looked: ReadonlyMap<number, Looked>,
): Promise<Checked> {
  const caller = await officeCaller(tx, actor)
  const current = await currentBankOf(tx, { ...caller, lastBankId: actor.lastBankId })
  const places = {
    bank: await bankFinder(tx, caller),
    team: await teamFinder(tx, caller),
    current: current && { id: current.id, name: current.label },
    directoryId: directory?.id ?? null,
  }
  const fails: Fail[] = []
  const fail = (line: number, message: string) => void fails.push({ line, message })
  const accounts =
    directory === null || looked.size === 0 ? nobody : await accountsOfDirectory(tx, directory.id)
  const { filled, left } = fillLines(lines, looked, accounts, fail)
  const candidates = filled.flatMap(
    (one) => readCandidate(one, caller, places, (message) => fail(one.line.line, message)) ?? [],
  )
  await lockPlaces(tx, caller, {
    banks: [...new Set(candidates.flatMap(({ person }) => person.bankIds))],
    teams: [...new Set(candidates.flatMap(({ person }) => person.teamIds))],
  })
  fails.push(...(await takenFails(tx, candidates)), ...(await overLimitFails(tx, candidates)))
  const wrong = new Set(fails.map(({ line }) => line))
  return {
    candidates: candidates.filter(({ line }) => !wrong.has(line)),
    fails: fails.toSorted((one, other) => one.line - other.line),
    left,
  }
}

const nobody = { keys: new Set<string>(), names: new Set<string>() }

const countsInLimit = ({ person }: Candidate): boolean => person.role === 'ROLE_INTERVENANT'

/** Returns the candidates that count towards the user limit of a bank, by bank. */
function banksOf(candidates: readonly Candidate[]): Map<number, Candidate[]> {
  const pairs = candidates
    .filter(countsInLimit)
    .flatMap((candidate) => candidate.person.bankIds.map((bank) => ({ bank, candidate })))
  const groups = Map.groupBy(pairs, ({ bank }) => bank)
  return new Map([...groups].map(([bank, found]) => [bank, found.map(({ candidate }) => candidate)]))
}

/** The lines over the user limit of their bank, which the transaction has locked. */
async function overLimitFails(tx: Transaction<Tables>, candidates: readonly Candidate[]): Promise<Fail[]> {
  const groups = banksOf(candidates)
  if (groups.size === 0) return []
  const banks = await tx
    .selectFrom('banks')
    .select(['id', 'label', 'max_user'])
    .where('id', 'in', [...groups.keys()])
    .where('max_user', 'is not', null)
    .execute()
  const fails: Fail[] = []
  for (const { id, label, max_user: seats } of banks) {
    const free = Math.max(0, (seats ?? 0) - (await countActiveUsers(tx, id)))
    const beyond = groups.get(id)?.slice(free) ?? []
    fails.push(...beyond.map(({ line }) => ({ line, message: userLineTexts.bankFull(label) })))
  }
  return fails
}

async function insertAll(
  tx: Transaction<Tables>,
  deps: UserDeps,
  by: By,
  candidates: readonly Candidate[],
): Promise<void> {
  for (const candidate of candidates) {
    const { id } = await insertInvitedUser(tx, deps, by, candidate.person)
    await linkToEntry(tx, deps, by, id, candidate)
  }
  const objects = { users: candidates.length }
  await requireRoomInBanks(tx, [...banksOf(candidates).keys()])
  await deps.journal.record(tx, by.actor, by.origin, { action: 'users.imported', objects })
}

/**
 * Links an account to its entry at once, and not at the first sign-in: the name may be another person's by then.
 * @throws Refusal DIRECTORY_PERSON_LINKED when a concurrent call linked another account
 */
async function linkToEntry(
  tx: Transaction<Tables>,
  { clock, journal }: UserDeps,
  { actor, origin }: By,
  userId: number,
  { person, entry }: Candidate,
): Promise<void> {
  const { adId: directoryId } = person
  if (directoryId === null || entry === null) return
  if (!(await linkAccount(tx, { userId, directoryId }, entry, clock())))
    throw new Refusal('DIRECTORY_PERSON_LINKED')
  const objects = { user: userId, directory: directoryId }
  await journal.record(tx, actor, origin, { action: 'directory.linked', objects })
}
