import { sql, type Transaction } from 'kysely'
import { alertLimits } from '#domain/platform/limits.ts'
import { alertSentence, alertSentences } from '#texts/office/alerts.ts'
import { officersOf } from '#server/access/account-rows.ts'
import { lockAlerts } from '#server/platform/alerts/raise.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { journalAddress } from './handlers.ts'
import { readAlerts } from './sight.ts'

/** Alerts that one mail may name. */
const named = 50

/**
 * Queues a mail for everybody who sees a new alert, with all of them in one: a person gets one mail in ten minutes. Who was
 * mailed is written with the mail, so that neither a crash nor a second node sends it twice.
 */
export async function mailAlerts({
  db,
  clock,
  outbox,
}: Pick<PlatformDeps, 'db' | 'clock' | 'outbox'>): Promise<void> {
  const waiting = await db
    .selectFrom('alerts')
    .select('id')
    .where('to_mail', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) return
  const now = clock()
  await db.transaction().execute(async (tx) => {
    await lockAlerts(tx)
    let isHeld = false
    const mailed = await mailedSince(tx, now - alertLimits.mailMs)
    for (const { id: reader, role, email, login, first_name: firstName } of await officersOf(tx, [
      'ROLE_SUPER_ADMINISTRATOR',
      'ROLE_ADMINISTRATOR',
    ])) {
      if (mailed.has(reader)) {
        isHeld = true
        continue
      }
      const isNew = sql<boolean>`a.to_mail = 1 and a.seen_at is null
        and a.first_at > ${now - alertLimits.mailableMs}
        and not exists (select 1 from alert_mails m where m.alert_id = a.id and m.user_id = ${reader})`
      const alerts = await readAlerts(tx, { id: reader, role }, isNew, named)
      if (alerts.length === 0) continue
      const told = alerts.map((alert) => ({
        title: alertSentences[alert.kind].title,
        sentence: alertSentence(alert),
        at: alert.lastAt,
        journal: journalAddress(alert),
      }))
      await outbox.add(tx, { to: email, template: 'alerts', values: { login, firstName, alerts: told } })
      await tx
        .insertInto('alert_mails')
        .values(alerts.map(({ id }) => ({ alert_id: id, user_id: reader, at: now })))
        .execute()
    }
    if (!isHeld) await tx.updateTable('alerts').set({ to_mail: 0 }).where('to_mail', '=', 1).execute()
  })
}

async function mailedSince(tx: Transaction<Tables>, since: number): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('alert_mails')
    .select('user_id')
    .distinct()
    .where('at', '>', since)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
