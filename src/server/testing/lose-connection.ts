import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Makes PostgreSQL cut the connection of the next transaction that inserts into a table.
 * @returns the number of inserts tried since, and the end of it
 */
export async function loseConnection(db: Kysely<Tables>, table: keyof Tables) {
  // A sequence counts rolled back transactions as well.
  await sql`create sequence inserts`.execute(db)
  await sql`create function cut() returns trigger language plpgsql as $$ begin
    if nextval('inserts') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
    return null;
  end $$`.execute(db)
  await sql`create trigger cut before insert on ${sql.table(table)} execute function cut()`.execute(db)
  return {
    inserts: async () => {
      const { rows } = await sql<{ count: number }>`select last_value as count from inserts`.execute(db)
      return rows[0]?.count
    },
    end: async () => {
      await sql`drop trigger cut on ${sql.table(table)}`.execute(db)
      await sql`drop function cut()`.execute(db)
      await sql`drop sequence inserts`.execute(db)
    },
  }
}
