import type { Domain, Person } from './domain.ts'
import type { MailServer } from './postfix.ts'
import type { Product } from './product.ts'

/** What a check uses. Checks run in turn; each leaves the domain as it found it, but for entries of its own. */
export type Place = {
  readonly product: Product
  readonly domain: Domain
  readonly mail: MailServer
  readonly folder: string
}

/** A sentence of what holds, and the work that proves it. It may return a figure to print. */
export type Check = readonly [sentence: string, prove: (place: Place) => Promise<string | void>]

/** Adds a person to the domain, and an account of theirs, unless a check has done so. @returns the id of the account */
export async function member({ product, domain }: Place, name: string, more: Person = {}): Promise<number> {
  const known = product.rows('select id from users where login = ?', name)[0]?.['id']
  if (known !== undefined) return Number(known)
  await domain.addPerson(name, more)
  return product.addAccount(name)
}
