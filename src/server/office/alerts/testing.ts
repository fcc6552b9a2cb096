import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { alerts } from '#contract/office/alerts.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import type { JournalEvent } from '#server/platform/journal/journal.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { openMail } from '#server/platform/mail/sealing.ts'
import type { Call, Reply, TestApp } from '#server/testing/app.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'
import type { TestChest, TestUser } from '#server/testing/world.ts'

export type Alert = ReplyOf<typeof alerts.list>['alerts'][number]
export const minute = 60_000
export const hour = 60 * minute

/** The world of the offices, with what alerts are made of. */
export type AlertWorld = OfficeWorld & {
  /** Binds the journal and looks at it, on this node or others concurrently. */
  round(...nodes: TestApp[]): Promise<void>
  /** Returns the alerts that somebody sees, latest first. */
  alerts(as?: Person, query?: string): Promise<Alert[]>
  call(as: Person, method: Call['method'], path: string, body?: unknown): Promise<Reply>
  kinds(as?: Person): Promise<string[]>
  items(as: Person, chest: TestChest, count: number): Promise<number[]>
  copy(as: Person, items: readonly number[]): Promise<void>
  /** Writes an event as the server does. */
  record(who: TestUser | null, event: JournalEvent, ip?: string): Promise<void>
  /** The mails about alerts, in order. */
  mails(): Promise<Extract<Mail, { template: 'alerts' }>[]>
}

export async function startAlertWorld(
  engine: Engine,
  env: Record<string, string> = { TROUSSEAU_ALERT_READINGS: '3' },
): Promise<AlertWorld> {
  const at = await startOfficeWorld(engine, env)
  const { app } = at
  const { deps } = app
  // With a new session each: the clock of these tests makes leaps.
  const call: AlertWorld['call'] = async (as, method, path, body) =>
    app.call({ method, path, body, cookie: await at.world.session(as) })
  const read: AlertWorld['alerts'] = async (as = at.chief, query = '') => {
    const reply = await call(as, 'GET', `/api/alert/${query && `?${query}`}`)
    if (reply.status !== 200) throw new Error(reply.text)
    return (reply.body as ReplyOf<typeof alerts.list>).alerts
  }
  return {
    ...at,
    call,
    round: async (...nodes) => {
      await deps.sealer.round()
      await Promise.all((nodes.length === 0 ? [app] : nodes).map((node) => node.deps.alertWatch.round()))
    },
    alerts: read,
    kinds: async (as) => (await read(as)).map(({ kind }) => kind),
    items: async (as, chest, count) => {
      const made: number[] = []
      for (let number = 1; number <= count; number += 1) {
        const body = { chestId: chest.id, name: `Serveur ${number}`, password: 'Motdepasse-CANARI-42!' }
        const reply = await call(as, 'POST', '/api/item/', body)
        if (reply.status !== 201) throw new Error(reply.text)
        made.push((reply.body as { id: number }).id)
      }
      return made
    },
    copy: async (as, items) => {
      for (const id of items) {
        const reply = await call(as, 'GET', `/api/item/${id}/copy`)
        if (reply.status !== 200) throw new Error(reply.text)
      }
    },
    record: (who, event, ip = '192.0.2.7') =>
      deps.journal.record(deps.db, who, { ip, requestId: 'test', userAgent: 'test' }, event),
    mails: async () => {
      const rows = await deps.db
        .selectFrom('outbox')
        .select(['id', 'sealed'])
        .where('template', '=', 'alerts')
        .orderBy('id')
        .execute()
      return rows.map(({ id, sealed }) => {
        const mail = openMail(deps.keys.keyring, id, asSealed(sealed ?? new Uint8Array()))
        if (mail.template !== 'alerts') throw new Error(mail.template)
        return mail
      })
    },
  }
}

/** The same with a user of Mairie, and a chest of theirs. */
export async function startAlertWorldWithClerk(
  engine: Engine,
): Promise<{ at: AlertWorld; clerk: Person; chest: TestChest }> {
  const at = await startAlertWorld(engine)
  const clerk = await at.person('agent', [at.mairie])
  return { at, clerk, chest: await at.world.addChest('Production', clerk, [at.mairie]) }
}
