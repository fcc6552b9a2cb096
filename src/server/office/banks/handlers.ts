import type { Kysely } from 'kysely'
import type { banks } from '#contract/office/banks.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { readTogether } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Handlers } from '#server/access/handler.ts'
import { pagingHeader } from '#server/platform/http/paging-header.ts'
import { createBank, removeBank, updateBank } from './change.ts'
import { readPaging } from './criterias.ts'
import { attachChest, attachTeam, attachUsers, detach } from './links.ts'
import { banksByIds, banksOfCaller, pageOfBanks } from './list.ts'
import { countActiveUsers } from './user-limit.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { KeptLists } from '#server/access/kept-lists.ts'

type BankDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'> & { readonly keptLists: KeptLists }

export const bankHandlers = (deps: BankDeps): Handlers<typeof banks> => {
  const { db, keptLists } = deps
  const { compare } = frenchCollator()
  return {
    list: ({ actor }) => banksOfCaller(db, actor, compare),

    extend: async ({ actor, header, query, page }) => {
      // The header takes precedence over the query string.
      const asked = { ...query, ...readPaging(header(pagingHeader)) }
      const found = await keptLists.of(['banks', actor.id, actor.role, asked], () =>
        readTogether(db, (held) => pageOfBanks(held, actor, asked, compare)),
      )
      page(found.page)
      return found.banks
    },

    read: async ({ params: { id }, query }) => {
      const { max_user, ...bank } = await factsOf(db, id)
      if (query.active_user !== 'true') return { ...bank, max_user }
      return { number_active_user: await countActiveUsers(db, id), max_user }
    },

    create: async ({ body, ...by }) => bankOf(db, await createBank(deps, by, body)),
    update: async ({ params: { id }, body, ...by }) => {
      await updateBank(deps, by, id, body.update)
      return bankOf(db, id)
    },
    remove: async ({ params: { id }, ...by }) => {
      await removeBank(deps, by, id)
      return { message: bankTexts.replies.removed }
    },

    attachUser: async ({ params: { id, userId }, ...by }) => {
      const [link] = await attachUsers(deps, by, id, [userId])
      if (!link) throw new Refusal('USER_NOT_FOUND')
      return link
    },
    attachUsers: ({ params: { id }, body, ...by }) => attachUsers(deps, by, id, body.users),
    attachTeam: ({ params: { id, teamId }, ...by }) => attachTeam(deps, by, id, teamId),
    attachChest: ({ params: { id, chestId }, ...by }) => attachChest(deps, by, id, chestId),

    detachUser: ({ params, ...by }) => detach(deps, by, 'user', params.linkId),
    detachTeam: ({ params, ...by }) => detach(deps, by, 'team', params.linkId),
    detachChest: ({ params, ...by }) => detach(deps, by, 'chest', params.linkId),
  }
}

async function factsOf(db: Kysely<Tables>, id: number) {
  const row = await db
    .selectFrom('banks')
    .select(['id', 'label', 'description', 'active', 'max_user'])
    .where('id', '=', id)
    .executeTakeFirst()
  // It existed when the call was authorised.
  if (!row) throw new Refusal('BANK_NOT_FOUND')
  return { ...row, active: row.active === 1 }
}

async function bankOf(db: Kysely<Tables>, id: number) {
  const [bank] = await banksByIds(db, [id])
  if (!bank) throw new Refusal('BANK_NOT_FOUND')
  return bank
}
