import type { Migration } from '../migrate.ts'
import { createIndexes, key, keyTo, required, table, zero } from './declarations.ts'

/** Single sign-on: who is who at the provider, what waits to be linked, which returns were taken. */
export const sso: Migration = {
  id: '0013-sso',
  async up(db, c) {
    await table(db, c, 'sso_identities')
      .addColumn('user_id', c.id, keyTo('users.id'))
      .addColumn('issuer', c.text, required)
      .addColumn('subject', c.text, required)
      .addColumn('about', c.blob, required)
      .addColumn('linked_at', c.integer, required)
      .addColumn('linked_by', c.id)
      .addUniqueConstraint('sso_identities_once', ['issuer', 'subject'] as never)
      .execute()
    await table(db, c, 'sso_requests')
      .addColumn('code_hash', c.blob, key)
      .addColumn('issuer', c.text, required)
      .addColumn('subject', c.text, required)
      .addColumn('about', c.blob, required)
      .addColumn('expires_at', c.integer, required)
      .addUniqueConstraint('sso_requests_once', ['issuer', 'subject'] as never)
      .execute()
    await table(db, c, 'sso_returns')
      .addColumn('state_hash', c.blob, key)
      .addColumn('expires_at', c.integer, required)
      .execute()
    await createIndexes(db, { sso_requests: [['expires_at']], sso_returns: [['expires_at']] })
    // A sign-in whose second factor the provider has judged.
    await db.schema.alterTable('sign_in_steps').addColumn('is_proven', c.flag, zero).execute()
  },
}
