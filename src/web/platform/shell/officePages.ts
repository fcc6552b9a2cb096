import { Archive, FolderTree, Landmark, ScrollText, UserRound, Users } from 'lucide-react'
import { shellTexts } from '#texts/platform/shell.ts'

/** The pages of the back offices, each with its permission. */
export const officePages = [
  { to: '/routes/bank', label: shellTexts.rail.banks, Icon: Landmark, permission: 'openBackOffice' },
  { to: '/routes/chest', label: shellTexts.rail.chests, Icon: Archive, permission: 'openBackOffice' },
  { to: '/routes/team', label: shellTexts.rail.teams, Icon: Users, permission: 'openBackOffice' },
  { to: '/routes/user', label: shellTexts.rail.users, Icon: UserRound, permission: 'openBackOffice' },
  { to: '/routes/journal', label: shellTexts.rail.journal, Icon: ScrollText, permission: 'openBackOffice' },
  {
    to: '/routes/administration',
    label: shellTexts.rail.administration,
    Icon: FolderTree,
    permission: 'openAdministration',
  },
] as const
