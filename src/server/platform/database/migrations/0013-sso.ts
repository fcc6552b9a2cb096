import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id')

/** Single sign-on: who is who at the provider, what waits to be linked, which returns were taken. */
export const sso: Migration = {
  id: '0013-sso',
  async up(db, c) {
    const table = (name: string) => c.table(db as never, name)
    await table('sso_identities')
      .addColumn('user_id', c.id, (column) => ofUser(column).primaryKey())
      .addColumn('issuer', c.text, required)
      .addColumn('subject', c.text, required)
      .addColumn('about', c.blob, required)
      .addColumn('linked_at', c.integer, required)
      .addColumn('linked_by', c.id)
      .addUniqueConstraint('sso_identities_once', ['issuer', 'subject'] as never)
      .execute()
    await table('sso_requests')
      .addColumn('code_hash', c.blob, (column) => column.primaryKey().notNull())
      .addColumn('issuer', c.text, required)
      .addColumn('subject', c.text, required)
      .addColumn('about', c.blob, required)
      .addColumn('expires_at', c.integer, required)
      .addUniqueConstraint('sso_requests_once', ['issuer', 'subject'] as never)
      .execute()
    await table('sso_returns')
      .addColumn('state_hash', c.blob, (column) => column.primaryKey().notNull())
      .addColumn('expires_at', c.integer, required)
      .execute()
    for (const name of ['sso_requests', 'sso_returns']) {
      await db.schema.createIndex(`${name}_by_expires_at`).on(name).column('expires_at').execute()
    }
    // A sign-in whose second factor the provider has judged.
    await db.schema
      .alterTable('sign_in_steps')
      .addColumn('is_proven', c.flag, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
