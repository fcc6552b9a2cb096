import { accountSecurity } from './identity/account-security.ts'
import { account } from './identity/account.ts'
import { alerts } from './office/alerts.ts'
import { attachments } from './vault/attachments.ts'
import { clientEvents } from './vault/client-events.ts'
import { administration } from './office/administration.ts'
import { banks } from './office/banks.ts'
import { changelog } from './office/changelog.ts'
import { chestRights } from './office/chest-rights.ts'
import { chests } from './vault/chests.ts'
import { copies } from './vault/copies.ts'
import { dashboard } from './office/dashboard.ts'
import { directory } from './identity/directory.ts'
import { directoryLinks } from './identity/directory-links.ts'
import { directoryPeople } from './office/directory-people.ts'
import { exports } from './vault/exports.ts'
import { explorer } from './vault/explorer.ts'
import { favourites } from './vault/favourites.ts'
import { firstStart } from './office/first-start.ts'
import { folders } from './vault/folders.ts'
import { fragments } from './fragments.ts'
import { health } from './platform/health.ts'
import { imports } from './vault/imports.ts'
import { journal } from './office/journal.ts'
import { managerImports } from './vault/manager-imports.ts'
import { items } from './vault/items.ts'
import { mailCodes } from './identity/mail-codes.ts'
import { masterKey } from './vault/master-key.ts'
import { nota } from './vault/nota.ts'
import { passkeys } from './identity/passkeys.ts'
import { passwords } from './identity/passwords.ts'
import { reopening } from './identity/reopening.ts'
import { resets } from './identity/resets.ts'
import { recoveryCodes } from './identity/recovery-codes.ts'
import { search } from './vault/search.ts'
import { secondFactors } from './identity/second-factors.ts'
import { session } from './platform/session.ts'
import { setup } from './identity/setup.ts'
import { signIn } from './identity/sign-in.ts'
import { teams } from './office/teams.ts'
import { sso } from './identity/sso.ts'
import { generator } from './vault/generator.ts'
import { trash } from './vault/trash.ts'
import { users } from './office/users.ts'

/** The whole API. Routes, access tests, documentation and the client are derived from this table. */
export const api = {
  account,
  accountSecurity,
  administration,
  alerts,
  attachments,
  banks,
  changelog,
  chestRights,
  chests,
  clientEvents,
  copies,
  dashboard,
  directory,
  directoryLinks,
  directoryPeople,
  explorer,
  exports,
  favourites,
  firstStart,
  folders,
  fragments,
  generator,
  health,
  imports,
  journal,
  managerImports,
  items,
  mailCodes,
  masterKey,
  nota,
  passkeys,
  passwords,
  reopening,
  resets,
  recoveryCodes,
  search,
  secondFactors,
  session,
  setup,
  signIn,
  sso,
  teams,
  trash,
  users,
} as const
