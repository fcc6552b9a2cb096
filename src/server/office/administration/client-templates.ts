import { sql, type Kysely, type Transaction } from 'kysely'
import { templateFaults, type ClientTemplate } from '#domain/office/client-template.ts'
import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { defaultTemplate } from '#texts/office/administration.ts'
import { lockBanks } from '#server/access/row-locks.ts'
import { requireManaged } from '#server/access/scope.ts'
import { readableBy } from '#server/access/sharing.ts'
import { requirePermission } from '#server/access/members.ts'
import type { Actor } from '#server/access/session.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { wordsOf } from '#server/platform/database/words.ts'
import { currentBankOf, type CurrentBank } from '#server/access/current-bank.ts'

/** The rows of `settings` with templates: the installation's, and one for each bank with its own. */
const installationName = 'administration.template'
const bankPrefix = `${installationName}.bank.`
const nameOf = (bank: CurrentBank | null): string =>
  bank === null ? installationName : `${bankPrefix}${bank.id}`

export type CurrentTemplate = {
  readonly template: ClientTemplate
  readonly bank: CurrentBank | null
  readonly origin: 'bank' | 'installation' | 'product'
  readonly editable: boolean
  readonly isDefault: boolean
}

/**
 * Returns the template for a caller's new clients: the bank's, else the installation's, else the product's.
 */
export async function currentTemplate(db: Kysely<Tables>, actor: Actor): Promise<CurrentTemplate> {
  const bank = await currentBankOf(db, actor)
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [nameOf(bank), installationName])
    .execute()
  const kept = (name: string): ClientTemplate | null => {
    const value = rows.find((row) => row.name === name)?.value
    return value === undefined ? null : readStored(value)
  }
  const own = bank && kept(nameOf(bank))
  const shared = kept(installationName)
  return {
    template: own ?? shared ?? defaultTemplate,
    bank,
    origin: own ? 'bank' : shared ? 'installation' : 'product',
    editable: bank !== null || roleMay(actor.role, 'manageEverything'),
    isDefault: !own && !shared,
  }
}

/** Parses a stored template; null for one that the current rules refuse. */
function readStored(value: string): ClientTemplate | null {
  try {
    const template: unknown = JSON.parse(value)
    return templateFaults(template).length === 0 ? (template as ClientTemplate) : null
  } catch {
    return null
  }
}

/** Replaces the template of a caller's current bank, or the installation's; null restores the default. */
export async function writeTemplate(
  tx: Transaction<Tables>,
  actor: Actor,
  template: ClientTemplate | null,
): Promise<CurrentBank | null> {
  const bank = await currentBankOf(tx, actor)
  if (bank) {
    // A bank that is removed meanwhile keeps no template.
    await lockBanks(tx, [bank.id])
    await requireManaged(tx, actor, 'bank', bank.id)
  } else await requirePermission(tx, actor, 'manageEverything', 'SCOPE_EXCEEDED')
  if (template === null) await tx.deleteFrom('settings').where('name', '=', nameOf(bank)).execute()
  else {
    const value = JSON.stringify(template)
    await tx
      .insertInto('settings')
      .values({ name: nameOf(bank), value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
  return bank
}

/** Deletes the templates of deleted banks, earlier ones included. */
export async function deleteUnusedTemplates(tx: Transaction<Tables>): Promise<void> {
  await tx
    .deleteFrom('settings')
    .where('name', 'like', `${bankPrefix}%`)
    .where('name', 'not in', sql<string>`(select ${bankPrefix} || cast(id as text) from banks)`)
    .execute()
}

const shown = 50
const holdsAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word))

type Destination = { id: number; name: string; guardian: Flag }

const creatable = prepared(
  (_db: Kysely<Tables>, params: Params<{ user: number }>) => sql<Destination>`
    select c.id, c.name, c.guardian from ${readableBy(params('user'), 'create')}`,
)

/** Returns the chests in which a caller may create folders, by name, that hold every word of the search. */
export async function destinationsOf(db: Kysely<Tables>, userId: number, search: string) {
  const words = wordsOf(search)
  if (words === null) return []
  const chests = await creatable.all(db, { user: userId })
  const { compare } = frenchCollator()
  return chests
    .filter(({ name }) => holdsAll(fold(name), words))
    .toSorted((one, other) => compare(one.name, other.name))
    .slice(0, shown)
    .map(({ id, name, guardian }) => ({ id, name, guardian: guardian === 1 }))
}
