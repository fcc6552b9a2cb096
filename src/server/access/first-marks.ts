import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { marksAs, newMark } from './marks.ts'

/** What is attached: the list of marks that it carries, and the rows that attach it. */
export const markLists = [
  { table: 'users', list: 'bank_marks', of: 'banks', links: 'bank_users', holder: 'user_id', id: 'bank_id' },
  { table: 'users', list: 'team_marks', of: 'teams', links: 'team_users', holder: 'user_id', id: 'team_id' },
  { table: 'teams', list: 'bank_marks', of: 'banks', links: 'bank_teams', holder: 'team_id', id: 'bank_id' },
  {
    table: 'chests',
    list: 'bank_marks',
    of: 'banks',
    links: 'bank_chests',
    holder: 'chest_id',
    id: 'bank_id',
  },
] as const

/** What signs an account in. Values that are sealed for an account by its number alone stay so. */
const owned = [
  'sessions',
  'sign_in_steps',
  'password_links',
  'factor_resets',
  'passkeys',
  'sso_identities',
  'directory_links',
] as const

/** The columns of grants and mappings that repeat the mark of what they name. */
const repeated = [
  { table: 'chest_user_rights', mark: 'chest_mark', of: 'chests', id: 'chest_id' },
  { table: 'chest_user_rights', mark: 'user_mark', of: 'users', id: 'user_id' },
  { table: 'chest_team_rights', mark: 'chest_mark', of: 'chests', id: 'chest_id' },
  { table: 'chest_team_rights', mark: 'team_mark', of: 'teams', id: 'team_id' },
  { table: 'directory_groups', mark: 'team_mark', of: 'teams', id: 'team_id' },
  ...owned.map((table) => ({ table, mark: 'user_mark', of: 'users', id: 'user_id' }) as const),
] as const

/**
 * Writes the marks of a database from its rows as they are, before they are proved for the first time: what has none gets one,
 * and what names others names their marks. A row that changes loses its proof.
 */
export async function writeMarks(tx: Transaction<Tables>): Promise<void> {
  for (const table of ['users', 'teams', 'banks', 'chests'] as const) {
    const rows = await tx.selectFrom(table).select('id').where('mark', 'is', null).execute()
    for (const { id } of rows)
      await tx.updateTable(table).set({ mark: newMark(), mac: null }).where('id', '=', id).execute()
  }
  for (const { table, list, of, links, holder, id } of markLists) {
    const { rows } = await sql<{ holder: number; mark: string }>`
      select l.${sql.ref(holder)} as holder, o.mark from ${sql.table(links)} l
        join ${sql.table(of)} o on o.id = l.${sql.ref(id)}`.execute(tx)
    const marks = new Map<number, string[]>()
    for (const row of rows) marks.set(row.holder, [...(marks.get(row.holder) ?? []), row.mark])
    // Kysely has no type for one of several tables, nor for one of several columns.
    const known = await tx
      .selectFrom(table as 'users')
      .select(['id', `${list as 'bank_marks'} as stored`])
      .execute()
    for (const row of known) {
      const right = marksAs(marks.get(row.id) ?? [])
      if (right !== row.stored)
        await sql`update ${sql.table(table)} set ${sql.ref(list)} = ${right}, mac = null where id = ${row.id}`.execute(
          tx,
        )
    }
  }
  for (const { table, mark, of, id } of repeated) {
    const right = sql`(select o.mark from ${sql.table(of)} o where o.id = ${sql.table(table)}.${sql.ref(id)})`
    await sql`update ${sql.table(table)} set ${sql.ref(mark)} = ${right}, mac = null
      where ${sql.ref(mark)} is distinct from ${right}`.execute(tx)
  }
}
