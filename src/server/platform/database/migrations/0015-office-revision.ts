import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Migration } from '../migrate.ts'
import { required, table } from './declarations.ts'

/**
 * What the back offices manage: the tables, with the columns whose change counts; none for all of them. What else
 * changes in users and chests, changes with each sign-in and each item.
 */
const managed: Record<string, readonly string[]> = {
  banks: [],
  bank_users: [],
  bank_teams: [],
  bank_chests: [],
  teams: [],
  team_users: [],
  chest_user_rights: [],
  chest_team_rights: [],
  chests: ['name', 'description', 'search_text', 'type', 'guardian', 'created_by', 'deleted_at'],
  users: ['login', 'search_key', 'first_name', 'last_name', 'role', 'state_id', 'created_by', 'deleted_at'],
}

const eventsOf = (columns: readonly string[]): string[] => [
  'insert',
  'delete',
  columns.length === 0 ? 'update' : `update of ${columns.join(', ')}`,
]

const install: Record<Engine, (db: Kysely<unknown>) => Promise<void>> = {
  async sqlite(db) {
    for (const [table, columns] of Object.entries(managed)) {
      for (const event of eventsOf(columns)) {
        const name = `office_revision_${event.split(' ', 1).join()}_${table}`
        await sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} on ${sql.ref(table)}
          begin update office_revision set revision = revision + 1; end`.execute(db)
      }
    }
  },

  /**
   * Raised at the commit and once a transaction: all raise one row, which the first of them keeps from the others
   * until it has committed. So they see each other's number, and wait for a commit, not for a transaction.
   */
  async postgres(db) {
    await sql`create function raise_office_revision() returns trigger language plpgsql as $$
      begin
        if current_setting('trousseau.office_raised', true) is distinct from 'yes' then
          perform set_config('trousseau.office_raised', 'yes', true);
          update office_revision set revision = revision + 1;
        end if;
        return null;
      end $$`.execute(db)
    for (const [table, columns] of Object.entries(managed)) {
      const events = sql.raw(eventsOf(columns).join(' or '))
      await sql`create constraint trigger ${sql.ref(`office_revision_${table}`)} after ${events} on ${sql.ref(table)}
        deferrable initially deferred for each row execute function raise_office_revision()`.execute(db)
    }
  },
}

/**
 * A number that grows with each change of what the back offices manage, in the change's own transaction and whoever
 * makes it: lists are kept in memory as long as it stands (docs/decisions/0024-office-revision.md).
 */
export const officeRevision: Migration = {
  id: '0015-office-revision',
  async up(db, columns) {
    await table(db, columns, 'office_revision').addColumn('revision', columns.integer, required).execute()
    await sql`insert into office_revision (revision) values (1)`.execute(db)
    await install[columns.engine](db)
  },
}
