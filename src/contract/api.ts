import { accountSecurity } from './account-security.ts'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { administration } from './administration.ts'
import { banks } from './banks.ts'
import { changelog } from './changelog.ts'
import { chestRights } from './chest-rights.ts'
import { chests } from './chests.ts'
import { dashboard } from './dashboard.ts'
import { directory } from './directory.ts'
import { explorer } from './explorer.ts'
import { favourites } from './favourites.ts'
import { folders } from './folders.ts'
import { fragments } from './fragments.ts'
import { health } from './health.ts'
import { imports } from './imports.ts'
import { items } from './items.ts'
import { mailCodes } from './mail-codes.ts'
import { masterKey } from './master-key.ts'
import { nota } from './nota.ts'
import { passkeys } from './passkeys.ts'
import { passwords } from './passwords.ts'
import { resets } from './resets.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { search } from './search.ts'
import { secondFactors } from './second-factors.ts'
import { session } from './session.ts'
import { setup } from './setup.ts'
import { signIn } from './sign-in.ts'
import { teams } from './teams.ts'
import { sso } from './sso.ts'
import { tools } from './tools.ts'
import { trash } from './trash.ts'
import { users } from './users.ts'

/** The whole interface: routes, access tests, documentation and the client are made from this table. */
export const api = {
  account,
  accountSecurity,
  activity,
  administration,
  banks,
  changelog,
  chestRights,
  chests,
  dashboard,
  directory,
  explorer,
  favourites,
  folders,
  fragments,
  health,
  imports,
  items,
  mailCodes,
  masterKey,
  nota,
  passkeys,
  passwords,
  resets,
  recoveryCodes,
  search,
  secondFactors,
  session,
  setup,
  signIn,
  sso,
  teams,
  tools,
  trash,
  users,
} as const
