import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * The proofs of rights and of what they depend on: marks, which tell a row from another that has its number later, the marks
 * of the banks and teams that something is attached to, and MACs. The server fills them at its next start, once it has its
 * keys (access/authority.ts).
 */
export const provedRights: Migration = {
  id: '0049-proved-rights',
  // A node that writes no proofs writes rows that count for nothing.
  olderNodes: 'stop',
  async up(db, c) {
    const add = (table: string, column: string) =>
      db.schema.alterTable(table).addColumn(column, c.text).execute()
    const addMarks = (table: string, column: string) =>
      db.schema
        .alterTable(table)
        .addColumn(column, c.text, (text) => text.notNull().defaultTo(sql`''`))
        .execute()
    for (const table of ['users', 'teams', 'banks', 'chests']) await add(table, 'mark')
    for (const table of ['users', 'teams', 'chests']) await addMarks(table, 'bank_marks')
    await addMarks('users', 'team_marks')
    for (const table of ['chest_user_rights', 'chest_team_rights']) await add(table, 'chest_mark')
    await add('chest_user_rights', 'user_mark')
    for (const table of ['chest_team_rights', 'directory_groups']) await add(table, 'team_mark')
    // Of what signs an account in: the mark of the account.
    for (const table of [
      'sessions',
      'sign_in_steps',
      'password_links',
      'password_hashes',
      'recovery_sets',
      'factor_resets',
      'passkeys',
      'sso_identities',
      'directory_links',
    ])
      await add(table, 'user_mark')
    await add('users', 'totp_mark')
    for (const table of [
      'teams',
      'banks',
      'chests',
      'chest_user_rights',
      'chest_team_rights',
      'directory_groups',
    ]) {
      await add(table, 'mac')
      await db.schema.alterTable(table).addColumn('mac_at', c.integer).execute()
    }
  },
}
