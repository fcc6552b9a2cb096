import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** What is to run once a transaction was committed, by its connection: each transaction holds an object of its own. */
const waiting = new WeakMap<object, (() => void)[]>()

/** Calls a function once the transaction was committed; never if it is undone. */
export async function afterCommit(tx: Transaction<Tables>, act: () => void): Promise<void> {
  const held = await tx.getExecutor().provideConnection((connection) => Promise.resolve(connection))
  waiting.set(held, [...(waiting.get(held) ?? []), act])
}

/** Calls them; for the drivers, after the commit. */
export function runAfterCommit(held: object): void {
  const acts = waiting.get(held) ?? []
  waiting.delete(held)
  for (const act of acts) act()
}
