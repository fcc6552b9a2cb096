import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { endOf, everybody, type ThrottleLimits } from './throttle.ts'

/** A network whose tries are used up: unknown browsers behind it wait. Times in milliseconds. */
export type HeldNetwork = {
  readonly network: string
  readonly since: number
  readonly until: number
  readonly tries: number
}

/** The limits and the present time. */
export type Holding = { readonly limits: ThrottleLimits; readonly now: number }

/** The number of networks shown, the latest first: a flood may hold thousands. */
const shown = 50

const isHeld =
  ({ limits: { network }, now }: Holding) =>
  (of: ExpressionBuilder<Tables, 'sign_in_networks'>) =>
    of.and([
      of('network', '<>', everybody),
      of('tries', '>=', network.tries),
      of('since', '>', now - network.windowMs),
    ])

/** Returns the networks that are held now, the latest first, and their number. */
export async function heldNetworks(
  db: Kysely<Tables>,
  at: Holding,
): Promise<{ held: HeldNetwork[]; total: number }> {
  const held = db.selectFrom('sign_in_networks').where(isHeld(at))
  const rows = await held
    .select(['network', 'since', 'tries'])
    .orderBy('since', 'desc')
    .orderBy('network')
    .limit(shown)
    .execute()
  const { total } = await held
    .select((of) => of.fn.countAll<number | bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const until = ({ since }: { readonly since: number }) => endOf(since, at.limits.network, at.now)
  return { held: rows.map((row) => ({ ...row, until: until(row) })), total: Number(total) }
}

/** Lifts the hold of a network; its earlier sign-ins stay recorded. @returns false if it was not held */
export async function liftNetwork(tx: Transaction<Tables>, network: string, at: Holding): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_in_networks')
    // A new window: tries of the former one that are still verified cannot uncount from it.
    .set({ tries: 0, since: at.now })
    .where('network', '=', network)
    // On the row itself: of several requests at once, PostgreSQL asks again only what the row answers.
    .where(isHeld(at))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
