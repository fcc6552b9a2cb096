import { sql, type Kysely } from 'kysely'
import { siteNetworkOf } from '#server/platform/networks.ts'
import type { Migration } from '../migrate.ts'
import { createIndexes, key, ownedBy, required, table, zero } from './declarations.ts'

/** How long a network stays known. */
const knownMs = 90 * 24 * 60 * 60 * 1000

/**
 * Alerts, with what they are computed from. They begin with what the journal holds from now on; the networks of earlier
 * sign-ins are known, so that nobody's next one is new.
 */
export const alerts: Migration = {
  id: '0046-alerts',
  async up(db, c) {
    await table(db, c, 'alerts')
      .addColumn('id', c.id, c.primary)
      .addColumn('kind', c.text, required)
      .addColumn('person_id', c.id)
      .addColumn('chest_id', c.id)
      .addColumn('about', c.text)
      .addColumn('first_at', c.integer, required)
      .addColumn('last_at', c.integer, required)
      .addColumn('nb', c.integer, required)
      .addColumn('figure', c.integer, zero)
      .addColumn('floor', c.integer)
      .addColumn('rows', c.text, required)
      .addColumn('to_mail', c.flag, required)
      .addColumn('seen_at', c.integer)
      .addColumn('seen_by', c.id)
      .execute()
    await table(db, c, 'alert_readings')
      .addColumn('alert_id', c.id, ownedBy('alerts.id'))
      .addColumn('chest_id', c.id, required)
      .addColumn('nb', c.integer, required)
      .addPrimaryKeyConstraint('alert_readings_pk', ['alert_id', 'chest_id'] as never)
      .execute()
    await table(db, c, 'alert_mails')
      .addColumn('alert_id', c.id, ownedBy('alerts.id'))
      .addColumn('user_id', c.id, required)
      .addColumn('at', c.integer, required)
      .addPrimaryKeyConstraint('alert_mails_pk', ['alert_id', 'user_id'] as never)
      .execute()
    await table(db, c, 'recent_readings')
      .addColumn('user_id', c.id, required)
      .addColumn('item_id', c.id, required)
      .addColumn('chest_id', c.id, required)
      .addColumn('minute', c.integer, required)
      .addPrimaryKeyConstraint('recent_readings_pk', ['user_id', 'item_id'] as never)
      .execute()
    await table(db, c, 'reading_peaks')
      .addColumn('user_id', c.id, required)
      .addColumn('day', c.integer, required)
      .addColumn('nb', c.integer, required)
      .addPrimaryKeyConstraint('reading_peaks_pk', ['user_id', 'day'] as never)
      .execute()
    await table(db, c, 'sign_in_places')
      .addColumn('user_id', c.id, required)
      .addColumn('network', c.text, required)
      .addColumn('last_at', c.integer, required)
      .addPrimaryKeyConstraint('sign_in_places_pk', ['user_id', 'network'] as never)
      .execute()
    await createIndexes(db, {
      alerts: [['seen_at']],
      recent_readings: [['minute']],
      alert_mails: [['at']],
    })
    await table(db, c, 'alert_cursor')
      .addColumn('id', c.integer, key)
      .addColumn('block', c.id, required)
      .addColumn('after_seq', c.id, required)
      .addColumn('seen_seq', c.id, required)
      .execute()
    await sql`insert into alert_cursor (id, block, after_seq, seen_seq)
      select 1, (select coalesce(max(number), 0) from journal_blocks), seq, seq
        from (select coalesce(max(seq), 0) as seq from journal) as last`.execute(db)
    await fillPlaces(db)
  },
}

async function fillPlaces(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ user_id: number; ip: string; last_at: number }>`
    select actor_id as user_id, ip, max(at) as last_at from journal
     where action = 'sign-in.done' and outcome = 'done' and actor_id is not null
       and at > (select max(at) from journal) - ${sql.lit(knownMs)}
     group by actor_id, ip`.execute(db)
  for (const { user_id: user, ip, last_at: at } of rows) {
    const network = siteNetworkOf(ip)
    if (network === null) continue
    await sql`insert into sign_in_places (user_id, network, last_at) values (${user}, ${network}, ${at})
      on conflict (user_id, network) do update set last_at = excluded.last_at
       where sign_in_places.last_at < excluded.last_at`.execute(db)
  }
}
