import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { namesOfOperator } from '#server/platform/documents/settings.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'
import type { Identity } from './account.ts'

type Operator = { readonly config: Pick<PlatformSettings, 'documents'> }
type Asked = Operator & { readonly db: Kysely<Tables> }

/** Returns what whoever guesses the password of a person tries first: names, address and organisation. */
export const wordsOfIdentity = (
  { config }: Operator,
  { login, firstName, lastName, email }: Identity,
): string[] => [login, firstName, lastName, email, ...namesOfOperator(config.documents)]

/** Returns those words for an account. */
export async function wordsOfPerson({ db, config }: Asked, userId: number): Promise<string[]> {
  const identity = await db
    .selectFrom('users')
    .select(['login', 'first_name as firstName', 'last_name as lastName', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return identity ? wordsOfIdentity({ config }, identity) : []
}

/** Returns those words for an account, and the names of its banks. */
export async function wordsOfAccount(asked: Asked, userId: number): Promise<string[]> {
  const [own, banks] = await Promise.all([
    wordsOfPerson(asked, userId),
    asked.db
      .selectFrom('bank_users as l')
      .innerJoin('banks as b', 'b.id', 'l.bank_id')
      .select('b.label')
      .where('l.user_id', '=', userId)
      .execute(),
  ])
  return [...own, ...banks.map(({ label }) => label)]
}
