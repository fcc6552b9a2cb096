import type { Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** How much of the past was ended. */
export type EndedLife = {
  readonly sessions: number
  readonly links: number
  readonly mails: number
  readonly notas: number
}

/** What is valid for minutes or as long as a session, and the leases and records of nodes. */
const ended = [
  'chest_unlocks',
  'master_key_tries',
  'passkey_challenges',
  'sign_in_steps',
  'mail_codes',
  'reset_requests',
  'sso_requests',
  'sso_returns',
  'job_leases',
  'key_nodes',
] as const satisfies readonly (keyof Tables)[]

/**
 * Ends in a restored database what lived at the time of its backup and may have ended since: sessions and sign-ins, links,
 * mails that waited and were sent since, one-time messages that were read since, alerts that were mailed since.
 */
export async function endWhatLived(tx: Transaction<Tables>, now: number): Promise<EndedLife> {
  for (const table of ended) await tx.deleteFrom(table).execute()
  const sessions = await tx.deleteFrom('sessions').executeTakeFirstOrThrow()
  const links = await tx.deleteFrom('password_links').where('used_at', 'is', null).executeTakeFirstOrThrow()
  const resets = await tx
    .updateTable('factor_resets')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  const mails = await tx
    .updateTable('outbox')
    .set({ state: 'failed', sealed: null, lease: null, leased_until: null, last_error: 'obsolete' })
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  // Read once: whether one was read since, nobody knows here.
  const notas = await tx.deleteFrom('notas').executeTakeFirstOrThrow()
  await tx.updateTable('alerts').set({ to_mail: 0 }).execute()
  return {
    sessions: Number(sessions.numDeletedRows),
    links: Number(links.numDeletedRows + resets.numUpdatedRows),
    mails: Number(mails.numUpdatedRows),
    notas: Number(notas.numDeletedRows),
  }
}
