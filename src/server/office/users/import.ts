import type { Transaction } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { userLineTexts } from '#texts/office/users.ts'
import { countActiveUsers, requireRoomInBanks } from '#server/office/banks/user-limit.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import { currentBankOf } from '#server/access/current-bank.ts'
import { insertInvitedUser, lockPlaces, officeCaller, type UserDeps } from './create.ts'
import type { By, Creator } from '#server/access/session.ts'
import { readUserFile, type Line } from './csv.ts'
import { readCandidate, takenFails, type Candidate, type Fail } from './import-check.ts'
import { bankFinder, teamFinder } from './import-places.ts'

/** Creates the users of a file, all or none; a dry run reports the same faults and creates none. */
export async function importUsers(
  deps: UserDeps,
  by: Creator,
  file: UploadedFile | null,
  dryRun: boolean,
): Promise<ReplyOf<typeof users.importCsv>> {
  if (!file) throw new Refusal('INVALID_REQUEST', { details: { field: 'body/file', rule: 'required' } })
  if (!/\.csv$/i.test(file.name)) throw new Refusal('UNSUPPORTED_FORMAT')
  const lines = readUserFile(file.bytes)
  const reply = await by.once(async (tx) => {
    const { candidates, fails } = await check(tx, by, lines)
    const isCreated = !dryRun && fails.length === 0
    if (isCreated) await insertAll(tx, deps, by, candidates)
    else await recordCheck(tx, deps, by, { candidates, fails })
    const created = isCreated ? candidates.length : 0
    return { users: candidates.map(shown), fails: fails.slice(0, maxReportedFails), created }
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
  { candidates, fails }: { candidates: readonly Candidate[]; fails: readonly Fail[] },
): Promise<void> => {
  const objects = { users: candidates.length, fails: fails.length }
  return journal.record(tx, actor, origin, { action: 'users.import-checked', objects })
}

const shown = ({ line, person, banks, teams }: Candidate) => ({
  line,
  login: person.login,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  role: person.role,
  bank: banks.map(({ name }) => name).join(', '),
  teams: teams.map(({ name }) => name),
})

async function check(
  tx: Transaction<Tables>,
  { actor }: By,
  lines: readonly Line[],
): Promise<{ candidates: Candidate[]; fails: Fail[] }> {
  const caller = await officeCaller(tx, actor)
  const current = await currentBankOf(tx, { ...caller, lastBankId: actor.lastBankId })
  const places = {
    bank: await bankFinder(tx, caller),
    team: await teamFinder(tx, caller),
    current: current && { id: current.id, name: current.label },
  }
  const fails: Fail[] = []
  const candidates = lines.flatMap((line) => {
    const fail = (message: string) => void fails.push({ line: line.line, message })
    return readCandidate(line, caller, places, fail) ?? []
  })
  await lockPlaces(tx, caller, {
    banks: [...new Set(candidates.flatMap(({ person }) => person.bankIds))],
    teams: [...new Set(candidates.flatMap(({ person }) => person.teamIds))],
  })
  fails.push(...(await takenFails(tx, candidates)), ...(await overLimitFails(tx, candidates)))
  const wrong = new Set(fails.map(({ line }) => line))
  return {
    candidates: candidates.filter(({ line }) => !wrong.has(line)),
    fails: fails.toSorted((one, other) => one.line - other.line),
  }
}

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
  for (const { person } of candidates) await insertInvitedUser(tx, deps, by, person)
  const objects = { users: candidates.length }
  await requireRoomInBanks(tx, [...banksOf(candidates).keys()])
  await deps.journal.record(tx, by.actor, by.origin, { action: 'users.imported', objects })
}
