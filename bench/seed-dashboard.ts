import { neverLocked } from '#server/access/locate.ts'
import { flagsOf, insertChest } from '../src/server/vault/chests/chest-rows.ts'
import { newGrant } from '../src/domain/platform/rights.ts'
import { createSummaries } from '../src/server/vault/summaries/summaries.ts'
import { storeSummaries } from '../src/server/vault/summaries/store-summaries.ts'
import type { Database } from '../src/server/platform/database/open.ts'
import { createLog } from '#server/log.ts'
import { beginSeeding, closeSeeded, proveAll, type Installation } from './installation.ts'
import { entryOf } from './names.ts'
import { addContent, type Content } from './seed-content.ts'
import { addAccount, addBank, addSession } from './seed.ts'

/** A reader's chests, the chest of the explorer, and chests that no user of the bench reads: a million items. */
export const dashboardSizes = {
  reader: { chests: 500, items: 200 },
  explored: { chests: 1, items: 10_000 },
  others: { chests: 445, items: 2_000 },
  administrators: 50,
} as const

/** Administrators per team; each team reads a tenth of the reader's chests. */
const teamSize = 5
const teamChests = 50
/** The number of a chest's passwords that repeat those of the chest before it. */
const reused = 10

export type SeededDashboard = {
  /** Reads 100,000 items in 500 chests. */
  readonly reader: string
  /** Sees the figures of the company, a million items, and reads no chest. */
  readonly director: string
  /** Each sees the figures of the company and of connections, and reads 10,000 items in 50 chests. */
  readonly administrators: readonly string[]
  /** The session of a user of the explorer, in a chest of 10,000 items. */
  readonly cookie: string
  readonly big: Content
}

/** Fills an installation, without summaries. */
export async function seedDashboard(installation: Installation): Promise<SeededDashboard> {
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const account = (login: string) => addAccount(database, keys, login)
  const [reader, director, worker, other] = [
    await account('lectrice'),
    await account('direction'),
    await account('camille.martin'),
    await account('dominique.petit'),
  ]
  const administrators: number[] = []
  for (let index = 1; index <= dashboardSizes.administrators; index += 1)
    administrators.push((await account(`gestion.${index}`)).id)
  const plain = [reader.id, director.id, worker.id, other.id]
  const bank = await addBank(database, [...plain, ...administrators])
  const { db } = database
  const intervenant = { role: 'ROLE_INTERVENANT', mac: null } as const
  await db.updateTable('users').set(intervenant).where('id', 'in', plain).execute()
  await db.updateTable('users').set({ type: 'DIRECTOR' }).where('id', '=', director.id).execute()
  await proveAll(db)

  let number = 0
  const fill = async (owner: number, { chests, items }: { chests: number; items: number }) => {
    const filled: Content[] = []
    for (let index = 1; index <= chests; index += 1) {
      const content = await db.transaction().execute(async (tx) => {
        const texts = { name: entryOf(index).name, description: 'Les accès de la ville.' }
        const made = { ...texts, createdBy: owner, at: Date.now(), bankId: bank }
        const chest = await insertChest(tx, chestKeys, made)
        const key = await chestKeys.open(tx, { id: chest.id, ...neverLocked, keyVersion: 1 })
        return addContent(tx, { chestId: chest.id, key, userId: owner }, { items, from: number })
      })
      number += items - reused
      filled.push(content)
    }
    return filled
  }
  const readable = await fill(reader.id, dashboardSizes.reader)
  const [big] = await fill(worker.id, dashboardSizes.explored)
  await fill(other.id, dashboardSizes.others)
  if (!big) throw new Error('no chest to explore')
  await addTeams(database, administrators, readable)

  const cookies: string[] = []
  for (const id of administrators) cookies.push(await addSession(database, id))
  const seeded = {
    reader: await addSession(database, reader.id),
    director: await addSession(database, director.id),
    administrators: cookies,
    cookie: await addSession(database, worker.id),
    big,
  }
  await closeSeeded(database, installation.engine)
  return seeded
}

async function addTeams({ db }: Database, users: readonly number[], chests: readonly Content[]) {
  for (let from = 0; from < users.length; from += teamSize) {
    const number = from / teamSize
    const row = { name: `Groupe ${number}`, description: '', created_by: null, created_at: Date.now() }
    const { id } = await db.insertInto('teams').values(row).returning('id').executeTakeFirstOrThrow()
    const people = users.slice(from, from + teamSize).map((user) => ({ team_id: id, user_id: user }))
    await db.insertInto('team_users').values(people).execute()
    const grants = chests
      .slice(number * teamChests, (number + 1) * teamChests)
      .map(({ chestId }) => ({ chest_id: chestId, team_id: id, ...flagsOf(newGrant) }))
    await db.insertInto('chest_team_rights').values(grants).execute()
  }
}

/** Stores the summaries of all chests, as the server's job does within its first hour. */
export async function keepSummaries(installation: Installation): Promise<void> {
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const { db } = database
  const log = createLog('error', { write: (line) => void process.stderr.write(line) })
  const summaries = createSummaries({ db, keys, chestKeys, log })
  const deps = { db, clock: Date.now, summaries, company: { of: () => Promise.reject(new Error('no job')) } }
  await storeSummaries(deps, async () => true)
  await closeSeeded(database, installation.engine)
}
