import { sql } from 'kysely'
import { textColumns } from '#server/access/account-rows.ts'
import { userStates } from '#domain/platform/roles.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { realCosts, startTestApp, type Reply } from '#server/testing/app.ts'
import { startOfficeWorld } from '#server/testing/offices.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { bodyOf, startContentWorld } from '#server/vault/contents/content-testing.ts'
import type { Figure } from './report.ts'
import { single } from './singles.ts'

/** Bounds of calls that run one at a time, without a socket. They catch a cost that grows in the wrong way. */
const limits = {
  /** Difference between medians of processor time: the time of a refusal must not reveal which logins exist. */
  workPercent: 5,
  selectionMs: 300,
  /** Some fifty times the usual time; reading all folders for each folder would take ten times this bound. */
  wideFolderMs: 5_000,
  /** Twenty times the usual time of a page; decrypting every entry would take thirty times the usual time. */
  trashPageMs: 200,
  /** In addition to four times the time of one word. */
  manyWordsMs: 60,
} as const
const rounds = 5
const workSamples = 60
const wideFolders = 8_000
const crowd = { people: 3_000, teams: 100, chests: 400 } as const

/** Measures calls whose results the suites check, in milliseconds: one call at a time, in this process. */
export async function* measureCalls(engine: Engine): AsyncGenerator<Figure> {
  yield* await measureRefusals(engine)
  yield* await measureContents(engine)
  yield* await measureOfficeSearches(engine)
}

/** Returns the best time of some rounds: other work of the machine may delay some. */
async function best(deed: () => Promise<Reply>): Promise<number> {
  let took = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const since = performance.now()
    const { body } = okay(await deed())
    took = Math.min(took, performance.now() - since)
    if (Array.isArray(body) && body.length === 0) throw new Error('a list that should be long is empty')
  }
  return took
}

function okay(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`a call was answered ${reply.status}: ${reply.text.slice(0, 200)}`)
  return reply
}

/** Compares the work for an unknown login, or one that may not sign in, with that for a wrong password. */
async function measureRefusals(engine: Engine): Promise<Figure[]> {
  const app = await startTestApp(engine, {}, realCosts)
  const { db } = app.deps
  await addAccount(app, 'camille')
  const { id: shut } = await addAccount(app, 'inactive')
  await db.updateTable('users').set({ state_id: userStates.inactive }).where('id', '=', shut).execute()
  const { id: bare } = await addAccount(app, 'sans-mot-de-passe')
  await db.deleteFrom('password_hashes').where('user_id', '=', bare).execute()
  const logins = ['camille', 'inactive', 'sans-mot-de-passe', 'personne']
  const works = logins.map((): number[] => [])
  // Alternates the logins, so that drift affects all of them.
  for (let sample = 0; sample < workSamples; sample += 1) {
    for (const [at, login] of logins.entries()) {
      const before = process.cpuUsage()
      const { status } = await firstStep(newBrowser(app), login, 'un autre mot de passe')
      if (status !== 401) throw new Error(`a wrong password was answered ${status}`)
      const { user, system } = process.cpuUsage(before)
      works[at]?.push(user + system)
    }
    // Prevents blocks of accounts and a hold of this address.
    await db.updateTable('users').set({ failures: 0, blocks: 0, blocked_until: null }).execute()
    await db.deleteFrom('unknown_logins').execute()
    await db.deleteFrom('sign_in_networks').execute()
  }
  await app.close()
  const [known = Number.NaN, ...others] = works.map(
    (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN,
  )
  const distance = Math.max(...others.map((other) => Math.abs(other / known - 1))) * 100
  return [
    single({ engine }, 'refusals', distance, {
      label: 'refused sign-ins, work apart',
      unit: '%',
      limit: limits.workPercent,
      note: `a wrong password: ${(known / 1_000).toFixed(1)} ms of processor`,
    }),
  ]
}

/** Measures moving and deleting a hundred elements, and a trash of thousands. */
async function measureContents(engine: Engine): Promise<Figure[]> {
  const at = await startContentWorld(engine)
  const chestId = at.chest.id
  const to = await at.folder('Cent')
  const took = { move: Infinity, trash: Infinity }
  for (let round = 0; round < 3; round += 1) {
    const items: number[] = []
    for (let count = 0; count < 100; count += 1) items.push(await at.item({ password: `m-${count}` }))
    const timed = async (path: string, more: object): Promise<number> => {
      const since = performance.now()
      okay(await at.call('POST', path, { chestId, items, folders: [], ...more }))
      return performance.now() - since
    }
    took.move = Math.min(took.move, await timed('/api/explorer/move', { folderId: to }))
    took.trash = Math.min(took.trash, await timed('/api/explorer/trash', {}))
  }

  const form = new FormData()
  form.append('chestId', String(chestId))
  const groups = '<Group/>'.repeat(wideFolders)
  const file = `<KeePassFile><Root><Group><Name>Large</Name>${groups}</Group></Root></KeePassFile>`
  form.append('file', new Blob([file]), 'large.xml')
  okay(await at.call('POST', '/api/import/keepass', form))
  const { folders } = bodyOf<{ folders: { id: number; name: string }[] }>(
    await at.call('GET', `/api/explorer/data/?chestId=${chestId}`),
  )
  const wide = folders.find(({ name }) => name === 'Large')?.id ?? 0
  const since = performance.now()
  const { trashId } = bodyOf<{ trashId: number }>(okay(await at.call('DELETE', `/api/folder/${wide}`)))
  okay(await at.call('PATCH', `/api/trash/${trashId}`, { update: 'restore' }))
  const outAndIn = performance.now() - since

  const { db } = at.app.deps
  const now = at.app.time.now
  // As if each had been deleted by a call of its own.
  await sql`insert into trash_entries (chest_id, element, element_id, deleted_by, deleted_at)
    select chest_id, 'folder', id, created_by, ${now} from folders where parent_id = ${wide} order by id`.execute(
    db,
  )
  const shift = sql`(select min(id) from trash_entries where element = 'folder' and element_id in
    (select id from folders where parent_id = ${wide}))
    - (select min(id) from folders where parent_id = ${wide})`
  await sql`update folders set deleted_at = ${now}, trash_id = id + ${shift} where parent_id = ${wide}`.execute(
    db,
  )
  const offset = wideFolders - 25
  const page = await best(() => at.call('GET', `/api/trash/?chestId=${chestId}&offset=${offset}`))
  const summary = await best(() => at.call('GET', `/api/trash/summary?chestId=${chestId}`))
  await at.app.close()
  const figure = (name: string, value: number, label: string, limit: number): Figure =>
    single({ engine }, name, value, { label, unit: 'ms', limit })
  return [
    figure('move', took.move, 'moving 100 elements', limits.selectionMs),
    figure('trash', took.trash, '100 elements to the trash', limits.selectionMs),
    figure('wide-folder', outAndIn, `${wideFolders} folders to the trash and back`, limits.wideFolderMs),
    figure('trash-page', page, 'a page of the trash', limits.trashPageMs),
    figure('trash-summary', summary, 'the summary of the trash', limits.trashPageMs),
  ]
}

/** Measures back-office searches among thousands of people: a hundred words compared with one. */
async function measureOfficeSearches(engine: Engine): Promise<Figure[]> {
  const at = await startOfficeWorld(engine)
  const { admin, mairie, world } = at
  const { db } = at.app.deps
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < crowd.people; index += 1) {
      const login = `multitude${index}`
      const texts = { login, email: `${login}@exemple.fr`, firstName: 'Camille', lastName: 'Dupont' }
      const zeros = { read_features: 0, qr_scanned: 0, last_step: 0, failures: 0, blocks: 0 } as const
      const fixed = {
        role: 'ROLE_INTERVENANT',
        type: 'STANDARD',
        second_factor: 'totp',
        state_id: 1,
      } as const
      const row = { id: 10_000 + index, ...textColumns(texts), ...fixed, ...zeros, created_at: 1 } as const
      await tx.insertInto('users').values(row).execute()
    }
  })
  for (let team = 0; team < crowd.teams; team += 1) {
    const id = await world.addTeam(`Multitude ${team}`, [], [mairie])
    const members = Array.from({ length: 60 }, (_, one) => 10_000 + ((team * 37 + one * 41) % crowd.people))
    const rows = [...new Set(members)].map((user) => ({ team_id: id, user_id: user }))
    await db.insertInto('team_users').values(rows).execute()
  }
  for (let count = 0; count < crowd.chests; count += 1) {
    const chest = await world.addChest(`Coffre élémentaire ${count}`, admin, [mairie])
    await world.grantUser(chest, admin, world.allRights)
  }
  const figures: Figure[] = []
  for (const [label, path, text] of [
    ['teams', '/api/team/', '@exemple.fr camille dupont'],
    ['destinations', '/api/administration/destination', 'coffre élémentaire'],
  ] as const) {
    const timeOf = (search: string) =>
      best(() => admin.call('GET', `${path}?search=${encodeURIComponent(search)}`))
    const one = await timeOf('e')
    figures.push(
      single({ engine }, `words-${label}`, await timeOf(pieces(text)), {
        label: `search of ${label}, 100 words`,
        unit: 'ms',
        limit: Math.round(limits.manyWordsMs + 4 * one),
        note: `one word: ${one.toFixed(1)} ms`,
      }),
    )
  }
  await at.app.close()
  return figures
}

/** Returns the substrings of a text that every row holds, as many words as a search accepts. */
function pieces(text: string): string {
  const words = new Set<string>()
  for (let length = 1; length <= 6; length += 1)
    for (let start = 0; start + length <= text.length; start += 1)
      words.add(text.slice(start, start + length))
  let search = ''
  for (const word of words) if (search.length + word.length < 254) search += ` ${word}`
  return search.trim()
}
