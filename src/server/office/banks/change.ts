import { sql, type Transaction } from 'kysely'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { banks } from '#contract/office/banks.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { dropDormantGrants } from '#server/access/last-bank.ts'
import { proofOfRow } from '#server/access/authority.ts'
import { newMark } from '#server/access/marks.ts'
import { changeMarks, changeRow, genuineRows, markOf } from '#server/access/proved-changes.ts'
import { nextNumber } from '#server/access/numbers.ts'
import { callerNow, joinBank } from '#server/access/members.ts'
import { requireManaged } from '#server/access/scope.ts'
import type { Actor, By, Creator } from '#server/access/session.ts'
import { deleteUnusedTemplates } from '#server/office/administration/client-templates.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { readText } from '#server/vault/contents/values.ts'
import { readPattern } from '#server/platform/http/patterns.ts'
import { lockBanks, lockLinks } from '#server/access/row-locks.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type ChangeDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'>

const readLabel = (label: string, at: string, stored?: string): string =>
  readPattern(at, 'REGEX_BANK_LABEL', label, stored)
/** Forms send an empty text for no limit. */
const readMaxUser = (maxUser: number | '' | null | undefined): number | null =>
  typeof maxUser === 'number' ? maxUser : null

/** Creates a bank, and attaches its creator to it. @returns its id */
export function createBank(
  { clock, journal }: Pick<ChangeDeps, 'clock' | 'journal'>,
  { actor, origin, once }: Creator,
  body: BodyOf<typeof banks.create>,
): Promise<number> {
  const texts = {
    label: readLabel(body.label, 'label'),
    description: readText('description', body.description),
    max_user: readMaxUser(body.maxUser),
    create_by: actor.id,
  }
  return once(async (tx) => {
    await lockRows(tx, 'users', [actor.id])
    if (!(await mayManageBanks(tx, actor))) throw new Refusal('ROLE_REQUIRED')
    const now = clock()
    const id = await nextNumber(tx, 'banks')
    const proved = { id, mark: newMark(), active: 1 as const }
    const row = { ...texts, ...proved, ...proofOfRow(tx, 'banks', proved, now), created_at: now }
    await tx.insertInto('banks').values(row).execute()
    await journal.record(tx, actor, origin, { action: 'bank.created', objects: { bank: id } })
    await joinBank(tx, { clock, journal, actor, origin }, id)
    return id
  })
}

/** Changes a bank. @throws Refusal SCOPE_EXCEEDED for the limit or state without the right to create banks */
export function updateBank(
  { db, clock, journal }: ChangeDeps,
  { actor, origin }: By,
  id: number,
  { label, description, maxUser, active }: BodyOf<typeof banks.update>['update'],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockBanks(tx, [id])
    await requireManaged(tx, actor, 'bank', id)
    const before = await tx
      .selectFrom('banks')
      .select(['label', 'description', 'max_user', 'active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // What is stored already is not judged again.
    const changes = {
      ...(label === undefined ? {} : { label: readLabel(label, 'update/label', before.label) }),
      ...(description === undefined
        ? {}
        : { description: readText('description', description, 'update/description', before.description) }),
      ...(maxUser === undefined ? {} : { max_user: readMaxUser(maxUser) }),
      ...(active === undefined ? {} : { active: active ? (1 as const) : (0 as const) }),
    }
    const names = Object.keys(changes) as (keyof typeof before)[]
    // Forms send unchanged values too.
    const fields = names.filter((name) => changes[name] !== before[name])
    if (fields.length === 0) return
    const isOfInstallation = fields.some((field) => field === 'max_user' || field === 'active')
    if (isOfInstallation && !(await mayManageBanks(tx, actor))) throw new Refusal('SCOPE_EXCEEDED')
    await changeRow(tx, 'banks', id, changes, clock())
    await journal.record(tx, actor, origin, { action: 'bank.updated', objects: { bank: id, fields } })
  })
}

/** Deletes a bank with its links. @throws Refusal BANK_NOT_EMPTY while it has a chest that is not deleted */
export function removeBank(
  { db, clock, journal }: ChangeDeps,
  { actor, origin }: By,
  id: number,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockLinks(tx, 'removal')
    const workers = await tx.selectFrom('users').select('id').where('last_bank_id', '=', id).execute()
    const attached = await attachedTo(tx, id)
    await lockRows(tx, 'users', [...idsOf(workers), ...attached.users])
    await lockRows(tx, 'teams', attached.teams)
    await lockBanks(tx, [id], 'removal')
    await requireManaged(tx, actor, 'bank', id)
    if (!(await mayManageBanks(tx, actor))) throw new Refusal('SCOPE_EXCEEDED')
    // A chest that is restored meanwhile is waited for, and found.
    const on = await tx.selectFrom('bank_chests').select('chest_id as id').where('bank_id', '=', id).execute()
    await lockRows(tx, 'chests', idsOf(on))
    const chest = await tx
      .selectFrom('bank_chests as l')
      .innerJoin('chests as c', 'c.id', 'l.chest_id')
      .select('c.id')
      .where('l.bank_id', '=', id)
      .where('c.deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (chest) throw new Refusal('BANK_NOT_EMPTY')
    const { label: name } = await tx
      .selectFrom('banks')
      .select('label')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const lost = await dropDormantGrants(tx, id, null)
    const marks = { list: 'bank_marks', remove: [await markOf(tx, 'banks', id)] } as const
    // Read again: others may have been attached while the bank was waited for.
    for (const [table, ids] of Object.entries(await attachedTo(tx, id)))
      await changeMarks(tx, table as 'users' | 'teams' | 'chests', ids, marks, clock())
    for (const links of ['bank_chests', 'bank_teams', 'bank_users'] as const) {
      await tx.deleteFrom(links).where('bank_id', '=', id).execute()
    }
    for (const worker of (await genuineRows(tx, 'users', idsOf(workers))).values())
      if (worker.last_bank_id === id) await changeRow(tx, 'users', worker.id, { last_bank_id: null }, clock())
    // What the server did not write names no bank that is gone.
    await tx.updateTable('users').set({ last_bank_id: null }).where('last_bank_id', '=', id).execute()
    await tx.deleteFrom('banks').where('id', '=', id).execute()
    await deleteUnusedTemplates(tx)
    await journal.record(tx, actor, origin, { action: 'bank.deleted', objects: { bank: id, name } })
    for (const chest of lost) await journal.record(tx, actor, origin, { action: 'rights.lapsed', chest })
  })
}

/** Returns the users, teams and chests that the rows attach to a bank. */
async function attachedTo(tx: Transaction<Tables>, bankId: number) {
  const idsIn = async (links: 'bank_users' | 'bank_teams' | 'bank_chests', column: string) => {
    const rows = await sql<{ id: number }>`
      select ${sql.ref(column)} as id from ${sql.table(links)} where bank_id = ${bankId}`.execute(tx)
    return idsOf(rows.rows)
  }
  return {
    users: await idsIn('bank_users', 'user_id'),
    teams: await idsIn('bank_teams', 'team_id'),
    chests: await idsIn('bank_chests', 'chest_id'),
  }
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id)

/** Whether the caller may create, switch and delete banks, and limit their users. */
const mayManageBanks = async (tx: Transaction<Tables>, actor: Actor): Promise<boolean> =>
  roleMay((await callerNow(tx, actor)).role, 'createBanks')
