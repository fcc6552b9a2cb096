import type { Transaction } from 'kysely'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { banks } from '#contract/office/banks.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { dropDormantGrants } from '#server/access/last-bank.ts'
import { callerNow, joinBank } from '#server/access/members.ts'
import { requireManaged } from '#server/access/scope.ts'
import type { Actor, By, Creator } from '#server/access/session.ts'
import { deleteUnusedTemplates } from '#server/office/administration/client-templates.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { readText } from '#server/vault/contents/values.ts'
import { readPattern } from '#server/platform/http/patterns.ts'
import { lockBanks } from '#server/access/row-locks.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type ChangeDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'>

const readLabel = (label: string, at: string): string => readPattern(at, 'REGEX_BANK_LABEL', label)
/** Forms send an empty text for no limit. */
const readMaxUser = (maxUser: number | '' | null | undefined): number | null =>
  typeof maxUser === 'number' ? maxUser : null

/** Creates a bank, and attaches its creator to it. @returns its id */
export function createBank(
  { clock, journal }: Pick<ChangeDeps, 'clock' | 'journal'>,
  { actor, origin, once }: Creator,
  body: BodyOf<typeof banks.create>,
): Promise<number> {
  const row = {
    label: readLabel(body.label, 'label'),
    description: readText('description', body.description),
    max_user: readMaxUser(body.maxUser),
    active: 1 as const,
    create_by: actor.id,
    created_at: clock(),
  }
  return once(async (tx) => {
    await lockRows(tx, 'users', [actor.id])
    if (!(await mayManageBanks(tx, actor))) throw new Refusal('ROLE_REQUIRED')
    const { id } = await tx.insertInto('banks').values(row).returning('id').executeTakeFirstOrThrow()
    await journal.record(tx, actor, origin, { action: 'bank.created', objects: { bank: id } })
    await joinBank(tx, { journal, actor, origin }, id)
    return id
  })
}

/** Changes a bank. @throws Refusal SCOPE_EXCEEDED for the limit or state without the right to create banks */
export function updateBank(
  { db, journal }: ChangeDeps,
  { actor, origin }: By,
  id: number,
  { label, description, maxUser, active }: BodyOf<typeof banks.update>['update'],
): Promise<void> {
  const changes = {
    ...(label === undefined ? {} : { label: readLabel(label, 'update/label') }),
    ...(description === undefined
      ? {}
      : { description: readText('description', description, 'update/description') }),
    ...(maxUser === undefined ? {} : { max_user: readMaxUser(maxUser) }),
    ...(active === undefined ? {} : { active: active ? (1 as const) : (0 as const) }),
  }
  return db.transaction().execute(async (tx) => {
    await lockBanks(tx, [id])
    await requireManaged(tx, actor, 'bank', id)
    const before = await tx
      .selectFrom('banks')
      .select(['label', 'description', 'max_user', 'active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const names = Object.keys(changes) as (keyof typeof before)[]
    // Forms send unchanged values too.
    const fields = names.filter((name) => changes[name] !== before[name])
    if (fields.length === 0) return
    const isOfInstallation = fields.some((field) => field === 'max_user' || field === 'active')
    if (isOfInstallation && !(await mayManageBanks(tx, actor))) throw new Refusal('SCOPE_EXCEEDED')
    await tx.updateTable('banks').set(changes).where('id', '=', id).execute()
    await journal.record(tx, actor, origin, { action: 'bank.updated', objects: { bank: id, fields } })
  })
}

/** Deletes a bank with its links. @throws Refusal BANK_NOT_EMPTY while it has a chest that is not deleted */
export function removeBank({ db, journal }: ChangeDeps, { actor, origin }: By, id: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const workers = await tx.selectFrom('users').select('id').where('last_bank_id', '=', id).execute()
    await lockRows(tx, 'users', idsOf(workers))
    await lockBanks(tx, [id], 'removal')
    await requireManaged(tx, actor, 'bank', id)
    if (!(await mayManageBanks(tx, actor))) throw new Refusal('SCOPE_EXCEEDED')
    const chest = await tx
      .selectFrom('bank_chests as l')
      .innerJoin('chests as c', 'c.id', 'l.chest_id')
      .select('c.id')
      .where('l.bank_id', '=', id)
      .where('c.deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (chest) throw new Refusal('BANK_NOT_EMPTY')
    const lost = await dropDormantGrants(tx, id, null)
    for (const links of ['bank_chests', 'bank_teams', 'bank_users'] as const) {
      await tx.deleteFrom(links).where('bank_id', '=', id).execute()
    }
    if (workers.length > 0) {
      const set = tx.updateTable('users').set({ last_bank_id: null }).where('last_bank_id', '=', id)
      await set.where('id', 'in', idsOf(workers)).execute()
    }
    await tx.deleteFrom('banks').where('id', '=', id).execute()
    await deleteUnusedTemplates(tx)
    await journal.record(tx, actor, origin, { action: 'bank.deleted', objects: { bank: id } })
    for (const chest of lost) await journal.record(tx, actor, origin, { action: 'rights.lapsed', chest })
  })
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id)

/** Whether the caller may create, switch and delete banks, and limit their users. */
const mayManageBanks = async (tx: Transaction<Tables>, actor: Actor): Promise<boolean> =>
  roleMay((await callerNow(tx, actor)).role, 'createBanks')
