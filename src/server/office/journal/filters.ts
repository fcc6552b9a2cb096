import { sql, type Kysely } from 'kysely'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import type { journal } from '#contract/office/journal.ts'
import { fold } from '#domain/platform/folding.ts'
import { journalActions, type JournalAction } from '#domain/platform/journal-actions.ts'
import { actionsOfGroup, kindOf } from '#domain/platform/journal-kinds.ts'
import { namesItem } from '#domain/platform/journal-objects.ts'
import { idsAsJson } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { JournalRow } from '#server/platform/journal/row-proof.ts'
import { matchesSearch, wordsOf } from '#server/platform/database/words.ts'
import { isProbed, seqAt, type Probe, type Source } from './rows.ts'
import { seenRow, type SeenRow, type Sight } from './sight.ts'

/** The filters of a request. */
export type Filters = Omit<QueryOf<typeof journal.list>, 'before' | 'limit'>

/** A search of the journal that is ready to run (`searchJournal`). */
export type Plan = {
  readonly source: Source
  readonly floor: number
  readonly end: number
  readonly choose: (row: JournalRow) => SeenRow | null
}

/** How far the clocks of nodes may differ: rows within it of a border are compared one by one. */
const clockMs = 5_000

/** The actions whose events may name a team or a bank; few events each. */
const placeFields = ['team', 'team?', 'teams', 'bank', 'banks?', 'joined']
const placeActions = (Object.entries(journalActions) as [JournalAction, { objects?: object }][])
  .filter(([, { objects = {} }]) => placeFields.some((field) => field in objects))
  .map(([action]) => action)

/** The actions whose events name items in ranges. */
const rangeActions = (Object.entries(journalActions) as [JournalAction, { objects?: object }][])
  .filter(([, { objects = {} }]) => 'itemIds' in objects)
  .map(([action]) => action)

/** The actions whose events may be refused; most events are done. */
const refusedActions = (Object.entries(journalActions) as [JournalAction, { outcome?: string }][])
  .filter(([, { outcome }]) => outcome !== undefined)
  .map(([action]) => action)

/** Returns how to search the journal for what a caller sees and asks for. */
export async function planOf(db: Kysely<Tables>, sight: Sight, asked: Filters): Promise<Plan> {
  const about = asked.text === undefined ? null : await namedLike(db, sight, asked.text)
  const [from, to] = [momentOf(asked.from), momentOf(asked.to)]
  const [floor, end] = await Promise.all([
    from === null ? 1 : seqAt(db, from - clockMs),
    to === null ? Number.MAX_SAFE_INTEGER : seqAt(db, to + clockMs),
  ])
  const isWithin = ({ at }: JournalRow) => (from === null || at >= from) && (to === null || at < to)
  const choose = (stored: JournalRow): SeenRow | null => {
    const row = isWithin(stored) ? seenRow(sight, stored) : null
    return row && matches(row, asked) && (about === null || isAbout(row, about)) ? row : null
  }
  return { source: sourceOf(sight, asked, about), floor, end, choose }
}

const momentOf = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text))

function matches(row: SeenRow, { person, chestId, itemId, group, outcome, ip }: Filters): boolean {
  const isOf =
    person === undefined ||
    row.actor_id === person ||
    (row.named.user.includes(person) && row.mayName('user', person))
  return (
    isOf &&
    (chestId === undefined || row.chest_id === chestId) &&
    (itemId === undefined || namesItem(row.objects, itemId)) &&
    (group === undefined || kindOf(row.action)[0] === group) &&
    (outcome === undefined || row.outcome === outcome) &&
    (ip === undefined || row.ip === ip.trim())
  )
}

/** Chooses the rows to look at: those of the filter that is expected to leave the fewest. */
function sourceOf(sight: Sight, asked: Filters, about: About | null): Source {
  const { person, chestId, itemId, group, ip } = asked
  if (itemId !== undefined)
    return [
      { by: 'item', values: [itemId] },
      { by: 'action', values: rangeActions },
    ]
  const ofPeople = (ids: readonly number[]): Probe[] => [
    { by: 'actor', values: ids },
    { by: 'named', values: ids },
  ]
  if (person !== undefined) return ofPeople([person])
  if (ip !== undefined) return [{ by: 'ip', values: [ip.trim()] }]
  if (chestId !== undefined) return [{ by: 'chest', values: [chestId] }]
  const probed = (people: readonly number[], chests: readonly number[], hasPlaces: boolean): Probe[] => [
    ...ofPeople(people),
    { by: 'chest', values: chests },
    { by: 'action', values: hasPlaces ? placeActions : [] },
  ]
  if (about) {
    const probes = probed([...about.user], [...about.chest], about.team.size + about.bank.size > 0)
    if (isProbed(probes)) return probes
  }
  if (group !== undefined) return [{ by: 'action', values: actionsOfGroup(group) }]
  const ofOutcome: Source = asked.outcome === 'refused' ? [{ by: 'action', values: refusedActions }] : null
  if (sight === null) return ofOutcome
  const probes = probed([...sight.people, sight.caller], [...sight.chests], true)
  return isProbed(probes) ? probes : ofOutcome
}

/** What the words of a search name, by kind. */
type About = Readonly<Record<'user' | 'team' | 'bank' | 'chest', ReadonlySet<number>>>

const isAbout = (row: SeenRow, about: About): boolean =>
  (row.actor_id !== null && about.user.has(row.actor_id)) ||
  (row.chest_id !== null && about.chest.has(row.chest_id)) ||
  (['user', 'team', 'bank'] as const).some((kind) =>
    row.named[kind].some((id) => about[kind].has(id) && row.mayName(kind, id)),
  )

/** Reads what words name, within a caller's sight. */
async function namedLike(db: Kysely<Tables>, sight: Sight, text: string): Promise<About> {
  const like = async (table: 'users' | 'chests', column: string) => {
    const matching = matchesSearch(text, sql.ref(column), sql.ref('t.id'))
    const rows = sql`select t.id from ${sql.table(table)} t where ${matching}`
    const read = await sql<{ ids: string }>`select ${idsAsJson(db, rows)} as ids`.execute(db)
    return JSON.parse(read.rows[0]?.ids ?? '[]') as number[]
  }
  const words = wordsOf(text)
  const among = (rows: readonly { id: number; name: string }[]): number[] =>
    rows.flatMap(({ id, name }) => (words?.every((word) => fold(name).includes(word)) ? [id] : []))
  const [users, chests, teams, banks] = await Promise.all([
    like('users', 't.search_key'),
    like('chests', 't.search_text'),
    db.selectFrom('teams').select(['id', 'name']).execute(),
    db.selectFrom('banks').select(['id', 'label as name']).execute(),
  ])
  const seen = (ids: readonly number[], inSight: ReadonlySet<number> | undefined): Set<number> =>
    new Set(inSight ? ids.filter((id) => inSight.has(id)) : ids)
  return {
    // Whoever acts in a chest is known to those who read it.
    user: seen(users, sight?.isOfChest ? undefined : sight?.people),
    chest: seen(chests, sight?.chests),
    team: seen(among(teams), sight?.isOfChest ? undefined : sight?.teams),
    bank: seen(among(banks), sight?.banks),
  }
}
